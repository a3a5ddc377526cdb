// Pieces that are picked one by one, pieces of a hand, and words about clicks that do nothing.

import { test } from 'node:test';
import assert from 'node:assert/strict';
import './english.js';
import { Gesture } from '../../assets/js/model/gesture.js';
import { GroupGesture } from '../../assets/js/model/group.js';
import { Laying, grip, turned } from '../../assets/js/model/hand.js';
import { refusal } from '../../assets/js/model/refusal.js';

// Pieces on 1, 2, 3 in a row to the right; 4 is ahead, 11 to 14 lie above, each between two of the row.
const shift = (move, ...shifts) => ({ move, shifts, paths: [[0]], route: [] });
const row = [
  shift('one', [3, 4]),
  shift('two', [2, 3], [3, 4]),
  shift('three', [1, 2], [2, 3], [3, 4]),
  shift('up-right', [1, 12], [2, 13], [3, 14]),
  shift('up-left', [1, 11], [2, 12], [3, 13]),
  shift('pair', [1, 12], [2, 13]),
  { move: 'pass', paths: [], route: [] },
];
const clicks = (...cells) => {
  const gesture = new GroupGesture(row);
  return cells.map((cell) => gesture.click(cell).map(({ move }) => move)).at(-1);
};

test('pieces are picked in any order, and again to let them go', () => {
  assert.deepEqual(clicks(3, 1, 2, 4), ['three']);
  assert.deepEqual(clicks(2, 3, 4), ['two']);
  assert.deepEqual(clicks(3, 4), ['one']);
  const gesture = new GroupGesture(row);
  for (const cell of [1, 2, 3]) gesture.click(cell);
  gesture.click(3);
  assert.deepEqual(gesture.selected, [1, 2]);
  gesture.click(2);
  gesture.click(1);
  assert.deepEqual(gesture.selected, []);
});

test('both ends stand for a row, and its rear for one that moves along itself', () => {
  assert.deepEqual(clicks(1, 3, 4), ['three']);
  assert.deepEqual(clicks(1, 4), ['three']);
  assert.deepEqual(clicks(2, 4), ['two']);
  const gesture = new GroupGesture(row);
  gesture.click(1);
  assert.deepEqual([...gesture.next()], [4], 'a piece alone does not stand for rows that go sideways');
  gesture.click(3);
  assert.deepEqual(gesture.selected, [1, 2, 3]);
});

test('where two pieces could go to a cell, the one picked last does', () => {
  assert.deepEqual(clicks(1, 2, 3, 13), ['up-left'], '3 goes to 13');
  assert.deepEqual(clicks(3, 1, 2, 13), ['up-right'], '2 goes to 13');
  assert.deepEqual(clicks(1, 3, 14), ['up-right']);
});

test('a drag from piece to piece picks a row, one to a free cell moves it', () => {
  const gesture = new GroupGesture(row);
  gesture.drag(1);
  assert.deepEqual(gesture.drop(3), []);
  assert.deepEqual(gesture.selected, [1, 2, 3]);
  gesture.drag(2);
  assert.deepEqual(gesture.lifted(2), [1, 2, 3], 'the whole row goes with it');
  assert.deepEqual(
    gesture.drop(13).map(({ move }) => move),
    ['up-right'],
    'what is dragged goes there, not its neighbour',
  );
  assert.deepEqual(gesture.buttons, [row.at(-1)]);
});

test('what goes with a piece is lifted with it', () => {
  const part = (from, to, ...lifted) => ({ ...shift(`${from}${to}`, ...lifted.map((cell) => [cell, to])) });
  const gesture = new Gesture([
    { ...part(5, 8, 5, 6), paths: [[5, 8]] },
    { ...part(5, 9, 5, 6), paths: [[5, 9]] },
    { ...part(6, 7, 6), paths: [[6, 7]] },
    { ...part(6, 8, 5, 6), paths: [[6, 8]] },
  ]);
  assert.deepEqual(gesture.lifted(5), [5, 6]);
  assert.deepEqual(gesture.lifted(6), [6], 'how many go is open yet');
  gesture.click(5);
  assert.deepEqual(gesture.selected, [5, 6]);
});

const L = [
  [0, 0],
  [0, 1],
  [0, 2],
  [1, 2],
];

test('pieces are turned and turned over', () => {
  assert.deepEqual(turned(L, 0, false), [
    [0, 0],
    [0, 1],
    [0, 2],
    [1, 2],
  ]);
  assert.deepEqual(turned(L, 1, false), [
    [0, 0],
    [1, 0],
    [2, 0],
    [0, 1],
  ]);
  assert.deepEqual(turned(L, 0, true), [
    [1, 0],
    [1, 1],
    [0, 2],
    [1, 2],
  ]);
  assert.deepEqual(turned(L, 5, false), turned(L, 1, false));
  assert.deepEqual(turned(L, -1, false), turned(L, 3, false));
  assert.deepEqual(grip(L), [0, 1]);
});

test('a held piece covers cells, and fits where a move lays it', () => {
  const side = 4;
  const centres = Array.from({ length: side * side }, (_, i) => [i % side, Math.floor(i / side)]);
  const moves = [
    { move: 'upright', paths: [], route: [0, 4, 8, 9] },
    { move: 'lying', paths: [], route: [5, 6, 7, 9] },
  ];
  const laying = new Laying(moves, centres);
  assert.deepEqual(laying.covered(L, 4), [0, 4, 8, 9]);
  assert.equal(laying.moveAt(L, 4)?.move, 'upright');
  assert.equal(laying.moveAt(L, 5), null);
  assert.equal(laying.moveAt(L, 0), null, 'a part of it would lie beside the board');
  assert.deepEqual(laying.places(L), [4]);
  assert.deepEqual(
    laying.places(turned(L, 1, false)),
    [6].filter((cell) => laying.moveAt(turned(L, 1, false), cell)),
  );
  assert.equal(laying.moveAt(turned(L, 1, false), laying.places(turned(L, 1, false))[0])?.move, 'lying');
  assert.ok(laying.hasRoom(L));
  assert.ok(!laying.hasRoom([[0, 0]]));
});

test('a click that does nothing says why', () => {
  const click = { owner: 0, mover: 1, isBegun: false, needsPiece: true, ask: 'choose', piece: 'stone' };
  assert.match(refusal({ ...click, isBegun: true }), /cannot go there/);
  assert.match(refusal({ ...click, owner: 1 }), /This stone cannot move/);
  assert.match(refusal({ ...click, owner: 2 }), /not yours/);
  assert.match(refusal(click), /First choose a stone/);
  assert.match(refusal({ ...click, needsPiece: false }), /choose\.$/);
});
