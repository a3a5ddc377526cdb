// "Why": the drawn search tree. whyPanel(host, session, {show}) fills host; `session` is the
// Session of the page (session.here is the place, 'change' events tell of moves), show(line) lets
// the board show the position after [{player, move}, ...] (an empty line: back to the game).

import { post } from './api.js';
import { fill, h } from './dom.js';
import { strongest } from './games.js';
import { t } from './model/text.js';
import { legend } from './searchtree/legend.js';
import { player } from './searchtree/player.js';
import { algorithmsFor } from './seats.js';
import { TreeView } from './treeview.js';

/** Asks for a tree. */
export function askTree(place, who, depth, signal) {
  return post('tree', { place, seat: `${who}@d${depth}` }, { signal });
}

/** What was found, in a line. */
export function summary(tree) {
  const counts = t('tree.counts', { nodes: tree.nodes, leaves: tree.leaves, cutoffs: tree.cutoffs });
  const cut = t('tree.cutShort', { nodes: tree.tree.length });
  return [tree.best_move, counts, ...(tree.cut_short ? [cut] : [])].join(' · ');
}

export function whyPanel(host, session, { show }) {
  const names = h('datalist#tree-algorithms');
  const algo = h('input', {
    type: 'text',
    list: 'tree-algorithms',
    value: '',
    'aria-label': t('tree.algorithmOf'),
    spellcheck: 'false',
    autocomplete: 'off',
  });
  const depth = h('input', { type: 'number', min: 1, max: 12, value: 2, 'aria-label': t('tree.depthOf') });
  const draw = h('button.primary', { type: 'submit' }, t('tree.draw'));
  const note = h('p.quiet.small', { role: 'status' }, t('tree.intro'));
  const stage = h('div.tree-stage', { hidden: true });
  const view = new TreeView(stage, {
    onselect: (_, line) => show?.(line),
    onstep: () => steps.update(),
  });
  const steps = player(view);
  const tools = h(
    'div.row.tree-tools',
    {},
    h('button', { type: 'button', 'data-fold': 'none', onclick: () => view.foldAll(false) }, t('tree.unfold')),
    h('button', { type: 'button', 'data-fold': 'all', onclick: () => view.foldAll(true) }, t('tree.fold')),
  );
  stage.prepend(steps.element);
  stage.append(tools, legend());
  let asked = 0;
  const leaving = new AbortController();
  let drawnFor = null;
  let drawnAt = null;

  async function ask(event) {
    event?.preventDefault();
    const question = ++asked;
    const place = session.here;
    draw.disabled = true;
    note.textContent = t('tree.searching');
    note.classList.remove('error');
    try {
      const tree = await askTree(place, algo.value, Number(depth.value), leaving.signal);
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
      note.textContent = t('tree.changed');
    }
  }

  fill(
    host,
    h('h2', {}, t('tree.title')),
    h(
      'form.row.tree-form',
      { onsubmit: ask },
      h('label.field', {}, h('span', {}, t('tree.algorithm')), algo),
      h('label.field', {}, h('span', {}, t('tree.depth')), depth),
      draw,
      names,
    ),
    note,
    stage,
  );
  session.addEventListener('change', changed);
  changed();
  return {
    /** Draws the tree of an algorithm, and goes to it. */
    async drawOf(who) {
      algo.value = who;
      await ask();
      host.scrollIntoView({ block: 'start' });
    },
    unmount() {
      asked += 1;
      leaving.abort();
      steps.stop();
      view.unmount();
      session.removeEventListener('change', changed);
    },
  };
}
