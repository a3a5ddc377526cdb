// The arrows of a board: what algorithms would play.

import { s } from '../dom.js';

const text = (points) => points.map((point) => point.map((v) => v.toFixed(3)).join(',')).join(' ');

/** Arrows along ways of points, or a ring where a way has one point: [{way, kind, title}]. */
export function arrowShapes(list) {
  return list.map(({ way, kind, title = '' }, i) => {
    const name = s('title', {}, title);
    if (!way.length) return s('g');
    if (way.length === 1) {
      const [[cx, cy]] = way;
      return s('circle', { cx, cy, r: 0.42 - 0.1 * i, class: `arrow ring ${kind}` }, name);
    }
    // Arrows of several algorithms lie beside each other.
    const [line, head] = arrow(shifted(way, (i - (list.length - 1) / 2) * 0.16));
    const shapes = [s('polyline', { points: text(line) }), s('polygon', { points: text(head) })];
    return s('g', { class: `arrow ${kind}` }, name, shapes);
  });
}

/** A way moved to the side of its direction. */
function shifted(way, aside) {
  const [dx, dy] = [way.at(-1)[0] - way[0][0], way.at(-1)[1] - way[0][1]];
  const far = Math.hypot(dx, dy) || 1;
  return way.map(([x, y]) => [x - (dy / far) * aside, y + (dx / far) * aside]);
}

/** The line and the head of an arrow along a way. */
function arrow(way) {
  const [[x1, y1], [x2, y2]] = way.slice(-2);
  const length = Math.hypot(x2 - x1, y2 - y1) || 1;
  const [ux, uy] = [(x2 - x1) / length, (y2 - y1) / length];
  const tip = [x2 - ux * 0.12, y2 - uy * 0.12];
  const base = [tip[0] - ux * 0.34, tip[1] - uy * 0.34];
  const sides = [1, -1].map((side) => [base[0] - side * uy * 0.2, base[1] + side * ux * 0.2]);
  return [
    [...way.slice(0, -1), base],
    [tip, ...sides],
  ];
}
