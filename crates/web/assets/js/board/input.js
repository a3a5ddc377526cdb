// What people do with a board: click, drag, hover, walk about with the arrow keys. The window is listened to only while
// a piece is dragged.

import { s } from '../dom.js';
import { Marker } from './marker.js';
import { LEAST_DRAG, startPan } from './pan.js';

const WAYS = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  // Between hexagons there is another way up, and another down.
  PageUp: [0, -1, 1],
  PageDown: [0, 1, -1],
};
export class BoardInput {
  constructor(board, events) {
    this.board = board;
    this.events = events;
    this.drag = null;
    this.wasDropped = false;
    this.pointerType = '';
    const { svg } = board;
    this.marker = events.onmark
      ? new Marker(svg, {
          draw: (from, to) => {
            // The click that ends it is part of it.
            this.wasDropped = true;
            events.onmark(from, to);
          },
          cellAt: (event) => this.cellAt(event),
          cellUnder: (event) => this.cellUnder(event),
          focused: () => board.focused,
          isBusy: () => Boolean(events.isHeld?.()),
          said: (cell) => events.onmarkbegun(cell),
        })
      : null;
    const hears = {
      click: (event) => this.click(event),
      pointerover: (event) => {
        if (event.pointerType !== 'touch') this.events.onhover?.(this.cellAt(event));
      },
      pointerleave: () => this.events.onhover?.(null),
      pointerdown: (event) => this.down(event),
      pointermove: (event) => this.touchMove(event),
      pointerup: (event) => board.zoom.lift(event),
      pointercancel: (event) => board.zoom.lift(event),
      wheel: (event) => {
        if (this.events.onwheel?.(event) || board.zoom.wheel(event)) event.preventDefault();
      },
      contextmenu: (event) => {
        // A finger that rests asks for the menu, too.
        if ((this.pointerType === 'mouse' && this.events.onflip?.()) || this.marker) event.preventDefault();
      },
      keydown: (event) => this.key(event),
      focusin: (event) => {
        const cell = this.cellAt(event);
        if (cell === null) return;
        board.setFocus(cell, false);
        this.events.onhover?.(cell);
      },
    };
    for (const [name, listener] of Object.entries(hears)) svg.addEventListener(name, listener, { passive: false });
  }

  unmount() {
    this.endDrag();
    this.marker?.forget();
  }

  /** The cell of a polygon; null for anything else. */
  cellOf(element) {
    const polygon = element?.closest?.('polygon[data-index]');
    return polygon && this.board.svg.contains(polygon) ? Number(polygon.dataset.index) : null;
  }

  cellAt(event) {
    return this.cellOf(event.target);
  }

  cellUnder(event) {
    return this.cellOf(document.elementFromPoint(event.clientX, event.clientY));
  }

  click(event) {
    const cell = this.cellAt(event);
    // The click that ends a drag is part of it.
    if (this.wasDropped) return;
    if (cell === null) this.events.onaway?.();
    else {
      this.board.setFocus(cell, false);
      this.events.onclick?.(cell, { isTouch: event.pointerType === 'touch' });
    }
  }

  /** What is held over the board follows a finger; else fingers zoom and pan. No finger lies quite still in a tap. */
  touchMove(event) {
    if (event.pointerType !== 'touch' || this.marker?.isDrawing) return;
    const { zoom } = this.board;
    if (this.events.isHeld?.()) this.events.onhover?.(this.cellUnder(event));
    else if (!this.wasDropped && zoom.distance(event) < LEAST_DRAG) return;
    else if (zoom.drag(event)) this.wasDropped = true;
  }

  down(event) {
    this.endDrag();
    this.wasDropped = false;
    this.pointerType = event.pointerType;
    if (event.pointerType === 'touch') this.board.zoom.touch(event);
    const cell = this.cellAt(event);
    const isMeant = event.button === 0 && event.pointerType !== 'touch' && cell !== null;
    if (!isMeant) return;
    if (!this.events.candrag?.(cell)) {
      this.startPan(event);
      return;
    }
    const listening = new AbortController();
    this.drag = { cell, x: event.clientX, y: event.clientY, ghost: null, listening };
    const { signal } = listening;
    addEventListener('pointermove', (moved) => this.move(moved), { signal });
    addEventListener('pointerup', (up) => this.drop(this.cellUnder(up)), { signal });
    addEventListener('pointercancel', () => this.drop(null), { signal });
  }

  /** A zoomed board is moved about by what cannot be dragged. */
  startPan(event) {
    const { zoom } = this.board;
    if (zoom.scale === 1) return;
    const listening = startPan(event, zoom, {
      onpan: () => {
        this.wasDropped = true;
      },
      onend: () => {
        this.endDrag();
        // The click that ends a drag is part of it.
        setTimeout(() => {
          this.wasDropped = false;
        });
      },
    });
    this.drag = { cell: null, ghost: null, listening };
  }

  move(event) {
    const { drag, board } = this;
    if (!drag.ghost) {
      if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < LEAST_DRAG) return;
      this.events.ondrag?.(drag.cell);
      this.lift();
    }
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(board.svg.getScreenCTM().inverse());
    const [x, y] = board.centres[drag.cell];
    drag.ghost.setAttribute('transform', `translate(${at.x - x} ${at.y - y})`);
    this.events.onhover?.(this.cellUnder(event));
  }

  /** What is dragged leaves its cells: the piece, and those that go with it. */
  lift() {
    const { board, drag } = this;
    drag.ghost = s('g.dragged');
    drag.lifted = this.events.lifted?.(drag.cell) ?? [drag.cell];
    for (const cell of drag.lifted) {
      const piece = board.pieces.get(cell)?.element;
      if (!piece) continue;
      drag.ghost.append(piece.cloneNode(true));
      piece.classList.add('lifted');
    }
    board.layers.pieces.append(drag.ghost);
  }

  drop(to) {
    const { cell, ghost } = this.drag;
    this.endDrag();
    if (!ghost) return;
    this.wasDropped = true;
    // The click follows at once, if it follows at all.
    setTimeout(() => {
      this.wasDropped = false;
    });
    this.events.ondrop?.(cell, to);
  }

  endDrag() {
    if (!this.drag) return;
    const { ghost, lifted = [], listening } = this.drag;
    this.drag = null;
    listening.abort();
    ghost?.remove();
    for (const cell of lifted) this.board.pieces.get(cell)?.element.classList.remove('lifted');
  }

  key(event) {
    const cell = this.cellAt(event);
    if (cell === null || event.ctrlKey || event.metaKey) return;
    const way = WAYS[event.key];
    if (!way && event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    event.stopPropagation();
    const [dx, dy, lean] = way ?? [];
    if (way) this.board.walk([dx, dy], lean);
    else this.events.onclick?.(cell, { isTouch: false });
  }
}
