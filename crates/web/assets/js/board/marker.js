// Arrows and circles that people draw on a board: with the right button, with a finger that rests before it moves, or
// with a key on the cell that has the focus.

/** A finger that rests so long begins to draw, in milliseconds, and may tremble by so many pixels. */
const [REST, TREMBLE] = [450, 8];

export class Marker {
  /**
   * `draw(from, to)` is called with cells, the same twice for a circle; `cellUnder(event)` finds them. As long as
   * `isBusy()`, buttons and fingers mean something else.
   */
  constructor(svg, { draw, cellAt, cellUnder, focused, isBusy, said }) {
    this.from = null;
    /** Where an arrow was begun with a key. */
    this.keyed = null;
    this.timer = 0;
    this.listening = new AbortController();
    const end = (event) => {
      const { from } = this;
      this.giveUp();
      const to = event.type === 'pointercancel' ? null : cellUnder(event);
      if (from !== null && to !== null) draw(from, to);
    };
    const rest = (event) => {
      const cell = cellAt(event);
      const { clientX, clientY } = event;
      this.at = [clientX, clientY];
      this.timer = setTimeout(() => {
        this.from = cell;
        navigator.vibrate?.(20);
      }, REST);
    };
    const hears = {
      pointerdown: (event) => {
        this.giveUp();
        const isTouch = event.pointerType === 'touch';
        if (isBusy() || (isTouch ? !event.isPrimary : event.button !== 2)) return;
        if (isTouch) rest(event);
        else this.from = cellAt(event);
        // It may end beside the board.
        this.listening = new AbortController();
        const { signal } = this.listening;
        for (const name of ['pointerup', 'pointercancel']) addEventListener(name, end, { signal });
      },
      pointermove: ({ clientX, clientY }) => {
        if (this.at && Math.hypot(clientX - this.at[0], clientY - this.at[1]) > TREMBLE) clearTimeout(this.timer);
      },
      // A finger that draws must not scroll the page.
      touchmove: (event) => {
        if (this.isDrawing) event.preventDefault();
      },
      keydown: ({ key, ctrlKey, metaKey, altKey }) => {
        if (ctrlKey || metaKey || altKey) return;
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

  /** Gives up what a button or a finger has begun. */
  giveUp() {
    clearTimeout(this.timer);
    this.listening.abort();
    this.from = null;
  }

  /** Another position is shown: nothing is drawn from one to the next. */
  forget() {
    this.giveUp();
    this.keyed = null;
  }

  /** Does a button or a finger draw just now? Then it does nothing else. */
  get isDrawing() {
    return this.from !== null;
  }
}
