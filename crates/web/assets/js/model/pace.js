// How long a move is looked at before the next engine moves, so that one after the other can be followed.

import { ROOT } from './lines.js';

/** In milliseconds, by what people prefer. @type {Record<string, number>} */
const PACES = { none: 0, short: 650, long: 1600 };

/**
 * What is left of that time. Where a clock runs nobody waits, and at the start there is no move to look at.
 * @param {string} pace
 * @param {Pick<import('./game.js').Game, 'clock' | 'at'>} game
 * @param {number} shownAt since when the position is seen
 * @param {number} now
 */
export function pauseLeft(pace, game, shownAt, now) {
  if (game.clock || game.at === ROOT) return 0;
  return Math.max(0, shownAt + PACES[pace] - now);
}
