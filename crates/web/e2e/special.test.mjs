// Moves that are more than a step: each of them is made with the mouse, and what it does is seen.

import { test } from 'node:test';
import assert from 'node:assert/strict';
import { PROMOTION, ask, clickCell, makeMove, placeOf, stage, waitForPly, waitForTurn, watch } from './harness.mjs';

const running = stage();
const SPECIALS = { game: 'reversixt', start: 'specials' };

const look = (place, moves) => ask(running.server.url, 'position', { place: { ...place, moves } });
const ownerAt = (view, cell) => view.pieces.find(([at]) => at === cell)?.[1] ?? 0;
/** What is printed on a tile where a stone can be put; bombs may be thrown there, too. */
const signAt = (view, cell) =>
  view.prompt.phase === 'stones' && view.pieces.find(([at, owner]) => at === cell && !owner)?.[2];
const target = ({ paths }) => paths[0]?.at(-1);
const counted = (view, name, player) => view.counters.find((counter) => counter.name === name).values[player - 1];

/** Which moves are special, and what they do: `before` and `after` are views, `mover` has made it. */
const KINDS = {
  choice: {
    is: (view, move) => signAt(view, target(move)) === 'c',
    does: () => true,
  },
  bonus: {
    is: (view, move) => signAt(view, target(move)) === 'b',
    does: (before, after, mover) =>
      counted(after, 'bombs', mover) + counted(after, 'override stones', mover) >
      counted(before, 'bombs', mover) + counted(before, 'override stones', mover),
  },
  inversion: {
    is: (view, move) => signAt(view, target(move)) === 'i',
    does: (before, after, mover) =>
      before.pieces.some(([cell, owner]) => owner === mover && ![0, mover].includes(ownerAt(after, cell))),
  },
  override: {
    is: (view, move) => view.prompt.phase === 'stones' && ownerAt(view, target(move)) > 0,
    does: (before, after, mover) =>
      counted(after, 'override stones', mover) === counted(before, 'override stones', mover) - 1,
  },
  expansion: {
    is: (view, move) => signAt(view, target(move)) === 'x',
    does: (before, after, mover) =>
      counted(after, 'override stones', mover) === counted(before, 'override stones', mover) - 1,
  },
  bomb: {
    is: (view) => view.prompt.phase === 'bombs',
    does: (before, after, mover) => counted(after, 'bombs', mover) === counted(before, 'bombs', mover) - 1,
  },
};

/** Plays by chance, but always alike, until every kind has come: {kind: {moves, move}}. */
async function findAll() {
  const found = {};
  for (let seed = 1; seed < 20 && Object.keys(found).length < Object.keys(KINDS).length; seed += 1) {
    const moves = [];
    let chance = seed;
    for (
      let view = await look(SPECIALS, moves);
      view.to_move && moves.length < 200;
      view = await look(SPECIALS, moves)
    ) {
      for (const [kind, { is }] of Object.entries(KINDS)) {
        const move = found[kind] ? null : view.moves.find((one) => one.paths.length && is(view, one));
        if (move) found[kind] = { moves: [...moves], move };
      }
      chance = (chance * 48271) % 2147483647;
      moves.push(view.moves[chance % view.moves.length].move);
    }
  }
  return found;
}

async function open(page, place, moves, players) {
  const seats = Array(players).fill('human').join('|');
  const wish = { ...place, seats, ...(moves.length && { moves: moves.join('_') }) };
  await page.goto(`${running.server.url}#/play?${new URLSearchParams(wish)}`);
  await waitForTurn(page);
}

/** All that stands on the board is drawn. */
const isDrawn = (page, view) =>
  page.waitForFunction((count) => document.querySelectorAll('.pane .piece').length === count, view.pieces.length);

