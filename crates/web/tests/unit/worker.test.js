// The worker that keeps the frame of the page, without a browser.

import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { runInNewContext } from 'node:vm';
import assert from 'node:assert/strict';

const source = readFileSync(new URL('../../assets/worker.js', import.meta.url), 'utf8');

/** Loads the worker; what it answers to the page is a function of the address. */
function worker({ caches, fetch }) {
  const listeners = {};
  const self = {
    addEventListener: (name, listener) => {
      listeners[name] = listener;
    },
    location: { origin: 'http://here' },
  };
  runInNewContext(source, { self, caches, fetch, URL });
  return async (path) => {
    let answer;
    const later = [];
    listeners.fetch({
      request: { method: 'GET', url: `http://here${path}` },
      respondWith: (promise) => {
        answer = promise;
      },
      waitUntil: (promise) => later.push(promise),
    });
    try {
      return await answer;
    } finally {
      await Promise.all(later);
    }
  };
}

function storage() {
  const stored = new Map();
  const store = {
    put: async ({ url }, response) => stored.set(url, await response.text()),
    match: async ({ url }) => (stored.has(url) ? new Response(stored.get(url)) : undefined),
  };
  return { open: async () => store };
}
const LOST = new TypeError('no server');

test('the frame is there without a server, once it was there with one', async () => {
  let isUp = true;
  const fetch = async ({ url }) => {
    if (!isUp) throw LOST;
    return new Response(`fresh ${url}`);
  };
  const ask = worker({ caches: storage(), fetch });
  assert.equal(await (await ask('/a.js')).text(), 'fresh http://here/a.js');
  isUp = false;
  assert.equal(await (await ask('/a.js')).text(), 'fresh http://here/a.js');
  await assert.rejects(ask('/b.js'), LOST);
  assert.equal(await ask('/api/games'), undefined, 'what the server says comes from the server');
});

test('an answer that cannot be kept is given all the same', async () => {
  const full = { open: async () => ({ put: () => Promise.reject(new Error('quota')), match: async () => undefined }) };
  const none = { open: () => Promise.reject(new Error('no storage')) };
  for (const caches of [full, none]) {
    const ask = worker({ caches, fetch: async () => new Response('fresh') });
    assert.equal(await (await ask('/a.js')).text(), 'fresh');
    await assert.rejects(worker({ caches, fetch: () => Promise.reject(LOST) })('/a.js'), LOST);
  }
});
