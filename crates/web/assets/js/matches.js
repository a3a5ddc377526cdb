// Matches: start, watch, stop, resume, browse. #/matches is the list, #/matches/NAME a match,
// #/matches/NAME/12 one of its games.

import { get, once, post } from './api.js';
import { Board } from './board.js';
import { announce, fill, h, short, toast } from './dom.js';
import { title } from './games.js';
import { Pane, chip } from './pane.js';
import { plot, sharePicture } from './plot.js';
import { algorithmSelect, defaultAlgorithm, limitOf, limitSelect } from './seats.js';
import { Session, paramsOf } from './session.js';
import { PLAYERS } from './setup.js';
import { valueText } from './treeview.js';

export const page = {
  path: 'matches',
  title: 'Matches',
  async mount(root, params, rest) {
    let shown = null;
    const open = async (_, [name, game]) => {
      shown?.unmount?.();
      shown = null;
      if (name && game !== undefined) shown = await gamePage(root, name, game);
      else if (name) shown = await matchPage(root, name);
      else shown = await listPage(root);
    };
    await open(params, rest);
    return { update: open, unmount: () => shown?.unmount?.() };
  },
};

const percent = (share) => `${(100 * share).toFixed(1)} %`;
const link = (...parts) => `#/${['matches', ...parts].map(encodeURIComponent).join('/')}`;

function limitWords({ nodes, millis, time, depth }) {
  const parts = [];
  if (nodes) parts.push(`${nodes.toLocaleString('en')} nodes`);
  if (millis ?? time) parts.push((millis ?? time) >= 1000 ? `${(millis ?? time) / 1000} s` : `${millis ?? time} ms`);
  if (depth) parts.unshift(`depth ${depth}`);
  return depth ? parts[0] : parts.join(', ');
}

async function listPage(root) {
  const { matches, running } = await get('matches');
  const row = (match) => h('tr', { 'data-match': match.name },
    h('th', { scope: 'row' }, h('a', { href: link(match.name) }, match.name), match.running ? h('span.badge-live', {}, 'running') : null),
    match.error
      ? h('td.error', { colspan: 3 }, match.error)
      : [h('td', {}, title(match.game)), h('td.spec', {}, match.algorithms.map((a) => `${a.algorithm} (${limitWords(a)})`).join(' · ')), h('td.number', {}, match.games.toLocaleString('en'))]);
  fill(root,
    h('div.head', {}, h('h1', {}, 'Matches')),
    running ? h('p', {}, 'Match ', h('a', { href: link(running) }, running), ' is being played.') : null,
    h('section.card', { 'aria-label': 'Stored matches' }, h('h2', {}, 'Stored matches'),
      matches.length
        ? h('div.scroll', {}, h('table.match-table', {}, h('thead', {}, h('tr', {}, h('th', {}, 'Name'), h('th', {}, 'Game'), h('th', {}, 'Algorithms'), h('th.number', {}, 'Games'))), h('tbody', {}, matches.map(row))))
        : h('p.quiet', {}, 'None yet. Games are kept on the disk as soon as they end, so a match can be stopped and resumed at any time.')),
    await newMatch());
  return {};
}

