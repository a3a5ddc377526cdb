// What people read of searches and reviews.

import assert from 'node:assert/strict';
import './english.js';
import { test } from 'node:test';
import { Cache } from '../../assets/js/model/cache.js';
import { chanceText, valueText, wholeOf } from '../../assets/js/model/chance.js';
import { course, equallyGood, placeInLine, plyForKey, turningPoints } from '../../assets/js/model/review.js';
import { readReviews, reviewOf, subjectOf, withReview, writeReviews } from '../../assets/js/model/reviews.js';
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

test('shares are percents first, and what is no share is not', () => {
  const found = { value: 176_522, chances: [], proven: null, plies: null };
  const unit = 'millionths of the share';
  assert.equal(valueText(found, unit, false, wholeOf(unit)), '+17.7 % (+176,522 millionths of the share)');
  assert.equal(wholeOf('ten-thousandths of a win'), 10_000);
  assert.equal(wholeOf('hundredths of a degree'), null);
  assert.equal(wholeOf('points'), null);
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

test('keys go along the course of a game, and not beyond its ends', () => {
  const to = (key, now) => plyForKey(key, now, 2, 30);
  assert.deepEqual([to('ArrowLeft', 7), to('ArrowRight', 7), to('ArrowUp', 7), to('ArrowDown', 7)], [6, 8, 8, 6]);
  assert.deepEqual([to('Home', 7), to('End', 7), to('PageUp', 25), to('PageDown', 9)], [2, 30, 30, 2]);
  assert.deepEqual([to('ArrowLeft', 2), to('ArrowRight', 30)], [2, 30]);
  for (const key of ['a', 'Enter', 'toString', 'constructor']) assert.equal(to(key, 7), null);
});

const found = (name) => ({ moves: 1, plies: [judged(1, 0, null)], end: [1, 0, 0], players: [], algorithm: name });

test('a review is known by its game, however that is written', () => {
  const place = { game: 'any', players: 3, size: '5x4' };
  const same = { size: '5x4', players: '3', game: 'any', start: undefined, moves: ['x'] };
  assert.equal(subjectOf(place, ['a']), subjectOf(same, ['a']));
  for (const other of [subjectOf(place, ['b']), subjectOf(place, []), subjectOf({ ...place, size: '4x4' }, ['a'])])
    assert.notEqual(other, subjectOf(place, ['a']));
});

test('reviews are kept, the latest of a game alone, and the oldest make room', () => {
  let all = [];
  for (let i = 0; i < 40; i += 1) all = withReview(all, { subject: `s${i}`, review: found('early') });
  assert.ok(all.length < 40);
  assert.equal(reviewOf(all, 's0'), null);
  all = withReview(all, { subject: 's38', review: found('late') });
  const read = readReviews(writeReviews(all));
  assert.deepEqual(read, all);
  assert.equal(reviewOf(read, 's38').algorithm, 'late');
  assert.equal(read.filter(({ subject }) => subject === 's38').length, 1);
  const huge = { ...found('huge'), words: 'x'.repeat(900_000) };
  const two = ['a', 'b'].reduce((some, subject) => withReview(some, { subject, review: huge }), []);
  assert.deepEqual(
    two.map(({ subject }) => subject),
    ['b'],
    'not more than a browser has room for',
  );
});

test('what is no review is not read', () => {
  for (const text of [
    null,
    '',
    '{',
    '{}',
    '3',
    '[3, null, {}, {"subject": "a"}, {"subject": "a", "review": {"moves": 3}}]',
  ])
    assert.deepEqual(readReviews(text), []);
  const mixed = JSON.stringify([
    { subject: 'a', review: { ...found('x'), plies: [{}] } },
    { subject: 'b', review: found('x') },
  ]);
  assert.deepEqual(
    readReviews(mixed).map(({ subject }) => subject),
    ['b'],
  );
});
