// What a review found, on one sheet: it is what is printed.

import { chip, resultText } from '../chip.js';
import { h } from '../dom.js';
import { playerName, title } from '../games.js';
import { chanceText } from '../model/chance.js';
import { equallyGood, turningPoints } from '../model/review.js';
import { limitText } from '../model/seat.js';
import { t } from '../model/text.js';

/** So many of the moves that changed most are told. */
const MOST = 8;

const slipText = (slip) => t(/** @type {any} */ (`review.${slip}`));

function playerRow(game, own, i) {
  const count = (number) => h('td', {}, String(number));
  return h(
    'tr',
    { 'data-player': i + 1 },
    h('th', { scope: 'row' }, chip(game, i + 1), ' ', playerName(game, i + 1)),
    h('td', { 'data-accuracy': '' }, own.accuracy === null ? '–' : chanceText(own.accuracy)),
    h('td', {}, t('review.ofMoves', { good: own.perfect, all: own.moves })),
    count(own.inaccuracies),
    count(own.mistakes),
    count(own.blunders),
  );
}

/** The signs are those of chess: dubious, bad, very bad. */
const HEADS = [
  ['review.player', null],
  ['review.accuracy', null],
  ['review.perfect', '='],
  ['review.inaccuracies', '?!'],
  ['review.mistakes', '?'],
  ['review.blunders', '??'],
];

function playersTable(game, players) {
  const head = ([key, sign]) => {
    const words = t(/** @type {any} */ (key));
    return h('th', { scope: 'col', title: words, 'aria-label': words }, sign ?? words);
  };
  return h(
    'table.review-players',
    {},
    h('thead', {}, h('tr', {}, HEADS.map(head))),
    h(
      'tbody',
      {},
      players.map((own, i) => playerRow(game, own, i)),
    ),
  );
}

/** What the signs at the heads of the columns mean, in words that are always there. */
const legend = () =>
  HEADS.filter(([, sign]) => sign)
    .map(([key, sign]) => `${sign} ${t(/** @type {any} */ (key))}`)
    .join(' · ');

/** A move with what it cost and what was better; a click goes to the position before it. */
function turningPoint(game, judged, onpick) {
  const { ply, player, move, kept, loss, slip, best } = judged;
  const others = equallyGood(judged).slice(1);
  return h(
    'li',
    { 'data-slip': slip },
    chip(game, player),
    h('button', { type: 'button', class: 'move', onclick: () => onpick(ply - 1) }, `${ply}. ${move}`),
    h('span', { class: `slip-word ${slip}` }, slipText(slip)),
    h('span.quiet', {}, t('review.fell', { from: chanceText(kept + loss), to: chanceText(kept) })),
    h(
      'span.better',
      {},
      t('review.better'),
      h('span.mono', {}, best[0].line.map((step) => step.move).join(' ')),
      others.length ? t('review.alsoGood', { moves: others.join(', ') }) : null,
    ),
  );
}

/** review: the answer of the server; view: of the end of the game; graph: its picture. */
export function reviewSheet(game, review, view, graph, onpick) {
  const points = turningPoints(review, MOST);
  const leftOut = review.moves - review.plies.length;
  const by = t(review.for_all ? 'review.byInAll' : 'review.by', {
    algorithm: review.algorithm,
    limit: limitText(review.limit),
  });
  return h(
    'div.review-sheet',
    { 'data-review': '' },
    h('h3.print-only', {}, title(game)),
    view?.outcome ? h('p.print-only', {}, resultText(view)) : null,
    playersTable(game, review.players),
    h('p.small.quiet', { 'data-legend': '' }, legend()),
    graph,
    points.length
      ? [
          h('h3', {}, t('review.turning')),
          h(
            'ol.turning',
            {},
            points.map((one) => turningPoint(game, one, onpick)),
          ),
        ]
      : h('p', {}, t('review.noSlips')),
    leftOut ? h('p.small.quiet', {}, t('review.tooLong', { count: leftOut, all: review.moves })) : null,
    h('p.small.quiet', {}, by, ' ', t('review.note')),
  );
}
