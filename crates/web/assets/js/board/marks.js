// What is marked on a board: what is picked, where one can go, what a move would do, what the others did.

import { s } from '../dom.js';
import { colour } from '../games.js';
import { pieceShape } from './pieces.js';

const text = (points) => points.map((point) => point.join(',')).join(' ');

/** A way over the board, with a dot where it turns. */
export function wayShapes(points, kind) {
  const turns = points.slice(1, -1).map(([cx, cy]) => s('circle', { cx, cy, r: 0.07, class: kind }));
  return [s('polyline', { points: text(points), class: kind }), ...turns];
}

const frame = (board, cell, attributes) =>
  s('polygon', { points: board.polygons[cell].getAttribute('points'), ...attributes });

const piece = (board, cell, { owner, glyph }) => {
  const [x, y] = board.centres[cell];
  return s('g', { transform: `translate(${x} ${y})` }, pieceShape(board.view.game, owner, glyph, board.turn));
};

/** Where one can go: a ring around what stands there, an arrow out of the board, else a dot. */
function goal(board, cell, kind, { isTaken, isExit }) {
  const [x, y] = board.centres[cell];
  if (isExit) {
    const d = 'M-.2 .2L.18 -.18M.18 .08V-.18H-.08';
    return s('path', { d, class: `${kind} exit`, transform: `translate(${x} ${y})` });
  }
  return s('circle', { cx: x, cy: y, r: isTaken ? 0.43 : 0.14, class: `${kind} ${isTaken ? 'ring' : 'dot'}` });
}

/**
 * The signs for {selected, targets, exits, hints, ghost: {cell, owner, glyph}, laid: {cells, fits, owner, glyph},
 * effect}: lists of cells, a piece that would be put somewhere, one that is held over the board, and the cells that a
 * move would change.
 */
export function markShapes(board, { selected = [], targets = [], exits = [], hints = [], ghost, laid, effect = [] }) {
  const taken = new Set(board.view.pieces.filter(([, owner]) => owner).map(([cell]) => cell));
  const out = new Set(exits);
  const sign = (kind) => (cell) => goal(board, cell, kind, { isTaken: taken.has(cell), isExit: out.has(cell) });
  return [
    ...effect.map((cell) => frame(board, cell, { class: 'effect' })),
    ...selected.map((cell) => frame(board, cell, { class: 'selected' })),
    ...targets.map(sign('target')),
    ...hints.map(sign('hint')),
    ...(ghost ? [s('g', { class: 'ghost' }, piece(board, ghost.cell, ghost))] : []),
    ...(laid ? [laidShape(board, laid)] : []),
  ];
}

/** A piece that is held over the board, and whether it fits there. */
function laidShape(board, { cells, fits, owner, glyph }) {
  const squares = cells.map((cell) => [piece(board, cell, { owner, glyph }), frame(board, cell, { class: 'rim' })]);
  return s('g', { class: `laid ${fits ? 'fits' : 'unfit'}`, 'data-fits': String(fits) }, squares);
}

/** What was played since one's own last turn: framed in the colour of who played it, the latest last. */
export function recentShapes(board, recent = []) {
  return recent.flatMap(({ player, route }) => {
    if (!route.length) return [];
    const stroke = colour(board.view.game, player).fill;
    const cells = board.isTiled ? route : [...new Set([route[0], route.at(-1)])];
    const frames = cells.map((cell) => frame(board, cell, { stroke, class: 'frame', 'data-player': player }));
    if (board.isTiled || route.length < 2) return frames;
    const way = s('polyline', { points: text(route.map((cell) => board.centres[cell])), stroke });
    return [way, ...frames];
  });
}
