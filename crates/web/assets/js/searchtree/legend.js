// What the signs of a drawn search tree mean.

import { h, s } from '../dom.js';
import { t } from '../model/text.js';

/** What the signs of a drawing mean. */
export function legend() {
  const item = (picture, text) =>
    h(
      'li',
      {},
      s('svg', { viewBox: '0 0 30 18', width: 30, height: 18, 'aria-hidden': 'true', class: 'search-tree' }, picture),
      text,
    );
  return h(
    'details.legend',
    {},
    h('summary', {}, t('legend.title')),
    h(
      'ul',
      {},
      item(s('g.node.max', {}, s('rect', { x: 7, y: 1, width: 16, height: 16, rx: 2 })), t('legend.max')),
      item(s('g.node.min', {}, s('circle', { cx: 15, cy: 9, r: 8 })), t('legend.min')),
      item(s('g.node.leaf', {}, s('rect', { x: 2, y: 2, width: 26, height: 14, rx: 5 })), t('legend.leaf')),
      item(s('g.edge.on-line', {}, s('line', { x1: 2, y1: 9, x2: 28, y2: 9 })), t('legend.line')),
      item(s('g.edge.bmom', {}, s('line', { x1: 2, y1: 9, x2: 28, y2: 9 })), t('legend.bmom')),
      item(s('g.edge.test', {}, s('line', { x1: 2, y1: 9, x2: 28, y2: 9 })), t('legend.test')),
      item(s('g.stub', {}, s('line', { x1: 2, y1: 9, x2: 28, y2: 9 })), t('legend.cut')),
      h('li', {}, t('legend.bounds')),
      h('li', {}, t('legend.pass')),
      h('li', {}, t('legend.click')),
    ),
  );
}
