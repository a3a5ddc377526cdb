// Pieces that lie beside the board: how they are turned, which cells they cover, whether they fit. Cells are known by
// where their middle is, in units of one cell.

/** @typedef {readonly [number, number]} Point */
/** @typedef {import('./gesture.js').LegalMove} LegalMove */

/**
 * A piece as it is held: its squares, turned by quarters and perhaps turned over.
 * @param {readonly Point[]} squares
 * @param {number} turns clockwise
 * @param {boolean} isFlipped
 * @returns {Point[]}
 */
export function turned(squares, turns, isFlipped) {
  let points = squares.map(([x, y]) => /** @type {Point} */ ([isFlipped ? -x : x, y]));
  for (let i = 0; i < ((turns % 4) + 4) % 4; i += 1) points = points.map(([x, y]) => [-y, x]);
  const [left, top] = [Math.min(...points.map(([x]) => x)), Math.min(...points.map(([, y]) => y))];
  return points
    .map(([x, y]) => /** @type {Point} */ ([x - left, y - top]))
    .sort(([ax, ay], [bx, by]) => ay - by || ax - bx);
}

/** @param {readonly Point[]} squares */
const textOf = (squares) => squares.map(([x, y]) => `${Math.round(x)},${Math.round(y)}`).join(' ');

/**
 * The square by which a piece is held: the one nearest to its middle.
 * @param {readonly Point[]} squares
 */
export function grip(squares) {
  const sum = squares.reduce(([x, y], [sx, sy]) => [x + sx, y + sy], [0, 0]);
  /** @param {Point} square */
  const far = ([x, y]) => (x - sum[0] / squares.length) ** 2 + (y - sum[1] / squares.length) ** 2;
  return squares.reduce((best, square) => (far(square) < far(best) - 1e-9 ? square : best));
}

export class Laying {
  /**
   * @param {LegalMove[]} moves
   * @param {readonly Point[]} centres of the cells
   */
  constructor(moves, centres) {
    this.centres = centres;
    /** @type {Map<string, number>} */
    this.cells = new Map(centres.map((centre, cell) => [textOf([centre]), cell]));
    /** The moves by the shape that they lay. @type {Map<string, LegalMove[]>} */
    this.byShape = new Map();
    for (const move of moves) {
      if (!move.route.length) continue;
      const shape = textOf(
        turned(
          move.route.map((cell) => centres[cell]),
          0,
          false,
        ),
      );
      this.byShape.set(shape, [...(this.byShape.get(shape) ?? []), move]);
    }
  }

  /**
   * Can a piece be laid at all, however it is turned?
   * @param {readonly Point[]} squares
   */
  hasRoom(squares) {
    return [false, true].some((isFlipped) =>
      [0, 1, 2, 3].some((turns) => this.byShape.has(textOf(turned(squares, turns, isFlipped)))),
    );
  }

  /**
   * The cells of a piece that is held over a cell; those beside the board are left out.
   * @param {readonly Point[]} squares
   * @param {number} over
   */
  covered(squares, over) {
    const [[x, y], [gx, gy]] = [this.centres[over], grip(squares)];
    const found = squares.map(([sx, sy]) => this.cells.get(textOf([[x + sx - gx, y + sy - gy]])));
    return /** @type {number[]} */ (found.filter((cell) => cell !== undefined));
  }

  /**
   * The move that lays a piece over a cell, if it fits.
   * @param {readonly Point[]} squares
   * @param {number} over
   */
  moveAt(squares, over) {
    const cells = new Set(this.covered(squares, over));
    if (cells.size < squares.length) return null;
    const moves = this.byShape.get(textOf(squares)) ?? [];
    return moves.find(({ route }) => route.every((cell) => cells.has(cell))) ?? null;
  }

  /**
   * The cells over which a piece fits as it is held.
   * @param {readonly Point[]} squares
   */
  places(squares) {
    const [gx, gy] = grip(squares);
    const moves = this.byShape.get(textOf(squares)) ?? [];
    return moves.flatMap(({ route }) => {
      const points = route.map((cell) => this.centres[cell]);
      const [left, top] = [Math.min(...points.map(([x]) => x)), Math.min(...points.map(([, y]) => y))];
      const cell = this.cells.get(textOf([[left + gx, top + gy]]));
      return cell === undefined ? [] : [cell];
    });
  }
}
