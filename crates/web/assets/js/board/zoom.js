// A part of a large board, larger: by wheel and pinch, by keys and buttons. The board offers it where its cells are too
// small to aim at; what is not seen is reached by dragging. Drawn trees are looked at in the same way.

/** Cells of fewer pixels are hard to hit. */
const SMALLEST = 24;
const CLOSEST = 8;
const STEP = 1.5;

const clamp = (value, low, high) => Math.min(Math.max(value, low), high);

export class Zoom {
  /**
   * @typedef {object} Wish
   * @property {number} [smallest] so many pixels should a cell have
   * @property {(size: number) => number} [closest] how much larger one of some size may become
   * @property {number} [margin] around a cell that is to be seen
   * @param {{ svg: SVGSVGElement }} board
   * @param {Wish} wish
   */
  constructor(board, { smallest = SMALLEST, closest = () => CLOSEST, margin = 1 } = {}) {
    this.board = board;
    this.margin = margin;
    this.smallest = smallest;
    this.closest = closest;
    this.whole = { left: 0, top: 0, width: 1, height: 1 };
    this.scale = 1;
    this.middle = [0, 0];
    /** The fingers on the board: where each of them is. */
    this.fingers = new Map();
  }

  /** Another board, or the same turned about: all of it is shown. */
  reset(box) {
    this.whole = box;
    this.scale = 1;
    this.middle = [box.left + box.width / 2, box.top + box.height / 2];
    this.apply();
  }

  /** The pixels of a cell when all of the board is seen. */
  get cellSize() {
    const { clientWidth, clientHeight } = this.board.svg;
    return Math.min(clientWidth / this.whole.width, clientHeight / this.whole.height);
  }

  get isUseful() {
    const size = this.cellSize;
    return size > 0 && size < this.smallest;
  }

  /** How much of the board is seen. */
  get seen() {
    return [this.whole.width / this.scale, this.whole.height / this.scale];
  }

  apply() {
    const { left, top, width, height } = this.whole;
    const [w, h] = this.seen;
    /** What fits is in the middle. */
    const within = (at, start, size, seen) =>
      seen >= size ? start + size / 2 : clamp(at, start + seen / 2, start + size - seen / 2);
    this.middle = [within(this.middle[0], left, width, w), within(this.middle[1], top, height, h)];
    const [x, y] = this.middle;
    this.board.svg.setAttribute('viewBox', `${x - w / 2} ${y - h / 2} ${w} ${h}`);
    this.board.svg.classList.toggle('zoomed', this.scale > 1);
  }

  /** A point of the screen on the board. */
  at(x, y) {
    const matrix = this.board.svg.getScreenCTM();
    const point = new DOMPoint(x, y).matrixTransform(matrix.inverse());
    return [point.x, point.y];
  }

  /** Makes everything larger or smaller, around a point of the screen that stays where it is. */
  by(factor, x, y) {
    const scale = clamp(this.scale * factor, 1, Math.max(1, this.closest(this.cellSize)));
    const [px, py] = x === undefined ? this.middle : this.at(x, y);
    const share = this.scale / scale;
    this.middle = [px + (this.middle[0] - px) * share, py + (this.middle[1] - py) * share];
    this.scale = scale;
    this.apply();
  }

  in() {
    if (this.isUseful) this.by(STEP);
  }

  out() {
    this.by(1 / STEP);
  }

  /** Moves the board by so many pixels. */
  pan(dx, dy) {
    const [x0, y0] = this.at(0, 0);
    const [x1, y1] = this.at(dx, dy);
    this.middle = [this.middle[0] - (x1 - x0), this.middle[1] - (y1 - y0)];
    this.apply();
  }

  /**
   * A cell comes into sight.
   * @param {readonly [number, number]} centre
   */
  reveal([x, y]) {
    if (this.scale === 1) return;
    const [w, h] = this.seen.map((size) => size / 2 - this.margin);
    this.middle = [
      clamp(this.middle[0], x - Math.max(w, 0), x + Math.max(w, 0)),
      clamp(this.middle[1], y - Math.max(h, 0), y + Math.max(h, 0)),
    ];
    this.apply();
  }

  /** Says whether the board is larger or smaller now: where it cannot be, the wheel scrolls the page. */
  wheel(event) {
    if (!this.isUseful && this.scale === 1) return false;
    const before = this.scale;
    this.by(Math.exp(-event.deltaY * 0.0018), event.clientX, event.clientY);
    return this.scale !== before;
  }

  /** A finger comes down; the first of them knows of no other. */
  touch({ pointerId, clientX, clientY, isPrimary }) {
    if (isPrimary) this.fingers.clear();
    this.fingers.set(pointerId, [clientX, clientY]);
  }

  /** How far a finger is from where it was last. */
  distance({ pointerId, clientX, clientY }) {
    const [x, y] = this.fingers.get(pointerId) ?? [clientX, clientY];
    return Math.hypot(clientX - x, clientY - y);
  }

  /** A finger has moved: one pans a board that is zoomed, two zoom. Says whether that is what it did. */
  drag({ pointerId, clientX, clientY }) {
    const before = this.fingers.get(pointerId);
    if (!before) return false;
    const [other] = [...this.fingers].filter(([id]) => id !== pointerId).map(([, point]) => point);
    this.fingers.set(pointerId, [clientX, clientY]);
    if (!other) {
      if (this.scale === 1) return false;
      this.pan(clientX - before[0], clientY - before[1]);
      return true;
    }
    if (!this.isUseful && this.scale === 1) return false;
    const far = ([x, y]) => Math.hypot(x - other[0], y - other[1]);
    this.by(far([clientX, clientY]) / Math.max(1, far(before)), (clientX + other[0]) / 2, (clientY + other[1]) / 2);
    return true;
  }

  lift({ pointerId }) {
    this.fingers.delete(pointerId);
  }
}
