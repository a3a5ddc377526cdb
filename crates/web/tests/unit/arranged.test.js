// Boards that somebody sets up.

import { test } from 'node:test';
import assert from 'node:assert/strict';
import { arrange, put, readArranged, wiped, withMover } from '../../assets/js/model/arranged.js';

const view = { pieces: [[3, 1, 'x']], to_move: 2 };
const [X, O] = [
  [1, 'x'],
  [2, 'o'],
];

test('a piece takes the place of another, and is taken away by putting it there again', () => {
  const begun = arrange(view);
  assert.deepEqual(begun, { pieces: [[3, 1, 'x']], toMove: 2 });
  assert.deepEqual(put(begun, 3, O).pieces, [[3, 2, 'o']]);
  assert.deepEqual(put(begun, 3, X).pieces, []);
  assert.deepEqual(put(begun, 3, null).pieces, []);
  assert.deepEqual(put(begun, 4, null), begun);
  assert.deepEqual(put(put(begun, 4, O), 5, X).pieces.length, 3);
  assert.deepEqual(wiped(begun), { pieces: [], toMove: 2 });
  assert.equal(withMover(begun, 1).toMove, 1);
  assert.equal(arrange({ ...view, to_move: null }).toMove, 1, 'somebody is to move in a board that is set up');
});

test('a board that was kept comes back, and nothing else does', () => {
  const kept = put(arrange(view), 7, O);
  assert.deepEqual(readArranged(JSON.parse(JSON.stringify(kept)), 8, 2), kept);
  assert.equal(readArranged(kept, 7, 2), null, 'another board');
  for (const other of [null, {}, { pieces: [] }, { pieces: [[0, 3, 'x']], toMove: 1 }, { pieces: [3], toMove: 1 }])
    assert.equal(readArranged(other, 8, 2), null);
  for (const toMove of [0, 3, 1.5, '1x']) assert.equal(readArranged({ pieces: [], toMove }, 8, 2), null);
});
