// Learn: #/learn lists everything, #/learn/game/NAME the rules of a game with a first move to try,
// #/learn/algorithm/NAME an algorithm whose search one can step through.

import { once, stream } from './api.js';
import { Board } from './board.js';
import { fill, h, toast } from './dom.js';
import { about, games, placeFor, playable, seatText, strongest, title, usualPlayers } from './games.js';
import { markdown } from './markdown.js';
import { Pane } from './pane.js';
import { Session, askView, paramsOf } from './session.js';
import { askTree, summary } from './tree.js';
import { TreeView, legend, player } from './treeview.js';
import { ALGORITHMS, GROUPS } from './learn/algorithms.js';

export const page = {
  path: 'learn',
  title: 'Learn',
  async mount(root, params, rest) {
    let shown = null;
    const open = async (_, [kind, name]) => {
      shown?.unmount?.();
      shown = null;
      const all = await lessons();
      const lesson = all.find((algorithm) => algorithm.name === name);
      if (kind === 'game' && games().some((game) => game.name === name)) shown = await gamePage(root, about(name));
      else if (kind === 'algorithm' && lesson) shown = await algorithmPage(root, lesson, all);
      else if (kind) throw new Error(`there is no page about '${name ?? kind}'`);
      else listPage(root, all);
      scrollTo(0, 0);
    };
    await open(params, rest);
    return { update: open, unmount: () => shown?.unmount?.() };
  },
};

const link = (kind, name) => `#/learn/${kind}/${encodeURIComponent(name)}`;

/** The lessons about algorithms that are there, and a plain one for each that has none. */
async function lessons() {
  const { algorithms } = await once('algorithms');
  const own = ALGORITHMS.filter(({ name }) => algorithms.some((known) => known.name === name));
  const others = algorithms
    .filter(({ name }) => ALGORITHMS.every((lesson) => lesson.name !== name))
    .map((info) => ({
      name: info.name,
      group: GROUPS.more,
      title: info.name,
      summary: `${info.summary[0].toUpperCase()}${info.summary.slice(1)}.`,
      text: '',
      // A solver keeps no tree.
      demo: info.exact ? null : { study: info.two_players ? 2 : 3, algos: [info.name], depth: 3, depths: [2, 3, 4] },
    }));
  return [...own, ...others].map((lesson) => ({
    ...lesson,
    options: algorithms.find(({ name }) => name === lesson.name).options,
  }));
}

/** Takes a board that is only looked at out of the way of the keyboard. */
function quieten(host) {
  for (const cell of host.querySelectorAll('[tabindex]')) {
    cell.removeAttribute('tabindex');
    cell.removeAttribute('role');
    cell.setAttribute('aria-hidden', 'true');
  }
}

/** A board that is only looked at. */
function picture(host, { moves = [], ...place }) {
  return askView(place, moves)
    .then((view) => {
      const board = new Board(host);
      board.show(view);
      board.svg.setAttribute('role', 'img');
      quieten(host);
      host.prepend(board.svg);
    })
    .catch((error) => host.append(h('p.error', {}, error.message)));
}

const sentence = (text) => `${text[0].toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`;

function listPage(root, all) {
  const card = (kind, { name, title: words, summary: about_ }, board = null) =>
    h(
      'a.card',
      { href: link(kind, name), 'data-learn': name },
      board,
      h('h3', {}, words),
      h('p', {}, sentence(about_)),
    );
  const gameCards = playable().map((game) => {
    const box = h('div');
    picture(box, game.samples[0]?.place ?? placeFor(game, usualPlayers(game)));
    return card('game', game, box);
  });
  const groups = [...new Set(all.map(({ group }) => group))];
  const intro =
    'A search gets a position, looks at the tree below it to some depth, and returns the root player’s value, his best ' +
    'move and the line he expects. Each page has a small tree: step through it in the order of the search itself.';
  fill(
    root,
    h(
      'div.lesson',
      {},
      h('h1', {}, 'Learn'),
      h('h2', {}, 'The games'),
      h('div.lesson-cards', {}, gameCards),
      h('h2', {}, 'The algorithms'),
      h('p.prose', {}, intro),
      groups.map((group) => [
        h('h3', {}, group),
        h(
          'div.lesson-cards',
          {},
          all.filter((lesson) => lesson.group === group).map((lesson) => card('algorithm', lesson)),
        ),
      ]),
    ),
  );
}

