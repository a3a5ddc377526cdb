// What the lessons share.

import { Board } from '../board.js';
import { h } from '../dom.js';
import { askView } from '../session.js';

export const link = (kind, name) => `#/learn/${kind}/${encodeURIComponent(name)}`;

export const sentence = (text) => `${text[0].toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`;

/** A board that is only looked at; `boards` gets it, so that it can be taken away. */
export async function picture(boards, host, { moves = [], ...place }) {
  try {
    const view = await askView(place, moves);
    const board = new Board(host);
    boards.push(board);
    board.show(view);
    board.quieten();
    host.prepend(board.svg);
  } catch (error) {
    host.append(h('p.error', {}, error.message));
  }
}
