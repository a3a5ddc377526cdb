// Moves that are more than a step: each of them is made with the mouse, and what it does is seen.

import { test } from 'node:test';
import assert from 'node:assert/strict';
import { makeMove, placeOf, stage, waitForPly, waitForTurn } from './harness.mjs';
import { KINDS, OTHERS, SPECIALS, findAll, look as lookAt } from './specials.mjs';

const running = stage();
const look = (place, moves) => lookAt(running.server.url, place, moves);

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
    const found = await findAll(running.server.url);
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

for (const [name, { place, line, pieces, cells = {} }] of Object.entries(OTHERS)) {
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
    for (const [cell, words] of Object.entries(cells))
      assert.match(await page.getAttribute(`.pane polygon[data-cell="${cell}"]`, 'aria-label'), words);
    assert.deepEqual(page.problems, []);
    await page.context().close();
  });
}