/** What a first move is worth: by the solver where there is one, else what the strongest algorithm would have played. */
async function verdict(session, start, move, signal) {
  const { game, players } = start.view;
  const done = async (path, question) => {
    let answer = null;
    await stream(
      path,
      { place: { ...session.place, moves: start.moves() }, ...question },
      (event, data) => {
        if (event === 'done') answer = data;
        if (event === 'error') throw new Error(data.error);
      },
      signal,
    );
    return answer;
  };
  if (!about(game).solver) {
    const { best_move: best } = await done('think', { seat: `${strongest(game, players)}@20000+1500ms` });
    return best === move
      ? 'the strongest algorithm would have played it too.'
      : `the strongest algorithm would have played ${best}.`;
  }
  const { score: best, moves } = await done('solve', { session: session.id });
  const score = moves.find((one) => one.move === move)?.score ?? best;
  const end = (value) => (value > 0 ? 'you win' : value < 0 ? 'you lose' : 'the game is drawn');
  const good = moves.filter((one) => one.score === best).map((one) => one.move);
  if (score === best)
    return `${good.length === 1 ? 'the only best move' : 'one of the best moves'}: with perfect play ${end(score)}.`;
  const sooner = Math.sign(score) === Math.sign(best) ? (best > 0 ? ' sooner' : ' later') : '';
  return `with perfect play ${end(score)} now. After ${good.join(' or ')} ${end(best)}${sooner}.`;
}

async function gamePage(root, game) {
  const place = placeFor(game, usualPlayers(game));
  const figures = game.samples.map((sample) => {
    const { moves = [], ...start } = sample.place;
    const figure = h(
      'figure',
      {},
      h(
        'figcaption',
        {},
        sample.summary,
        ' ',
        h('a', { href: `#/play?${paramsOf(start, moves)}` }, 'Play on from here'),
        '.',
      ),
    );
    picture(figure, sample.place);
    return figure;
  });
  const session = new Session();
  const answer = h('div.answer', { role: 'status' });
  const again = h('button', { type: 'button', 'data-do': 'again', onclick: () => begin() }, 'Try another move');
  const reply = h(
    'button',
    { type: 'button', 'data-do': 'reply', onclick: () => engineReplies() },
    'Let the engine answer',
  );
  let thinking = null;

  /** Asks something that the reader may turn away from. */
  async function ask(work) {
    thinking?.abort();
    thinking = new AbortController();
    const { signal } = thinking;
    try {
      await work(signal);
    } catch (error) {
      if (!signal.aborted) toast(error.message, 'error');
    }
  }

  const pane = new Pane(session, {
    mayMove: () => session.node === session.root,
    onmove: async (move) => {
      await session.play(move);
      again.hidden = false;
      reply.hidden = Boolean(session.view.outcome);
      again.focus();
      const said = h('p', {}, h('b', {}, move), ' – …');
      fill(answer, said);
      await ask(async (signal) =>
        fill(said, h('b', {}, move), ' – ', await verdict(session, session.root, move, signal)),
      );
    },
  });

  async function begin() {
    thinking?.abort();
    again.hidden = true;
    reply.hidden = true;
    await session.load(place);
    fill(
      answer,
      h(
        'p',
        {},
        `You are ${seatText(game.name, session.view.to_move)} and have the first move. ` +
          'What can be clicked is marked; where there is no board to click on there are buttons.',
      ),
    );
    pane.update();
  }

  function engineReplies() {
    reply.hidden = true;
    const { to_move: who, players } = session.view;
    const question = {
      place: session.here,
      seat: `${strongest(game.name, players)}@20000+1500ms`,
      session: session.id,
    };
    return ask((signal) =>
      stream(
        'think',
        question,
        async (event, data) => {
          if (event === 'error') toast(data.error, 'error');
          if (event !== 'done') return;
          await session.play(data.best_move);
          const go = h(
            'a',
            { href: `#/play?${paramsOf(session.place, session.node.moves())}`, 'data-do': 'go-on' },
            'Play on from here',
          );
          answer.append(h('p', {}, `Player ${who} answers ${data.best_move}. `, go, '.'));
        },
        signal,
      ),
    );
  }

  const facts = h(
    'div.row',
    {},
    h('a.button.primary', { href: `#/play?${paramsOf(place)}` }, 'Play'),
    h('a.button', { href: `#/analyse?${paramsOf(place)}` }, 'Analyse'),
  );
  fill(
    root,
    h(
      'article.lesson',
      {},
      h('p.crumbs', {}, h('a', { href: '#/learn' }, 'Learn')),
      h('div.head', {}, h('h1', {}, game.title), facts),
      h('div.prose.rules', {}, markdown(game.rules || sentence(game.summary))),
      figures.length ? [h('h2', {}, 'How it goes'), h('div.figures', {}, figures)] : null,
      h('h2', {}, 'Your first move'),
      h('div.first-move', {}, pane.element, h('aside.card', {}, answer, h('div.row', {}, again, reply))),
    ),
  );
  await begin();
  return {
    unmount() {
      thinking?.abort();
      pane.unmount();
    },
  };
}

