// Boards that are only looked at: pictures of positions.

import { Board } from './board.js';
import { h } from './dom.js';
import { askView } from './session.js';

/** The pictures of a page; they go with it. */
export class Pictures {
  constructor() {
    this.boards = [];
    this.isGone = false;
  }

  /** Draws a position at the beginning of an element, as soon as the server has told it. */
  async draw(host, { moves = [], ...place }) {
    try {
      const view = await askView(place, moves, [], true);
      if (this.isGone) return;
      const board = new Board(host);
      this.boards.push(board);
      board.show(view);
      board.quieten();
      host.prepend(board.svg);
    } catch (error) {
      host.append(h('p.error', {}, error.message));
    }
  }

  unmount() {
    this.isGone = true;
    for (const board of this.boards) board.unmount();
  }
}
