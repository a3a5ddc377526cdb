// What a move would change, before it is made: turned stones, the blast of a bomb. The server is asked how the board
// would look, and what differs is marked.

import { askView } from '../view.js';

/** Who only passes over a cell does not want to know. */
const PATIENCE = 90;

/** The cells that differ between two views, apart from those that the move is about. */
export function changedCells(before, after, move) {
  const own = new Set([...move.route, ...(move.shifts ?? []).flat()]);
  const onCells = (view) => {
    const cells = new Map(view.shades.map(([cell, shade]) => [cell, `shade ${shade}`]));
    for (const [cell, owner, glyph] of view.pieces) cells.set(cell, `${cells.get(cell) ?? ''} ${owner} ${glyph}`);
    return cells;
  };
  const [old, now] = [onCells(before), onCells(after)];
  const all = new Set([...old.keys(), ...now.keys()]);
  return [...all].filter((cell) => !own.has(cell) && old.get(cell) !== now.get(cell));
}

export class Effects {
  /** `show(cells)` is called when it is known what the move that is pointed at would change. */
  constructor(session, show) {
    this.session = session;
    this.show = show;
    this.known = new WeakMap();
    this.timer = null;
    this.move = null;
    this.leaving = new AbortController();
  }

  /** The cells that a move changes; none as long as it is not known. */
  of(move) {
    if (move !== this.move) {
      clearTimeout(this.timer);
      this.move = move;
      if (move && !this.known.has(move)) this.timer = setTimeout(() => this.ask(move), PATIENCE);
    }
    return (move && this.known.get(move)) ?? [];
  }

  async ask(move) {
    const { session } = this;
    const { view } = session;
    const how = { isPatient: false, signal: this.leaving.signal };
    try {
      const after = await askView(session.place, session.moves(), [{ player: view.to_move, move: move.move }], how);
      if (session.view !== view) return;
      this.known.set(move, changedCells(view, after, move));
      if (this.move === move) this.show();
    } catch {
      /* it is only a preview */
    }
  }

  stop() {
    clearTimeout(this.timer);
    this.leaving.abort();
    this.move = null;
  }
}
