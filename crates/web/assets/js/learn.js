// Learn: #/learn lists everything, #/learn/game/NAME the rules of a game with a first move to try,
// #/learn/algorithm/NAME an algorithm whose search one can step through.

import { stream } from './api.js';
import { Board } from './board.js';
import { fill, h, toast } from './dom.js';
import { title } from './games.js';
import { Pane } from './pane.js';
import { Session, askView, paramsOf } from './session.js';
import { askTree, summary } from './tree.js';
import { TreeView, legend, player } from './treeview.js';
import { ALGORITHMS } from './learn/algorithms.js';
import { GAMES } from './learn/rules.js';

export const page = {
  path: 'learn',
  title: 'Learn',
  async mount(root, params, rest) {
    let shown = null;
    const open = async (_, [kind, name]) => {
      shown?.unmount?.();
      shown = null;
      if (kind === 'game' && GAMES[name]) shown = await gamePage(root, name);
      else if (kind === 'algorithm' && ALGORITHMS.some((a) => a.name === name)) shown = await algorithmPage(root, ALGORITHMS.find((a) => a.name === name));
      else if (kind) throw new Error(`there is no page about '${name ?? kind}'`);
      else listPage(root);
      scrollTo(0, 0);
    };
    await open(params, rest);
    return { update: open, unmount: () => shown?.unmount?.() };
  },
};

const link = (kind, name) => `#/learn/${kind}/${encodeURIComponent(name)}`;

/** A board that is only looked at. */
function picture(host, place, moves = []) {
  return askView(place, moves).then((view) => {
    const board = new Board(host);
    board.show(view);
    board.svg.setAttribute('role', 'img');
    board.svg.removeAttribute('tabindex');
    for (const cell of host.querySelectorAll('[tabindex]')) {
      cell.removeAttribute('tabindex');
      cell.removeAttribute('role');
      cell.setAttribute('aria-hidden', 'true');
    }
    host.prepend(board.svg);
    return board;
  }).catch((error) => host.append(h('p.error', {}, error.message)));
}

function listPage(root) {
  const games = Object.entries(GAMES).map(([name, game]) => {
    const box = h('div');
    picture(box, game.place, game.moves);
    return h('a.card', { href: link('game', name), 'data-learn': name }, box, h('h3', {}, title(name)), h('p', {}, game.summary));
  });
  const groups = [...new Set(ALGORITHMS.map((a) => a.group))];
  fill(root, h('div.lesson', {},
    h('h1', {}, 'Learn'),
    h('h2', {}, 'The games'), h('div.lesson-cards', {}, games),
    h('h2', {}, 'The algorithms'),
    h('p.prose', {}, 'A search gets a position, looks at the tree below it to some depth, and returns the root player’s value, his best move and the line he expects. Each page has a small tree: step through it in the order of the search itself.'),
    groups.map((group) => [h('h3', {}, group), h('div.lesson-cards', {},
      ALGORITHMS.filter((a) => a.group === group).map((a) => h('a.card', { href: link('algorithm', a.name), 'data-learn': a.name }, h('h3', {}, a.title ?? a.name), h('p', {}, a.summary))))])));
}

/** Paragraphs; a list where there are several in one. */
function prose(parts) {
  return h('div.prose', {}, parts.map((part) => (Array.isArray(part) ? h('ul', {}, part.map((item) => h('li', {}, item))) : h('p', {}, part))));
}

