// Who plays a new game: one control for all seats that no person has, and every seat by itself below it.

import { chip } from '../chip.js';
import { h } from '../dom.js';
import { about, colour, defaultSeats, levelText, levels, strongest } from '../games.js';
import { HUMAN, isHuman, splitSeat } from '../model/seat.js';
import { t } from '../model/text.js';
import { algorithmSelect, joinSeat, limitSelect } from '../seats.js';
import { choice, field } from './fields.js';

/** Stands for an algorithm and a limit of one's own. */
const ADVANCED = 'advanced';

/** A level; or, behind it, an algorithm and its limit: [select, select, select]. */
async function playerSelects(game, players, seat, set, { person, labels }) {
  const known = levels(game, players).map(({ name, seat: its }) => [its, levelText(name)]);
  const { solver } = about(game);
  const list = [
    ...(person ? [[HUMAN, t('setup.person')]] : []),
    ...known,
    ...(solver && players === 2 ? [[solver, t('level.perfect')]] : []),
    [ADVANCED, t('level.advanced')],
  ];
  const level = list.some(([value]) => value === seat) ? seat : ADVANCED;
  const { who, limit } = splitSeat(level === ADVANCED ? seat : `${strongest(game, players)}@1s`);
  const own = () => set(joinSeat(game, algorithms.value, limits.value));
  const limits = await limitSelect(limit, own, labels[1]);
  const algorithms = await algorithmSelect(game, players, who, own, { label: labels[2] });
  const show = (value) => {
    for (const select of [algorithms, limits]) select.hidden = value !== ADVANCED;
  };
  const choose = (value) => {
    show(value);
    if (value === ADVANCED) own();
    else set(value);
  };
  const select = choice(level, list, choose);
  select.setAttribute('aria-label', labels[0]);
  show(level);
  return [select, algorithms, limits];
}

/** Which seat the person has who sits alone at the board; `all` and `none` for everybody and nobody. */
function personOf(seats) {
  const people = seats.flatMap((seat, i) => (isHuman(seat) ? [i] : []));
  if (people.length === seats.length) return 'all';
  return people.length ? (people.length === 1 ? String(people[0]) : 'some') : 'none';
}

/** Fields that change `seats` in place, and call `redraw` where more than one of them changes. */
export async function seatFields(game, seats, redraw) {
  const players = seats.length;
  const engine = seats.find((seat) => !isHuman(seat)) ?? defaultSeats(game, players).at(-1);
  const sit = (person) => {
    seats.forEach((seat, i) => {
      const isPerson = person === 'all' || person === String(i);
      if (isPerson) seats[i] = HUMAN;
      else if (isHuman(seat)) seats[i] = engine;
    });
    redraw();
  };
  const setAll = (next) => {
    seats.forEach((seat, i) => {
      if (!isHuman(seat)) seats[i] = next;
    });
    redraw();
  };
  const person = personOf(seats);
  const people = [
    ...seats.map((_, i) => [
      String(i),
      t('player.seat', { name: colour(game, i + 1).name || t('player.unnamed'), player: i + 1 }),
    ]),
    ['all', t('setup.everybody')],
    ['none', t('setup.nobody')],
    ...(person === 'some' ? [['some', t('setup.several')]] : []),
  ];
  const labels = [t('setup.others'), t('setup.othersStrength'), t('setup.othersAlgorithm')];
  const others = await playerSelects(game, players, engine, setAll, { person: false, labels });
  const row = async (seat, i) => {
    const set = (next) => {
      seats[i] = next;
    };
    const player = i + 1;
    const own = [t('player.column', { player }), t('setup.strength', { player }), t('setup.algorithm', { player })];
    return h(
      'div.seat',
      {},
      chip(game, i + 1),
      await playerSelects(game, players, seat, set, { person: true, labels: own }),
    );
  };
  const rows = await Promise.all(seats.map(row));
  return [
    field(t('setup.youPlay'), choice(person, people, sit)),
    person === 'all' ? null : h('div.field', {}, h('span', {}, t('setup.others')), h('div.row.others', {}, others)),
    h('details', { open: isMixed(seats) }, h('summary', {}, t('setup.seatBySeat')), h('div.seats', {}, rows)),
  ];
}

/** Do the seats say more than one control can? */
function isMixed(seats) {
  return new Set(seats.filter((seat) => !isHuman(seat))).size > 1 || personOf(seats) === 'some';
}
