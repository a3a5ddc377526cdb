// The boards of a match that is played.

import { Board } from '../board.js';
import { chip } from '../chip.js';
import { fill, h } from '../dom.js';
import { t } from '../model/text.js';

export class LiveBoards {
  constructor() {
    this.figures = h('div.live-boards');
    const words = h('h2', {}, t('match.boards'));
    this.element = h('section.card', { hidden: true, 'aria-label': t('match.boardsLabel') }, words, this.figures);
    this.shown = new Map();
  }

  /** Draws the games that are played, and takes away those that have ended. */
  show(games, names) {
    this.element.hidden = games.length === 0;
    const seen = new Set(games.map(({ number }) => number));
    for (const [number, figure] of this.shown) if (!seen.has(number)) this.remove(number, figure);
    for (const { number, seating, view } of games) {
      const { board, caption } = this.shown.get(number) ?? this.add(number);
      board.show(view, { animate: true });
      board.quieten();
      const players = seating.map((algorithm, seat) => [chip(view.game, seat + 1), ` ${names[algorithm]} `]);
      fill(caption, t('match.live', { number: number + 1, ply: view.plies.length }), players);
    }
  }

  add(number) {
    const element = h('figure', { 'data-live': number });
    const figure = { element, board: new Board(element), caption: h('figcaption') };
    element.append(figure.caption);
    this.figures.append(element);
    this.shown.set(number, figure);
    return figure;
  }

  remove(number, { board, element }) {
    board.unmount();
    element.remove();
    this.shown.delete(number);
  }

  unmount() {
    for (const [number, figure] of this.shown) this.remove(number, figure);
  }
}
