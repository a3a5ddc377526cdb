// The moves that were tried in a game: a tree in a flat list, the start first. A node is known by its place in the
// list, for good: a line that is cut off stays in the list, but nothing leads to it any more. The first child of a
// node goes on with the main line, the others open side lines.

import { NONE, isNone, readNotes, writeNotes } from './notes.js';

/**
 * Who is to move in a position, or how the game ended there.
 * @typedef {{ toMove: number | null, ranks: number[] | null }} Standing
 */

/**
 * @typedef {object} LineNode
 * @property {number | null} parent
 * @property {string | null} move the move that led here
 * @property {number | null} player who made it, where that is known
 * @property {number} ply
 * @property {readonly number[]} children
 * @property {Standing | null} standing null as long as nobody has looked
 * @property {import('./notes.js').Notes} notes what somebody has noted about the position
 */

/** @typedef {readonly LineNode[]} Lines */

export const ROOT = 0;

/**
 * The start of a game, without a move.
 * @returns {Lines}
 */
export function plant() {
  return [{ parent: null, move: null, player: null, ply: 0, children: [], standing: null, notes: NONE }];
}

/**
 * @param {Lines} lines
 * @param {number} at
 * @param {string} move
 * @returns {number | undefined} where the move leads, if it was tried
 */
export function childOf(lines, at, move) {
  return lines[at].children.find((child) => lines[child].move === move);
}

/**
 * Follows a move, or opens a line with it.
 * @param {Lines} lines
 * @param {number} at
 * @param {string} move
 * @param {number | null} player
 * @returns {{ lines: Lines, node: number }}
 */
export function grow(lines, at, move, player) {
  const known = childOf(lines, at, move);
  if (known !== undefined) return { lines, node: known };
  const node = lines.length;
  const parent = { ...lines[at], children: [...lines[at].children, node] };
  const child = { parent: at, move, player, ply: parent.ply + 1, children: [], standing: null, notes: NONE };
  return { lines: [...lines.with(at, parent), child], node };
}

/**
 * A whole line from the start.
 * @param {string[]} moves
 * @param {(number | null)[]} players
 * @returns {Lines}
 */
export function lineOf(moves, players) {
  let lines = plant();
  moves.forEach((move, ply) => {
    ({ lines } = grow(lines, ply, move, players[ply] ?? null));
  });
  return lines;
}

/**
 * Notes what is known about a position.
 * @param {Lines} lines
 * @param {number} node
 * @param {Standing} standing
 * @returns {Lines}
 */
export function note(lines, node, standing) {
  return lines.with(node, { ...lines[node], standing });
}

/**
 * Writes down what somebody has noted about a position.
 * @param {Lines} lines
 * @param {number} node
 * @param {import('./notes.js').Notes} notes
 * @returns {Lines}
 */
export function annotate(lines, node, notes) {
  return lines.with(node, { ...lines[node], notes });
}

/**
 * The nodes from the start to one, both included.
 * @param {Lines} lines
 * @param {number} node
 */
export function pathTo(lines, node) {
  /** @type {number[]} */
  const path = [];
  for (let at = /** @type {number | null} */ (node); at !== null; at = lines[at].parent) path.push(at);
  return path.reverse();
}

/**
 * The moves from the start to a node.
 * @param {Lines} lines
 * @param {number} node
 */
export function movesTo(lines, node) {
  return pathTo(lines, node)
    .slice(1)
    .map((at) => /** @type {string} */ (lines[at].move));
}

/**
 * The last node of the main line from here.
 * @param {Lines} lines
 * @param {number} node
 */
export function endOf(lines, node) {
  let at = node;
  while (lines[at].children.length) [at] = lines[at].children;
  return at;
}

/**
 * The line through a node becomes the main line.
 * @param {Lines} lines
 * @param {number} node
 * @returns {Lines}
 */
export function promote(lines, node) {
  const path = pathTo(lines, node);
  return lines.map((one, i) => {
    const next = path[path.indexOf(i) + 1];
    if (!path.includes(i) || next === undefined) return one;
    return { ...one, children: [next, ...one.children.filter((child) => child !== next)] };
  });
}

/**
 * Cuts off a node and what follows; the start cannot be cut off.
 * @param {Lines} lines
 * @param {number} node
 * @returns {Lines}
 */
export function cut(lines, node) {
  const { parent } = lines[node];
  if (parent === null) return lines;
  return lines.with(parent, { ...lines[parent], children: lines[parent].children.filter((child) => child !== node) });
}

/**
 * What is stored of a node: parent, move, player, the ranks where the game is over, and notes where there are some.
 * @typedef {[number | null, string | null, number | null, (number[] | null)?, object?]} StoredNode
 */

/**
 * The lines as plain data, without those that were cut off, and where a node stands in it.
 * @param {Lines} lines
 * @param {number} at
 * @returns {{ nodes: StoredNode[], at: number }}
 */
export function pack(lines, at) {
  /** @type {StoredNode[]} */
  const nodes = [];
  let found = 0;
  /** @param {number} node @param {number | null} parent */
  const visit = (node, parent) => {
    const { move, player, standing, children, notes } = lines[node];
    if (node === at) found = nodes.length;
    /** @type {StoredNode} */
    const stored = [parent, move, player];
    if (standing?.ranks || !isNone(notes)) stored.push(standing?.ranks ?? null);
    if (!isNone(notes)) stored.push(writeNotes(notes));
    const mine = nodes.push(stored) - 1;
    for (const child of children) visit(child, mine);
  };
  visit(ROOT, null);
  return { nodes, at: found };
}

/**
 * Reads what `pack` wrote; null if it is something else.
 * @param {unknown} stored
 * @returns {Lines | null}
 */
export function unpack(stored) {
  if (!Array.isArray(stored) || !stored.length) return null;
  let lines = plant();
  for (const [i, node] of stored.entries()) {
    if (!Array.isArray(node)) return null;
    const [parent, move, player, ranks, noted] = node;
    if (i > 0) {
      if (!(Number.isInteger(parent) && parent >= 0 && parent < i && typeof move === 'string')) return null;
      const grown = grow(lines, parent, move, Number.isInteger(player) ? player : null);
      if (grown.node !== i) return null;
      ({ lines } = grown);
    }
    if (Array.isArray(ranks)) lines = note(lines, i, { toMove: null, ranks });
    const notes = readNotes(noted);
    if (!notes) return null;
    if (!isNone(notes)) lines = annotate(lines, i, notes);
  }
  return lines;
}
