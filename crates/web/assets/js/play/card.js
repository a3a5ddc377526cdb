// A game as a card: the picture is the button.

import { h } from '../dom.js';

export const button = (label, words, id, onclick) =>
  h('button', { type: 'button', 'aria-label': words, 'data-do': id, onclick }, label);

/** A picture to click on, with words and a button below it. */
export function card(pictures, place, { href, id, name, words, tool, heading = 'h2' }) {
  const picture = h('div.picture');
  pictures.draw(picture, place);
  const link = { href, ...id };
  return h('div.game-choice', {}, h('a.card.game-card', link, picture, h(heading, {}, name), h('p', {}, words)), tool);
}
