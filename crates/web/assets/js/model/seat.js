// Who plays: `human`, or an algorithm with a limit, written WHO@LIMIT as on the command line: `pvs:best@1s`,
// `brs+@5000` (nodes), `maxn@d4` (depth).

import { number, t } from './text.js';

export const HUMAN = 'human';
const USUAL_LIMIT = '1s';
/** The limit of a search that goes on until somebody stops it. */
export const ENDLESS = '';

/** @param {string | undefined} seat */
export const isHuman = (seat) => seat === HUMAN;

/**
 * A seat as it is written today: earlier addresses had @n5000 for nodes.
 * @param {string} seat
 */
export const readSeat = (seat) => seat.replace(/@n(\d+)$/, '@$1');

/**
 * Its two parts.
 * @param {string} seat
 */
export function splitSeat(seat) {
  const at = seat.lastIndexOf('@');
  return at < 0 ? { who: seat, limit: USUAL_LIMIT } : { who: seat.slice(0, at), limit: seat.slice(at + 1) };
}

/**
 * A limit in words.
 * @param {string} limit
 */
export function limitText(limit) {
  if (limit === ENDLESS) return t('limit.endless');
  /** @param {string} part */
  const word = (part) => {
    if (/^\d+$/.test(part)) return t('limit.nodes', { nodes: Number(part) });
    if (part.startsWith('d')) return t('limit.depth', { depth: part.slice(1) });
    const [, ms] = /^(\d{4,})ms$/.exec(part) ?? [];
    return ms ? `${number(Number(ms) / 1000, 1)} s` : part.replace(/^([\d.]+)/, '$1 ');
  };
  return limit.split('+').map(word).join(', ');
}

/**
 * A seat in words.
 * @param {string} seat
 */
export function seatWords(seat) {
  const { who, limit } = splitSeat(seat);
  return seat.includes('@') ? t('seat.words', { who, limit: limitText(limit) }) : who;
}
