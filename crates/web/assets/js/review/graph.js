// The course of a game: everybody's chance after every move.

import { s } from '../dom.js';
import { colour, playerName } from '../games.js';
import { t } from '../model/text.js';

const [WIDTH, HEIGHT, PAD] = [320, 130, 8];

/**
 * points: [{played, chances}]; plies: of the whole game; now: how many are played in the position that is shown, or
 * null; slips: [{ply, player, kept, slip}].
 */
export function courseGraph(game, points, plies, { now = null, slips = [], onpick = (_played) => {} } = {}) {
  const players = points[0].chances.length;
  const x = (played) => PAD + (played * (WIDTH - 2 * PAD)) / Math.max(1, plies);
  const y = (chance) => HEIGHT - PAD - chance * (HEIGHT - 2 * PAD);
  const line = (_, player) =>
    s(
      'polyline',
      {
        points: points
          .map(({ played, chances }) => `${x(played).toFixed(1)},${y(chances[player]).toFixed(1)}`)
          .join(' '),
        stroke: colour(game, player + 1).fill,
        class: `course d${player}`,
      },
      s('title', {}, playerName(game, player + 1)),
    );
  const mark = ({ ply, player, kept, slip }) =>
    s('circle', { cx: x(ply), cy: y(kept), r: 3.5, fill: colour(game, player).fill, class: `slip ${slip}` });
  const picture = s(
    'svg',
    {
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      class: 'graph',
      role: 'img',
      'aria-label': t('review.graph', { players, moves: plies }),
    },
    s('line', { x1: 0, x2: WIDTH, y1: y(1 / players), y2: y(1 / players), class: 'zero' }),
    now === null ? null : s('line', { x1: x(now), x2: x(now), y1: 0, y2: HEIGHT, class: 'now' }),
    Array.from({ length: players }, line),
    slips.map(mark),
  );
  picture.addEventListener('click', (event) => {
    const box = picture.getBoundingClientRect();
    const share = (((event.clientX - box.left) / box.width) * WIDTH - PAD) / (WIDTH - 2 * PAD);
    onpick(Math.max(0, Math.min(plies, Math.round(share * plies))));
  });
  return picture;
}
