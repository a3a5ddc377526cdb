// What the signs of a drawn search tree mean.

import { h, s } from '../dom.js';

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
    h('summary', {}, 'What the signs mean'),
    h(
      'ul',
      {},
      item(
        s('g.node.max', {}, s('rect', { x: 7, y: 1, width: 16, height: 16, rx: 2 })),
        'the root player chooses (MAX)',
      ),
      item(
        s('g.node.min', {}, s('circle', { cx: 15, cy: 9, r: 8 })),
        'an opponent chooses (MIN), or a player for himself; the number says who',
      ),
      item(
        s('g.node.leaf', {}, s('rect', { x: 2, y: 2, width: 26, height: 14, rx: 5 })),
        'a leaf: the depth is used up, or (bold) the game is over',
      ),
      item(s('g.edge.on-line', {}, s('line', { x1: 2, y1: 9, x2: 28, y2: 9 })), 'the expected line'),
      item(
        s('g.edge.bmom', {}, s('line', { x1: 2, y1: 9, x2: 28, y2: 9 })),
        'BMOM: the first move of the ordering, by an opponent who does not search',
      ),
      item(
        s('g.edge.test', {}, s('line', { x1: 2, y1: 9, x2: 28, y2: 9 })),
        'a test: only on which side of a bound the value lies',
      ),
      item(s('g.stub', {}, s('line', { x1: 2, y1: 9, x2: 28, y2: 9 })), '✕ moves that were cut off'),
      h('li', {}, '≥ and ≤: the value is at least, at most this; ~: it may differ where that changes nothing above'),
      h('li', {}, 'pass 2,3: these players were passed over'),
      h(
        'li',
        {},
        'click a node: the board shows its position; double-click or Enter folds and unfolds it; arrow keys go about',
      ),
    ),
  );
}
