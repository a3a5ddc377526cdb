// How many of the best moves every algorithm lists.

import { h } from '../dom.js';
import { t } from '../model/text.js';
import { prefs, setPref } from '../prefs.js';

const COUNTS = [1, 2, 3, 4, 5];

export function linesField(onchange) {
  const choice = (count) => h('option', { value: count, selected: count === prefs.lines }, String(count));
  const change = (event) => {
    setPref('lines', Number(event.target.value));
    onchange();
  };
  const select = h('select', { 'aria-label': t('analysis.lines'), onchange: change }, COUNTS.map(choice));
  return h('label.inline', {}, h('span', {}, t('analysis.lines')), select);
}
