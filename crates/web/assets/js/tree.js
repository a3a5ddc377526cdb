// "Why": the drawn search tree. whyPanel(host, session, {show}) fills host; `session` is the
// Session of the page (session.here is the place, 'change' events tell of moves), show(line) lets
// the board show the position after [{player, move}, ...] (an empty line: back to the game).

import { once, post } from './api.js';
import { fill, h } from './dom.js';
import { TreeView, legend, player } from './treeview.js';

const DEFAULT = { 2: 'alphabeta', many: 'brs+' };

/** Names that can be drawn for so many players, with policies of their own. */
export async function algorithmNames(players) {
  const { algorithms } = await once('algorithms');
  const names = algorithms.filter((a) => players === 2 || !a.two_players).flatMap((a) => (a.name === 'brs(s,m)' ? ['brs(C-1,0)', 'brs(C-1,1)', 'brs(2,0)', 'brs(2,C-2)', 'brs(0,C)'] : [a.name]));
  return names.filter((name) => name !== 'random');
}

/** Asks for a tree. */
export function askTree(place, algo, depth, signal) {
  return post('tree', { place, algo, depth }, signal);
}

/** What was found, in a line. */
export function summary(tree) {
  const counts = `${tree.nodes.toLocaleString('en')} nodes, ${tree.leaves.toLocaleString('en')} leaves, ${tree.cutoffs.toLocaleString('en')} cut-offs`;
  return `${tree.best_move} · ${counts}${tree.cut_short ? ` · cut short after ${tree.tree.length.toLocaleString('en')} nodes: take a smaller depth for all of it` : ''}`;
}

export function whyPanel(host, session, { show } = {}) {
  const names = h('datalist#tree-algorithms');
  const algo = h('input', { type: 'text', list: 'tree-algorithms', value: '', 'aria-label': 'Algorithm of the tree', spellcheck: 'false', autocomplete: 'off' });
  const depth = h('input', { type: 'number', min: 1, max: 12, value: 2, 'aria-label': 'Depth of the tree' });
  const draw = h('button.primary', { type: 'submit' }, 'Draw');
  const note = h('p.quiet.small', { role: 'status' }, 'Draws the tree that the algorithm really searches, to a small depth.');
  const stage = h('div.tree-stage', { hidden: true });
  const view = new TreeView(stage, {
    onselect: (_, line) => show?.(line),
    onstep: () => steps.update(),
  });
  const steps = player(view);
  const tools = h('div.row.tree-tools', {},
    h('button', { type: 'button', 'data-fold': 'none', onclick: () => view.foldAll(false) }, 'Unfold all'),
    h('button', { type: 'button', 'data-fold': 'all', onclick: () => view.foldAll(true) }, 'Fold all'));
  stage.prepend(steps.element);
  stage.append(tools, legend());
  let asked = 0;
  let players = null;
  let drawnAt = null;

  async function ask(event) {
    event?.preventDefault();
    const question = ++asked;
    const place = session.here;
    draw.disabled = true;
    note.textContent = 'Searching …';
    note.classList.remove('error');
    try {
      const tree = await askTree(place, algo.value, Number(depth.value));
      if (question !== asked) return;
      drawnAt = session.node;
      stage.hidden = false;
      stage.classList.remove('stale');
      view.show(tree);
      steps.stop();
      steps.update();
      note.textContent = summary(tree);
    } catch (error) {
      if (question !== asked) return;
      note.textContent = error.message;
      note.classList.add('error');
    } finally {
      if (question === asked) draw.disabled = false;
    }
  }

  async function changed() {
    const now = session.view?.players;
    if (now && now !== players) {
      players = now;
      const known = await algorithmNames(players);
      fill(names, known.map((name) => h('option', { value: name })));
      if (!algo.value || !known.includes(algo.value.split(':')[0])) algo.value = players === 2 ? DEFAULT[2] : DEFAULT.many;
    }
    if (!stage.hidden && session.node !== drawnAt) {
      stage.classList.add('stale');
      note.textContent = 'The position has changed; draw again for this one.';
    }
  }

  fill(host, h('h2', {}, 'Why: the search tree'),
    h('form.row.tree-form', { onsubmit: ask }, h('label.field', {}, h('span', {}, 'Algorithm'), algo), h('label.field', {}, h('span', {}, 'Depth'), depth), draw, names),
    note, stage);
  session.addEventListener('change', changed);
  changed();
  return {
    draw: ask,
    unmount() {
      asked += 1;
      steps.stop();
      session.removeEventListener('change', changed);
    },
  };
}
