import { afterEach, test } from 'node:test';
import assert from 'node:assert/strict';
import * as model from '../../assets/js/model/game.js';
import { NONE, withComment } from '../../assets/js/model/notes.js';
import { inOrderOfLeaving, isAnalysis, isInProgress, pack, unpack } from '../../assets/js/model/stored.js';
import { keep, kept } from '../../assets/js/store.js';
import { timeLeft } from '../../assets/js/model/clock.js';

const turn = (player) => ({ toMove: player, ranks: null });
const wish = { id: 'one', place: { game: 'any', players: 2 }, players: 2, seats: ['human', 'x@1s'], clock: '1min+1s' };

test('a stored game comes back as it was, and no time with it', () => {
  const game = model.play(model.begin(wish, turn(1), 0), 'a', turn(2), 0);
  const { game: back, touched, over } = unpack(pack(game, 5000, 77));
  assert.equal(touched, 77);
  assert.equal(over, false);
  assert.equal(back.asked, null, 'nobody thinks before it is on the screen');
  assert.equal(timeLeft(back.clock, 2, 1_000_000), 55_000);
  const { asked, ...entered } = model.enter(back, turn(2), 9000);
  assert.equal(asked.node, game.at);
  assert.equal(timeLeft(entered.clock, 2, 9000), 55_000);
  assert.deepEqual(entered.lines, game.lines.with(0, { ...game.lines[0], standing: null }));
});

test('a game is in progress when somebody has moved and it is not over', () => {
  const state = (game) => {
    const stored = unpack(pack(game, 0, 0));
    return isInProgress(stored.game, stored.over);
  };
  const given = model.begin({ ...wish, moves: ['a', 'b'], movers: [1, 2] }, turn(1), 0);
  assert.equal(state(given), false, 'it was only opened');
  const moved = model.play(given, 'c', turn(2), 0);
  assert.equal(state(moved), true);
  const over = model.play(given, 'c', { toMove: null, ranks: [1, 2] }, 0);
  assert.equal(state(over), false);
  assert.equal(state(model.look(over, 0, turn(1), 0)), false, 'nor for somebody who looks back');
  assert.equal(state(model.tick(model.play(given, 'c', turn(2), 0), 100_000)), false, 'the time is up');
});

test('what a browser has under the name of a game need not be one', () => {
  const good = JSON.parse(pack(model.begin(wish, turn(1), 0), 0, 0));
  const bad = [null, '', 'null', '7', '{}', '{"form":0}'];
  const changed = [{ form: 2 }, { nodes: 3 }, { at: 9 }, { place: null }, { seats: 'x' }];
  for (const text of [...bad, ...changed.map((part) => JSON.stringify({ ...good, ...part }))]) {
    assert.equal(unpack(text), null, String(text));
  }
});

test('what cannot be read goes first, then what is over, the oldest first', () => {
  const text = (touched, over) => {
    const game = model.begin(wish, turn(1), 0);
    return pack(over ? model.play(game, 'a', { toMove: null, ranks: [1, 2] }, 0) : game, 0, touched);
  };
  const entries = [
    { key: 'new', text: text(9, false) },
    { key: 'old', text: text(1, false) },
    { key: 'over', text: text(8, true) },
    { key: 'long over', text: text(2, true) },
    { key: 'broken', text: '{' },
  ];
  const order = inOrderOfLeaving(entries);
  assert.deepEqual(
    order.map(({ key }) => key),
    ['broken', 'long over', 'over', 'old', 'new'],
  );
  assert.ok(order.every(({ missed }) => missed === null));
});

test('what somebody has thought about goes last, also if the game is over', () => {
  const alone = { ...wish, seats: [], clock: '' };
  const begun = model.begin(alone, turn(1), 0);
  const noted = model.annotate(model.play(begun, 'a', { toMove: null, ranks: [1, 2] }, 0), withComment(NONE, 'why'), 0);
  const played = model.play(model.begin(wish, turn(1), 0), 'a', turn(2), 0);
  const entries = [
    { key: 'noted', text: pack(noted, 0, 1) },
    { key: 'played', text: pack(played, 0, 2) },
  ];
  assert.deepEqual([isAnalysis(noted), isAnalysis(begun), isAnalysis(played)], [true, false, false]);
  const order = inOrderOfLeaving(entries);
  assert.deepEqual(
    order.map(({ key, missed }) => [key, missed?.id]),
    [
      ['played', 'one'],
      ['noted', 'one'],
    ],
  );
});

