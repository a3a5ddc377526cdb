// A board as SVG. Geometry, pieces and marks come from the server; this draws them, turns them,
// moves the focus about with the arrow keys and reports clicks. It knows no rules.
//
//   const board = new Board(host, { onclick(cell), onhover(cell|null), ondrop(from, to), candrag(cell) });
//   board.show(view);                       // a view of POST /api/position
//   board.mark({ selected: [3], targets: [17, 18] });
//   board.arrows([{ from: 3, to: 17, kind: 'a' }]);

import { s } from './dom.js';
import { look, pieceName } from './games.js';
import { pieceShape } from './pieces.js';

const MARGIN = 0.12;
const outlines = new Map();

let lastKey;
/** The key to tell the server, so that it need not send the outline again. */
export const boardKey = () => lastKey;

const centreOf = (points) => [
  points.reduce((sum, p) => sum + p[0], 0) / points.length,
  points.reduce((sum, p) => sum + p[1], 0) / points.length,
];

export class Board {
  constructor(host, events = {}) {
    this.events = events;
    this.turn = 0;
    this.layers = {};
    this.svg = s('svg.board', { role: 'group', 'aria-label': 'Board', preserveAspectRatio: 'xMidYMid meet' });
    for (const name of ['cells', 'holes', 'edges', 'marks', 'route', 'pieces', 'arrows', 'labels']) {
      this.layers[name] = s(`g.${name}`, name === 'cells' ? {} : { 'aria-hidden': 'true' });
      this.svg.append(this.layers[name]);
    }
    host.append(this.svg);
    this.listen();
  }

  /** Draws a view; `animate` lets the last move slide. */
  show(view, { animate = false } = {}) {
    if (view.board.cells) outlines.set(view.board.key, view.board);
    lastKey = view.board.key;
    const outline = outlines.get(view.board.key);
    const isNew = outline !== this.outline || view.game !== this.view?.game;
    this.view = view;
    if (isNew) {
      this.outline = outline;
      this.layOut();
    }
    this.paint(animate && !isNew);
  }

  /** Turns the board by so many steps: quarters, or sixths of hexagons. */
  rotate(steps) {
    this.turn += steps * this.step();
    this.layOut();
    this.paint(false);
    this.mark(this.marks ?? {});
    this.arrows(this.arrowList ?? []);
  }

  step() {
    return this.outline?.cells[0]?.points.length === 6 ? 60 : 90;
  }

  layOut() {
    const { cells, labels } = this.outline;
    // A game need not have a board.
    const all = cells.length ? cells.flatMap((cell) => cell.points) : [[0, 0]];
    const extent = (choose, axis) => choose(...all.map((p) => p[axis]));
    const middle = [0, 1].map((axis) => (extent(Math.min, axis) + extent(Math.max, axis)) / 2);
    const angle = (this.turn * Math.PI) / 180;
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    this.place = ([x, y]) => {
      const [dx, dy] = [x - middle[0], y - middle[1]];
      return [+(dx * cos - dy * sin).toFixed(4), +(dx * sin + dy * cos).toFixed(4)];
    };
    this.centres = cells.map((cell) => this.place(centreOf(cell.points)));
    const corners = cells.flatMap((cell) => cell.points.map(this.place));
    const texts = labels.map((label) => this.place(label.at));
    const reach = [
      ...(corners.length ? corners : [[0, 0]]),
      ...texts.flatMap(([x, y]) => [
        [x - 0.35, y - 0.35],
        [x + 0.35, y + 0.35],
      ]),
    ];
    const low = [0, 1].map((axis) => Math.min(...reach.map((p) => p[axis])) - MARGIN);
    const high = [0, 1].map((axis) => Math.max(...reach.map((p) => p[axis])) + MARGIN);
    this.size = [high[0] - low[0], high[1] - low[1]];
    this.svg.setAttribute('viewBox', `${low[0]} ${low[1]} ${this.size[0]} ${this.size[1]}`);
    this.svg.style.setProperty('--aspect', this.size[0] / this.size[1]);
    this.svg.dataset.game = this.view.game;
    this.svg.dataset.style = look(this.view.game).board;
    this.top = Math.min(...corners.map((p) => p[1]));
    this.svg.style.display = cells.length ? '' : 'none';
    this.polygons = cells.map((cell, index) =>
      s('polygon', {
        points: cell.points.map((p) => this.place(p).join(',')).join(' '),
        'data-cell': cell.id,
        'data-index': index,
        role: 'button',
        tabindex: -1,
      }),
    );
    if (this.focused === undefined || this.focused >= cells.length) this.focused = 0;
    this.layers.cells.replaceChildren(...this.polygons);
    this.layers.labels.replaceChildren(
      ...labels.map((label, i) => s('text', { x: texts[i][0], y: texts[i][1] + 0.11, 'font-size': 0.32 }, label.text)),
    );
    const radius = { rack: 0.4, dimples: 0.36 }[look(this.view.game).board];
    this.layers.holes.replaceChildren(
      ...(radius ? this.centres.map(([cx, cy]) => s('circle', { cx, cy, r: radius })) : []),
    );
    this.layers.marks.replaceChildren();
    this.layers.arrows.replaceChildren();
    this.pieces = new Map();
    this.layers.pieces.replaceChildren();
  }

