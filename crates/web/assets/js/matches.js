// Matches: start, watch, stop, resume, browse. #/matches is the list, #/matches/NAME a match,
// #/matches/NAME/12 one of its games.

import { get, post } from './api.js';
import { Board } from './board.js';
import { announce, fill, h, short, toast } from './dom.js';
import { about, firstGame, playable, strongest, title } from './games.js';
import { Pane, chip } from './pane.js';
import { plot, sharePicture } from './plot.js';
import { algorithmSelect, joinSeat, limitSelect, limitText, rivalOf, seatWords, splitSeat } from './seats.js';
import { Session, paramsOf } from './session.js';
import { gameFields, placeOfWish, usualWish } from './setup.js';
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

/** What a move may cost in a new match. */
const USUAL_LIMIT = '2000';

const percent = (share) => `${(100 * share).toFixed(1)} %`;
const link = (...parts) => `#/${path(...parts)}`;

/** A table; columns of numbers have a # before their head. */
function table(heads, rows) {
  const head = (text) => (text.startsWith('#') ? h('th.number', {}, text.slice(1)) : h('th', {}, text));
  return h(
    'div.scroll',
    {},
    h('table.match-table', {}, h('thead', {}, h('tr', {}, heads.map(head))), h('tbody', {}, rows)),
  );
}

/** A match or one of its games in the interface. */
const path = (...parts) => ['matches', ...parts].map(encodeURIComponent).join('/');

async function listPage(root) {
  const { matches, running } = await get('matches');
  const row = (match) =>
    h(
      'tr',
      { 'data-match': match.name },
      h(
        'th',
        { scope: 'row' },
        h('a', { href: link(match.name) }, match.name),
        match.running ? h('span.badge-live', {}, 'running') : null,
      ),
      match.error
        ? h('td.error', { colspan: 3 }, match.error)
        : [
            h('td', {}, title(match.game)),
            h('td.spec', {}, match.entrants.map(seatWords).join(' · ')),
            h('td.number', {}, match.games.toLocaleString('en')),
          ],
    );
  fill(
    root,
    h('div.head', {}, h('h1', {}, 'Matches')),
    running ? h('p', {}, 'Match ', h('a', { href: link(running) }, running), ' is being played.') : null,
    h(
      'section.card',
      { 'aria-label': 'Stored matches' },
      h('h2', {}, 'Stored matches'),
      matches.length
        ? table(['Name', 'Game', 'Algorithms', '#Games'], matches.map(row))
        : h(
            'p.quiet',
            {},
            'None yet. Games are kept on the disk as soon as they end, so a match can be stopped and resumed at any time.',
          ),
    ),
    await newMatch(),
  );
  return {};
}

