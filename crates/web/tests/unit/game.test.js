// The state of a game in progress, without a browser.

import { test } from 'node:test';
import assert from 'node:assert/strict';
import * as model from '../../assets/js/model/game.js';
import { movesTo } from '../../assets/js/model/lines.js';
import { turnAfter, turnBefore } from '../../assets/js/model/turns.js';
import { timeLeft } from '../../assets/js/model/clock.js';

const ENGINE = 'pvs:best@300';
const turn = (player) => ({ toMove: player, ranks: null });
const OVER = { toMove: null, ranks: [1, 2] };

function newGame(wish = {}, standing = turn(1), now = 0) {
  const usual = { id: 'one', place: { game: 'any' }, players: 2, seats: ['human', ENGINE] };
  return model.begin({ ...usual, ...wish }, standing, now);
}

/** A person's move, and the engine's answer. */
function round(game, move, reply, now = 0) {
  const asked = model.play(game, move, turn(2), now);
  return model.answer(asked, asked.asked.number, reply, turn(1), now);
}

const moves = (game) => movesTo(game.lines, game.at);

test('an engine is asked when it is to move, and only then', () => {
  const game = newGame();
  assert.equal(game.asked, null);
  const next = model.play(game, 'a', turn(2), 0);
  assert.deepEqual(next.asked, { number: 1, node: 1, player: 2, seat: ENGINE });
  const answered = model.answer(next, 1, 'b', turn(1), 0);
  assert.equal(answered.asked, null);
  assert.deepEqual(moves(answered), ['a', 'b']);
});

test('an engine that has the first move is asked at once', () => {
  assert.equal(newGame({ seats: [ENGINE, 'human'] }).asked.node, 0);
});

test('a move that is repeated is answered again', () => {
  const played = round(newGame(), 'a', 'b');
  const back = model.look(played, 0, turn(1), 0);
  assert.equal(back.live, false);
  const again = model.play(back, 'a', turn(2), 0);
  assert.ok(again.asked, 'the engine is asked');
  const same = model.answer(again, again.asked.number, 'b', turn(1), 0);
  assert.equal(same.at, played.at, 'the same answer goes on in the same line');
  const other = model.answer(again, again.asked.number, 'c', turn(1), 0);
  assert.deepEqual(moves(other), ['a', 'c']);
  assert.equal(other.lines[1].children.length, 2, 'another one opens a side line');
});

test('looking at earlier moves asks nothing, at the end of a line the game goes on', () => {
  const played = model.play(round(newGame(), 'a', 'b'), 'c', turn(2), 0);
  const early = model.look(played, 1, turn(2), 0);
  assert.equal(early.asked, null);
  const end = model.look(early, played.at, turn(2), 0);
  assert.equal(end.asked.node, played.at);
});

test('an answer to an older question comes too late', () => {
  const asked = model.play(newGame(), 'a', turn(2), 0);
  const away = model.look(asked, 0, turn(1), 0);
  assert.equal(model.answer(away, asked.asked.number, 'b', turn(1), 0), away);
  const back = model.look(away, 1, turn(2), 0);
  assert.notEqual(back.asked.number, asked.asked.number);
  assert.equal(model.answer(back, asked.asked.number, 'b', turn(1), 0), back);
});

test('the same question stands as long as nothing else is asked', () => {
  const asked = model.play(newGame({ clock: '1min' }), 'a', turn(2), 0);
  assert.equal(model.tick(asked, 10).asked, asked.asked);
  assert.equal(model.promote(asked, 1, 10).asked, asked.asked);
});

test('an engine that failed waits until it is urged', () => {
  const asked = model.play(newGame(), 'a', turn(2), 0);
  const failed = model.fail(asked, asked.asked.number, 'no server', 0);
  assert.equal(failed.asked, null);
  assert.equal(failed.trouble, 'no server');
  const urged = model.urge(failed, 0);
  assert.ok(urged.asked);
  assert.equal(urged.trouble, null);
});

test('people move for people, and nobody after the end', () => {
  const game = newGame();
  assert.ok(model.mayMove(game));
  assert.ok(!model.mayMove(model.play(game, 'a', turn(2), 0)));
  const over = model.play(game, 'a', OVER, 0);
  assert.ok(!model.mayMove(over));
  assert.equal(over.asked, null);
  assert.ok(model.isOver(over));
  assert.ok(model.isOver(model.look(over, 0, turn(1), 0)), 'also for somebody who looks back');
  assert.equal(model.play(over, 'b', turn(2), 0), over);
});

test('where nobody sits, everybody may move and nobody is asked', () => {
  const game = newGame({ seats: [] });
  const next = model.play(game, 'a', turn(2), 0);
  assert.ok(model.mayMove(next));
  assert.equal(next.asked, null);
});

test('taking back goes to a turn of a person, and the game goes on from there', () => {
  const seats = [ENGINE, 'human', ENGINE];
  const asked = newGame({ seats, players: 3 });
  let game = model.answer(asked, 1, 'a', turn(2), 0);
  game = model.play(game, 'b', turn(3), 0);
  game = model.answer(game, game.asked.number, 'c', turn(1), 0);
  assert.equal(turnBefore(game), 1);
  const back = model.returnTo(game, 1, turn(2), 0);
  assert.ok(back.live);
  assert.equal(back.asked, null);
  assert.equal(turnAfter(back), 3, 'redoing leads to the end of the line');
  assert.equal(turnBefore(back), 0, 'without a turn of a person one move back');
  assert.equal(model.returnTo(back, 0, turn(1), 0).asked, null, 'which the engine is not to repeat by itself');
});

