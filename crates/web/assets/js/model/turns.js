// From one turn of a person to another, over what engines did between them.

import { nodeAt } from './game.js';
import { pathTo } from './lines.js';
import { isHuman } from './seat.js';

/** @typedef {import('./game.js').Game} Game */

/**
 * Where taking back leads: to the last turn of a person before this position, else one move back.
 * @param {Game} game
 * @returns {number | null}
 */
export function turnBefore(game) {
  const path = pathTo(game.lines, game.at);
  for (let i = path.length - 2; i >= 0; i -= 1) {
    if (isPerson(game, game.lines[path[i + 1]].player)) return path[i];
  }
  return path.at(-2) ?? null;
}

/**
 * Where redoing leads: to the next turn of a person in this line, else to its end.
 * @param {Game} game
 * @returns {number | null}
 */
export function turnAfter(game) {
  let [next] = nodeAt(game).children;
  if (next === undefined) return null;
  for (;;) {
    const node = next;
    [next] = game.lines[node].children;
    if (next === undefined || isPerson(game, game.lines[next].player)) return node;
  }
}

/**
 * @param {Game} game
 * @param {number | null} player
 */
const isPerson = (game, player) => player === null || isHuman(game.seats[player - 1]);