/** The form of a new match. */
async function newMatch() {
  const games = await once('games');
  const wish = { game: 'connect4', entrants: null };
  const form = h('form.match-form');
  const note = h('p.error', { role: 'alert' });

  async function draw() {
    const info = games.find(({ name }) => name === wish.game);
    const [fewest, most] = info.players;
    const hasPlayers = fewest < most && wish.game !== 'reversixt';
    wish.players = hasPlayers ? Math.min(most, Math.max(fewest, wish.players ?? PLAYERS[wish.game] ?? fewest)) : undefined;
    const place = { game: wish.game };
    if (hasPlayers) place.players = wish.players;
    if (wish.start) place.start = wish.start;
    wish.place = place;
    const { players } = await post('position', { place });
    if (!wish.entrants) wish.entrants = players === 2 ? [['alphabeta', 'n2000'], ['mcts', 'n2000']] : [['brs+', 'n2000'], ['paranoid', 'n2000']];
    wish.entrants = wish.entrants.slice(0, players);
    const entrants = await Promise.all(wish.entrants.map(async (entrant, i) => h('div.entrant', {},
      await algorithmSelect(wish.game, players, entrant[0], (value) => { entrant[0] = value; }, { label: `Algorithm ${i + 1}` }),
      limitSelect(entrant[1], (value) => { entrant[1] = value; }, `Limit of algorithm ${i + 1}`),
      h('button.icon', { type: 'button', 'aria-label': `Remove algorithm ${i + 1}`, disabled: wish.entrants.length <= 2, onclick: () => { wish.entrants.splice(i, 1); draw(); } }, '✕'))));
    for (const option of entrants.flatMap((e) => [...e.querySelectorAll('option[value=perfect]')])) option.remove();
    const field = (label, control) => h('label.field', {}, h('span', {}, label), control);
    const number = (name, value, min, max) => h('input', { type: 'number', name, value: String(wish[name] ?? value), min, max, required: true, oninput: (event) => { wish[name] = Number(event.target.value); } });
    const starts = info.starts.filter(({ name }) => wish.game !== 'abalone' || (wish.players === 3) === (name === 'free-for-all'));
    fill(form,
      h('div.row', {},
        field('Name', h('input', { type: 'text', name: 'name', value: wish.name ?? `${wish.game}-${new Date().toISOString().slice(0, 10)}`, pattern: '[A-Za-z0-9][A-Za-z0-9_\\-]*', maxlength: 64, required: true, title: 'letters, digits, - and _', oninput: (event) => { wish.name = event.target.value; } })),
        field('Game', h('select', { name: 'game', onchange: (event) => { Object.assign(wish, { game: event.target.value, entrants: null, players: undefined, start: undefined }); draw(); } }, games.filter(({ name }) => name !== 'uniform').map(({ name }) => h('option', { value: name, selected: name === wish.game }, title(name))))),
        hasPlayers ? field('Players', h('select', { onchange: (event) => { wish.players = Number(event.target.value); wish.start = undefined; draw(); } }, Array.from({ length: most - fewest + 1 }, (_, i) => h('option', { value: String(fewest + i), selected: fewest + i === wish.players }, String(fewest + i))))) : null,
        starts.length > 1 ? field('Start', h('select', { onchange: (event) => { wish.start = event.target.value || undefined; draw(); } }, h('option', { value: '' }, 'usual'), starts.map(({ name }) => h('option', { value: name, selected: name === wish.start }, name)))) : null,
        field('Games', number('games', 20, 1, 100000)),
        field('Random plies first', number('random_plies', 2, 0, 50)),
        field('Seed', number('seed', 1, 0, 1e9))),
      h('h3', {}, 'Who plays'), entrants,
      h('div.row', {},
        h('button', { type: 'button', disabled: wish.entrants.length >= players, onclick: () => { wish.entrants.push([defaultAlgorithm(players).split(':')[0], 'n2000']); draw(); } }, 'Add an algorithm'),
        h('button.primary', { type: 'submit', 'data-do': 'start' }, 'Start the match')),
      note);
  }
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    note.textContent = '';
    const data = new FormData(form);
    try {
      const { name } = await post('matches', {
        name: data.get('name'), place: wish.place, games: Number(data.get('games')), random_plies: Number(data.get('random_plies')), seed: Number(data.get('seed')),
        entrants: wish.entrants.map(([algo, limit]) => ({ algo, ...limitOf(limit) })),
      });
      location.hash = link(name);
    } catch (error) {
      note.textContent = error.message;
    }
  });
  await draw();
  return h('section.card', { 'aria-label': 'A new match' }, h('h2', {}, 'A new match'),
    h('p.quiet.small', {}, 'Games come in blocks: in a block every algorithm sits on every seat equally often, and all games begin alike.'), form);
}