async function gamePage(root, name) {
  const game = GAMES[name];
  const figures = (list = []) => h('div.figures', {}, list.map(({ place, moves, caption }) => {
    const figure = h('figure', {}, h('figcaption', {}, caption));
    picture(figure, { ...game.place, ...place }, moves);
    return figure;
  }));
  const session = new Session();
  const answer = h('div.answer', { role: 'status' }, h('p', {}, game.first.task));
  const again = h('button', { type: 'button', 'data-do': 'again', hidden: true, onclick: () => begin() }, 'Try another move');
  const reply = h('button', { type: 'button', 'data-do': 'reply', hidden: true, onclick: () => engineReplies() }, 'Let the engine answer');
  let thinking = null;
  const pane = new Pane(session, {
    mayMove: () => session.node === session.root && !thinking,
    onmove: async (move) => {
      await session.play(move);
      fill(answer, h('p', {}, h('b', {}, move), ' – ', game.first.say(move, session.view)));
      again.hidden = false;
      reply.hidden = Boolean(session.view.outcome);
      again.focus();
    },
  });

  async function begin() {
    thinking?.abort();
    thinking = null;
    again.hidden = true;
    reply.hidden = true;
    fill(answer, h('p', {}, game.first.task));
    await session.load({ ...game.place, ...game.first.place }, game.first.moves ?? []);
    session.root = session.node;
    pane.update();
  }

  async function engineReplies() {
    reply.hidden = true;
    thinking = new AbortController();
    try {
      await stream('think', { place: session.here, algo: session.view.players === 2 ? 'alphabeta:best' : 'brs+:best', limit: { nodes: 20000, time: 1500 } }, async (event, data) => {
        if (event === 'error') throw new Error(data.error);
        if (event !== 'done') return;
        const who = session.view.to_move;
        await session.play(data.best_move);
        answer.append(h('p', {}, `Player ${who} answers ${data.best_move}. `, h('a', { href: `#/play?${paramsOf(session.place, session.node.moves())}`, 'data-do': 'go-on' }, 'Play on from here'), '.'));
      }, thinking.signal);
    } catch (error) {
      if (error.name !== 'AbortError') toast(error.message, 'error');
    }
    thinking = null;
  }

  const facts = h('div.row', {},
    h('a.button.primary', { href: `#/play?${paramsOf(game.place)}` }, 'Play'),
    h('a.button', { href: `#/analyse?${paramsOf(game.place)}` }, 'Analyse'));
  fill(root, h('article.lesson', {},
    h('p.crumbs', {}, h('a', { href: '#/learn' }, 'Learn')),
    h('div.head', {}, h('h1', {}, title(name)), facts),
    prose([game.summary]),
    game.sections.map((section) => [h('h2', {}, section.title), prose(section.text), figures(section.figures)]),
    h('h2', {}, 'Your first move'),
    h('div.first-move', {}, pane.element, h('aside.card', {}, answer, h('div.row', {}, again, reply))),
    h('h2', {}, 'How moves are written'), prose(game.notation)));
  await begin();
  return {
    unmount() {
      thinking?.abort();
      pane.unmount();
    },
  };
}

async function algorithmPage(root, algorithm) {
  const { demo } = algorithm;
  const stage = h('div');
  const note = h('p.quiet.small', { role: 'status' });
  const boardBox = h('div.figures');
  let place = demo.place;
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
    if (!demo.board) return;
    const question = ++asked;
    try {
      const { moves = [], ...start } = place;
      const shown = await askView(start, moves, line);
      if (question !== asked || !boardBox.isConnected) return;
      board ??= new Board(boardBox);
      board.show(shown);
      for (const cell of boardBox.querySelectorAll('[tabindex]')) cell.removeAttribute('tabindex');
    } catch { /* the tree is what matters */ }
  }
  const spec = h('select', { 'aria-label': 'Variant', hidden: demo.algos.length < 2, onchange: () => load() }, demo.algos.map((algo) => h('option', { value: algo }, algo)));
  const depth = h('select', { 'aria-label': 'Depth', hidden: !demo.depths, onchange: () => load() }, (demo.depths ?? [demo.depth]).map((d) => h('option', { value: String(d), selected: d === demo.depth }, `depth ${d}`)));
  const other = h('button', { type: 'button', hidden: demo.board, 'data-do': 'other', onclick: () => {
    const seed = Number(/seed=(\d+)/.exec(place.pos)[1]) + 1;
    place = { ...place, pos: place.pos.replace(/seed=\d+/, `seed=${seed}`) };
    load();
  } }, 'Another tree');
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
  const index = ALGORITHMS.indexOf(algorithm);
  const [before, after] = [ALGORITHMS[index - 1], ALGORITHMS[index + 1]];
  fill(root, h('article.lesson', {},
    h('p.crumbs', {}, h('a', { href: '#/learn' }, 'Learn')),
    h('div.head', {}, h('h1', {}, algorithm.title ?? algorithm.name), h('code', {}, algorithm.name)),
    prose([algorithm.summary, ...algorithm.text]),
    h('h2', {}, 'Step through a search'),
    h('p.prose.quiet.small', {}, demo.about ?? (demo.board ? 'The board shows the position of the node one looks at.' : 'A tree of random values: every player has the same number of moves everywhere, and nobody ever wins. Move 0 is written first.')),
    stage, note, demo.board ? boardBox : null, legend(),
    h('p.row', {},
      before ? h('a', { href: link('algorithm', before.name) }, `← ${before.title ?? before.name}`) : null,
      after ? h('a', { href: link('algorithm', after.name), style: 'margin-left:auto' }, `${after.title ?? after.name} →`) : null)));
  await load();
  return { unmount: () => steps.stop() };
}

