// A new game: which, from where, and who sits at the board.

import { post } from './api.js';
import { dialog, fill, h, toast } from './dom.js';
import { about, defaultSeats, firstGame, games, levels } from './games.js';
import { gameAddress } from './model/address.js';
import { t } from './model/text.js';
import { ifWanted } from './model/wanted.js';
import { setPref } from './prefs.js';
import { choice, field, gameFields, optionFields, placeOfWish, usualWish } from './setup/fields.js';
import { seatFields } from './setup/seatfields.js';

const CLOCKS = [
  ['', null],
  ['1min', '1 min'],
  ['3min+2s', '3 min + 2 s'],
  ['5min', '5 min'],
  ['10min+5s', '10 min + 5 s'],
  ['30min', '30 min'],
];

/**
 * Asks for a new game to play, or a position to analyse; goes to its address.
 * @param {Record<string, any>} old what to begin with: a place, seats, a clock
 */
export async function newGame(old = {}, page = 'play') {
  const { seats: oldSeats, clock: oldClock, moves: _, game = firstGame(), players, start, pos, ...options } = old;
  const usual = usualWish(about(game));
  const wish = { ...usual, players: players ?? usual.players, start, pos, options };
  let seats = oldSeats ?? null;
  let clock = oldClock ?? '';
  const isPlayed = page === 'play';
  const form = h('form', { method: 'dialog' });
  const box = dialog(t(isPlayed ? 'setup.new' : 'setup.another'), form);

  function chooseGame(name) {
    Object.assign(wish, usualWish(about(name)), { pos: undefined });
    seats = null;
    draw();
  }

  function placeFields(info) {
    if (!wish.pos) return gameFields(wish, info, draw);
    const begin = () => {
      wish.pos = undefined;
      draw();
    };
    const change = (values) => {
      Object.assign(wish, values);
      draw();
    };
    const fromStart = h('button', { type: 'button', onclick: begin }, t('setup.fromStart'));
    return [h('p', {}, t('setup.ownPosition'), ' ', fromStart), optionFields(wish, info, change)];
  }

  /** Nothing, if by then something else is chosen. */
  async function playFields(isMeant) {
    let players = wish.players;
    try {
      const view = await ifWanted(post('position', { place: placeOfWish(wish) }), isMeant);
      if (!view) return [];
      ({ players } = view);
    } catch (error) {
      toast(error.message, 'error');
    }
    if (seats?.length !== players) seats = defaultSeats(wish.game, players);
    const clocks = CLOCKS.map(([value, words]) => [value, words ?? t('setup.noClock')]);
    const setClock = (value) => {
      clock = value;
    };
    return [await seatFields(wish.game, seats, draw), field(t('setup.clock'), choice(clock, clocks, setClock))];
  }

  let draws = 0;
  async function draw() {
    draws += 1;
    const mine = draws;
    const isMeant = () => mine === draws;
    const all = games().map(({ name, title }) => [name, title]);
    const lines = [field(t('setup.game'), choice(wish.game, all, chooseGame)), placeFields(about(wish.game))];
    if (isPlayed) lines.push(await playFields(isMeant));
    if (!isMeant()) return;
    const label = t(isPlayed ? 'page.play' : 'page.analyse');
    const edit = () => {
      box.close();
      location.hash = gameAddress(placeOfWish(wish), null, null, 'edit');
    };
    const buttons = [
      h('button.primary', { type: 'submit', 'data-do': 'start' }, label),
      h('button', { type: 'button', 'data-do': 'edit', onclick: edit }, t('edit.open')),
    ];
    fill(form, lines, h('div.row', {}, buttons));
  }
  form.addEventListener('submit', () => {
    const place = placeOfWish(wish);
    // Who has chosen another game just now has seen no seats of it yet: there are the usual ones.
    const level = seats && isPlayed ? levels(wish.game, seats.length).find(({ seat }) => seats.includes(seat)) : null;
    if (level) setPref('level', level.name);
    location.hash = isPlayed ? gameAddress(place, seats, clock) : gameAddress(place, null, null, page);
  });
  await draw();
  return box;
}
