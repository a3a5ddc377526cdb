// What is known of the positions that were looked at: the latest stay, and nothing grows without end.

import { test } from 'node:test';
import assert from 'node:assert/strict';
import { Cache } from '../../assets/js/model/cache.js';

/** As many as a session keeps of its positions. */
const MOST = 200;

function full() {
  const cache = new Cache(MOST);
  for (let node = 0; node < MOST; node += 1) cache.set(node, `view ${node}`);
  return cache;
}

test('as many positions are known as there is room for, and one more takes the place of the oldest', () => {
  const cache = full();
  assert.equal(cache.kept.size, MOST);
  cache.set(MOST, 'one more');
  assert.equal(cache.kept.size, MOST);
  assert.equal(cache.get(0), null);
  assert.equal(cache.get(1), 'view 1');
  assert.equal(cache.get(MOST), 'one more');
});

test('a position that one comes back to stays, and the one that was not looked at for longest goes', () => {
  const cache = full();
  assert.equal(cache.get(0), 'view 0');
  cache.set(MOST, 'one more');
  assert.equal(cache.get(0), 'view 0');
  assert.equal(cache.get(1), null);
});

test('what is found anew in a position takes the place of what was known, and of nothing else', () => {
  const cache = full();
  cache.set(7, 'deeper');
  assert.equal(cache.kept.size, MOST);
  assert.equal(cache.get(7), 'deeper');
  assert.equal(cache.get(0), 'view 0');
});

test('a long game leaves the last positions, whatever their names', () => {
  const cache = new Cache(MOST);
  for (let ply = 0; ply < 10 * MOST; ply += 1) cache.set(`{"moves":${ply}}`, { depth: ply });
  assert.equal(cache.kept.size, MOST);
  assert.deepEqual(cache.get(`{"moves":${10 * MOST - 1}}`), { depth: 10 * MOST - 1 });
  assert.deepEqual(cache.get(`{"moves":${9 * MOST}}`), { depth: 9 * MOST });
  assert.equal(cache.get(`{"moves":${9 * MOST - 1}}`), null);
  assert.equal(cache.get('never asked'), null);
});