/** The form of a new match. */
async function newMatch() {
  let wish = usualWish(about(firstGame()));
  const form = h('form.match-form');
  const note = h('p.error', { role: 'alert' });
  const field = (label, control) => h('label.field', {}, h('span', {}, label), control);
  const number = (label, name, value, min, max) =>
    field(
      label,
      h('input', {
        type: 'number',
        name,
        value: String(wish[name] ?? value),
        min,
        max,
        required: true,
        oninput: (event) => {
          wish[name] = Number(event.target.value);
        },
      }),
    );

  async function entrantRow(seat, i, players) {
    const change = (part) => (value) => {
      const parts = { ...splitSeat(wish.entrants[i]), [part]: value };
      wish.entrants[i] = joinSeat(wish.game, parts.who, parts.limit);
    };
    const { who, limit } = splitSeat(seat);
    const remove = () => {
      wish.entrants.splice(i, 1);
      draw();
    };
    return h(
      'div.entrant',
      {},
      await algorithmSelect(wish.game, players, who, change('who'), { label: `Algorithm ${i + 1}` }),
      await limitSelect(limit, change('limit'), `Limit of algorithm ${i + 1}`),
      h(
        'button.icon',
        {
          type: 'button',
          'aria-label': `Remove algorithm ${i + 1}`,
          disabled: wish.entrants.length <= 2,
          onclick: remove,
        },
        '✕',
      ),
    );
  }

  async function draw() {
    const info = about(wish.game);
    const { players } = await post('position', { place: placeOfWish(wish) });
    const best = `${strongest(wish.game, players)}@${USUAL_LIMIT}`;
    wish.entrants ??= [best, `${(await rivalOf(wish.game, players)) ?? strongest(wish.game, players)}@${USUAL_LIMIT}`];
    wish.entrants = wish.entrants.slice(0, players);
    const entrants = await Promise.all(wish.entrants.map((seat, i) => entrantRow(seat, i, players)));
    const choose = (event) => {
      wish = { ...usualWish(about(event.target.value)), name: wish.name };
      draw();
    };
    const add = () => {
      wish.entrants.push(best);
      draw();
    };
    fill(
      form,
      h(
        'div.row',
        {},
        field(
          'Name',
          h('input', {
            type: 'text',
            name: 'name',
            value: wish.name ?? `${wish.game}-${new Date().toISOString().slice(0, 10)}`,
            pattern: '[A-Za-z0-9][A-Za-z0-9_\\-]*',
            maxlength: 64,
            required: true,
            title: 'letters, digits, - and _',
            oninput: (event) => {
              wish.name = event.target.value;
            },
          }),
        ),
        field(
          'Game',
          h(
            'select',
            { name: 'game', onchange: choose },
            playable().map((game) => h('option', { value: game.name, selected: game.name === wish.game }, game.title)),
          ),
        ),
        gameFields(wish, info, draw),
        number('Games', 'games', 20, 1, 100000),
        number('Random plies first', 'random_plies', 2, 0, 50),
        number('Seed', 'seed', 1, 0, 1e9),
      ),
      h('h3', {}, 'Who plays'),
      entrants,
      h(
        'div.row',
        {},
        h('button', { type: 'button', disabled: wish.entrants.length >= players, onclick: add }, 'Add an algorithm'),
        h('button.primary', { type: 'submit', 'data-do': 'start' }, 'Start the match'),
      ),
      note,
    );
  }
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    note.textContent = '';
    const data = new FormData(form);
    const numbers = Object.fromEntries(['games', 'random_plies', 'seed'].map((key) => [key, Number(data.get(key))]));
    try {
      const { name } = await post('matches', {
        name: data.get('name'),
        place: placeOfWish(wish),
        entrants: wish.entrants,
        ...numbers,
      });
      location.hash = link(name);
    } catch (error) {
      note.textContent = error.message;
    }
  });
  await draw();
  return h(
    'section.card',
    { 'aria-label': 'A new match' },
    h('h2', {}, 'A new match'),
    h(
      'p.quiet.small',
      {},
      'Games come in blocks: in a block every algorithm sits on every seat equally often, and all games begin alike.',
    ),
    form,
  );
}