  paint(animate) {
    const { view } = this;
    const shades = new Map(view.shades);
    const sets = { last: new Set(view.last), winning: new Set(view.winning) };
    const standing = new Map(view.pieces.map(([cell, owner, glyph]) => [cell, [owner, glyph]]));
    this.polygons.forEach((polygon, cell) => {
      const classes = [`shade-${shades.get(cell) ?? 0}`];
      for (const [name, set] of Object.entries(sets)) if (set.has(cell)) classes.push(name);
      polygon.setAttribute('class', classes.join(' '));
      polygon.setAttribute('tabindex', cell === this.focused ? 0 : -1);
      const piece = standing.get(cell);
      const said = [this.outline.cells[cell].id];
      if (piece) said.push(pieceName(view.game, ...piece));
      if (sets.last.has(cell)) said.push('last move');
      polygon.dataset.said = said.join(', ');
      polygon.setAttribute('aria-label', polygon.dataset.said);
    });
    this.layers.edges.replaceChildren(
      ...view.edges.map(([from, to]) => {
        const [[x1, y1], [x2, y2]] = [this.place(from), this.place(to)];
        return s('line', { x1, y1, x2, y2 });
      }),
    );
    this.drawPieces(standing, animate);
    this.drawRoute(view.route);
  }

  drawPieces(standing, animate) {
    const { game, route } = this.view;
    const arrived = [];
    for (const [cell, drawn] of this.pieces) {
      const now = standing.get(cell);
      if (!now || drawn.key !== now.join()) {
        drawn.element.remove();
        this.pieces.delete(cell);
      }
    }
    for (const [cell, [owner, glyph]] of standing) {
      if (this.pieces.has(cell)) continue;
      const [x, y] = this.centres[cell];
      const inner = pieceShape(game, owner, glyph, this.turn);
      const element = s('g', { class: `piece p${owner}`, transform: `translate(${x} ${y})` }, inner);
      this.layers.pieces.append(element);
      this.pieces.set(cell, { key: `${owner},${glyph}`, element });
      arrived.push([cell, inner]);
    }
    if (!animate || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    for (const [cell, inner] of arrived) this.slide(cell, inner, route);
  }

  /** A piece that has moved comes along its way; one that is put into a rack falls from above. */
  slide(cell, inner, route) {
    const [x, y] = this.centres[cell];
    let way = null;
    if (route.length > 1 && route.at(-1) === cell) way = route.map((c) => this.centres[c]);
    else if (look(this.view.game).board === 'rack' && route[0] === cell)
      way = [
        [x, this.top - 0.6],
        [x, y],
      ];
    if (!way) {
      inner.animate([{ opacity: 0.2 }, { opacity: 1 }], { duration: 180, easing: 'ease-out' });
      return;
    }
    const frames = way.map(([fx, fy]) => ({ transform: `translate(${fx - x}px, ${fy - y}px)` }));
    inner.animate(frames, { duration: Math.min(140 + 90 * (way.length - 1), 700), easing: 'ease-in-out' });
  }

  drawRoute(route, kind = 'past') {
    const points = (route ?? []).map((cell) => this.centres[cell]);
    this.layers.route.replaceChildren(
      ...(points.length > 1
        ? [
            s('polyline', { points: points.map((p) => p.join(',')).join(' '), class: kind }),
            ...points.slice(1, -1).map(([cx, cy]) => s('circle', { cx, cy, r: 0.07, class: kind })),
          ]
        : []),
    );
  }

  /** Marks cells: {selected, targets, hints, ghost: {cell, owner, glyph}, route}. */
  mark(marks) {
    this.marks = marks;
    const { selected = [], targets = [], hints = [], ghost, route } = marks;
    const occupied = new Set(this.view.pieces.filter(([, owner]) => owner).map(([cell]) => cell));
    const signs = [];
    for (const cell of selected)
      signs.push(s('polygon', { points: this.polygons[cell].getAttribute('points'), class: 'selected' }));
    for (const [cells, kind] of [
      [targets, 'target'],
      [hints, 'hint'],
    ]) {
      for (const cell of cells) {
        const [cx, cy] = this.centres[cell];
        const [r, form] = occupied.has(cell) ? [0.43, 'ring'] : [0.14, 'dot'];
        signs.push(s('circle', { cx, cy, r, class: `${kind} ${form}` }));
      }
    }
    if (ghost) {
      const [x, y] = this.centres[ghost.cell];
      const shape = pieceShape(this.view.game, ghost.owner, ghost.glyph, this.turn);
      signs.push(s('g', { class: 'ghost', transform: `translate(${x} ${y})` }, shape));
    }
    this.layers.marks.replaceChildren(...signs);
    const reachable = new Set(targets);
    const chosen = new Set(selected);
    this.polygons.forEach((polygon, cell) => {
      polygon.classList.toggle('live', reachable.has(cell));
      const extra = chosen.has(cell) ? ', selected' : reachable.has(cell) ? ', can be clicked' : '';
      polygon.setAttribute('aria-label', polygon.dataset.said + extra);
    });
    if (route) this.drawRoute(route, 'planned');
    else this.drawRoute(this.view.route);
  }

  /** Arrows from cell to cell, or a ring where a move has one cell: [{route, kind, title}]. */
  arrows(list) {
    this.arrowList = list;
    this.layers.arrows.replaceChildren(
      ...list.map(({ route, kind, title }, i) => {
        const way = route.map((cell) => this.centres[cell]).filter(Boolean);
        if (!way.length) return s('g');
        const name = s('title', {}, title ?? '');
        if (way.length === 1) {
          return s('circle', { cx: way[0][0], cy: way[0][1], r: 0.42 - 0.1 * i, class: `arrow ring ${kind}` }, name);
        }
        // Arrows of several algorithms lie beside each other.
        const aside = (i - (list.length - 1) / 2) * 0.16;
        const [dx, dy] = [way.at(-1)[0] - way[0][0], way.at(-1)[1] - way[0][1]];
        const far = Math.hypot(dx, dy) || 1;
        way.forEach(([x, y], at) => {
          way[at] = [x - (dy / far) * aside, y + (dx / far) * aside];
        });
        const [[x1, y1], [x2, y2]] = way.slice(-2);
        const length = Math.hypot(x2 - x1, y2 - y1) || 1;
        const [ux, uy] = [(x2 - x1) / length, (y2 - y1) / length];
        const tip = [x2 - ux * 0.12, y2 - uy * 0.12];
        const base = [tip[0] - ux * 0.34, tip[1] - uy * 0.34];
        const points = [...way.slice(0, -1), base].map((p) => p.map((v) => v.toFixed(3)).join(','));
        const head = [tip, [base[0] - uy * 0.2, base[1] + ux * 0.2], [base[0] + uy * 0.2, base[1] - ux * 0.2]];
        return s(
          'g',
          { class: `arrow ${kind}` },
          name,
          s('polyline', { points: points.join(' ') }),
          s('polygon', { points: head.map((p) => p.map((v) => v.toFixed(3)).join(',')).join(' ') }),
        );
      }),
    );
  }

  cellAt(event) {
    const polygon = event.target.closest?.('polygon[data-index]');
    return polygon && this.svg.contains(polygon) ? Number(polygon.dataset.index) : null;
  }

  cellUnder(event) {
    const polygon = document.elementFromPoint(event.clientX, event.clientY)?.closest?.('polygon[data-index]');
    return polygon && this.svg.contains(polygon) ? Number(polygon.dataset.index) : null;
  }

  listen() {
    const { svg } = this;
    let drag = null;
    svg.addEventListener('click', (event) => {
      const cell = this.cellAt(event);
      if (drag?.dropped) {
        drag = null;
        return;
      }
      drag = null;
      if (cell === null) this.events.onaway?.();
      else {
        this.setFocus(cell, false);
        this.events.onclick?.(cell);
      }
    });
    svg.addEventListener('pointerover', (event) => {
      if (event.pointerType === 'touch') return;
      this.events.onhover?.(this.cellAt(event));
    });
    svg.addEventListener('pointerleave', () => this.events.onhover?.(null));
    svg.addEventListener('pointerdown', (event) => {
      drag = null;
      const cell = this.cellAt(event);
      if (event.button !== 0 || event.pointerType === 'touch' || cell === null || !this.events.candrag?.(cell)) return;
      drag = { cell, x: event.clientX, y: event.clientY, ghost: null, dropped: false };
    });
    addEventListener('pointermove', (event) => {
      if (!drag || drag.dropped || !svg.isConnected) return;
      if (!drag.ghost) {
        if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < 6) return;
        this.events.ondrag?.(drag.cell);
        const piece = this.pieces.get(drag.cell)?.element;
        drag.ghost = piece ? piece.cloneNode(true) : s('g');
        drag.ghost.classList.add('dragged');
        piece?.classList.add('lifted');
        this.layers.pieces.append(drag.ghost);
      }
      const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
      drag.ghost.setAttribute('transform', `translate(${at.x} ${at.y})`);
      this.events.onhover?.(this.cellUnder(event));
    });
    const end = (event) => {
      if (!drag?.ghost || drag.dropped) return;
      drag.ghost.remove();
      this.pieces.get(drag.cell)?.element.classList.remove('lifted');
      drag.dropped = true;
      const cell = event.type === 'pointerup' ? this.cellUnder(event) : null;
      this.events.ondrop?.(drag.cell, cell);
      // The click that follows on the same cell is part of the drag.
      setTimeout(() => {
        drag = null;
      });
    };
    addEventListener('pointerup', end);
    addEventListener('pointercancel', end);
    svg.addEventListener('keydown', (event) => {
      const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
      if (ways[event.key] && this.cellAt(event) !== null && !event.ctrlKey && !event.metaKey) {
        event.preventDefault();
        event.stopPropagation();
        this.walk(...ways[event.key]);
      } else if (event.key === 'Enter' || event.key === ' ') {
        const cell = this.cellAt(event);
        if (cell === null) return;
        event.preventDefault();
        event.stopPropagation();
        this.events.onclick?.(cell);
      }
    });
    svg.addEventListener('focusin', (event) => {
      const cell = this.cellAt(event);
      if (cell !== null) {
        this.setFocus(cell, false);
        this.events.onhover?.(cell);
      }
    });
  }

  /** The focus goes to the nearest cell in a direction. */
  walk(dx, dy) {
    const [x, y] = this.centres[this.focused];
    let best = null;
    this.centres.forEach(([cx, cy], cell) => {
      const along = (cx - x) * dx + (cy - y) * dy;
      const across = Math.abs((cx - x) * dy) + Math.abs((cy - y) * dx);
      if (along < 0.25 || across > along * 1.8) return;
      const cost = along + 2 * across;
      if (!best || cost < best.cost) best = { cell, cost };
    });
    if (best) this.setFocus(best.cell, true);
  }

  setFocus(cell, move) {
    this.polygons[this.focused]?.setAttribute('tabindex', -1);
    this.focused = cell;
    this.polygons[cell].setAttribute('tabindex', 0);
    if (move) this.polygons[cell].focus();
  }
}
