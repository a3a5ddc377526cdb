// What people read of searches and reviews.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Cache } from '../../assets/js/model/cache.js';
import { chanceText, valueText } from '../../assets/js/model/chance.js';
import { course, equallyGood, placeInLine, turningPoints } from '../../assets/js/model/review.js';
import { ENDLESS, limitText } from '../../assets/js/model/seat.js';

test('chances are percents, and only what is proven is certain', () => {
  assert.equal(chanceText(0.5), '50 %');
  assert.equal(chanceText(0.634), '63 %');
  assert.equal(chanceText(0.996), '99.6 %');
  assert.equal(chanceText(0.002), '0.2 %');
  assert.equal(chanceText(0.9996), '99.9 %');
  assert.equal(chanceText(0.0004), '0.1 %');
  assert.equal(chanceText(1), '100 %');
  assert.equal(chanceText(0), '0 %');
});

test('values have their unit, results their words', () => {
  const found = { value: 243_360, chances: [0.6, 0.4], proven: null, plies: null };
  assert.equal(valueText(found, 'thousandths of a marble', false), '+243,360 thousandths of a marble');
  assert.equal(valueText({ ...found, value: -3 }, 'points', false), '-3 points');
  assert.equal(valueText(found, 'points', true), 'mean share of the point');
  assert.equal(valueText({ ...found, proven: 'win', plies: 5 }, 'points', false), 'win in 5');
  assert.equal(valueText({ ...found, proven: 'draw' }, 'points', false), 'draw');
  assert.equal(valueText({ ...found, value: -999_999_990 }, 'points', false), 'a loss is expected');
});

test('a search without a limit says so', () => {
  assert.equal(limitText(ENDLESS), 'until stopped');
});

test('what is looked at again is kept', () => {
  const cache = new Cache(2);
  cache.set('a', 1);
  cache.set('b', 2);
  cache.get('a');
  cache.set('c', 3);
  assert.deepEqual([cache.get('a'), cache.get('b'), cache.get('c')], [1, null, 3]);
});

test('of many things the latest are kept', () => {
  const cache = new Cache(2);
  cache.set('a', 1);
  cache.set('b', 2);
  cache.set('a', 3);
  cache.set('c', 4);
  assert.deepEqual([cache.get('a'), cache.get('b'), cache.get('c')], [3, null, 4]);
});

const judged = (ply, loss, slip) => ({
  ply,
  player: 1 + ((ply - 1) % 3),
  move: String(ply),
  chances: [0.5, 0.3, 0.2],
  kept: 0.3,
  loss,
  perfect: loss === 0,
  slip,
  best: [
    { value: 4, chance: 0.5, line: [{ player: 1, move: 'a' }] },
    { value: 4, chance: 0.5, line: [{ player: 1, move: 'b' }] },
    { value: 3, chance: 0.4, line: [{ player: 1, move: 'c' }] },
  ],
});

test('a review is about the end of the game, and its course ends with the result', () => {
  const review = { moves: 5, plies: [judged(3, 0, null), judged(5, 0.1, 'mistake')], end: [1, 0, 0] };
  const points = course(review);
  assert.deepEqual(
    points.map(({ played }) => played),
    [2, 4, 5],
  );
  assert.deepEqual(points.at(-1).chances, [1, 0, 0]);
});

test('the worst moves come first, and good ones not at all', () => {
  const plies = [
    judged(1, 0.06, 'inaccuracy'),
    judged(2, 0, null),
    judged(3, 0.3, 'blunder'),
    judged(4, 0.1, 'mistake'),
  ];
  const review = { moves: 4, plies, end: [1, 0, 0] };
  assert.deepEqual(
    turningPoints(review, 2).map(({ ply }) => ply),
    [3, 4],
  );
  assert.deepEqual(
    review.plies.map(({ ply }) => ply),
    [1, 2, 3, 4],
    'nobody has sorted them',
  );
  assert.deepEqual(equallyGood(plies[0]), ['a', 'b']);
});

test('moves before the line begins have no place in it', () => {
  // A position that tells of three moves, and two that were made since: three nodes.
  assert.equal(placeInLine(5, 5, 3), 2);
  assert.equal(placeInLine(3, 5, 3), 0);
  assert.equal(placeInLine(2, 5, 3), null);
});
