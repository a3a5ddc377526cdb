// Shares with their intervals, as a bar and over the games.

import { h, s } from './dom.js';
import { percent } from './matches/common.js';
import { number, t } from './model/text.js';

/** A share between 0 and 1 with its interval. */
export function sharePicture({ name, share, low, high }) {
  const at = (value) => `${(100 * value).toFixed(1)}%`;
  return h(
    'span.share',
    {
      role: 'img',
      'aria-label': t('match.shareLabel', { name, share: percent(share), low: percent(low), high: percent(high) }),
    },
    h('i', { style: `left:${at(low)};width:${at(Math.max(0, high - low))}` }),
    h('b', { style: `left:${at(share)}` }),
  );
}

/** A colour for each of as many as can play; their dashes tell them apart for those who see no colours. */
export const lineClass = (i) => `line-${i % 16}`;
const dashOf = (i) => `dash-${(i + 2 * Math.floor(i / 8)) % 8}`;

/** How the line of an entrant is drawn, wherever it is named. */
export const lineKey = (i) =>
  s(
    'svg.key',
    { viewBox: '0 0 26 12', 'aria-hidden': 'true' },
    s('line', { x1: 0, y1: 6, x2: 26, y2: 6, class: dashOf(i) }),
  );

const WIDTH = 720;
const HEIGHT = 260;
const LEFT = 44;
const RIGHT = 12;
const TOP = 10;
const BOTTOM = 30;

/** Lines with bands: history is [{games, shares: [[share, low, high], ...]}]. */
export function plot(names, history) {
  const most = Math.max(1, history.at(-1).games);
  const x = (games) => LEFT + ((WIDTH - LEFT - RIGHT) * games) / most;
  const y = (share) => TOP + (HEIGHT - TOP - BOTTOM) * (1 - share);
  const point = (px, py) => `${px.toFixed(1)},${py.toFixed(1)}`;
  const grid = [0, 0.25, 0.5, 0.75, 1].map((share) => [
    s('line.grid', { x1: LEFT, x2: WIDTH - RIGHT, y1: y(share), y2: y(share) }),
    s('text', { x: LEFT - 6, y: y(share) + 4, 'text-anchor': 'end' }, `${100 * share} %`),
  ]);
  const marks = [0, 0.25, 0.5, 0.75, 1].map((part) =>
    s(
      'text',
      { x: x(most * part), y: HEIGHT - 10, 'text-anchor': part === 1 ? 'end' : 'middle' },
      String(Math.round(most * part)),
    ),
  );
  const lines = names.map((name, i) => {
    const upper = history.map(({ games, shares }) => point(x(games), y(shares[i][2])));
    const lower = history.map(({ games, shares }) => point(x(games), y(shares[i][1]))).reverse();
    return s(
      'g',
      { class: lineClass(i) },
      s('polygon.band', { points: [...upper, ...lower].join(' ') }),
      s('polyline', {
        class: dashOf(i),
        points: history.map(({ games, shares }) => point(x(games), y(shares[i][0]))).join(' '),
      }),
      history.length === 1
        ? s('circle', {
            cx: x(history[0].games),
            cy: y(history[0].shares[i][0]),
            r: 4,
            style: 'fill:var(--line-colour)',
          })
        : null,
    );
  });
  const last = history.at(-1);
  const tell = (name, i) => {
    const [share, low, high] = last.shares[i].map((value) => number(100 * value, 1));
    return t('match.shareOf', { name, share, low, high });
  };
  const told = names.map(tell).join(', ');
  return h(
    'div',
    {},
    h(
      'div.scroll',
      {},
      s(
        'svg.plot',
        {
          viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
          role: 'img',
          'aria-label': t('match.sharesAfter', { games: last.games, shares: told }),
        },
        grid,
        marks,
        lines,
      ),
    ),
    h(
      'div.row.small',
      { 'aria-hidden': 'true' },
      names.map((name, i) => h('span', { class: lineClass(i) }, lineKey(i), ` ${name}`)),
    ),
  );
}
