// How a match stands: points, shares, ratings.

import { fill, h, short } from '../dom.js';
import { limitText, splitSeat } from '../model/seat.js';
import { number, t } from '../model/text.js';
import { lineClass, lineKey, sharePicture } from '../plot.js';
import { percent, table } from './common.js';

/** Writes the standings into a card. */
export function drawStandings(card, { standings, plan }) {
  if (!standings) {
    fill(card, h('h2', {}, t('match.standings')), h('p.quiet', {}, t('match.noneEnded')));
    return;
  }
  const order = standings.algorithms.map((a, i) => [a, i]).sort(([a], [b]) => b.share - a.share);
  const below = (text) => [h('br'), h('span.quiet.small', {}, text)];
  const end = (bound, open) => (bound === null ? open : number(Math.round(bound)));
  const rating = ({ value, low, high }) => [number(Math.round(value)), below(`${end(low, '−∞')} – ${end(high, '∞')}`)];
  const row = ([a, i]) =>
    h(
      'tr',
      { class: lineClass(i), 'data-algorithm': a.name },
      h(
        'th.spec',
        { scope: 'row' },
        [lineKey(i), ' ', a.name],
        below(plan.entrants[i].includes('@') ? limitText(splitSeat(plan.entrants[i]).limit) : ''),
      ),
      h('td.number', {}, number(a.points, 1)),
      h('td.number', {}, percent(a.share), below(`${percent(a.low)} – ${percent(a.high)}`)),
      h('td', { style: 'min-width:7rem' }, sharePicture(a)),
      h('td.number', {}, a.wins_draws_losses.join(' / ')),
      h('td.number', {}, a.rating ? rating(a.rating) : '–'),
      h('td.number', {}, number(a.mean_depth, 1)),
      h('td.number', {}, short(Math.round(a.nodes_a_move))),
    );
  const notes = [
    standings.duplicates && t('match.duplicates', { count: standings.duplicates }),
    standings.capped && t('match.capped', { count: standings.capped }),
    standings.failed && t('match.failed', { count: standings.failed }),
    standings.compared < standings.games && t('match.compared', { games: standings.compared }),
  ].filter(Boolean);
  const numbers = [t('match.wdl'), t('match.rating'), t('match.depth'), t('match.nodes')].map((head) => `#${head}`);
  const heads = [t('match.algorithm'), `#${t('match.points')}`, `#${t('match.share')}`, '', ...numbers];
  const bySeat = standings.seats.map((points, i) => `${i + 1}: ${percent(points)}`).join(', ');
  const length = number(standings.mean_plies, 1);
  const { games, blocks } = standings;
  fill(
    card,
    h('h2', {}, t('match.standings')),
    table(heads, order.map(row)),
    h(
      'p.quiet.small',
      {},
      t('match.summary', { games, blocks, plies: length, seats: bySeat }),
      notes.map((note) => ` ${note}`),
    ),
  );
}