test(
  'every special move of ReversiXT is made with the mouse, and does what it should',
  { timeout: 240_000 },
  async () => {
    const found = await findAll();
    assert.deepEqual(Object.keys(found).sort(), Object.keys(KINDS).sort(), 'every kind occurs');
    const page = await running.browser.page();
    for (const [kind, { moves, move }] of Object.entries(found)) {
      await page.goto('about:blank');
      await open(page, SPECIALS, moves, 2);
      const before = await look(SPECIALS, moves);
      await makeMove(page, before, move.move);
      await waitForPly(page, moves.length + 1);
      assert.equal(placeOf(page).moves.at(-1), move.move, kind);
      const after = await look(SPECIALS, [...moves, move.move]);
      assert.ok(KINDS[kind].does(before, after, before.to_move), `${kind} does what it should`);
      await isDrawn(page, after);
    }
    assert.deepEqual(page.problems, []);
    await page.context().close();
  },
);

test('a reload in the middle of a choice gives the move up, not the game', { timeout: 60_000 }, async () => {
  const page = await running.browser.page();
  await open(page, { game: 'chess4', pos: PROMOTION }, [], 4);
  const begin = async () => {
    await clickCell(page, 'j13');
    await clickCell(page, 'j14');
    await page.waitForSelector('.chooser [data-move]');
  };
  await begin();
  await page.reload();
  await waitForTurn(page);
  assert.ok(await page.locator('.chooser').isHidden());
  assert.deepEqual(placeOf(page).moves, []);
  await begin();
  const move = await page.locator('.chooser [data-move]').first().getAttribute('data-move');
  await page.click(`.chooser [data-move="${move}"]`);
  await waitForPly(page, 1);
  assert.deepEqual(placeOf(page).moves, [move]);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test('a choice that is open in one tab and made there is seen in the other', { timeout: 60_000 }, async () => {
  const page = await running.browser.page();
  await open(page, { game: 'chess4', pos: PROMOTION }, [], 4);
  const id = await page.evaluate(() => history.state.game);
  const other = await page.context().newPage();
  watch(other);
  await other.goto(`${running.server.url}#/play/${id}`);
  await waitForTurn(other);
  await clickCell(page, 'j13');
  await clickCell(page, 'j14');
  const choice = page.locator('.chooser [data-move]').first();
  const move = await choice.getAttribute('data-move');
  await choice.click();
  for (const tab of [page, other]) {
    await waitForPly(tab, 1);
    assert.deepEqual(placeOf(tab).moves, [move]);
  }
  assert.deepEqual([...page.problems, ...other.problems], []);
  await page.context().close();
});

/** The mouse, a place, what was played before, and the moves that are to be made one after another. */
const OTHERS = {
  'two pawns are taken at once in four-player chess': {
    place: {
      game: 'chess4',
      pos:
        'B-0,0,0,0-0,0,0,0-0,0,0,0-0,0,0,0-0-7,yK,6/14/14/14/14/2,yR,11/3,gP,9,gK/1,bP,12/bK,2,gP,10/' +
        '14/14/14/14/7,rK,6',
    },
    line: ['b7d7', 'c9c7', 'd8c7e'],
    pieces: -2,
  },
  'who has no move in four-player chess passes': {
    place: {
      game: 'chess4',
      pos: 'B-0,0,0,1-0,0,0,0-0,0,0,0-0,0,0,0-0-7,yK,6/14/14/14/14/14/14/bK,13/14/14/14/5,bQ,8/14/3,rK,10',
    },
    line: ['f3e3', 'h14h13', 'pass'],
    pieces: 0,
  },
  'who is blocked in Chinese Checkers passes': {
    place: {
      game: 'chinese-checkers',
      players: 3,
      pos: '1/2/3/6C3/6C2/6C1/7/8/2BBCCC2/3BBBB3/AAA/AA/A 1 0',
    },
    line: ['pass'],
    pieces: 0,
  },
};

for (const [name, { place, line, pieces }] of Object.entries(OTHERS)) {
  test(name, { timeout: 60_000 }, async () => {
    const page = await running.browser.page();
    const first = await look(place, []);
    await open(page, place, [], first.players);
    for (const [i, move] of line.entries()) {
      await makeMove(page, await look(place, line.slice(0, i)), move);
      await waitForPly(page, i + 1);
    }
    assert.deepEqual(placeOf(page).moves, line);
    const [before, after] = [await look(place, line.slice(0, -1)), await look(place, line)];
    assert.equal(after.pieces.length - before.pieces.length, pieces);
    await isDrawn(page, after);
    assert.deepEqual(page.problems, []);
    await page.context().close();
  });
}
