// Notes on positions, and records with side lines and notes.

import { test } from 'node:test';
import assert from 'node:assert/strict';
import './english.js';
import * as model from '../../assets/js/model/game.js';
import { checkLines } from '../../assets/js/model/checked.js';
import * as tree from '../../assets/js/model/lines.js';
import { NONE, isNone, readNotes, toggleMark, withComment, withoutMarks } from '../../assets/js/model/notes.js';
import { RecordError, looksLikeRecord, readRecord, writeRecord } from '../../assets/js/model/record.js';
import { isInProgress, isWorthKeeping, pack, unpack } from '../../assets/js/model/stored.js';

/** Numbers that look like chance and are the same every time. */
function lottery(seed) {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const WORDS = ['', 'good', 'two\nlines', '"quoted" \\ and {braces}', 'Ä – ☃ 𝕏', '</script>'];

/** Lines that have grown by lot, with notes by lot. */
function grown(seed) {
  const draw = lottery(seed);
  let lines = tree.plant();
  const count = draw(60);
  for (let i = 0; i < count; i += 1) {
    ({ lines } = tree.grow(lines, draw(lines.length), `m${draw(4)}`, null));
  }
  lines.forEach((_, node) => {
    let notes = withComment(NONE, WORDS[draw(WORDS.length)]);
    for (let i = draw(4); i > 0; i -= 1) notes = toggleMark(notes, `a${draw(3)}`, `a${draw(3)}`);
    if (draw(2)) lines = tree.annotate(lines, node, isNone(notes) ? NONE : notes);
  });
  return lines;
}

/** Lines without their order in memory. */
const shape = (lines, node = 0) => ({
  move: lines[node].move,
  notes: lines[node].notes,
  children: lines[node].children.map((child) => shape(lines, child)),
});

test('a mark is drawn once, wiped by drawing it again, and an arrow has a direction', () => {
  const circle = toggleMark(NONE, 'a1', 'a1');
  assert.deepEqual(circle.marks, [['a1']]);
  assert.deepEqual(toggleMark(circle, 'a1', 'a1').marks, []);
  const both = toggleMark(toggleMark(circle, 'a1', 'b2'), 'b2', 'a1');
  assert.deepEqual(both.marks, [['a1'], ['a1', 'b2'], ['b2', 'a1']]);
  assert.deepEqual(withoutMarks(withComment(both, 'x')), { comment: 'x', marks: [] });
  assert.ok(isNone(NONE) && !isNone(circle));
});

test('notes that are none are not read', () => {
  const bad = [{ comment: 3 }, { marks: 'a1' }, { marks: [[]] }, { marks: [['a', 'b', 'c']] }, { marks: [['a', 'a']] }];
  for (const data of [...bad, { marks: [[7]] }, { marks: [['']] }]) assert.equal(readNotes(data), null);
  assert.equal(readNotes(undefined), NONE);
});

test('a record comes back as it was, whatever was tried and noted', () => {
  const place = { game: 'any', players: 3, pos: '1 2 "3"' };
  for (let seed = 0; seed < 300; seed += 1) {
    const lines = grown(seed);
    const text = writeRecord(place, lines);
    assert.ok(looksLikeRecord(text));
    const read = readRecord(text);
    assert.deepEqual(read.place, place);
    assert.deepEqual(shape(read.lines), shape(lines), `seed ${seed}`);
    assert.equal(writeRecord(read.place, read.lines), text);
    // The browser's own form holds the same.
    const { nodes } = tree.pack(lines, 0);
    assert.deepEqual(shape(tree.unpack(JSON.parse(JSON.stringify(nodes)))), shape(lines));
  }
});

test('a record that was changed is read or refused in words, and nothing else', () => {
  const draw = lottery(7);
  const text = writeRecord({ game: 'any' }, grown(11));
  let refused = 0;
  for (let i = 0; i < 3000; i += 1) {
    const at = draw(text.length);
    const changed = text.slice(0, at) + ['', '{', '[', '"', 'x', '0', 'null,'][draw(7)] + text.slice(at + draw(3));
    try {
      readRecord(changed);
    } catch (error) {
      assert.ok(error instanceof RecordError && error.message, String(error));
      refused += 1;
    }
  }
  assert.ok(refused > 1000, `${refused} were refused`);
  const bare = { format: 'melee-record', version: 1, place: { game: 'any' } };
  const bad = [null, 3, { ...bare, version: 2 }, { ...bare, place: {} }, { ...bare, line: {} }, { ...bare, line: [3] }];
  const twice = { ...bare, line: [{ move: 'a', instead: [[{ move: 'a' }]] }] };
  let deep = [{ move: 'a' }];
  for (let i = 0; i < 400; i += 1) deep = [{ move: 'a' }, { move: `b${i}`, instead: [deep] }];
  for (const data of [...bad, twice, { ...bare, line: deep }, { ...bare, line: [{ move: 'two words' }] }]) {
    assert.throws(() => readRecord(JSON.stringify(data)), RecordError);
  }
});

test('every line that was read is looked at to its end, and its players are noted', async () => {
  const lines = grown(5);
  const seen = [];
  const checked = await checkLines(lines, (moves) => {
    seen.push(moves.join(' '));
    // One move was made before the record begins.
    return Promise.resolve({ plies: [{ player: 9 }, ...moves.map((_, i) => ({ player: (i % 3) + 1 }))] });
  });
  const ends = lines.flatMap(({ children }, node) => (children.length ? [] : [tree.movesTo(lines, node).join(' ')]));
  assert.deepEqual(seen, ends);
  for (const { ply, player, move } of checked) assert.equal(player, move === null ? null : ((ply - 1) % 3) + 1);
  const illegal = checkLines(lines, () => Promise.reject(new Error('move 3: no')));
  await assert.rejects(illegal, /move 3: no/);
});

test('lines are checked several at a time, and after a wrong one no more', async () => {
  let lines = tree.plant();
  for (let i = 0; i < 100; i += 1) ({ lines } = tree.grow(lines, tree.ROOT, `m${i}`, null));
  let [asking, most, asked] = [0, 0, 0];
  const look = async () => {
    asking += 1;
    asked += 1;
    most = Math.max(most, asking);
    await new Promise((resolve) => {
      setTimeout(resolve);
    });
    asking -= 1;
    if (asked > 20) throw new Error('no');
    return { plies: [{ player: 1 }] };
  };
  await assert.rejects(checkLines(lines, look), /no/);
  assert.ok(most > 1 && most < 10, `${most} at a time`);
  assert.ok(asked < 40, `${asked} were asked`);
});

test('notes belong to the position that is shown, and are a change that other tabs hear of', () => {
  const turn = (player) => ({ toMove: player, ranks: null });
  const begun = model.begin({ id: 'one', place: { game: 'any' }, players: 2 }, turn(1), 0);
  assert.equal(isWorthKeeping(begun), false, 'the address says it all');
  const moved = model.play(begun, 'a', turn(2), 0);
  const noted = model.annotate(moved, withComment(NONE, 'why'), 0);
  assert.equal(noted.lines[noted.at].notes.comment, 'why');
  assert.equal(noted.lines[0].notes, NONE);
  assert.equal(noted.revision, moved.revision + 1);
  assert.ok(isWorthKeeping(noted));
  const { game, over } = unpack(pack(noted, 0, 0));
  assert.equal(game.lines[game.at].notes.comment, 'why');
  assert.equal(isInProgress(game, over), false, 'nobody plays it');
  const back = model.look(moved, 0, turn(1), 0);
  assert.ok(isWorthKeeping(model.play(back, 'b', turn(2), 0)), 'a side line is in no address');
});

/** A line of so many moves. */
function longLine(moves) {
  const line = Array.from({ length: moves }, (_, i) => ({ move: `m${i}` }));
  return JSON.stringify({ format: 'melee-record', version: 1, place: { game: 'any' }, line });
}

/** At first more than 5000 moves were written, and refused as something else than a move when they were read. */
test('what is written can be read, and what cannot is not written, each in words', () => {
  const { lines } = readRecord(longLine(20_000));
  assert.equal(lines.length, 20_001);
  const text = writeRecord({ game: 'any' }, lines);
  assert.equal(readRecord(text).lines.length, 20_001);
  assert.throws(() => readRecord(longLine(20_001)), /at most 20,?000 moves/);
  const more = [...lines.slice(0, -1), { ...lines.at(-1), children: [20_001] }, { ...lines.at(-1), parent: 20_000 }];
  assert.throws(() => writeRecord({ game: 'any' }, more), /at most 20,?000 moves/);
  // Side lines of side lines, one deeper than are read.
  let deep = tree.plant();
  let at = tree.ROOT;
  for (let i = 0; i < 202; i += 1) {
    ({ lines: deep } = tree.grow(deep, at, 'main', null));
    const side = tree.grow(deep, at, 'side', null);
    ({ lines: deep, node: at } = side);
  }
  assert.throws(() => writeRecord({ game: 'any' }, deep), RecordError);
  const long = tree.annotate(tree.plant(), tree.ROOT, withComment(NONE, 'x'.repeat(10_000)));
  let wide = long;
  for (let i = 0; i < 900; i += 1) {
    const { lines: next, node } = tree.grow(wide, tree.ROOT, `m${i}`, null);
    wide = tree.annotate(next, node, long[tree.ROOT].notes);
  }
  assert.throws(() => writeRecord({ game: 'any' }, wide), /letters/);
});

test('whoever checks lines tells how far he is, and stops when nobody wants to know', async () => {
  let lines = tree.plant();
  for (let i = 0; i < 9; i += 1) ({ lines } = tree.grow(lines, tree.ROOT, `m${i}`, null));
  const told = [];
  await checkLines(
    lines,
    () => Promise.resolve({ plies: [{ player: 1 }] }),
    (done, all) => told.push(`${done}/${all}`),
  );
  assert.deepEqual(told, ['0/9', '1/9', '2/9', '3/9', '4/9', '5/9', '6/9', '7/9', '8/9', '9/9']);
  const giveUp = new AbortController();
  let asked = 0;
  const look = async () => {
    asked += 1;
    if (asked === 5) giveUp.abort();
    await null;
    giveUp.signal.throwIfAborted();
    return { plies: [{ player: 1 }] };
  };
  await assert.rejects(checkLines(lines, look), { name: 'AbortError' });
  assert.ok(asked < 9, `${asked} were asked`);
});
