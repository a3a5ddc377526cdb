// How a match stands: points, shares, ratings.

import { fill, h, short } from '../dom.js';
import { limitText, splitSeat } from '../model/seat.js';
import { sharePicture } from '../plot.js';
import { percent, table } from './common.js';

/** Writes the standings into a card. */
export function drawStandings(card, { standings, plan }) {
  if (!standings) {
    fill(card, h('h2', {}, 'Standings'), h('p.quiet', {}, 'No game has ended yet.'));
    return;
  }
  const order = standings.algorithms.map((a, i) => [a, i]).sort(([a], [b]) => b.share - a.share);
  const below = (text) => [h('br'), h('span.quiet.small', {}, text)];
  const end = (bound, open) => (bound === null ? open : `${Math.round(bound)}`);
  const rating = ({ value, low, high }) => [`${Math.round(value)}`, below(`${end(low, '−∞')} – ${end(high, '∞')}`)];
  const row = ([a, i]) =>
    h(
      'tr',
      { class: `line-${i}`, 'data-algorithm': a.name },
      h(
        'th.spec',
        { scope: 'row' },
        a.name,
        below(plan.entrants[i].includes('@') ? limitText(splitSeat(plan.entrants[i]).limit) : ''),
      ),
      h('td.number', {}, a.points.toFixed(1)),
      h('td.number', {}, percent(a.share), below(`${percent(a.low)} – ${percent(a.high)}`)),
      h('td', { style: 'min-width:7rem' }, sharePicture(a)),
      h('td.number', {}, a.wins_draws_losses.join(' / ')),
      h('td.number', {}, a.rating ? rating(a.rating) : '–'),
      h('td.number', {}, a.mean_depth.toFixed(1)),
      h('td.number', {}, short(Math.round(a.nodes_a_move))),
    );
  const notes = [
    [standings.duplicates, 'played before, move for move'],
    [standings.capped, 'shared at the cap on plies'],
    [standings.failed, 'broken, not counted'],
  ].filter(([n]) => n);
  const heads = ['Algorithm', '#Points', '#Share, 95 %', '', '#+ / = / −', '#Rating', '#Depth', '#Nodes a move'];
  const bySeat = standings.seats.map((points, i) => `${i + 1}: ${percent(points)}`).join(', ');
  const length = `${standings.mean_plies.toFixed(1)} plies on average`;
  fill(
    card,
    h('h2', {}, 'Standings'),
    table(heads, order.map(row)),
    h(
      'p.quiet.small',
      {},
      `${standings.games} games, ${standings.blocks} whole blocks, ${length}; points by seat ${bySeat}.`,
      standings.compared < standings.games
        ? ` All figures come from the ${standings.compared} games of whole blocks.`
        : '',
      notes.map(([n, what]) => ` ${n} ${what}.`),
    ),
  );
}
