// Each against each: how often one was ahead of the other in the games that had both.

import { fill, h } from '../dom.js';
import { t } from '../model/text.js';
import { lineClass, lineKey } from '../plot.js';
import { percent, table } from './common.js';

/** The meetings of every algorithm with every other, seen from the first: a list of lists. */
function cross(count, meetings) {
  const rows = Array.from({ length: count }, () => Array(count).fill(null));
  for (const { pair, share, games, wins_draws_losses: wdl } of meetings) {
    const [first, second] = pair;
    rows[first][second] = { share, games, wdl };
    rows[second][first] = { share: 1 - share, games, wdl: wdl.toReversed() };
  }
  return rows;
}

/** Writes the table into a card, which is hidden as long as two play: the standings say it all. */
export function drawMeetings(card, { standings, names }) {
  const meetings = standings?.meetings ?? [];
  card.hidden = meetings.length < 2;
  if (card.hidden) return;
  const cell = (met) =>
    h(
      'td.number',
      met ? { title: t('match.metGames', { games: met.games }) } : {},
      met ? [percent(met.share), h('br'), h('span.quiet.small', {}, met.wdl.join(' / '))] : '·',
    );
  const row = (meets, i) =>
    h(
      'tr',
      { class: lineClass(i), 'data-meets': i },
      h('th.spec', { scope: 'row' }, lineKey(i), ` ${i + 1}. ${names[i]}`),
      meets.map(cell),
    );
  fill(
    card,
    h('h2', {}, t('match.meetings')),
    table(['', ...names.map((_, i) => `#${i + 1}`)], cross(names.length, meetings).map(row)),
    h('p.quiet.small', {}, t('match.meetingsNote')),
  );
}
