// The one part of a page that is shown. Parts take their time to come: one that comes when another was asked for, or
// when the page is left, goes at once.

export class Shown {
  constructor() {
    this.part = null;
    this.asked = 0;
  }

  /** Shows what a promise brings, `{ unmount() }`, in place of what is there. */
  async show(promise) {
    this.asked += 1;
    const mine = this.asked;
    this.part?.unmount?.();
    this.part = null;
    const part = await promise;
    if (mine === this.asked) this.part = part;
    else part?.unmount?.();
  }

  unmount() {
    this.asked += 1;
    this.part?.unmount?.();
    this.part = null;
  }
}
