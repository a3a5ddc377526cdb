// Addresses, seats, clicks, events and the places of cells.

import { test } from 'node:test';
import assert from 'node:assert/strict';
import './english.js';
import { analysisAddress, gameAddress, paramsOf, readAddress } from '../../assets/js/model/address.js';
import { askText } from '../../assets/js/model/ask.js';
import { eventReader } from '../../assets/js/model/events.js';
import { Gesture } from '../../assets/js/model/gesture.js';
import { layOut, neighbour, stepOf } from '../../assets/js/model/layout.js';
import { pauseLeft } from '../../assets/js/model/pace.js';
import { limitText, readSeat, seatWords, splitSeat } from '../../assets/js/model/seat.js';

test('an address holds a game and gives it back', () => {
  const place = { game: 'any', players: 3, size: '5x4' };
  const moves = ['a1', 'b_2', 'c3'];
  const params = paramsOf(place, moves, 2);
  params.set('seats', 'human|x@n500|y@d3');
  const read = readAddress(new URLSearchParams(params.toString()), 'usual');
  assert.deepEqual(read, { place, moves, at: 2, seats: ['human', 'x@500', 'y@d3'], clock: '' });
  assert.equal(readAddress(new URLSearchParams(''), 'usual').place.game, 'usual');
  assert.equal(readAddress(new URLSearchParams('game=any&moves=a_b&at=99'), '').at, 2);
  assert.equal(readAddress(new URLSearchParams('game=any&moves=a_b&at=x'), '').at, 0);
  assert.equal(readAddress(new URLSearchParams('game=any&moves=a_b&at=1.5'), '').at, 1);
  assert.equal(
    gameAddress({ game: 'any', moves: ['a'] }, ['human'], '5min'),
    '#/play?game=any&moves=a&seats=human&clock=5min',
  );
});

test('the address of a kept analysis has its name and, for everybody else, its line', () => {
  const params = paramsOf({ game: 'any' }, ['a', 'b'], 1);
  assert.equal(analysisAddress(params), '#/analyse?game=any&moves=a_b&at=1');
  assert.equal(analysisAddress(params, '1-2'), '#/analyse/1-2?game=any&moves=a_b&at=1');
  assert.equal(analysisAddress(new URLSearchParams(), '1-2'), '#/analyse/1-2');
});

test('seats in words', () => {
  assert.deepEqual(splitSeat('brs(2,0):best@5000'), { who: 'brs(2,0):best', limit: '5000' });
  assert.equal(readSeat('x@n500'), 'x@500');
  assert.equal(limitText('5000+300ms'), '5,000 nodes, 300 ms');
  assert.equal(limitText('d8+5454ms'), 'depth 8, 5.5 s');
  assert.equal(seatWords('x@d4'), 'x, depth 4');
  assert.equal(seatWords('perfect'), 'perfect');
});

test('events arrive in pieces of any size', () => {
  const text = 'event: report\ndata: {"depth":1}\n\n: nothing\n\ndata: [1,\ndata: 2]\n\nevent: done\ndata: 3\n\n';
  for (const size of [1, 2, 7, text.length]) {
    const heard = [];
    const read = eventReader((event, data) => heard.push([event, data]));
    for (let i = 0; i < text.length; i += size) read(text.slice(i, i + size));
    assert.deepEqual(heard, [
      ['report', { depth: 1 }],
      ['message', [1, 2]],
      ['done', 3],
    ]);
  }
});

const move = (text, ...paths) => ({ move: text, paths, route: [] });

test('clicks mean a move when only one is left', () => {
  const moves = [move('ab', [1, 2]), move('ac', [1, 3]), move('d', [4]), move('pass')];
  const gesture = new Gesture(moves);
  assert.deepEqual(gesture.click(9), [], 'nothing begins there');
  assert.deepEqual(gesture.click(1), []);
  assert.deepEqual([...gesture.next()], [2, 3]);
  assert.deepEqual(gesture.click(3), [moves[1]]);
  assert.deepEqual(gesture.path, []);
  assert.deepEqual(gesture.click(4), [moves[2]], 'one click is enough');
  gesture.click(1);
  assert.deepEqual(gesture.click(1), [], 'a second click on the first cell gives it up');
  assert.deepEqual(gesture.path, []);
  gesture.click(1);
  assert.deepEqual(gesture.click(4), [moves[2]], 'another beginning is taken up');
  assert.deepEqual(gesture.buttons, [moves[3]]);
});

