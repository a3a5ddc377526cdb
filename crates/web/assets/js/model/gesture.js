// Clicks that make a move. The server gives every legal move the cells one clicks for it; this
// follows the clicks until one move is meant. It knows no game.

/**
 * A legal move: its text, the clicks that mean it, what to call it among others with the same clicks, its way, the
 * pieces that move with the cells they come to, whether it leaves the board.
 * @typedef {object} LegalMove
 * @property {string} move
 * @property {number[][]} paths
 * @property {number[]} route
 * @property {string} [choice]
 * @property {string} [question]
 * @property {[number, number][]} [shifts]
 * @property {boolean} [leaves]
 */

/** @param {readonly number[]} path @param {readonly number[]} of */
const isPrefix = (path, of) => path.length <= of.length && path.every((cell, i) => cell === of[i]);

/** @param {LegalMove} move */
const movers = (move) => (move.shifts ?? []).map(([from]) => from);

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

  /**
   * The moves that a click would make after these.
   * @param {number} cell
   */
  meant(cell, path = this.path) {
    return this.next(path).has(cell) ? this.complete([...path, cell]) : [];
  }

  /** Moves that need no cell: buttons. */
  get buttons() {
    return this.moves.filter((move) => move.paths.length === 0);
  }

  /** @param {number} cell */
  canStart(cell) {
    return this.starts.has(cell);
  }

  /**
   * The pieces that go with a piece whichever move it makes, itself included.
   * @param {number} cell
   */
  lifted(cell) {
    const [first, ...others] = this.candidates([cell]);
    const shared = first ? movers(first).filter((mover) => others.every((move) => movers(move).includes(mover))) : [];
    return shared.includes(cell) ? shared : [cell];
  }

  /** The cells that are picked, with what goes with them. */
  get selected() {
    const [first, ...others] = this.path;
    return first === undefined ? [] : [...new Set([...this.lifted(first), ...others])];
  }

  cancel() {
    this.path = [];
  }

  /**
   * A piece is dragged.
   * @param {number} cell
   */
  drag(cell) {
    this.path = [cell];
  }

  /**
   * It is dropped: the moves that this means.
   * @param {number} to
   * @returns {LegalMove[]}
   */
  drop(to) {
    if (this.next().has(to)) return this.click(to);
    this.cancel();
    return [];
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
