import { test } from 'node:test';
import assert from 'node:assert/strict';
import * as tree from '../../assets/js/model/lines.js';

/** a b c, with the side lines a d and e. */
function sample() {
  let lines = tree.lineOf(['a', 'b', 'c'], [1, 2, 1]);
  ({ lines } = tree.grow(lines, 1, 'd', 2));
  ({ lines } = tree.grow(lines, 0, 'e', 1));
  return lines;
}

const shape = (lines, node = 0) => lines[node].children.map((child) => [lines[child].move, shape(lines, child)]);

test('a move that was tried is followed, another opens a side line', () => {
  const lines = sample();
  assert.equal(tree.grow(lines, 0, 'a', 1).lines, lines);
  assert.deepEqual(shape(lines), [
    [
      'a',
      [
        ['b', [['c', []]]],
        ['d', []],
      ],
    ],
    ['e', []],
  ]);
  assert.deepEqual(tree.movesTo(lines, 3), ['a', 'b', 'c']);
  assert.equal(tree.endOf(lines, 0), 3);
  assert.deepEqual(
    lines.map(({ ply }) => ply),
    [0, 1, 2, 3, 2, 1],
  );
});

test('a side line becomes the main line all the way up', () => {
  const lines = tree.promote(sample(), 4);
  assert.deepEqual(tree.movesTo(lines, tree.endOf(lines, 0)), ['a', 'd']);
  const other = tree.promote(lines, 5);
  assert.deepEqual(tree.movesTo(other, tree.endOf(other, 0)), ['e']);
  assert.equal(shape(other)[1][1].length, 2, 'nothing is lost');
});

test('what is cut off is gone, the rest keeps its names', () => {
  const lines = tree.cut(sample(), 2);
  assert.deepEqual(shape(lines), [
    ['a', [['d', []]]],
    ['e', []],
  ]);
  assert.equal(lines[4].move, 'd');
  assert.equal(tree.cut(lines, tree.ROOT), lines);
});

test('packing drops what was cut off and finds the node again', () => {
  const lines = tree.note(tree.cut(sample(), 2), 4, { toMove: null, ranks: [2, 1] });
  const stored = JSON.parse(JSON.stringify(tree.pack(lines, 4)));
  const back = tree.unpack(stored.nodes);
  assert.deepEqual(shape(back), shape(lines));
  assert.deepEqual(tree.movesTo(back, stored.at), ['a', 'd']);
  assert.deepEqual(back[stored.at].standing.ranks, [2, 1]);
  assert.equal(back.length, 4);
});

test('what is no game is not read as one', () => {
  const bad = [
    null,
    7,
    [],
    [7],
    [
      [null, null, null],
      [1, 'a', 1],
    ],
    [
      [null, null, null],
      [0, 7, 1],
    ],
  ];
  const twice = [
    [null, null, null],
    [0, 'a', 1],
    [0, 'a', 1],
  ];
  for (const stored of [...bad, twice]) assert.equal(tree.unpack(stored), null, JSON.stringify(stored));
});
