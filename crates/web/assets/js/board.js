// A board to play on: turns, moves the focus about with the arrow keys, marks, and reports clicks. It knows no rules.
//
//   const board = new Board(host, { onclick(cell), onhover(cell|null), ondrop(from, to), candrag(cell) });
//   board.show(view);                       // a view of POST /api/position
//   board.mark({ selected: [3], targets: [17, 18] });
//   board.arrows([{ route: [3, 17], kind: 'a' }]);
//   board.unmount();

import { arrowShapes } from './board/arrows.js';
import { BoardInput } from './board/input.js';
import { markShapes } from './board/marks.js';
import { StillBoard } from './board/still.js';
import { Zoom } from './board/zoom.js';
import { neighbour, stepOf } from './model/layout.js';
import { t } from './model/text.js';

export class Board extends StillBoard {
  constructor(host, events = {}) {
    super(host);
    this.zoom = new Zoom(this);
    this.input = new BoardInput(this, events);
  }

  forget() {
    this.input.marker?.forget();
  }

  frame(box) {
    this.zoom.reset(box);
  }

  /** Turns the board by so many steps: quarters, or sixths of hexagons. */
  rotate(steps) {
    this.turn += steps * stepOf(this.outline);
    this.layOut();
    this.paint(false);
    this.mark(this.marks ?? {});
    this.arrows(this.arrowList ?? []);
    this.drawn(this.drawnMarks ?? []);
  }

  /** Marks cells; `board/marks.js` tells what there is to mark. */
  mark(marks) {
    // A pointer that goes from cell to cell where nothing can be done changes nothing.
    const key = JSON.stringify(marks);
    if (key === this.markedAs) return;
    this.markedAs = key;
    this.marks = marks;
    this.layers.marks.replaceChildren(...markShapes(this, marks));
    const reachable = new Set(marks.targets);
    const chosen = new Set(marks.selected);
    const exits = new Set(marks.exits);
    // Of a large board only what changes is touched.
    const concerned = new Set([...reachable, ...chosen, ...exits]);
    for (const cell of new Set([...concerned, ...this.concerned])) {
      const polygon = this.polygons[cell];
      polygon.classList.toggle('live', reachable.has(cell));
      const said = [polygon.dataset.said];
      if (chosen.has(cell)) said.push(t('board.selected'));
      else if (exits.has(cell)) said.push(t('board.exit'));
      else if (reachable.has(cell)) said.push(t('board.target'));
      polygon.setAttribute('aria-label', said.join(', '));
    }
    this.concerned = concerned;
    if (marks.route) this.drawRoute(marks.route, 'planned');
    else this.drawRoute(this.isTiled ? [] : this.view.route);
  }

  /** Arrows from cell to cell, or a ring where a move has one cell: [{route, kind, title}]. */
  arrows(list) {
    this.arrowList = list;
    const ways = list.map(({ route, ...rest }) => ({
      ...rest,
      way: route.map((cell) => this.centres[cell]).filter(Boolean),
    }));
    this.layers.arrows.replaceChildren(...arrowShapes(ways));
  }

  /** What somebody has drawn: [[cell], [from, to]], by the names of cells. */
  drawn(marks) {
    this.drawnMarks = marks;
    if (!marks.length && !this.layers.notes.childElementCount) return;
    const index = new Map(this.outline.cells.map(({ id }, cell) => [id, cell]));
    const ways = marks.map((mark) => mark.map((name) => this.centres[index.get(name)]));
    // A mark from a text may name a cell that the board does not have.
    const known = ways.filter((way) => way.every(Boolean));
    this.layers.notes.replaceChildren(...known.flatMap((way) => arrowShapes([{ way, kind: 'note' }])));
  }

  /** The focus goes to the nearest cell in a direction. */
  walk(way, lean) {
    const cell = neighbour(this.centres, this.focused, way, lean);
    if (cell !== null) this.setFocus(cell, true);
  }

  setFocus(cell, move) {
    this.polygons[this.focused]?.setAttribute('tabindex', -1);
    this.focused = cell;
    this.polygons[cell].setAttribute('tabindex', 0);
    if (move) {
      this.zoom.reveal(this.centres[cell]);
      this.polygons[cell].focus();
    }
  }

  /** Takes the board away, with everything it listens to. */
  unmount() {
    this.input.unmount();
    super.unmount();
  }
}
