// A board that somebody sets up: what stands where, and who is to move. Whether it is a position of the game is for the
// server to say. A state is plain data, and every function makes the next one of it.

/**
 * What stands on a cell: the cell, its owner (0 for nobody) and its letter.
 * @typedef {[number, number, string]} Standing
 */

/**
 * Something that can be put on the board: its owner and its letter.
 * @typedef {readonly [number, string]} Kind
 */

/** @typedef {{ readonly pieces: readonly Standing[], readonly toMove: number }} Arranged */

/**
 * The board of a view.
 * @param {{ pieces: Standing[], to_move: number | null }} view
 * @returns {Arranged}
 */
export const arrange = ({ pieces, to_move: toMove }) => ({ pieces, toMove: toMove ?? 1 });

/**
 * Puts something on a cell in place of what is there; what is there already is taken away, and so is anything where
 * nothing is put.
 * @param {Arranged} arranged
 * @param {number} cell
 * @param {Kind | null} kind
 * @returns {Arranged}
 */
export function put(arranged, cell, kind) {
  const old = arranged.pieces.find(([at]) => at === cell);
  const others = arranged.pieces.filter(([at]) => at !== cell);
  const isSame = old && kind && old[1] === kind[0] && old[2] === kind[1];
  return { ...arranged, pieces: !kind || isSame ? others : [...others, [cell, ...kind]] };
}

/**
 * @param {Arranged} arranged
 * @returns {Arranged}
 */
export const wiped = (arranged) => ({ ...arranged, pieces: [] });

/**
 * @param {Arranged} arranged
 * @param {number} toMove
 * @returns {Arranged}
 */
export const withMover = (arranged, toMove) => ({ ...arranged, toMove });

/**
 * Reads a board that was kept; null if it is something else, or of another board.
 * @param {any} kept
 * @param {number} cells
 * @param {number} players
 * @returns {Arranged | null}
 */
export function readArranged(kept, cells, players) {
  const isBelow = (/** @type {unknown} */ value, /** @type {number} */ end) =>
    Number.isInteger(value) && Number(value) >= 0 && Number(value) < end;
  const isStanding = (/** @type {any} */ piece) =>
    Array.isArray(piece) &&
    piece.length === 3 &&
    isBelow(piece[0], cells) &&
    isBelow(piece[1], players + 1) &&
    typeof piece[2] === 'string';
  const isRead = Array.isArray(kept?.pieces) && kept.pieces.every(isStanding) && isBelow(kept.toMove - 1, players);
  return isRead ? { pieces: kept.pieces, toMove: kept.toMove } : null;
}
