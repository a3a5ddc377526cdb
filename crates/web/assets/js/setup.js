// A new game: which, from where, and who sits at the board.

import { post } from './api.js';
import { dialog, fill, h, toast } from './dom.js';
import { about, firstGame, games, placeFor, playerCounts, startsFor, strongest, usualPlayers } from './games.js';
import { chip } from './pane.js';
import { HUMAN, algorithmSelect, joinSeat, limitSelect, splitSeat } from './seats.js';
import { paramsOf } from './session.js';

const CLOCKS = [
  ['', 'none'],
  ['1min', '1 min'],
  ['3min+2s', '3 min + 2 s'],
  ['5min', '5 min'],
  ['10min+5s', '10 min + 5 s'],
  ['30min', '30 min'],
];

/** The seats of a new game: a person against the strongest algorithm. */
export function defaultSeats(game, players) {
  return Array.from({ length: players }, (_, i) => (i === 0 ? HUMAN : `${strongest(game, players)}@1s`));
}

/** The address of a game with these seats. */
export function gameAddress(place, seats, clock, page = 'play') {
  const params = paramsOf(place, place.moves ?? []);
  if (seats) params.set('seats', seats.join('|'));
  if (clock) params.set('clock', clock);
  return `#/${page}?${params}`;
}

const field = (label, control) => h('label.field', {}, h('span', {}, label), control);

/** A choice: [[value, text], ...]. */
const choice = (value, list, set) =>
  h(
    'select',
    { onchange: (event) => set(event.target.value) },
    list.map(([key, text]) => h('option', { value: key, selected: key === value }, text)),
  );

/** The fields for a game's players, start and options; `wish` is changed, then `redraw` called. */
export function gameFields(wish, info, redraw) {
  const change = (values) => {
    Object.assign(wish, values);
    redraw();
  };
  const word = info.start_word;
  const lines = [];
  const counts = playerCounts(info);
  if (counts.length > 1) {
    lines.push(
      field(
        'Players',
        choice(
          String(wish.players),
          counts.map((n) => [String(n), String(n)]),
          (n) => change({ players: Number(n), start: undefined }),
        ),
      ),
    );
  }
  const starts = startsFor(info, wish.players);
  if (starts.length > 1) {
    lines.push(
      field(
        word[0].toUpperCase() + word.slice(1),
        choice(
          wish.start ?? starts[0].name,
          starts.map(({ name, summary }) => [name, `${name} – ${summary}`]),
          (start) => change({ start }),
        ),
      ),
    );
  }
  return [...lines, ...optionFields(wish, info, change)];
}

/** The fields for the options of which the game offers values; the first is what holds without it. */
function optionFields(wish, info, change) {
  return info.options
    .filter(({ choices }) => choices.length)
    .map(({ name, choices }) => {
      const list = choices.map(({ value, summary }) => [
        value,
        summary.startsWith(value) ? summary : `${value} – ${summary}`,
      ]);
      const own = wish.options[name];
      if (own && choices.every(({ value }) => value !== own)) list.unshift([own, own]);
      return field(
        name[0].toUpperCase() + name.slice(1),
        choice(own ?? choices[0].value, list, (value) =>
          change({ options: { ...wish.options, [name]: value === choices[0].value ? undefined : value } }),
        ),
      );
    });
}

/** What is wished for, of a game as it usually is. */
export function usualWish(info) {
  return { game: info.name, players: usualPlayers(info), start: undefined, options: {} };
}

/** The place of a wish. */
export function placeOfWish(wish) {
  const info = about(wish.game);
  const place = wish.pos ? { game: wish.game, pos: wish.pos } : placeFor(info, wish.players, wish.start);
  for (const { name } of info.options) if (wish.options[name] !== undefined) place[name] = wish.options[name];
  return place;
}

/** Asks for a new game; goes to its address. */
export async function newGame({ seats: oldSeats, clock: oldClock, moves: _, ...old } = {}) {
  const { game = firstGame(), players, start, pos, ...options } = old;
  const usual = usualWish(about(game));
  const wish = { ...usual, players: players ?? usual.players, start, pos, options };
  let seats = oldSeats ?? null;
  let clock = oldClock ?? '';
  const form = h('form', { method: 'dialog' });
  const box = dialog('New game', form);

  async function seatRow(i, count) {
    const { who, limit } = splitSeat(seats[i]);
    const setLimit = (value) => {
      seats[i] = joinSeat(wish.game, splitSeat(seats[i]).who, value);
    };
    const limits = await limitSelect(limit, setLimit, `Strength of player ${i + 1}`);
    const showLimits = () => {
      limits.style.visibility = seats[i].includes('@') ? '' : 'hidden';
    };
    showLimits();
    const algorithms = await algorithmSelect(
      wish.game,
      count,
      who,
      (value) => {
        seats[i] = joinSeat(wish.game, value, limits.value);
        showLimits();
      },
      { person: true, label: `Player ${i + 1}` },
    );
    return h('div.seat', {}, chip(wish.game, i + 1), algorithms, limits);
  }

  async function draw() {
    const info = about(wish.game);
    let view = { players: wish.players };
    try {
      view = await post('position', { place: placeOfWish(wish) });
    } catch (error) {
      toast(error.message, 'error');
    }
    if (seats?.length !== view.players) seats = defaultSeats(wish.game, view.players);
    const lines = [
      field(
        'Game',
        choice(
          wish.game,
          games().map(({ name, title }) => [name, title]),
          (name) => {
            Object.assign(wish, usualWish(about(name)), { pos: undefined });
            seats = null;
            draw();
          },
        ),
      ),
    ];
    if (wish.pos) {
      const begin = () => {
        wish.pos = undefined;
        draw();
      };
      lines.push(
        h(
          'p',
          {},
          'From a position of your own. ',
          h('button', { type: 'button', onclick: begin }, 'From the start instead'),
        ),
        optionFields(wish, info, (values) => {
          Object.assign(wish, values);
          draw();
        }),
      );
    } else lines.push(gameFields(wish, info, draw));
    const rows = await Promise.all(seats.map((__, i) => seatRow(i, view.players)));
    fill(
      form,
      lines,
      h('h3', {}, 'Players'),
      h('div.seats', {}, rows),
      field(
        'Clock for everybody',
        choice(clock, CLOCKS, (value) => {
          clock = value;
        }),
      ),
      h('div.row', {}, h('button.primary', { type: 'submit', 'data-do': 'start' }, 'Play')),
    );
  }
  form.addEventListener('submit', () => {
    location.hash = gameAddress(placeOfWish(wish), seats, clock);
  });
  await draw();
  return box;
}
