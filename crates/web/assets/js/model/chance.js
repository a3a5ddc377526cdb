// What a search found, as people read it: everybody's chance first, the evaluation's own units second.

import { number, t } from './text.js';

/**
 * A line that a search found, as the server tells it: `report` and its `lines` in the schema.
 * @typedef {object} Found
 * @property {number} value of the player to move
 * @property {number[]} chances
 * @property {string | null} proven
 * @property {number | null} plies
 */

/**
 * A share of one point.
 * @param {number} chance from 0 to 1
 */
export function chanceText(chance) {
  // Nothing is certain that is not proven, and a hundredth of a percent is nothing to write about.
  const isOpen = chance > 0 && chance < 1;
  const percent = isOpen ? Math.min(Math.max(100 * chance, 0.1), 99.9) : 100 * chance;
  const digits = isOpen && (percent < 1 || percent > 99) ? 1 : 0;
  return t('value.percent', { percent: number(percent, digits) });
}

/** Units that are parts of a point, as games call them: what makes a whole. */
const WHOLES = { hundredths: 1e2, thousandths: 1e3, 'ten-thousandths': 1e4, millionths: 1e6 };

/**
 * How many units make a whole point; null for units of something else.
 * @param {string} unit as the server calls it
 */
export function wholeOf(unit) {
  const [, part] = /^(\S+) of (?:the share|a win)$/.exec(unit) ?? [];
  return WHOLES[/** @type {keyof typeof WHOLES} */ (part)] ?? null;
}

/**
 * A value in the units of whoever gave it, or the result that is proven.
 * @param {Found} found
 * @param {string} unit in the language of the reader
 * @param {boolean} arePoints it is a mean of games
 * @param {number | null} whole so many units are a point, if it is parts of one
 */
export function valueText({ value, proven, plies }, unit, arePoints, whole = null) {
  if (proven) {
    const result = t(/** @type {import('./text.js').Key} */ (`value.${proven}`));
    return plies ? t('value.in', { result, plies }) : result;
  }
  if (arePoints) return t('value.points');
  if (Math.abs(value) > 999_000_000) return t(value > 0 ? 'value.expectedWin' : 'value.expectedLoss');
  const sign = value > 0 ? '+' : '';
  const own = { value: `${sign}${number(value)}`, unit };
  if (!whole) return t('value.unit', own);
  const percent = t('value.percent', { percent: `${sign}${number((100 * value) / whole, 1)}` });
  return t('value.asShare', { percent, ...own });
}
