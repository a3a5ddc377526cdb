// The moves that were tried in a game: a tree in a flat list, the start first. A node is known by its place in the
// list, for good: a line that is cut off stays in the list, but nothing leads to it any more. The first child of a
// node goes on with the main line, the others open side lines.

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
 */

/** @typedef {readonly LineNode[]} Lines */

export const ROOT = 0;

/**
 * The start of a game, without a move.
 * @returns {Lines}
 */
export function plant() {
  return [{ parent: null, move: null, player: null, ply: 0, children: [], standing: null }];
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
  const child = { parent: at, move, player, ply: parent.ply + 1, children: [], standing: null };
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
 * What is stored of a node: parent, move, player, and the ranks where the game is over.
 * @typedef {[number | null, string | null, number | null, number[]?]} StoredNode
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
    const { move, player, standing, children } = lines[node];
    if (node === at) found = nodes.length;
    const mine = nodes.push(standing?.ranks ? [parent, move, player, standing.ranks] : [parent, move, player]) - 1;
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
    const [parent, move, player, ranks] = node;
    if (i > 0) {
      if (!(Number.isInteger(parent) && parent >= 0 && parent < i && typeof move === 'string')) return null;
      const grown = grow(lines, parent, move, Number.isInteger(player) ? player : null);
      if (grown.node !== i) return null;
      ({ lines } = grown);
    }
    if (Array.isArray(ranks)) lines = note(lines, i, { toMove: null, ranks });
  }
  return lines;
}