/** Where the tree of a lesson grows: {place, about, board}. */
async function demoPlace({ study: players, about: words }) {
  const study = games().find((game) => game.is_study && game.players.includes(players));
  if (players && study) {
    const sample = study.samples.find((one) => one.place.players === players);
    const { moves: _, ...start } = sample?.place ?? placeFor(study, players);
    // The notation of the position tells all that there is to know of it.
    const { pos } = await askView(start, []);
    return { place: { game: study.name, pos }, about: `${study.title}: ${study.summary}.`, board: false };
  }
  // A game that is solved has the surest lessons; one for two is easiest to follow.
  const rank = (game) => (game.solver ? 0 : game.players.includes(2) ? 1 : 2);
  const [game] = [...playable()].sort((a, b) => rank(a) - rank(b));
  for (const sample of [...game.samples].reverse()) {
    const { moves = [], ...start } = sample.place;
    const { to_move: mover } = await askView(start, moves);
    if (mover)
      return { place: sample.place, about: `${title(game.name)}. ${sample.summary} ${words ?? ''}`, board: true };
  }
  return { place: placeFor(game, usualPlayers(game)), about: words ?? '', board: true };
}

async function algorithmPage(root, lesson, all) {
  const index = all.indexOf(lesson);
  const [before, after] = [all[index - 1], all[index + 1]];
  const demo = lesson.demo ? await demoCard(lesson.demo) : null;
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
      h('p.crumbs', {}, h('a', { href: '#/learn' }, 'Learn')),
      h('div.head', {}, h('h1', {}, lesson.title), h('code', {}, lesson.name)),
      h('div.prose', {}, h('p', {}, lesson.summary), markdown(lesson.text)),
      demo?.elements,
      h('details', {}, h('summary', {}, 'Options'), h('table.options', {}, h('tbody', {}, lesson.options.map(option)))),
      h(
        'p.row',
        {},
        before ? h('a', { href: link('algorithm', before.name) }, `← ${before.title}`) : null,
        after ? h('a', { href: link('algorithm', after.name), style: 'margin-left:auto' }, `${after.title} →`) : null,
      ),
    ),
  );
  await demo?.load();
  return { unmount: () => demo?.unmount() };
}

/** A small search to step through. */
async function demoCard(demo) {
  let { place, about: words, board: hasBoard } = await demoPlace(demo);
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
      const shown = await askView(start, moves, line);
      if (question !== asked || !boardBox.isConnected) return;
      board ??= new Board(boardBox);
      board.show(shown);
      for (const cell of boardBox.querySelectorAll('[tabindex]')) cell.removeAttribute('tabindex');
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
  const spec = choice('Variant', demo.algos, demo.algos[0], (algo) => algo);
  const depth = choice('Depth', demo.depths ?? [demo.depth], demo.depth, (d) => `depth ${d}`);
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
    'Another tree',
  );
  async function load() {
    steps.stop();
    try {
      const tree = await askTree(place, spec.value, Number(depth.value));
      view.show(tree);
      note.textContent = summary(tree);
      steps.update();
      showBoard([]);
    } catch (error) {
      note.textContent = error.message;
    }
  }
  stage.prepend(h('div.row', {}, spec, depth, other), steps.element);
  const intro = [h('h2', {}, 'Step through a search'), h('p.prose.quiet.small', {}, words)];
  const elements = [...intro, stage, note, hasBoard ? boardBox : null, legend()];
  return { elements, load, unmount: () => steps.stop() };
}
