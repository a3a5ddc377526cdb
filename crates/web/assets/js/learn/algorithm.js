// An algorithm, with a search one can step through.

import { Board } from '../board.js';
import { fill, h, sentence } from '../dom.js';
import { LESSON_LANGUAGE, games, inGameWords, placeFor, playable, title, usualPlayers } from '../games.js';
import { lessonOf } from '../lessons.js';
import { markdown } from '../markdown.js';
import { t } from '../model/text.js';
import { legend } from '../searchtree/legend.js';
import { player } from '../searchtree/player.js';
import { askView } from '../view.js';
import { askTree, summary } from '../tree.js';
import { TreeView } from '../treeview.js';
import { link } from './common.js';

/** Where the tree of a lesson grows: {place, about, board}. */
async function demoPlace({ study: players, about: words }, signal) {
  const study = games().find((game) => game.is_study && game.players.includes(players));
  if (players && study) {
    const { samples } = await lessonOf(study.name);
    const sample = samples.find((one) => one.place.players === players);
    const { moves: _, ...start } = sample?.place ?? placeFor(study, players);
    // The notation of the position tells all that there is to know of it.
    const { pos } = await askView(start, [], [], { signal });
    return { place: { game: study.name, pos }, about: `${study.title}: ${study.summary}.`, board: false };
  }
  // A game that is solved has the surest lessons; one for two is easiest to follow.
  const rank = (game) => (game.solver ? 0 : game.players.includes(2) ? 1 : 2);
  const [game] = [...playable()].sort((a, b) => rank(a) - rank(b));
  const { samples } = await lessonOf(game.name);
  for (const sample of [...samples].reverse()) {
    const { moves = [], ...start } = sample.place;
    const { to_move: mover } = await askView(start, moves, [], { signal });
    const shown = inGameWords(game.name, sample.summary);
    if (mover) return { place: sample.place, about: `${title(game.name)}. ${shown} ${words ?? ''}`, board: true };
  }
  return { place: placeFor(game, usualPlayers(game)), about: words ?? '', board: true };
}

export async function algorithmPage(root, lesson, all, signal) {
  const index = all.indexOf(lesson);
  const [before, after] = [all[index - 1], all[index + 1]];
  const demo = lesson.demo ? await demoCard(lesson.demo, signal) : null;
  const option = ({ name, values, summary: words }) =>
    h(
      'tr',
      {},
      h('th', { scope: 'row' }, h('code', {}, name)),
      h('td.small', {}, sentence(words), ' ', h('span.quiet', {}, values)),
    );
  fill(
    root,
    h(
      'article.lesson',
      {},
      h('p.crumbs', {}, h('a', { href: '#/learn' }, t('page.learn'))),
      h('div.head', {}, h('h1', { lang: lesson.language }, lesson.title), h('code', {}, lesson.name)),
      h('div.prose', { lang: lesson.language }, h('p', {}, lesson.summary), markdown(lesson.text)),
      demo?.elements,
      h(
        'details',
        {},
        h('summary', {}, t('learn.options')),
        h('table.options', { lang: LESSON_LANGUAGE }, h('tbody', {}, lesson.options.map(option))),
      ),
      h(
        'p.row',
        {},
        before ? h('a', { href: link('algorithm', before.name) }, `← ${before.title}`) : null,
        after ? h('a', { href: link('algorithm', after.name), style: 'margin-left:auto' }, `${after.title} →`) : null,
      ),
    ),
  );
  await demo?.load();
}

/** A small search to step through. */
async function demoCard(demo, signal) {
  const { place: first, about: words, board: hasBoard } = await demoPlace(demo, signal);
  let place = first;
  const stage = h('div');
  const note = h('p.quiet.small', { role: 'status' });
  const boardBox = h('div.figures');
  const view = new TreeView(stage, {
    onselect: (_, line) => showBoard(line),
    onstep: () => {
      steps.update();
      if (view.selected !== null) showBoard(view.line(view.selected));
    },
  });
  const steps = player(view);
  let board = null;
  let asked = 0;
  async function showBoard(line) {
    if (!hasBoard) return;
    const question = ++asked;
    try {
      const { moves = [], ...start } = place;
      const shown = await askView(start, moves, line, { isPatient: false, signal });
      if (question !== asked) return;
      board ??= new Board(boardBox);
      board.show(shown);
      board.quieten();
    } catch {
      /* the tree is what matters */
    }
  }
  const choice = (label, list, chosen, text) =>
    h(
      'select',
      { 'aria-label': label, hidden: list.length < 2, onchange: () => load() },
      list.map((value) => h('option', { value: String(value), selected: value === chosen }, text(value))),
    );
  const spec = choice(t('learn.variant'), demo.algos, demo.algos[0], (algo) => algo);
  const depth = choice(t('tree.depth'), demo.depths ?? [demo.depth], demo.depth, (d) => t('learn.depth', { depth: d }));
  // Where the notation of positions has a seed, there are more trees of the kind.
  const seed = /seed=(\d+)/;
  const other = h(
    'button',
    {
      type: 'button',
      hidden: !seed.test(place.pos),
      'data-do': 'other',
      onclick: () => {
        place = { ...place, pos: place.pos.replace(seed, (_, n) => `seed=${Number(n) + 1}`) };
        load();
      },
    },
    t('learn.otherTree'),
  );
  async function load() {
    steps.stop();
    try {
      const tree = await askTree(place, spec.value, Number(depth.value), signal);
      view.show(tree);
      note.textContent = summary(tree);
      steps.update();
      showBoard([]);
    } catch (error) {
      note.textContent = error.message;
    }
  }
  signal.addEventListener('abort', () => {
    steps.stop();
    board?.unmount();
    view.unmount();
  });
  stage.prepend(h('div.row', {}, spec, depth, other), steps.element);
  const intro = [h('h2', {}, t('learn.step')), h('p.prose.quiet.small', {}, words)];
  const elements = [...intro, stage, note, hasBoard ? boardBox : null, legend()];
  return { elements, load };
}
