// Lines that were read from a text, looked at by somebody who knows the rules.

import * as tree from './lines.js';

/**
 * What is known of a position.
 * @typedef {{ plies: { player: number }[], outcome?: { ranks: number[] } | null }} Looked
 */

/** So many questions are asked at once. */
const AT_ONCE = 4;

/**
 * Asks about the end of every line, and notes who made the moves. `look` fails where a move is not legal, or where
 * nobody wants to know any more: then nothing more is asked.
 * @param {tree.Lines} read
 * @param {(moves: string[]) => Promise<Looked>} look
 * @param {(done: number, all: number) => void} [tell] hears how many of the lines are checked
 * @returns {Promise<tree.Lines>}
 */
export async function checkLines(read, look, tell = () => {}) {
  const lines = [...read];
  const ends = [...read.keys()].filter((node) => !read[node].children.length);
  /** @param {number} end */
  const check = async (end) => {
    const path = tree.pathTo(read, end).slice(1);
    const { plies, outcome } = await look(tree.movesTo(read, end));
    // A position may tell of moves before it, so that the last ones are those of the line.
    const movers = plies.slice(plies.length - path.length);
    path.forEach((node, i) => {
      lines[node] = { ...lines[node], player: movers[i].player };
    });
    if (outcome) lines[end] = { ...lines[end], standing: { toMove: null, ranks: outcome.ranks } };
  };
  let [next, done] = [0, 0];
  tell(done, ends.length);
  const work = async () => {
    while (next < ends.length) {
      const end = ends[next];
      next += 1;
      try {
        await check(end);
        done += 1;
        tell(done, ends.length);
      } catch (error) {
        next = ends.length;
        throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return lines;
}
