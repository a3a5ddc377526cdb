// What the pages about matches share.

import { h } from '../dom.js';
import { number, t } from '../model/text.js';

export const percent = (share) => `${number(100 * share, 1)} %`;

/** Points of a game; shared ones have two digits at most. */
export const pointsText = (points) => number(Number(points.toFixed(2)));

/** A match or one of its games in the interface. */
export const path = (...parts) => ['matches', ...parts].map(encodeURIComponent).join('/');

/** Its page. */
export const link = (...parts) => `#/${path(...parts)}`;

/** A table; columns of numbers have a # before their head, one that speaks for itself has none. */
export function table(heads, rows) {
  const head = (text) => {
    if (!text) return h('td');
    return text.startsWith('#') ? h('th.number', {}, text.slice(1)) : h('th', {}, text);
  };
  return h(
    'div.scroll',
    { tabindex: '0', role: 'group', 'aria-label': t('match.table') },
    h('table.match-table', {}, h('thead', {}, h('tr', {}, heads.map(head))), h('tbody', {}, rows)),
  );
}