test('engines among themselves can be stopped, and go on', () => {
  const game = newGame({ seats: [ENGINE, ENGINE] });
  const paused = model.setPaused(game, true, 0);
  assert.equal(paused.asked, null);
  assert.ok(model.setPaused(paused, false, 0).asked);
});

test('a line that is cut off makes room for another answer', () => {
  const played = round(newGame(), 'a', 'b');
  const back = model.look(played, 1, turn(2), 0);
  const cut = model.cut(back, played.at, 0);
  assert.ok(cut.asked, 'the engine moves again');
});

test('clocks run in a live game, from the first move of a person on', () => {
  const game = newGame({ seats: ['human', 'human'], clock: '1min+5s' });
  assert.equal(game.clock.running, null);
  const next = model.play(game, 'a', turn(2), 1000);
  assert.equal(next.clock.running, 2);
  const after = model.play(next, 'b', turn(1), 11_000);
  assert.equal(timeLeft(after.clock, 2, 11_000), 55_000, 'ten seconds less, five more');
  const looking = model.look(after, 0, turn(1), 12_000);
  assert.equal(looking.clock.running, null);
  assert.equal(timeLeft(looking.clock, 1, 99_000), 59_000, 'what was used is used');
});

test('when the time is up nobody moves until the clocks are dropped', () => {
  const game = model.play(newGame({ seats: ['human', 'human'], clock: '1min' }), 'a', turn(2), 0);
  assert.equal(model.tick(game, 59_999), game);
  const up = model.tick(game, 60_001);
  assert.equal(model.flagged(up), 2);
  assert.ok(!model.mayMove(up));
  assert.equal(model.play(up, 'b', turn(1), 60_002), up);
  const on = model.dropClock(up, 60_003);
  assert.ok(model.mayMove(on));
});

test('a game that nobody looks at rests', () => {
  const asked = model.play(newGame({ clock: '1min' }), 'a', turn(2), 0);
  const left = model.leave(asked, 4000);
  assert.equal(left.asked, null);
  assert.equal(timeLeft(left.clock, 2, 100_000), 56_000);
  const back = model.enter(left, turn(2), 100_000);
  assert.ok(back.asked);
  assert.equal(timeLeft(back.clock, 2, 101_000), 55_000);
});

test('no function changes the state it is given', () => {
  const freeze = (value) => {
    if (value && typeof value === 'object') Object.values(Object.freeze(value)).forEach(freeze);
    return value;
  };
  const game = freeze(model.play(freeze(newGame({ clock: '1min' })), 'a', turn(2), 0));
  freeze(model.look(game, 0, turn(1), 1));
  freeze(model.answer(game, game.asked.number, 'b', turn(1), 1));
  freeze(model.returnTo(game, 0, turn(1), 1));
  freeze(model.promote(game, 1));
  freeze(model.cut(model.look(game, 0, turn(1), 1), 1, 1));
  freeze(model.tick(game, 70_000));
});

test('who only looks on asks nobody, until he takes part', () => {
  const game = model.play(newGame({ clock: '1min' }), 'a', turn(2), 0);
  assert.ok(game.asked);
  const watching = model.enter({ ...game, watching: true }, turn(2), 0);
  assert.equal(watching.asked, null);
  assert.equal(watching.clock.running, null);
  assert.equal(model.look(watching, 0, turn(1), 0).watching, true, 'looking back is no part');
  assert.ok(model.urge(watching, 0).asked);
  const mine = model.enter({ ...newGame(), watching: true }, turn(1), 0);
  assert.equal(model.play(mine, 'b', turn(2), 0).watching, false);
  assert.ok(model.play(mine, 'b', turn(2), 0).asked);
});

test('nobody moves after his time, however late the clock is looked at', () => {
  const game = model.play(newGame({ seats: ['human', 'human'], clock: '1min+5s' }), 'a', turn(2), 0);
  const late = model.play(game, 'b', turn(1), 61_000);
  assert.equal(model.flagged(late), 2);
  assert.deepEqual(moves(late), ['a']);
  assert.deepEqual(moves(model.play(game, 'b', turn(1), 59_000)), ['a', 'b']);
});

test('what everybody is to hear of has a higher revision, and whoever does it plays', () => {
  const game = newGame({ clock: '1min' });
  const watcher = { ...model.play(round(game, 'a', 'b'), 'c', turn(2), 0), watching: true };
  const changes = [
    model.play(watcher, 'd', turn(1), 0),
    model.returnTo(watcher, 0, turn(1), 0),
    model.urge(watcher, 0),
    model.setPaused(watcher, true, 0),
    model.dropClock(watcher, 0),
    model.promote(watcher, 1, 0),
    model.cut(watcher, 3, 0),
  ];
  for (const next of changes) {
    assert.ok(next.revision > watcher.revision);
    assert.equal(next.watching, false);
  }
  const player = { ...watcher, watching: false };
  assert.ok(model.look(player, 1, turn(2), 0).revision > player.revision);
  for (const next of [model.look(watcher, 1, turn(2), 0), model.leave(watcher, 0), model.enter(watcher, turn(2), 0)]) {
    assert.equal(next.revision, watcher.revision, 'who only looks on changes nothing');
    assert.equal(next.watching, true);
  }
  const running = model.urge(player, 0);
  assert.equal(model.tick(running, 10).revision, running.revision, 'time passes');
  assert.ok(model.tick(running, 60_000).revision > running.revision, 'and is up');
});