test('a browser that stores nothing still knows a game until it is closed', () => {
  assert.equal(kept('one'), null);
  keep(model.play(model.begin(wish, turn(1), 0), 'a', turn(2), 0));
  assert.equal(kept('one')?.lines.length, 2);
});

test('a stored game tells how often it was changed, and one of before that was told is the oldest', () => {
  const game = model.play(model.begin(wish, turn(1), 0), 'a', turn(2), 0);
  const text = pack(game, 0, 0);
  assert.equal(unpack(text).game.revision, game.revision);
  assert.ok(game.revision > 0);
  const { revision: _, ...old } = JSON.parse(text);
  assert.equal(unpack(JSON.stringify(old)).game.revision, 0);
});

/** A storage that holds so many letters. */
function storage(room, stored = {}) {
  const entries = new Map(Object.entries(stored));
  globalThis.localStorage = /** @type {any} */ ({
    get length() {
      return entries.size;
    },
    key: (i) => [...entries.keys()][i],
    getItem: (key) => entries.get(key) ?? null,
    removeItem: (key) => entries.delete(key),
    setItem: (key, text) => {
      const others = [...entries].filter(([name]) => name !== key);
      if (others.reduce((sum, [, its]) => sum + its.length, text.length) > room) throw new Error('full');
      entries.set(key, text);
    },
  });
  return entries;
}
afterEach(() => {
  delete globalThis.localStorage;
});

test('a game too large to be kept costs the others nothing', () => {
  const entries = storage(5_000_000, { 'melee.game.other': pack(model.begin(wish, turn(1), 0), 0, 0) });
  const seats = ['human', 'x'.repeat(4_500_000)];
  keep(model.begin({ ...wish, id: 'large', seats }, turn(1), 0));
  assert.deepEqual([...entries.keys()], ['melee.game.other']);
  assert.equal(kept('large')?.id, 'large', 'this tab knows it');
  keep(model.begin({ ...wish, id: 'small' }, turn(1), 0));
  assert.equal(entries.size, 2);
});

const played = (id, seats = wish.seats) => model.play(model.begin({ ...wish, id, seats }, turn(1), 0), 'a', turn(2), 0);
const ended = (id) => model.play(model.begin({ ...wish, id }, turn(1), 0), 'a', { toMove: null, ranks: [1, 2] }, 0);

test('where room is short reviews and games that are over go first, and nobody misses them', () => {
  const [going, over] = [pack(played('going'), 0, 1), pack(ended('over'), 0, 2)];
  const stored = { 'melee.reviews': 'x'.repeat(500), 'melee.game.over': over, 'melee.game.going': going };
  const entries = storage(going.length + over.length + 500 + 10, stored);
  const missed = [];
  const onforget = (games) => missed.push(...games.map(({ id }) => id));
  keep(played('first'), { onforget });
  assert.deepEqual([...entries.keys()], ['melee.game.over', 'melee.game.going', 'melee.game.first']);
  keep(played('second'), { onforget });
  assert.ok(!entries.has('melee.game.over') && entries.has('melee.game.going'));
  assert.deepEqual(missed, []);
});

test('games in progress go last, and somebody hears of it; what would not help is not done', () => {
  const going = pack(played('going'), 0, 1);
  const entries = storage(going.length * 2 - 10, { 'melee.game.going': going });
  const missed = [];
  let lacks = 0;
  const hears = {
    onforget: (games) => missed.push(...games.map(({ id }) => id)),
    onlack: () => {
      lacks += 1;
    },
  };
  keep(played('large', ['human', 'x'.repeat(2000)]), hears);
  assert.deepEqual([[...entries.keys()], missed, lacks], [['melee.game.going'], [], 1]);
  keep(played('other'), hears);
  assert.deepEqual([[...entries.keys()], missed, lacks], [['melee.game.other'], ['going'], 1]);
});

test('of more than thirty games the oldest goes, and somebody hears of it if it was not over', () => {
  const stored = Array.from({ length: 30 }, (_, i) => [`melee.game.${i}`, pack(played(String(i)), 0, i + 5)]);
  const entries = storage(5_000_000, Object.fromEntries(stored));
  const missed = [];
  keep(played('new'), { onforget: (games) => missed.push(...games.map(({ id }) => id)) });
  assert.deepEqual([entries.size, missed], [30, ['0']]);
});