async function matchPage(root, name) {
  const head = h('div.head');
  const state = h('div', { role: 'status' });
  const boards = h(
    'section.card',
    { hidden: true, 'aria-label': 'Games being played' },
    h('h2', {}, 'Now on the boards'),
  );
  const figures = h('div.live-boards');
  boards.append(figures);
  const standingsCard = h('section.card', { 'aria-label': 'Standings' });
  const chart = h('section.card', { 'aria-label': 'Shares over the games' });
  const list = h('section.card', { 'aria-label': 'Games' });
  fill(
    root,
    h('p.small', {}, h('a', { href: '#/matches' }, '← All matches')),
    head,
    state,
    boards,
    standingsCard,
    chart,
    list,
  );
  let source = null;
  let gone = false;
  const shown = new Map();

  function listen() {
    source?.close();
    source = new EventSource(`/api/${path(name, 'live')}`);
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
        const detail = await get(path(name));
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
      fill(
        figure.caption,
        `Game ${number + 1}, ply ${view.plies.length}: `,
        seating.map((algorithm, seat) => [chip(view.game, seat + 1), ` ${current.names[algorithm]} `]),
      );
    }
  }

  let current = null;
  async function act(what, body) {
    try {
      await post(path(name, what), body);
      draw(await get(path(name)));
    } catch (error) {
      toast(error.message, 'error');
    }
  }

  function draw(detail) {
    if (gone) return;
    const wasRunning = current?.running;
    current = detail;
    const played = detail.standings?.games ?? 0;
    const more = h('input', {
      type: 'number',
      min: 1,
      max: 100000,
      value: String(Math.max(detail.target ?? 0, played + detail.block)),
      'aria-label': 'Play until it has so many games',
    });
    const count = `${played.toLocaleString('en')}${detail.running ? ` of ${detail.target.toLocaleString('en')}` : ''} games`;
    const resume = () => act('resume', { games: Number(more.value) });
    fill(head, h('h1', {}, name), h('span.quiet', {}, `${title(detail.plan.game)} · blocks of ${detail.block} games`));
    fill(
      state,
      detail.running
        ? [
            h(
              'div.row',
              {},
              h('span.badge-live', {}, detail.stopping ? 'stopping' : 'running'),
              count,
              h(
                'button',
                { type: 'button', 'data-do': 'stop', disabled: detail.stopping, onclick: () => act('stop', {}) },
                'Stop',
              ),
            ),
            h(
              'div.progress',
              {
                role: 'progressbar',
                'aria-label': 'Games played',
                'aria-valuemin': 0,
                'aria-valuemax': String(detail.target),
                'aria-valuenow': String(played),
              },
              h('i', { style: `width:${Math.min(100, (100 * played) / detail.target)}%` }),
            ),
          ]
        : h(
            'div.row',
            {},
            `${count}.`,
            h('label.row', {}, 'Play until there are', more),
            h('button.primary', { type: 'button', 'data-do': 'resume', onclick: resume }, 'Resume'),
          ),
      detail.failure ? h('p.error', {}, detail.failure) : null,
    );
    drawStandings(detail);
    fill(
      chart,
      h('h2', {}, 'Share of the points over the games'),
      detail.history.length ? plot(detail.names, detail.history) : h('p.quiet', {}, 'After the first game.'),
    );
    if (detail.running && !wasRunning) listen();
    drawGames(detail);
  }

  function drawStandings({ standings, plan }) {
    if (!standings) {
      fill(standingsCard, h('h2', {}, 'Standings'), h('p.quiet', {}, 'No game has ended yet.'));
      return;
    }
    const order = standings.algorithms.map((a, i) => [a, i]).sort(([a], [b]) => b.share - a.share);
    const below = (text) => [h('br'), h('span.quiet.small', {}, text)];
    const rating = ({ value, low, high }) => [
      `${Math.round(value)}`,
      below(`${Math.round(low)} – ${Math.round(high)}`),
    ];
    const row = ([a, i]) =>
      h(
        'tr',
        { class: `line-${i}`, 'data-algorithm': a.name },
        h(
          'th.spec',
          { scope: 'row' },
          a.name,
          below(plan.entrants[i].includes('@') ? limitText(splitSeat(plan.entrants[i]).limit) : ''),
        ),
        h('td.number', {}, a.points.toFixed(1)),
        h('td.number', {}, percent(a.share), below(`${percent(a.low)} – ${percent(a.high)}`)),
        h('td', { style: 'min-width:7rem' }, sharePicture(a)),
        h('td.number', {}, a.wins_draws_losses.join(' / ')),
        h('td.number', {}, a.rating ? rating(a.rating) : '–'),
        h('td.number', {}, a.mean_depth.toFixed(1)),
        h('td.number', {}, short(Math.round(a.nodes_a_move))),
      );
    const notes = [
      [standings.duplicates, 'played before, move for move'],
      [standings.capped, 'shared at the cap on plies'],
      [standings.failed, 'broken, not counted'],
    ].filter(([n]) => n);
    const heads = ['Algorithm', '#Points', '#Share, 95 %', '', '#+ / = / −', '#Rating', '#Depth', '#Nodes a move'];
    const bySeat = standings.seats.map((points, i) => `${i + 1}: ${percent(points)}`).join(', ');
    const length = `${standings.mean_plies.toFixed(1)} plies on average`;
    fill(
      standingsCard,
      h('h2', {}, 'Standings'),
      table(heads, order.map(row)),
      h(
        'p.quiet.small',
        {},
        `${standings.games} games, ${standings.blocks} whole blocks, ${length}; points by seat ${bySeat}.`,
        notes.map(([n, what]) => ` ${n} ${what}.`),
      ),
    );
  }

  const PAGE = 25;
  let from = 0;
  let listed = -1;
  async function drawGames(detail, force = false) {
    const total = detail.standings ? detail.standings.games + detail.standings.failed : 0;
    if (!force && (listed === total || (detail.running && listed >= from + PAGE))) return;
    listed = total;
    const { games, total: all } = await post(path(name, 'games'), { from, count: PAGE });
    if (gone) return;
    const turn = (by) => () => {
      from = Math.max(0, from + by);
      drawGames(current, true);
    };
    const player = (game) => (algorithm, seat) =>
      h(
        'span',
        { style: 'white-space:nowrap;margin-right:.7rem' },
        chip(detail.plan.game, seat + 1),
        ` ${detail.names[algorithm]} `,
        h('b', {}, Number(game.points[seat].toFixed(2))),
      );
    const row = (game) =>
      h(
        'tr',
        {},
        h(
          'th',
          { scope: 'row' },
          h('a', { href: link(name, game.number), 'data-game-number': game.number }, `Game ${game.number + 1}`),
        ),
        h('td', {}, game.seating.map(player(game))),
        h('td.number', {}, game.plies),
        h('td', {}, game.failure ?? game.ending),
      );
    const pager = () =>
      h(
        'div.row',
        {},
        h('button', { type: 'button', disabled: from === 0, onclick: turn(-PAGE) }, 'Earlier'),
        `${from + 1} – ${Math.min(all, from + PAGE)} of ${all}`,
        h('button', { type: 'button', disabled: from + PAGE >= all, onclick: turn(PAGE) }, 'Later'),
      );
    fill(
      list,
      h('h2', {}, 'Games'),
      games.length
        ? table(['', 'Seats and points', '#Plies', 'Ending'], games.map(row))
        : h('p.quiet', {}, 'None yet.'),
      all > PAGE ? pager() : null,
    );
  }

  draw(await get(path(name)));
  return {
    unmount() {
      gone = true;
      source?.close();
    },
  };
}

