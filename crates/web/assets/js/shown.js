// The one part of a page that is shown. Parts take their time to come: one that was asked for before another, or before
// the page is left, is told by its signal, and so is one that has come and has to go.

export class Shown {
  /** @param {AbortSignal} signal of the page */
  constructor(signal) {
    this.leaving = new AbortController();
    signal.addEventListener('abort', () => this.leaving.abort());
  }

  /** Shows a part, a function of its signal, in place of what is there. */
  async show(part) {
    this.leaving.abort();
    this.leaving = new AbortController();
    await part(this.leaving.signal);
  }
}
