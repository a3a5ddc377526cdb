// Learn: rules and algorithms.

import { h } from './dom.js';

export const page = {
  path: 'learn',
  title: 'Learn',
  mount(root) {
    root.append(h('h1', {}, 'Learn'));
  },
};
