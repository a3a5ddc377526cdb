// Connect Four is solved: what every column is worth, and how perfect a game was.

import { h } from './dom.js';

export function reviewCard() {
  return h('section.card', { hidden: true });
}
