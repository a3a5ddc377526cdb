// Opponents of another level: whoever has won may want a stronger one, whoever has lost a weaker one.

import { isHuman } from './seat.js';

/**
 * The same seats with opponents so many levels higher or lower; null where they are of no level, or there is none.
 * @param {readonly string[]} seats
 * @param {readonly { name: string, seat: string }[]} ladder the weakest first
 * @param {number} by
 * @returns {{ name: string, seats: string[] } | null}
 */
export function otherLevel(seats, ladder, by) {
  const opponents = new Set(seats.filter((seat) => !isHuman(seat)));
  if (opponents.size !== 1) return null;
  const level = ladder.findIndex(({ seat }) => opponents.has(seat));
  const next = level < 0 ? undefined : ladder[level + by];
  if (!next) return null;
  return { name: next.name, seats: seats.map((seat) => (isHuman(seat) ? seat : next.seat)) };
}

/**
 * What became of the one person at the board; null where nobody or several sit there, or the game is not over.
 * @param {readonly string[]} seats
 * @param {readonly number[] | null | undefined} ranks
 * @returns {'won' | 'shared' | 'lost' | null}
 */
export function fateOf(seats, ranks) {
  const people = seats.flatMap((seat, i) => (isHuman(seat) ? [i] : []));
  if (people.length !== 1 || !ranks) return null;
  if (ranks[people[0]] !== 1) return 'lost';
  return ranks.filter((rank) => rank === 1).length === 1 ? 'won' : 'shared';
}
