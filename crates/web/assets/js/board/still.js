// A board as SVG that is only looked at. Geometry, pieces and marks come from the server; this draws them and knows no
// rules. `../board.js` is one to play on.

import { s } from '../dom.js';
import { look, pieceName } from '../games.js';
import { layOut } from '../model/layout.js';
import { t } from '../model/text.js';
import { recentShapes, wayShapes } from './marks.js';
import { pieceShape } from './pieces.js';

const outlines = new Map();

let lastKey;
/** The key to tell the server, so that it need not send the outline again. */
export const boardKey = () => lastKey;

/** A cell that a move begins with. */
const firstToMove = ({ moves }) => moves?.find(({ paths }) => paths.length)?.paths[0][0];

export class StillBoard {
  constructor(host) {
    this.turn = 0;
    this.layers = {};
    // Its cells are stops of the keyboard; whatever hears of the focus would be one, too.
    const frame = { role: 'group', tabindex: -1, 'aria-label': t('board.label') };
    this.svg = s('svg.board', { ...frame, preserveAspectRatio: 'xMidYMid meet' });
    for (const name of ['cells', 'holes', 'edges', 'marks', 'route', 'pieces', 'recent', 'notes', 'arrows', 'labels']) {
      this.layers[name] = s(`g.${name}`, name === 'cells' ? {} : { 'aria-hidden': 'true' });
      this.svg.append(this.layers[name]);
    }
    host.append(this.svg);
  }

  /** Draws a view; `animate` lets the last move slide. */
  show(view, { animate = false } = {}) {
    if (view.board.cells) outlines.set(view.board.key, view.board);
    lastKey = view.board.key;
    const outline = outlines.get(view.board.key);
    const isNew = outline !== this.outline || view.game !== this.view?.game;
    if (view !== this.view) this.forget();
    this.view = view;
    if (isNew) {
      this.outline = outline;
      this.layOut();
    }
    this.paint(animate && !isNew);
  }

  /** Another view comes: whatever was begun on the one before is over. */
  forget() {}

  /** Shows all of the board. */
  frame({ left, top, width, height }) {
    this.svg.setAttribute('viewBox', `${left} ${top} ${width} ${height}`);
  }

  layOut() {
    const { cells } = this.outline;
    const { board: style } = look(this.view.game);
    const layout = layOut(this.outline, this.turn);
    const { width, height } = layout.box;
    this.place = layout.place;
    this.centres = layout.centres;
    this.plainCentres = layOut(this.outline, 0).centres;
    this.top = layout.top;
    this.frame(layout.box);
    this.svg.style.setProperty('--aspect', String(width / height));
    const isOther = this.svg.dataset.game !== this.view.game;
    this.svg.dataset.game = this.view.game;
    this.svg.dataset.style = style;
    this.svg.style.display = cells.length ? '' : 'none';
    this.polygons = cells.map((cell, index) =>
      s('polygon', {
        points: layout.corners[index].map((p) => p.join(',')).join(' '),
        'data-cell': cell.id,
        'data-index': index,
        role: 'button',
        tabindex: -1,
      }),
    );
    // Whoever comes with the keyboard begins where there is something to do.
    if (isOther || this.focused >= cells.length) this.focused = firstToMove(this.view) ?? 0;
    this.polygons[this.focused]?.setAttribute('tabindex', 0);
    this.layers.cells.replaceChildren(...this.polygons);
    /** What is to be seen of each cell, without marks, or null if that is not drawn; and the cells that are marked. */
    this.cellsAsDrawn = cells.map(() => null);
    this.concerned = new Set();
    this.layers.labels.replaceChildren(
      ...layout.texts.map(({ at: [x, y], text }) => s('text', { x, y: y + 0.11, 'font-size': 0.32 }, text)),
    );
    const radius = { rack: 0.4, dimples: 0.36 }[style];
    const hole = ([cx, cy]) => s('circle', { cx, cy, r: radius });
    this.layers.holes.replaceChildren(...(radius ? this.centres.map(hole) : []));
    this.layers.marks.replaceChildren();
    this.layers.arrows.replaceChildren();
    this.layers.notes.replaceChildren();
    this.pieces = new Map();
    this.layers.pieces.replaceChildren();
  }

  paint(animate) {
    const { view } = this;
    // Whatever was marked is to look as it did before; of a large board nothing else is touched that stays as it is.
    for (const cell of this.concerned) this.cellsAsDrawn[cell] = null;
    this.concerned = new Set();
    this.markedAs = null;
    const shades = new Map(view.shades);
    const standing = new Map(view.pieces.map(([cell, owner, glyph]) => [cell, [owner, glyph]]));
    // Most cells show nothing; of the others it is gathered what they show, and what was so before is left alone.
    const seen = new Map();
    const see = (cell, what) => seen.set(cell, `${seen.get(cell) ?? ''} ${what}`);
    for (const [cell, shade] of shades) see(cell, shade);
    for (const name of ['last', 'winning', 'threatened']) for (const cell of view[name] ?? []) see(cell, name);
    for (const [cell, piece] of standing) see(cell, piece.join());
    this.cellsAsDrawn.forEach((before, cell) => {
      const now = seen.get(cell) ?? '';
      if (now === before) return;
      this.cellsAsDrawn[cell] = now;
      this.drawCell(cell, shades.get(cell) ?? 0, standing.get(cell), now.split(' '));
    });
    this.layers.edges.replaceChildren(
      ...view.edges.map(([from, to]) => {
        const [[x1, y1], [x2, y2]] = [this.place(from), this.place(to)];
        return s('line', { x1, y1, x2, y2 });
      }),
    );
    this.drawPieces(standing, animate);
    // A piece that fills its cells shows by itself where it lies.
    this.isTiled = look(view.game).pieces === 'tile';
    this.drawRoute(this.isTiled ? [] : view.route);
    this.layers.recent.replaceChildren(...recentShapes(this, view.recent));
  }

  /** A cell with its shade, and whatever of `last`, `winning` and `threatened` it is. */
  drawCell(cell, shade, piece, marks) {
    const polygon = this.polygons[cell];
    const classes = ['last', 'winning', 'threatened'].filter((name) => marks.includes(name));
    const said = [this.outline.cells[cell].id];
    if (piece) said.push(pieceName(this.view.game, ...piece));
    if (marks.includes('last')) said.push(t('board.lastMove'));
    if (marks.includes('threatened')) said.push(t('board.threatened'));
    const words = said.join(', ');
    polygon.setAttribute('class', [`shade-${shade}`, ...classes].join(' '));
    polygon.dataset.said = words;
    polygon.setAttribute('aria-label', words);
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
    this.layers.route.replaceChildren(...(points.length > 1 ? wayShapes(points, kind) : []));
  }

  /** Only to be looked at: out of the way of the keyboard and of screen readers. */
  quieten() {
    this.svg.setAttribute('aria-hidden', 'true');
    for (const cell of this.polygons) cell.removeAttribute('tabindex');
  }

  /** Takes the board away. */
  unmount() {
    this.svg.remove();
  }
}
