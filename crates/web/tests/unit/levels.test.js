// Opponents of another level.

import { test } from 'node:test';
import assert from 'node:assert/strict';
import { fateOf, otherLevel } from '../../assets/js/model/levels.js';

const LADDER = ['weak', 'middling', 'strong'].map((name) => ({ name, seat: `${name}@100` }));
const against = (...names) => ['human', ...names.map((name) => `${name}@100`)];

test('the next level up or down sits where the last one sat', () => {
  assert.deepEqual(otherLevel(against('middling', 'middling'), LADDER, 1), {
    name: 'strong',
    seats: against('strong', 'strong'),
  });
  assert.equal(otherLevel(against('middling'), LADDER, -1).name, 'weak');
  const none = [
    [against('strong'), 1],
    [against('weak'), -1],
    [against('weak', 'strong'), 1],
    [against('other'), 1],
    [['human', 'human'], 1],
  ];
  for (const [seats, by] of none) assert.equal(otherLevel(seats, LADDER, by), null, `${seats} ${by}`);
});

test('whoever sits alone among algorithms has won, shared or lost', () => {
  const three = ['x@1', 'human', 'x@1'];
  assert.equal(fateOf(three, [2, 1, 2]), 'won');
  assert.equal(fateOf(three, [1, 1, 3]), 'shared');
  assert.equal(fateOf(three, [1, 2, 3]), 'lost');
  assert.equal(fateOf(three, null), null);
  assert.equal(fateOf(['human', 'human'], [1, 2]), null);
  assert.equal(fateOf(['x@1', 'x@1'], [1, 2]), null);
});