async function gamePage(root, name, number) {
  const { place, game, names, records } = await get(path(name, 'games', number));
  const session = new Session();
  const pane = new Pane(session, { mayMove: () => false });
  const thought = h('p.quiet', { role: 'status' });
  const { moves, ...start } = place;
  const random = moves.length - records.length;
  session.addEventListener('change', () => {
    const record = records[session.node.ply - 1 - random];
    if (record) {
      const work = `depth ${record.depth}, ${short(record.nodes)} nodes, ${(record.micros / 1000).toFixed(1)} ms`;
      thought.textContent = `${names[game.seating[record.seat]]} played ${record.mv}: value ${valueText(record.value)}, ${work}`;
    } else thought.textContent = session.node.ply && session.node.ply <= random ? 'A random ply of the opening.' : '';
  });
  await session.load(start, moves, moves.length);
  const player = (algorithm, seat) =>
    h(
      'li',
      {},
      chip(place.game, seat + 1),
      h('span.who', {}, names[algorithm]),
      h('b', {}, Number(game.points[seat].toFixed(2))),
    );
  fill(
    root,
    h('p.small', {}, h('a', { href: link(name) }, `← ${name}`)),
    h(
      'div.head',
      {},
      h('h1', {}, `Game ${game.number + 1}`),
      h('a.button', { href: `#/analyse?${paramsOf(start, moves)}`, 'data-do': 'analyse' }, 'Analyse'),
    ),
    h(
      'div.table',
      {},
      pane.element,
      h(
        'aside.side',
        {},
        h('section.card', {}, h('h2', {}, 'Players'), h('ul.players', {}, game.seating.map(player))),
        h('section.card', {}, h('h2', {}, 'Moves'), pane.moves, thought),
      ),
    ),
  );
  pane.update();
  return { unmount: () => pane.unmount() };
}
