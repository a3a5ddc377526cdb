// Boards that are only looked at: pictures of positions.

import { StillBoard } from './board/still.js';
import { h } from './dom.js';
import { askView } from './view.js';

/** The pictures of a page; they go with it. */
export class Pictures {
  /** @param {AbortSignal} signal of the page */
  constructor(signal) {
    this.signal = signal;
  }

  /** Draws a position at the beginning of an element, as soon as the server has told it. */
  async draw(host, { moves = [], ...place }) {
    const { signal } = this;
    try {
      const view = await askView(place, moves, [], { still: true, signal });
      const board = new StillBoard(host);
      signal.addEventListener('abort', () => board.unmount());
      board.show(view);
      board.quieten();
      host.prepend(board.svg);
    } catch (error) {
      if (!signal.aborted) host.append(h('p.error', {}, error.message));
    }
  }
}
