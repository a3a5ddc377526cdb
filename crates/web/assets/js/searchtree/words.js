// The values of a search tree as people read them.

import { number, t } from '../model/text.js';

const WIN = 1_000_000_000;
const LONGEST = 1_000_000;

/** A value as people read it: 12, win 3, loss 4, 1.2 M. */
export function valueText(value) {
  if (value === null || value === undefined) return '?';
  const size = Math.abs(value);
  if (size > WIN - LONGEST) return `${t(value > 0 ? 'value.win' : 'value.loss')} ${WIN - size}`;
  if (size >= 1e6) return `${number(value / 1e6, 2)} M`.replace('-', '−');
  return String(value).replace('-', '−');
}

const SIGNS = { exact: '', 'at-least': '≥', 'at-most': '≤', loose: '~' };

/** The value of a node with its bound; a vector where everybody has his own. */
export function nodeValue(node, games = true) {
  if (node.value === null) return '?';
  const sign = SIGNS[node.bound];
  if (node.games !== null && node.games !== undefined) {
    const share = `${(node.value / 1e4).toFixed(0)} %`;
    return games ? `${share} · ${node.games}` : share;
  }
  if (node.values) return `${sign}(${node.values.map(valueText).join(' ')})`;
  return sign + valueText(node.value);
}

function valueWords(node) {
  if (node.value === null) return t('node.unknown');
  if (node.games !== null && node.games !== undefined)
    return t('node.share', { share: number(node.value / 1e4, 1), games: node.games });
  const own = (value, i) => t('node.player', { player: i + 1, value: valueText(value) });
  const value = node.values ? node.values.map(own).join(', ') : valueText(node.value);
  return t(/** @type {any} */ (`node.${node.bound}`), { value });
}

function chooserWords(node) {
  if (node.layer) return t(/** @type {any} */ (`node.${node.layer}`), { player: node.chooser });
  if (node.leaf === 'over') return t('node.over');
  return t(node.table === 'decided' ? 'node.table' : 'node.leaf');
}

const bound = (value, infinite) => (value === null ? infinite : valueText(value));

/** Everything about a node in words; `value` is what is said of its value. */
export function nodeWords(node, value = t('node.value', { value: valueWords(node) })) {
  const parts = [];
  if (node.move) parts.push(t(node.bmom ? 'node.playsBmom' : 'node.plays', { player: node.player, move: node.move }));
  else if (node.parent !== null) parts.push(t('node.nobodyMoves'));
  const passed = [...node.passed, ...node.passed_here];
  if (passed.length) parts.push(t('node.passed', { count: passed.length, players: passed.join(t('player.and')) }));
  parts.push(chooserWords(node));
  if (node.alpha !== null || node.beta !== null)
    parts.push(
      t(node.test ? 'node.windowTest' : 'node.window', { low: bound(node.alpha, '−∞'), high: bound(node.beta, '∞') }),
    );
  parts.push(value);
  if (node.again) parts.push(t('node.again'));
  if (node.cut.length) {
    const moves = node.cut.slice(0, 12).join(' ') + (node.cut.length > 12 ? ' …' : '');
    parts.push(t('node.cut', { count: node.cut.length, moves }));
  }
  if (node.untried) parts.push(t('node.untried', { count: node.untried }));
  return parts.join('; ');
}