async function matchPage(root, name) {
  const head = h('div.head');
  const state = h('div', { role: 'status' });
  const boards = h('section.card', { hidden: true, 'aria-label': 'Games being played' }, h('h2', {}, 'Now on the boards'));
  const figures = h('div.live-boards');
  boards.append(figures);
  const table = h('section.card', { 'aria-label': 'Standings' });
  const chart = h('section.card', { 'aria-label': 'Shares over the games' });
  const list = h('section.card', { 'aria-label': 'Games' });
  fill(root, h('p.small', {}, h('a', { href: '#/matches' }, '← All matches')), head, state, boards, table, chart, list);
  let source = null;
  let gone = false;
  const shown = new Map();

  function listen() {
    source?.close();
    source = new EventSource(`/api/matches/${encodeURIComponent(name)}/live`);
    source.addEventListener('standings', (event) => draw(JSON.parse(event.data)));
    source.addEventListener('boards', (event) => drawBoards(JSON.parse(event.data)));
    source.addEventListener('end', (event) => {
      source.close();
      const detail = JSON.parse(event.data);
      drawBoards([]);
      draw(detail);
      announce(`The match has ${detail.failure ? 'broken off' : 'ended'}.`);
    });
    source.onerror = async () => {
      source.close();
      try {
        const detail = await get(`matches/${encodeURIComponent(name)}`);
        drawBoards([]);
        draw(detail);
      } catch (error) {
        if (!gone) toast(error.message, 'error');
      }
    };
  }

  function drawBoards(games) {
    boards.hidden = games.length === 0;
    const seen = new Set(games.map(({ number }) => number));
    for (const [number, figure] of shown) {
      if (!seen.has(number)) {
        figure.element.remove();
        shown.delete(number);
      }
    }
    for (const { number, seating, view } of games) {
      let figure = shown.get(number);
      if (!figure) {
        const caption = h('figcaption');
        const element = h('figure', { 'data-live': number });
        figure = { element, caption, board: new Board(element) };
        figure.board.svg.setAttribute('aria-hidden', 'true');
        element.append(caption);
        figures.append(element);
        shown.set(number, figure);
      }
      figure.board.show(view, { animate: true });
      for (const cell of figure.element.querySelectorAll('[tabindex]')) cell.removeAttribute('tabindex');
      fill(figure.caption, `Game ${number + 1}, ply ${view.plies.length}: `, seating.map((algorithm, seat) => [chip(view.game, seat + 1), ` ${current.names[algorithm]} `]));
    }
  }

  let current = null;
  async function act(path, body) {
    try {
      await post(`matches/${encodeURIComponent(name)}/${path}`, body);
      draw(await get(`matches/${encodeURIComponent(name)}`));
    } catch (error) {
      toast(error.message, 'error');
    }
  }

  function draw(detail) {
    if (gone) return;
    const wasRunning = current?.running;
    current = detail;
    const played = detail.standings?.games ?? 0;
    const more = h('input', { type: 'number', min: 1, max: 100000, value: String(Math.max(detail.target ?? 0, played + detail.block)), 'aria-label': 'Play until it has so many games' });
    fill(head, h('h1', {}, name), h('span.quiet', {}, `${title(detail.plan.game)} · blocks of ${detail.block} games`));
    fill(state,
      detail.running
        ? [h('div.row', {}, h('span.badge-live', {}, detail.stopping ? 'stopping' : 'running'), `${played.toLocaleString('en')} of ${detail.target.toLocaleString('en')} games`,
          h('button', { type: 'button', 'data-do': 'stop', disabled: detail.stopping, onclick: () => act('stop', {}) }, 'Stop')),
        h('div.progress', { role: 'progressbar', 'aria-label': 'Games played', 'aria-valuemin': 0, 'aria-valuemax': String(detail.target), 'aria-valuenow': String(played) }, h('i', { style: `width:${Math.min(100, (100 * played) / detail.target)}%` }))]
        : h('div.row', {}, `${played.toLocaleString('en')} games.`, h('label.row', {}, 'Play until there are', more),
          h('button.primary', { type: 'button', 'data-do': 'resume', onclick: () => act('resume', { games: Number(more.value) }) }, 'Resume')),
      detail.failure ? h('p.error', {}, detail.failure) : null);
    drawStandings(detail);
    fill(chart, h('h2', {}, 'Share of the points over the games'), detail.history.length ? plot(detail.names, detail.history) : h('p.quiet', {}, 'After the first game.'));
    if (detail.running && !wasRunning) listen();
    drawGames(detail);
  }

  function drawStandings({ standings, plan }) {
    if (!standings) {
      fill(table, h('h2', {}, 'Standings'), h('p.quiet', {}, 'No game has ended yet.'));
      return;
    }
    const order = standings.algorithms.map((a, i) => [a, i]).sort(([a], [b]) => b.share - a.share);
    const row = ([a, i]) => h('tr', { class: `line-${i}`, 'data-algorithm': a.name },
      h('th.spec', { scope: 'row' }, a.name, h('br'), h('span.quiet.small', {}, limitWords(plan.players_in[i]))),
      h('td.number', {}, a.points.toFixed(1)),
      h('td.number', {}, percent(a.share), h('br'), h('span.quiet.small', {}, `${percent(a.low)} – ${percent(a.high)}`)),
      h('td', {}, sharePicture(a)),
      h('td.number', {}, a.wins_draws_losses.join(' / ')),
      h('td.number', {}, a.rating ? [`${Math.round(a.rating.value)}`, h('br'), h('span.quiet.small', {}, `${Math.round(a.rating.low)} – ${Math.round(a.rating.high)}`)] : '–'),
      h('td.number', {}, a.mean_depth.toFixed(1)), h('td.number', {}, short(Math.round(a.nodes_a_move))));
    const notes = [[standings.duplicates, 'played before, move for move'], [standings.capped, 'shared at the cap on plies'], [standings.failed, 'broken, not counted']].filter(([n]) => n);
    fill(table, h('h2', {}, 'Standings'),
      h('div.scroll', {}, h('table.match-table', {}, h('thead', {}, h('tr', {}, h('th', {}, 'Algorithm'), h('th.number', {}, 'Points'), h('th.number', {}, 'Share, 95 %'), h('th', { style: 'min-width:7rem' }, ''), h('th.number', {}, '+ / = / −'), h('th.number', {}, 'Rating'), h('th.number', {}, 'Depth'), h('th.number', {}, 'Nodes a move'))), h('tbody', {}, order.map(row)))),
      h('p.quiet.small', {}, `${standings.games} games, ${standings.blocks} whole blocks, ${standings.mean_plies.toFixed(1)} plies on average; points by seat ${standings.seats.map((s, i) => `${i + 1}: ${percent(s)}`).join(', ')}.`,
        notes.map(([n, what]) => ` ${n} ${what}.`)));
  }

  const PAGE = 25;
  let from = 0;
  let listed = -1;
  async function drawGames(detail, force = false) {
    const total = detail.standings ? detail.standings.games + detail.standings.failed : 0;
    if (!force && (listed === total || (detail.running && listed >= from + PAGE))) return;
    listed = total;
    const { games, total: all } = await post(`matches/${encodeURIComponent(name)}/games`, { from, count: PAGE });
    if (gone) return;
    const turn = (by) => () => {
      from = Math.max(0, from + by);
      drawGames(current, true);
    };
    const row = (game) => h('tr', {},
      h('th', { scope: 'row' }, h('a', { href: link(name, game.number), 'data-game-number': game.number }, `Game ${game.number + 1}`)),
      h('td', {}, game.seating.map((algorithm, seat) => h('span', { style: 'white-space:nowrap;margin-right:.7rem' }, chip(detail.plan.game, seat + 1), ` ${detail.names[algorithm]} `, h('b', {}, Number(game.points[seat].toFixed(2)))))),
      h('td.number', {}, game.plies), h('td', {}, game.failure ?? game.ending));
    fill(list, h('h2', {}, 'Games'),
      games.length ? h('div.scroll', {}, h('table.match-table', {}, h('thead', {}, h('tr', {}, h('th', {}, ''), h('th', {}, 'Seats and points'), h('th.number', {}, 'Plies'), h('th', {}, 'Ending'))), h('tbody', {}, games.map(row)))) : h('p.quiet', {}, 'None yet.'),
      all > PAGE ? h('div.row', {}, h('button', { type: 'button', disabled: from === 0, onclick: turn(-PAGE) }, 'Earlier'), `${from + 1} – ${Math.min(all, from + PAGE)} of ${all}`, h('button', { type: 'button', disabled: from + PAGE >= all, onclick: turn(PAGE) }, 'Later')) : null);
  }

  draw(await get(`matches/${encodeURIComponent(name)}`));
  return {
    unmount() {
      gone = true;
      source?.close();
    },
  };
}

