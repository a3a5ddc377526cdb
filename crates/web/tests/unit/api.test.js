// Requests that cannot be made at once, without a browser.

import { afterEach, beforeEach, test } from 'node:test';
import assert from 'node:assert/strict';
import { get, post } from '../../assets/js/api.js';

const banner = { hidden: true, textContent: '' };
const { fetch } = globalThis;
let tries = 0;
let isUp = false;

beforeEach(() => {
  Object.assign(banner, { hidden: true, textContent: '' });
  [tries, isUp] = [0, false];
  globalThis.document = /** @type {any} */ ({ getElementById: () => banner });
  globalThis.fetch = async (_, { signal }) => {
    tries += 1;
    signal?.throwIfAborted();
    if (!isUp) throw new TypeError('Failed to fetch');
    return new Response('{"answer":1}');
  };
});
afterEach(() => {
  globalThis.fetch = fetch;
  delete globalThis.document;
});

/** Lets everything happen that is not waited for. */
const settle = async () => {
  for (let i = 0; i < 20; i += 1) await Promise.resolve();
};

test('a patient request is made until the server is there, and the reader told', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const answer = post('position', {});
  await settle();
  assert.deepEqual([tries, banner.hidden], [1, false]);
  t.mock.timers.tick(400);
  await settle();
  assert.equal(tries, 2);
  isUp = true;
  t.mock.timers.tick(800);
  assert.deepEqual(await answer, { answer: 1 });
  assert.equal(banner.hidden, true);
});

test('a request that is given up is not made again, leaves nothing behind and no notice', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const leaving = new AbortController();
  const { signal } = leaving;
  let listeners = 0;
  const count = (name, by) => {
    const original = signal[name].bind(signal);
    signal[name] = (...given) => {
      listeners += by;
      return original(...given);
    };
  };
  count('addEventListener', 1);
  count('removeEventListener', -1);
  const refused = assert.rejects(get('matches', { signal }), { name: 'AbortError' });
  await settle();
  t.mock.timers.tick(400);
  await settle();
  assert.deepEqual([tries, banner.hidden, listeners], [2, false, 1], 'only the wait that is on now listens');
  leaving.abort();
  await refused;
  assert.deepEqual([banner.hidden, listeners], [true, 0]);
  const made = tries;
  t.mock.timers.tick(60_000);
  await settle();
  assert.equal(tries, made);
});

test('who gives up just as a request fails waits for nothing', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const leaving = new AbortController();
  const { fetch: fails } = globalThis;
  globalThis.fetch = (...given) => {
    const answer = fails(...given);
    leaving.abort();
    return answer;
  };
  await assert.rejects(get('matches', { signal: leaving.signal }), { name: 'AbortError' });
  assert.equal(banner.hidden, true);
});

test('who gives up while others try on leaves the notice to them', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const leaving = new AbortController();
  const other = get('games');
  const refused = assert.rejects(get('matches', { signal: leaving.signal }), { name: 'AbortError' });
  await settle();
  leaving.abort();
  await refused;
  assert.equal(banner.hidden, false);
  isUp = true;
  t.mock.timers.tick(400);
  await other;
  assert.equal(banner.hidden, true);
});

test('an impatient request fails at once, and nobody says that it is tried again', async () => {
  await assert.rejects(post('position', {}, { isPatient: false }), { status: 0 });
  await assert.rejects(post('matches/a/stop', {}), { status: 0 }, 'nothing is changed twice');
  assert.deepEqual([tries, banner.hidden], [2, true]);
});
