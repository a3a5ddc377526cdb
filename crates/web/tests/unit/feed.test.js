// A match page whose server falls silent.

import { test } from 'node:test';
import assert from 'node:assert/strict';
import { MatchFeed } from '../../assets/js/model/feed.js';

/** A world in which answers are given in order; an Error is thrown. */
function stage(answers) {
  const log = [];
  const wires = [];
  const world = {
    listen(hear, lost) {
      const wire = { hear, lost, isOpen: true };
      wires.push(wire);
      return () => {
        wire.isOpen = false;
      };
    },
    async ask() {
      const answer = answers.shift();
      if (answer instanceof Error) throw answer;
      return answer;
    },
    async wait(ms) {
      log.push(['wait', ms]);
    },
  };
  const reader = {
    detail: ({ running }) => log.push(['detail', running]),
    boards: (boards) => log.push(['boards', boards.length]),
    end: () => log.push(['end']),
    lost: (message) => log.push(['lost', message]),
    gone: (message) => log.push(['gone', message]),
  };
  return { feed: new MatchFeed(world, reader), log, wires };
}

const RUNNING = { running: true };
const RESTING = { running: false };

test('a match that runs is listened to, one that rests is not', () => {
  const { feed, wires } = stage([]);
  feed.take(RESTING);
  assert.equal(wires.length, 0);
  feed.take(RUNNING);
  feed.take(RUNNING);
  assert.equal(wires.length, 1);
  wires[0].hear('end', RESTING);
  assert.equal(wires[0].isOpen, false);
});

test('a server that died is asked until it is back, and believed', async () => {
  const { feed, log, wires } = stage([new Error('gone'), new Error('gone'), RESTING]);
  feed.take(RUNNING);
  await feed.recover();
  assert.deepEqual(
    log.filter(([what]) => what !== 'wait'),
    [
      ['detail', true],
      ['lost', 'gone'],
      ['lost', 'gone'],
      ['detail', false],
      ['boards', 0],
    ],
  );
  assert.equal(wires.length, 1);
  const waits = log.filter(([what]) => what === 'wait').map(([, ms]) => ms);
  assert.equal(waits.length, 2);
  assert.ok(waits[1] > waits[0]);
});

test('a connection that broke while the match runs is opened again', async () => {
  const { feed, log, wires } = stage([RUNNING, RUNNING]);
  feed.take(RUNNING);
  await feed.recover();
  assert.equal(wires.length, 2);
  assert.deepEqual(
    wires.map(({ isOpen }) => isOpen),
    [false, true],
  );
  assert.ok(!log.some(([what]) => what === 'wait'), 'the first time at once');
  await feed.recover();
  assert.ok(
    log.some(([what]) => what === 'wait'),
    'but not in a hurry again before anything was heard',
  );
});

test('a page that is gone hears no more', async () => {
  const { feed, log } = stage([RUNNING]);
  feed.take(RUNNING);
  const recovery = feed.recover();
  feed.close();
  await recovery;
  assert.deepEqual(log, [['detail', true]]);
});

test('a match that is not there any more is not asked for again', async () => {
  const { feed, log } = stage([RUNNING]);
  feed.world.ask = () => Promise.reject(Object.assign(new Error('no such match'), { status: 404 }));
  feed.take(RUNNING);
  await feed.recover();
  assert.deepEqual(log.at(-1), ['gone', 'no such match']);
  assert.ok(feed.isClosed);
});