async function gamePage(root, name, number) {
  const { place, game, names, records } = await get(`matches/${encodeURIComponent(name)}/games/${encodeURIComponent(number)}`);
  const session = new Session();
  const pane = new Pane(session, { mayMove: () => false });
  const thought = h('p.quiet', { role: 'status' });
  const { moves, ...start } = place;
  const random = moves.length - records.length;
  session.addEventListener('change', () => {
    const record = records[session.node.ply - 1 - random];
    thought.textContent = record
      ? `${names[game.seating[record.seat]]} played ${record.mv}: value ${valueText(record.value)}, depth ${record.depth}, ${short(record.nodes)} nodes, ${(record.micros / 1000).toFixed(1)} ms`
      : session.node.ply && session.node.ply <= random ? 'A random ply of the opening.' : '';
  });
  await session.load(start, moves, moves.length);
  fill(root,
    h('p.small', {}, h('a', { href: link(name) }, `← ${name}`)),
    h('div.head', {}, h('h1', {}, `Game ${game.number + 1}`), h('a.button', { href: `#/analyse?${paramsOf(start, moves)}`, 'data-do': 'analyse' }, 'Analyse')),
    h('div.table', {}, pane.element, h('aside.side', {},
      h('section.card', {}, h('h2', {}, 'Players'), h('ul.players', {}, game.seating.map((algorithm, seat) => h('li', {}, chip(place.game, seat + 1), h('span.who', {}, names[algorithm]), h('b', {}, Number(game.points[seat].toFixed(2))))))),
      h('section.card', {}, h('h2', {}, 'Moves'), pane.moves, thought))));
  pane.update();
  return { unmount: () => pane.unmount() };
}
