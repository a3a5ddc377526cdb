// Lines that were read from a text, looked at by somebody who knows the rules.

import * as tree from './lines.js';

/**
 * What is known of a position.
 * @typedef {{ plies: { player: number }[], outcome?: { ranks: number[] } | null }} Looked
 */

/**
 * Asks about the end of every line, and notes who made the moves. `look` fails where a move is not legal.
 * @param {tree.Lines} read
 * @param {(moves: string[]) => Promise<Looked>} look
 * @returns {Promise<tree.Lines>}
 */
export async function checkLines(read, look) {
  let lines = read;
  for (const [end, { children }] of read.entries()) {
    if (children.length) continue;
    const path = tree.pathTo(read, end).slice(1);
    const { plies, outcome } = await look(tree.movesTo(read, end));
    // A position may tell of moves before it, so that the last ones are those of the line.
    const movers = plies.slice(plies.length - path.length);
    path.forEach((node, i) => {
      lines = lines.with(node, { ...lines[node], player: movers[i].player });
    });
    if (outcome) lines = tree.note(lines, end, { toMove: null, ranks: outcome.ranks });
  }
  return lines;
}
