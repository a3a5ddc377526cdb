// "Why": the drawn search tree. whyPanel(host, session, {show}) fills host; `session` is the
// Session of the page (session.here is the place, 'change' events tell of moves), show(line) lets
// the board show the position after [{player, move}, ...] (an empty line: back to the game).

import { post } from './api.js';
import { fill, h } from './dom.js';
import { strongest } from './games.js';
import { legend } from './searchtree/legend.js';
import { player } from './searchtree/player.js';
import { algorithmsFor } from './seats.js';
import { TreeView } from './treeview.js';

/** Asks for a tree. */
export function askTree(place, who, depth) {
  return post('tree', { place, seat: `${who}@d${depth}` });
}

/** What was found, in a line. */
export function summary(tree) {
  const count = (number, what) => `${number.toLocaleString('en')} ${what}`;
  const counts = [count(tree.nodes, 'nodes'), count(tree.leaves, 'leaves'), count(tree.cutoffs, 'cut-offs')].join(', ');
  const cut = `cut short after ${count(tree.tree.length, 'nodes')}: take a smaller depth for all of it`;
  return [tree.best_move, counts, ...(tree.cut_short ? [cut] : [])].join(' · ');
}

export function whyPanel(host, session, { show }) {
  const names = h('datalist#tree-algorithms');
  const algo = h('input', {
    type: 'text',
    list: 'tree-algorithms',
    value: '',
    'aria-label': 'Algorithm of the tree',
    spellcheck: 'false',
    autocomplete: 'off',
  });
  const depth = h('input', { type: 'number', min: 1, max: 12, value: 2, 'aria-label': 'Depth of the tree' });
  const draw = h('button.primary', { type: 'submit' }, 'Draw');
  const note = h(
    'p.quiet.small',
    { role: 'status' },
    'Draws the tree that the algorithm really searches, to a small depth.',
  );
  const stage = h('div.tree-stage', { hidden: true });
  const view = new TreeView(stage, {
    onselect: (_, line) => show?.(line),
    onstep: () => steps.update(),
  });
  const steps = player(view);
  const tools = h(
    'div.row.tree-tools',
    {},
    h('button', { type: 'button', 'data-fold': 'none', onclick: () => view.foldAll(false) }, 'Unfold all'),
    h('button', { type: 'button', 'data-fold': 'all', onclick: () => view.foldAll(true) }, 'Fold all'),
  );
  stage.prepend(steps.element);
  stage.append(tools, legend());
  let asked = 0;
  let drawnFor = null;
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
      drawnAt = session.view;
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
    const { game, players } = session.view ?? {};
    if (game && `${game} ${players}` !== drawnFor) {
      drawnFor = `${game} ${players}`;
      // A solver keeps no tree.
      const known = (await algorithmsFor(game, players)).filter(({ exact }) => !exact).map(({ name }) => name);
      fill(
        names,
        known.map((name) => h('option', { value: name })),
      );
      if (!known.includes(algo.value.split(':')[0])) [algo.value] = strongest(game, players).split(':');
    }
    if (!stage.hidden && session.view !== drawnAt) {
      stage.classList.add('stale');
      note.textContent = 'The position has changed; draw again for this one.';
    }
  }

  fill(
    host,
    h('h2', {}, 'Why: the search tree'),
    h(
      'form.row.tree-form',
      { onsubmit: ask },
      h('label.field', {}, h('span', {}, 'Algorithm'), algo),
      h('label.field', {}, h('span', {}, 'Depth'), depth),
      draw,
      names,
    ),
    note,
    stage,
  );
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
