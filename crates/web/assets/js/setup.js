// A new game: which, how many, where it begins, who plays.

import { once, post } from './api.js';
import { dialog, fill, h, toast } from './dom.js';
import { title } from './games.js';
import { chip } from './pane.js';
import { HUMAN, algorithmSelect, defaultAlgorithm, limitSelect, splitSeat } from './seats.js';
import { paramsOf } from './session.js';

/** The seats of a new game: a person against algorithms. */
export function defaultSeats(players) {
  return Array.from({ length: players }, (_, i) => (i === 0 ? HUMAN : `${defaultAlgorithm(players)}@1s`));
}

export const PLAYERS = { connect4: 2, billabong: 3, abalone: 2, chess4: 4, reversixt: 2, uniform: 3 };

const RULES = {
  abalone: [['', 'a draw after 200 plies'], ['repetition', 'and at the third occurrence of a position'], ['endless', 'no draws']],
  chess4: [['', 'Paderborn: pawns bend'], ['modern', 'modern: pawns do not bend'], ['paderborn+mate-at-once', 'Paderborn, who is mated is out at once']],
};

/** The address of a game with these seats. */
export function gameAddress(place, seats, clock, page = 'play') {
  const params = paramsOf(place, place.moves ?? []);
  if (seats) params.set('seats', seats.join('|'));
  if (clock) params.set('clock', clock);
  return `#/${page}?${params}`;
}

/** Asks for a new game; goes to its address. */
export async function newGame(old = {}) {
  const games = await once('games');
  const wish = { game: old.game ?? 'connect4', players: undefined, start: undefined, size: undefined, rules: undefined, pos: undefined, ...old };
  delete wish.moves;
  let seats = old.seats ?? null;
  let clock = old.clock ?? '';
  const form = h('form', { method: 'dialog' });
  const box = dialog('New game', form);

  const place = () => {
    const info = games.find(({ name }) => name === wish.game);
    const result = { game: wish.game };
    const has = (option) => info.options.some((known) => known.option.startsWith(option));
    if (wish.pos) result.pos = wish.pos;
    else {
      if (wish.start && info.starts.some(({ name }) => name === wish.start)) result.start = wish.start;
      if (has('--players') && wish.players && wish.game !== 'reversixt') result.players = wish.players;
      if (has('--size') && wish.size && wish.size !== '7x6') result.size = wish.size;
    }
    if (has('--rules') && wish.rules) result.rules = wish.rules;
    return result;
  };

  async function draw() {
    const info = games.find(({ name }) => name === wish.game);
    const [fewest, most] = info.players;
    const isMaps = wish.game === 'reversixt';
    if (!isMaps) wish.players = Math.min(most, Math.max(fewest, wish.players ?? PLAYERS[wish.game] ?? fewest));
    let view;
    try {
      view = await post('position', { place: place() });
    } catch (error) {
      toast(error.message, 'error');
      view = { players: wish.players ?? 2 };
    }
    const { players } = view;
    if (!seats || seats.length !== players) seats = defaultSeats(players);
    const field = (label, control) => h('label.field', {}, h('span', {}, label), control);
    const select = (value, list, set) => h('select', { onchange: (event) => { set(event.target.value); draw(); } },
      list.map(([key, text]) => h('option', { value: key, selected: key === value }, text)));
    const rules = RULES[wish.game];
    const lines = [];
    lines.push(field('Game', select(wish.game, games.map(({ name }) => [name, title(name)]), (name) => {
      Object.assign(wish, { game: name, start: undefined, size: undefined, rules: undefined, pos: undefined, players: PLAYERS[name] });
      seats = null;
    })));
    if (wish.pos) lines.push(h('p', {}, 'From a position of your own. ', h('button', { type: 'button', onclick: () => { wish.pos = undefined; draw(); } }, 'From the start instead')));
    else {
      if (!isMaps && fewest < most) {
        lines.push(field('Players', select(String(wish.players), Array.from({ length: most - fewest + 1 }, (_, i) => [String(fewest + i), String(fewest + i)]), (n) => {
          wish.players = Number(n);
          wish.start = undefined;
        })));
      }
      const starts = info.starts.filter(({ name }) => wish.game !== 'abalone' || (wish.players === 3) === (name === 'free-for-all'));
      if (starts.length > 1) lines.push(field(isMaps ? 'Map' : 'Start', select(wish.start ?? starts[0].name, starts.map(({ name, summary }) => [name, `${name} – ${summary}`]), (name) => { wish.start = name; })));
      if (wish.game === 'connect4') lines.push(field('Board', select(wish.size ?? '7x6', ['7x6', '6x5', '5x4', '6x6', '8x7', '8x8'].map((size) => [size, size]), (size) => { wish.size = size; })));
    }
    if (rules) lines.push(field('Rules', select(wish.rules ?? '', rules, (name) => { wish.rules = name || undefined; })));
    const rows = await Promise.all(seats.map(async (seat, i) => {
      const { algo, limit } = splitSeat(seat);
      const limits = limitSelect(limit, (value) => { seats[i] = `${splitSeat(seats[i]).algo}@${value}`; }, `Strength of player ${i + 1}`);
      limits.style.visibility = seat === HUMAN || algo === 'perfect' ? 'hidden' : '';
      const algorithms = await algorithmSelect(wish.game, players, seat === HUMAN ? HUMAN : algo, (value) => {
        seats[i] = value === HUMAN ? HUMAN : `${value}@${limits.value}`;
        limits.style.visibility = value === HUMAN || value === 'perfect' ? 'hidden' : '';
      }, { person: true, label: `Player ${i + 1}` });
      return h('div.seat', {}, chip(wish.game, i + 1), algorithms, limits);
    }));
    fill(form, lines, h('h3', {}, 'Players'), h('div.seats', {}, rows),
      field('Clock for everybody', select(clock, [['', 'none'], ['1min', '1 min'], ['3min+2s', '3 min + 2 s'], ['5min', '5 min'], ['10min+5s', '10 min + 5 s'], ['30min', '30 min']], (value) => { clock = value; })),
      h('div.row', {}, h('button.primary', { type: 'submit', 'data-do': 'start' }, 'Play')));
  }
  form.addEventListener('submit', () => {
    location.hash = gameAddress(place(), seats, clock);
  });
  await draw();
  return box;
}