test('moves with the same clicks are a choice', () => {
  const moves = [move('q', [1, 2]), move('r', [1, 2])];
  const gesture = new Gesture(moves);
  gesture.click(1);
  assert.deepEqual(gesture.click(2), moves);
});

test('what is asked comes from the game, else from the clicks of its moves', () => {
  const none = { phase: '', ask: '' };
  const asks = (prompt, moves, ...clicks) => {
    const gesture = new Gesture(moves);
    clicks.forEach((cell) => gesture.click(cell));
    return askText(prompt, gesture, 'stone');
  };
  assert.equal(asks(none, [move('a', [1])]), 'Choose a place for your stone.');
  assert.equal(asks(none, [move('ab', [1, 2])]), 'Choose a stone, then where it goes.');
  assert.match(asks(none, [move('ab', [1, 2])], 1), /^Now where it goes/);
  assert.match(asks(none, [move('a'), move('b')]), /below the board/);
  assert.match(asks(none, [move('pass')]), /only this one/);
  assert.equal(asks(none, []), '');
  assert.equal(asks({ phase: 'race', ask: 'run' }, [move('a', [1])]), 'Race: run.');
  assert.equal(asks({ phase: 'race', ask: '' }, []), 'Race.');
});

const square = (x, y) => ({
  id: `${x}${y}`,
  points: [
    [x, y],
    [x + 1, y],
    [x + 1, y + 1],
    [x, y + 1],
  ],
});
const board = { key: 'k', cells: [square(0, 0), square(1, 0), square(0, 1), square(1, 1)], labels: [] };

test('a board turns about its middle', () => {
  const { centres, box } = layOut(board, 0);
  assert.deepEqual(centres, [
    [-0.5, -0.5],
    [0.5, -0.5],
    [-0.5, 0.5],
    [0.5, 0.5],
  ]);
  assert.ok(Math.abs(box.width - 2.24) < 1e-9);
  assert.equal(stepOf(board), 90);
  assert.deepEqual(layOut(board, 90).centres[0], [0.5, -0.5]);
  assert.deepEqual(layOut(board, 360).centres, centres);
  assert.ok(layOut({ ...board, labels: [{ at: [-1, 0], text: 'a' }] }, 0).box.width > box.width, 'labels need room');
  assert.deepEqual(layOut({ key: 'none', cells: [], labels: [] }, 0).centres, [], 'a game need not have a board');
});

test('arrow keys go to the nearest cell that way', () => {
  const { centres } = layOut(board, 0);
  assert.equal(neighbour(centres, 0, [1, 0]), 1);
  assert.equal(neighbour(centres, 0, [0, 1]), 2);
  assert.equal(neighbour(centres, 0, [-1, 0]), null);
});

test('a move is looked at before the next one, unless a clock runs or there is none', () => {
  const game = { at: 3, clock: null };
  assert.ok(pauseLeft('short', game, 1000, 1000) > 500, 'long enough to be seen');
  assert.ok(pauseLeft('long', game, 1000, 1000) > pauseLeft('short', game, 1000, 1000));
  assert.equal(pauseLeft('short', game, 1000, 1100), pauseLeft('short', game, 1000, 1000) - 100);
  assert.equal(pauseLeft('short', game, 1000, 9000), 0, 'the engine has thought for longer');
  assert.equal(pauseLeft('none', game, 1000, 1000), 0);
  assert.equal(pauseLeft('long', { at: 0, clock: null }, 1000, 1000), 0);
  const clock = { increment: 0, left: [1, 1], running: 1, since: 0, flagged: null };
  assert.equal(pauseLeft('long', { at: 3, clock }, 1000, 1000), 0);
});
