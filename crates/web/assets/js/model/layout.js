// Where the cells of a board lie on the screen: turned about its middle, with room for the labels.

/** @typedef {readonly [number, number]} Point */

/**
 * A board as the server sends it: cells with their corners, and labels beside them.
 * @typedef {{ key: string, cells: { id: string, points: Point[] }[], labels: { at: Point, text: string }[] }} Outline
 */

const MARGIN = 0.12;
/** Half of what a label takes. */
const LABEL = 0.35;

/** @param {Point[]} points @param {0 | 1} axis */
const low = (points, axis) => points.reduce((least, point) => Math.min(least, point[axis]), Infinity);
/** @param {Point[]} points @param {0 | 1} axis */
const high = (points, axis) => points.reduce((most, point) => Math.max(most, point[axis]), -Infinity);

/**
 * The mean of some points.
 * @param {Point[]} points
 * @returns {Point}
 */
const centreOf = (points) => [
  points.reduce((sum, point) => sum + point[0], 0) / points.length,
  points.reduce((sum, point) => sum + point[1], 0) / points.length,
];

/**
 * The smallest turn after which the board looks the same kind of board: a quarter, or a sixth for hexagons.
 * @param {Outline | undefined} outline
 */
export const stepOf = (outline) => (outline?.cells[0]?.points.length === 6 ? 60 : 90);

/**
 * @param {Outline} outline
 * @param {number} turn in degrees
 */
export function layOut({ cells, labels }, turn) {
  // A game need not have a board.
  /** @type {Point[]} */
  const all = cells.length ? cells.flatMap((cell) => cell.points) : [[0, 0]];
  const [middleX, middleY] = [(low(all, 0) + high(all, 0)) / 2, (low(all, 1) + high(all, 1)) / 2];
  const angle = (turn * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  /** @param {Point} point @returns {Point} */
  const place = ([x, y]) => {
    const [dx, dy] = [x - middleX, y - middleY];
    return [+(dx * cos - dy * sin).toFixed(4), +(dx * sin + dy * cos).toFixed(4)];
  };
  const corners = cells.map((cell) => cell.points.map(place));
  const texts = labels.map(({ at, text }) => ({ at: place(at), text }));
  /** @type {Point[]} */
  const reach = [
    ...(cells.length ? corners.flat() : [/** @type {Point} */ ([0, 0])]),
    ...texts.flatMap(({ at: [x, y] }) => [
      /** @type {Point} */ ([x - LABEL, y - LABEL]),
      /** @type {Point} */ ([x + LABEL, y + LABEL]),
    ]),
  ];
  const [left, top] = [low(reach, 0) - MARGIN, low(reach, 1) - MARGIN];
  const [width, height] = [high(reach, 0) + MARGIN - left, high(reach, 1) + MARGIN - top];
  return {
    place,
    corners,
    texts,
    centres: cells.map((cell) => place(centreOf(cell.points))),
    box: { left, top, width, height },
    /** Where the highest cell begins. */
    top: low(corners.flat(), 1),
  };
}

/** Cells whose middles are not farther apart lie beside each other. */
const BESIDE = 1.2;

/**
 * The nearest cell in a direction, for the arrow keys; null if there is none. Cells that lie beside each other come
 * before others. Between hexagons there are two ways up and two down: `lean` says to which side, so that up and down
 * lead back to where one was.
 * @param {Point[]} centres
 * @param {number} from
 * @param {Point} way
 * @param {number} lean -1 to the left, 1 to the right
 */
export function neighbour(centres, from, [dx, dy], lean = dy < 0 ? -1 : 1) {
  const [x, y] = centres[from];
  /** @type {{ cell: number, cost: number } | null} */
  let best = null;
  for (const [cell, [cx, cy]] of centres.entries()) {
    const along = (cx - x) * dx + (cy - y) * dy;
    const across = Math.abs((cx - x) * dy) + Math.abs((cy - y) * dx);
    if (along < 0.25 || across > along * 1.8) continue;
    const isBeside = Math.hypot(cx - x, cy - y) < BESIDE;
    const isAway = dy !== 0 && (cx - x) * lean < -0.01;
    const cost = (isBeside ? 0 : 2) + along + 2 * across + (isAway ? 0.1 : 0);
    if (!best || cost < best.cost) best = { cell, cost };
  }
  return best?.cell ?? null;
}
