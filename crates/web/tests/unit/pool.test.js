// The workers of a page without a server, without workers.

import { test } from 'node:test';
import assert from 'node:assert/strict';
import { Pool } from '../../assets/js/local/pool.js';

/** A pool whose workers say what a test lets them say. */
function stage() {
  const workers = [];
  const pool = new Pool((hear) => {
    const worker = { hear, sent: [], isEnded: false };
    workers.push(worker);
    return {
      send: (path) => worker.sent.push(path),
      end: () => {
        worker.isEnded = true;
      },
    };
  });
  const ask = (path, session) => {
    const heard = [];
    const giveUp = pool.ask({ path, body: '{}', session, hear: (name, text) => heard.push([name, text]) });
    return { heard, giveUp };
  };
  return { workers, ask };
}

test('what is soon answered never waits for a search, and is answered in its order', () => {
  const { workers, ask } = stage();
  for (let i = 0; i < 7; i += 1) ask('think');
  const [first, second] = [ask('position'), ask('why')];
  const quick = workers.at(-1);
  assert.deepEqual(quick.sent, ['position', 'why']);
  quick.hear('answer', '1');
  quick.hear('refused', '2');
  assert.deepEqual([first.heard, second.heard], [[['answer', '1']], [['refused', '2']]]);
});

test('five search at once, the others wait and hear how many are before them', () => {
  const { workers, ask } = stage();
  const searches = Array.from({ length: 7 }, () => ask('think'));
  assert.equal(workers.length, 5);
  assert.deepEqual(searches[6].heard.at(-1), ['queued', '{"ahead":1}']);
  workers[2].hear('done', '{}');
  assert.deepEqual(searches[2].heard, [['done', '{}']]);
  assert.deepEqual(workers[2].sent, ['think', 'think'], 'the worker goes on with the next');
  assert.deepEqual(searches[6].heard.at(-1), ['queued', '{"ahead":0}']);
});

test('who gives a search up ends its worker, and those who wait get another', () => {
  const { workers, ask } = stage();
  const searches = Array.from({ length: 7 }, () => ask('review'));
  searches[5].giveUp();
  assert.ok(
    workers.every(({ isEnded }) => !isEnded),
    'it had none yet',
  );
  searches[0].giveUp();
  assert.ok(workers[0].isEnded);
  assert.equal(workers.length, 6);
  workers[5].hear('nodes', '{"nodes":1}');
  assert.deepEqual(searches[6].heard.at(-1), ['nodes', '{"nodes":1}']);
  searches[6].giveUp();
  searches[6].giveUp();
  assert.equal(workers.length, 6, 'nobody waits for one');
});

test('a game meets its own engine again', () => {
  const { workers, ask } = stage();
  ask('think', 'a');
  ask('think', 'b');
  workers.forEach(({ hear }) => hear('done', '{}'));
  ask('think', 'b');
  assert.deepEqual(
    workers.map(({ sent }) => sent.length),
    [1, 2],
  );
});

test('an engine that fails is replaced, and everybody who waits for it is told', () => {
  const { workers, ask } = stage();
  const [one, other] = [ask('position'), ask('position')];
  workers[0].hear('failed', 'unreachable');
  assert.deepEqual([one.heard, other.heard], [[['failed', 'unreachable']], [['failed', 'unreachable']]]);
  assert.ok(workers[0].isEnded);
  ask('position');
  assert.deepEqual(workers[1].sent, ['position']);
  const search = ask('solve');
  workers[2].hear('failed', 'memory');
  assert.deepEqual(search.heard, [['failed', 'memory']]);
  ask('solve');
  assert.deepEqual([workers[2].isEnded, workers[3].sent], [true, ['solve']]);
});

test('nobody hears the answer to what was given up', () => {
  const { workers, ask } = stage();
  const [one, other] = [ask('position'), ask('why')];
  one.giveUp();
  workers[0].hear('answer', '1');
  workers[0].hear('answer', '2');
  assert.deepEqual([one.heard, other.heard], [[], [['answer', '2']]]);
});
