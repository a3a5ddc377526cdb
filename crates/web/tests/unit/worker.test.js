// The worker that keeps the frame of the page, without a browser.

import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { runInNewContext } from 'node:vm';
import assert from 'node:assert/strict';

const source = readFileSync(new URL('../../assets/worker.js', import.meta.url), 'utf8');

/** Loads the worker; what it answers to the page is a function of the address. `site` is what `melee site` writes. */
function worker({ caches, fetch, site = null }) {
  const listeners = {};
  const self = {
    addEventListener: (name, listener) => {
      listeners[name] = listener;
    },
    location: { origin: 'http://here' },
    registration: { scope: 'http://here/sub/' },
    clients: { claim: async () => {} },
    skipWaiting: () => {},
  };
  const written = source.replace('const SITE = null;', `const SITE = ${JSON.stringify(site)};`);
  class Request {
    constructor(file) {
      this.url = new URL(file, 'http://here/sub/worker.js').href;
    }
  }
  runInNewContext(written, { self, caches, fetch, URL, Request });
  const happen = async (name) => {
    const later = [];
    listeners[name]({ waitUntil: (promise) => later.push(promise) });
    await Promise.all(later);
  };
  const ask = async (path) => {
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
  return Object.assign(ask, { happen });
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

/** Stores by name, of which one is filled from a host. */
function stores(fetch) {
  const all = new Map();
  const store = (name) => ({
    addAll: async (requests) => {
      for (const { url } of requests) all.get(name).set(url, await (await fetch({ url })).text());
    },
    match: async ({ url }) => (all.get(name).has(url) ? new Response(all.get(name).get(url)) : undefined),
  });
  return {
    all,
    keys: async () => [...all.keys()],
    delete: async (name) => all.delete(name),
    open: async (name) => {
      if (!all.has(name)) all.set(name, new Map());
      return store(name);
    },
  };
}

test('a site is there as a whole without a connection, and never a mixture of two', async () => {
  let host = 'old';
  const fetch = async ({ url }) => {
    if (!host) throw LOST;
    return new Response(`${host} ${url}`);
  };
  const caches = stores(fetch);
  caches.all.set('melee-site http://here/other/ 1', new Map());
  const files = ['./', 'js/a.js', 'engine.wasm'];
  const first = worker({ caches, fetch, site: { version: '1', files } });
  await first.happen('install');
  await first.happen('activate');
  host = 'new';
  const text = async (ask, path) => (await ask(path)).text();
  assert.equal(await text(first, '/sub/js/a.js'), 'old http://here/sub/js/a.js', 'as it was installed');
  const second = worker({ caches, fetch, site: { version: '2', files } });
  await second.happen('install');
  assert.equal(await text(first, '/sub/'), 'old http://here/sub/', 'the pages of the old one keep it');
  await second.happen('activate');
  host = null;
  for (const path of ['/sub/', '/sub/js/a.js', '/sub/engine.wasm'])
    assert.equal(await text(second, path), `new http://here${path}`);
  assert.deepEqual(await caches.keys(), ['melee-site http://here/other/ 1', 'melee-site http://here/sub/ 2']);
  await assert.rejects(second('/sub/unknown.js'), LOST);
});
