// Clicks that make a move. The server gives every legal move the cells one clicks for it; this
// follows the clicks until one move is meant. It knows no game.

const isPrefix = (path, of) => path.length <= of.length && path.every((cell, i) => cell === of[i]);

export class Gesture {
  /** moves: [{move, paths, choice, route}] */
  constructor(moves) {
    this.moves = moves;
    this.path = [];
    this.starts = new Map();
    for (const move of moves) {
      for (const path of move.paths) {
        if (!this.starts.has(path[0])) this.starts.set(path[0], new Set());
        this.starts.get(path[0]).add(move);
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

  canStart(cell) {
    return this.starts.has(cell);
  }

  cancel() {
    this.path = [];
  }

  /**
   * A click. Returns {moves: [...]} when the clicks mean one move or a choice among several, else
   * {moves: []}: the path has grown, begun anew or been given up.
   */
  click(cell) {
    if (this.next().has(cell)) {
      this.path.push(cell);
      if (this.next().size === 0) {
        const moves = this.complete();
        this.path = [];
        return { moves };
      }
      return { moves: [] };
    }
    const again = this.path[0] === cell;
    this.path = !again && this.canStart(cell) ? [cell] : [];
    if (this.path.length && this.next().size === 0) {
      const moves = this.complete();
      this.path = [];
      return { moves };
    }
    return { moves: [] };
  }
}
