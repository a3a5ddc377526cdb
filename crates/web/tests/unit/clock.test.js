import { test } from 'node:test';
import assert from 'node:assert/strict';
import { check, clockText, newClock, parseClock, reward, run, stop, timeLeft } from '../../assets/js/model/clock.js';

test('clocks are written in minutes and seconds', () => {
  assert.deepEqual(parseClock('5min+3s'), { time: 300_000, increment: 3000 });
  assert.deepEqual(parseClock('0.5min'), { time: 30_000, increment: 0 });
  for (const text of ['', '5', '5s', 'min', '5min+', '-1min', null, undefined]) assert.equal(parseClock(text), null);
  assert.equal(clockText(61_000), '1:01');
  assert.equal(clockText(60_001), '1:01');
  assert.equal(clockText(19_940), '19.9');
  assert.equal(clockText(-5), '0.0');
});

test('only the time of the player who has the turn runs', () => {
  const clock = run(newClock('1min', 3), 2, 100);
  assert.deepEqual(
    [1, 2, 3].map((player) => timeLeft(clock, player, 1100)),
    [60_000, 59_000, 60_000],
  );
  const next = run(clock, 3, 1100);
  assert.deepEqual(next.left, [60_000, 59_000, 60_000]);
  assert.equal(run(next, 3, 5000), next, 'a turn that is had already goes on');
  assert.equal(timeLeft(stop(next, 2100), 3, 99_999), 59_000);
});

test('a move earns the increment, and only for the player whose time ran', () => {
  const clock = run(newClock('1min+2s', 2), 1, 0);
  assert.deepEqual(reward(clock, 1, 1000).left, [61_000, 60_000]);
  assert.equal(reward(clock, 2, 1000), clock);
});

test('a flag falls once and stays', () => {
  const clock = run(newClock('1min', 2), 1, 0);
  assert.equal(check(clock, 59_999), clock);
  const fallen = check(clock, 60_000);
  assert.equal(fallen.flagged, 1);
  assert.equal(timeLeft(fallen, 1, 99_000), 0);
  assert.equal(run(fallen, 2, 61_000).running, null);
});
