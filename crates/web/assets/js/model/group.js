// Clicks that pick several pieces one by one, in any order, and then say where one of them goes. Both ends of a row
// stand for all of it, and its rear piece for a row that moves along itself.

/** @typedef {import('./gesture.js').LegalMove} LegalMove */
/** @typedef {{ move: LegalMove, from: Set<number>, to: Map<number, number>, rear: number | null }} Group */

/**
 * @param {LegalMove} move
 * @returns {Group}
 */
function groupOf(move) {
  const shifts = move.shifts ?? [];
  const from = new Set(shifts.map(([cell]) => cell));
  // Where a piece takes the place of the next, only the first comes to a new cell.
  const to = new Map(shifts.filter(([, cell]) => !from.has(cell)).map(([own, cell]) => [cell, own]));
  const isAlong = shifts.some(([, cell]) => from.has(cell));
  const rear = isAlong ? (shifts.find(([own]) => shifts.every(([, cell]) => cell !== own))?.[0] ?? null) : null;
  return { move, from, to, rear };
}

export class GroupGesture {
  /** @param {LegalMove[]} moves */
  constructor(moves) {
    this.moves = moves;
    this.groups = moves.filter(({ shifts }) => shifts?.length).map(groupOf);
    /** The cells that are picked, in the order of the clicks. @type {number[]} */
    this.path = [];
  }

  /** Groups that have all of these cells. */
  fitting(picked = this.path) {
    return this.groups.filter(({ from }) => picked.every((cell) => from.has(cell)));
  }

  /** Groups that the picked cells stand for. @returns {Group[]} */
  standing(picked = this.path) {
    if (!picked.length) return [];
    const fitting = this.fitting(picked);
    const exact = fitting.filter(({ from }) => from.size === picked.length);
    if (picked.length === 1) return [...exact, ...fitting.filter(({ rear }) => rear === picked[0])];
    if (exact.length) return exact;
    const least = Math.min(...fitting.map(({ from }) => from.size));
    return fitting.filter(({ from }) => from.size === least);
  }

  /** Cells that may be clicked to end the move. */
  next(picked = this.path) {
    return new Set(this.standing(picked).flatMap(({ to }) => [...to.keys()]));
  }

  /**
   * The moves that a click would make after these: where several pieces could go to a cell, the one that was picked
   * last does.
   * @param {number} cell
   */
  meant(cell, picked = this.path) {
    const groups = this.standing(picked).filter(({ to }) => to.has(cell));
    const last = groups.filter(({ to }) => to.get(cell) === picked.at(-1));
    return (last.length ? last : groups).map(({ move }) => move);
  }

  get buttons() {
    return this.moves.filter(({ paths }) => paths.length === 0);
  }

  /** @param {number} cell */
  canStart(cell) {
    return this.groups.some(({ from }) => from.has(cell));
  }

  /** @param {number} cell */
  lifted(cell) {
    return this.selected.includes(cell) ? this.selected : [cell];
  }

  /** The cells that are picked; of a row of which both ends are picked, what lies between them too. */
  get selected() {
    if (this.path.length < 2) return this.path;
    const [first] = this.standing();
    return first ? [...first.from] : this.path;
  }

  cancel() {
    this.path = [];
  }

  /** @param {number} cell */
  drag(cell) {
    // What is dragged says where it goes.
    this.path = this.selected.includes(cell) ? [...this.path.filter((own) => own !== cell), cell] : [cell];
    this.dragged = cell;
  }

  /**
   * A drag from piece to piece picks what lies between them; one to a free cell moves.
   * @param {number} to
   * @returns {LegalMove[]}
   */
  drop(to) {
    const ends = this.dragged === undefined ? [] : [this.dragged, to];
    if (this.canStart(to)) {
      if (ends.length && this.fitting(ends).length) this.path = ends;
      return [];
    }
    const moves = this.meant(to);
    this.cancel();
    return moves;
  }

  /**
   * @param {number} cell
   * @returns {LegalMove[]}
   */
  click(cell) {
    const moves = this.meant(cell);
    if (moves.length) {
      this.cancel();
      return moves;
    }
    if (this.path.includes(cell)) {
      const rest = this.path.filter((picked) => picked !== cell);
      // What is left of a row without its middle is no row.
      const isGroup = this.fitting(rest).some(({ from }) => from.size === rest.length);
      this.path = isGroup || rest.length === 1 ? rest : [];
    } else if (this.fitting([...this.path, cell]).length) this.path = [...this.path, cell];
    else this.path = this.canStart(cell) ? [cell] : [];
    return [];
  }
}
