// Arrows and circles that people draw on a board: with the right button, with a finger that rests before it moves, or
// with a key on the cell that has the focus.

/** A finger that rests so long begins to draw, in milliseconds, and may tremble by so many pixels. */
const [REST, TREMBLE] = [450, 8];

export class Marker {
  /** `draw(from, to)` is called with cells, the same twice for a circle; `cellUnder(event)` finds them. */
  constructor(svg, { draw, cellAt, cellUnder, focused, said }) {
    this.from = null;
    /** Where an arrow was begun with a key. */
    this.keyed = null;
    this.timer = 0;
    const end = (event) => {
      clearTimeout(this.timer);
      const { from } = this;
      this.from = null;
      const to = event.type === 'pointercancel' ? null : cellUnder(event);
      if (from !== null && to !== null) draw(from, to);
    };
    const rest = (event) => {
      const cell = cellAt(event);
      const { clientX, clientY } = event;
      this.at = [clientX, clientY];
      clearTimeout(this.timer);
      this.timer = setTimeout(() => {
        this.from = cell;
        navigator.vibrate?.(20);
      }, REST);
    };
    const hears = {
      pointerdown: (event) => {
        this.from = null;
        if (event.pointerType === 'touch') {
          if (event.isPrimary) rest(event);
          else clearTimeout(this.timer);
        } else if (event.button === 2) this.from = cellAt(event);
      },
      pointermove: ({ clientX, clientY }) => {
        if (this.at && Math.hypot(clientX - this.at[0], clientY - this.at[1]) > TREMBLE) clearTimeout(this.timer);
      },
      // A finger that draws must not scroll the page.
      touchmove: (event) => {
        if (this.isDrawing) event.preventDefault();
      },
      pointerup: end,
      pointercancel: end,
      keydown: ({ key }) => {
        const cell = focused();
        if (key === 'o') draw(cell, cell);
        if (key !== 'O') return;
        if (this.keyed === null) said(cell);
        else draw(this.keyed, cell);
        this.keyed = this.keyed === null ? cell : null;
      },
    };
    for (const [name, listener] of Object.entries(hears)) svg.addEventListener(name, listener, { passive: false });
  }

  /** Does a button or a finger draw just now? Then it does nothing else. */
  get isDrawing() {
    return this.from !== null;
  }
}
