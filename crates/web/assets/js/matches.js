// Matches: start, watch, browse.

import { h } from './dom.js';

export const page = {
  path: 'matches',
  title: 'Matches',
  mount(root) {
    root.append(h('h1', {}, 'Matches'));
  },
};
