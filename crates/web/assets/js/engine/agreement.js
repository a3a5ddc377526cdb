// Do the algorithms that are compared want the same move?

import { t } from '../model/text.js';

/** In words, once two have found something; empty before. */
export function agreementText(engines) {
  const found = engines.filter(({ report }) => report);
  if (found.length < 2) return '';
  const moves = new Set(found.map(({ report }) => report.best_move));
  const each = found.map(({ who, report }) => `${who.replace(/:best$/, '')} ${report.best_move}`);
  const words =
    moves.size === 1 ? t('analysis.agree', { move: [...moves][0] }) : t('analysis.differ', { moves: each.join(', ') });
  return engines.some(({ running }) => running) ? t('analysis.soFar', { words }) : words;
}
