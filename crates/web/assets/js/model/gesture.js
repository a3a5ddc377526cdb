// Clicks that make a move. The server gives every legal move the cells one clicks for it; this
// follows the clicks until one move is meant. It knows no game.

/**
 * A legal move: its text, the clicks that mean it, what to call it among others with the same clicks, its way.
 * @typedef {{ move: string, paths: number[][], choice?: string, route: number[] }} LegalMove
 */

/** @param {readonly number[]} path @param {readonly number[]} of */
const isPrefix = (path, of) => path.length <= of.length && path.every((cell, i) => cell === of[i]);

export class Gesture {
  /** @param {LegalMove[]} moves */
  constructor(moves) {
    this.moves = moves;
    /** @type {number[]} */
    this.path = [];
    /** @type {Map<number, Set<LegalMove>>} */
    this.starts = new Map();
    for (const move of moves) {
      for (const path of move.paths) {
        const known = this.starts.get(path[0]) ?? new Set();
        this.starts.set(path[0], known.add(move));
      }
    }
  }

  /** Moves that are still possible after these clicks. */
  candidates(path = this.path) {
    const among = path.length ? [...(this.starts.get(path[0]) ?? [])] : this.moves;
    return among.filter((move) => move.paths.some((p) => isPrefix(path, p)));
  }

  /** Cells that may be clicked next. */
  next(path = this.path) {
    /** @type {Set<number>} */
    const cells = new Set();
    for (const move of this.candidates(path)) {
      for (const p of move.paths) if (p.length > path.length && isPrefix(path, p)) cells.add(p[path.length]);
    }
    return cells;
  }

  /** Moves for which these clicks are enough. */
  complete(path = this.path) {
    return this.candidates(path).filter((move) =>
      move.paths.some((p) => p.length === path.length && isPrefix(path, p)),
    );
  }

  /** Moves that need no cell: buttons. */
  get buttons() {
    return this.moves.filter((move) => move.paths.length === 0);
  }

  /** @param {number} cell */
  canStart(cell) {
    return this.starts.has(cell);
  }

  cancel() {
    this.path = [];
  }

  /**
   * A click. Returns the moves that the clicks mean, one or a choice among several; none when the path has grown, begun
   * anew or been given up.
   * @param {number} cell
   * @returns {LegalMove[]}
   */
  click(cell) {
    if (this.next().has(cell)) this.path.push(cell);
    else this.path = this.path[0] !== cell && this.canStart(cell) ? [cell] : [];
    if (!this.path.length || this.next().size > 0) return [];
    const moves = this.complete();
    this.path = [];
    return moves;
  }
}
