// One game in several tabs, and in a page that comes back as it was left.

import { test } from 'node:test';
import assert from 'node:assert/strict';
import { ask, clickCell, placeOf, stage, waitForPly, waitForTurn, watch } from './harness.mjs';

const running = stage();
const PEOPLE = 'game=connect4&seats=human|human';

const pieces = (page, count) =>
  page.waitForFunction((n) => document.querySelectorAll('.pane .piece').length === n, count);

async function begin(page, params) {
  await page.goto(`${running.server.url}#/play?${params}`);
  await waitForTurn(page);
}

async function another(page) {
  const other = await page.context().newPage();
  watch(other);
  return other;
}

/** Changes what is stored of the only game, as a tab does that this one does not hear of. */
const storeElsewhere = (page, change) =>
  page.evaluate((how) => {
    const key = Object.keys(localStorage).find((one) => one.startsWith('melee.game.'));
    const game = JSON.parse(localStorage.getItem(key));
    const { nodes, at } = how;
    const newValue = JSON.stringify({ ...game, nodes, at, revision: game.revision + 1 });
    localStorage.setItem(key, newValue);
    return { key, newValue };
  }, change);

test('a move of another tab is not lost while this one loads the game', { timeout: 60_000 }, async () => {
  const page = await running.browser.page();
  await begin(page, PEOPLE);
  await clickCell(page, 'd1');
  await pieces(page, 1);
  const other = await another(page);
  await other.goto(running.server.url);
  await other.waitForSelector('[data-continue]');
  let letGo;
  const held = new Promise((resolve) => {
    letGo = resolve;
  });
  await other.route('**/api/position', async (route) => {
    await held;
    await route.continue();
  });
  const asked = other.waitForRequest(
    (request) => request.url().endsWith('/api/position') && !request.postDataJSON().still,
  );
  await other.click('[data-continue]');
  await asked;
  await clickCell(page, 'c1');
  await pieces(page, 2);
  letGo();
  await pieces(other, 2);
  await clickCell(other, 'b1');
  await pieces(other, 3);
  await pieces(page, 3);
  for (const tab of [page, other]) assert.deepEqual(placeOf(tab).moves, ['4', '3', '2']);
  assert.deepEqual([...page.problems, ...other.problems], []);
  await page.context().close();
});

test('a move that is begun outlives the clock of another tab', { timeout: 60_000 }, async () => {
  const page = await running.browser.page();
  await begin(page, 'game=chess4&seats=human|human|human|human&clock=5min');
  const other = await another(page);
  await clickCell(page, 'e1');
  await clickCell(page, 'f3');
  await waitForPly(page, 1);
  await other.goto(running.server.url);
  await other.click('[data-continue]');
  await waitForTurn(other);
  // The last who opens a game plays it: its clock is the one that is stored.
  const clock = () => page.textContent('.clock[data-player="2"]');
  const goesOn = (before) =>
    page.waitForFunction((text) => document.querySelector('.clock[data-player="2"]').textContent !== text, before);
  await goesOn(await clock());
  const { moves, board } = await ask(running.server.url, 'position', { place: placeOf(page) });
  const { move, paths } = moves.find((one) => one.paths[0].length === 2);
  const [from, to] = paths[0].map((cell) => board.cells[cell].id);
  await clickCell(page, from);
  await goesOn(await clock());
  await goesOn(await clock());
  await clickCell(page, to);
  await waitForPly(page, 2);
  assert.equal(placeOf(page).moves[1], move);
  await waitForPly(other, 2);
  assert.deepEqual([...page.problems, ...other.problems], []);
  await page.context().close();
});

test('another move in the place of the last is shown', { timeout: 60_000 }, async () => {
  const page = await running.browser.page();
  await begin(page, PEOPLE);
  await clickCell(page, 'd1');
  await pieces(page, 1);
  const root = [null, null, null];
  const heard = await storeElsewhere(page, { nodes: [root, [0, '3', 1]], at: 1 });
  await page.evaluate((what) => dispatchEvent(new StorageEvent('storage', what)), heard);
  await page.waitForFunction(() => location.hash.includes('moves=3'));
  assert.match(await page.getAttribute('.pane polygon[data-cell="c1"]', 'aria-label'), /red/);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test('a page that comes back as it was left looks what was played meanwhile', { timeout: 60_000 }, async () => {
  const page = await running.browser.page();
  await begin(page, PEOPLE);
  await clickCell(page, 'd1');
  await pieces(page, 1);
  await storeElsewhere(page, {
    nodes: [
      [null, null, null],
      [0, '4', 1],
      [1, '4', 2],
    ],
    at: 2,
  });
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  await pieces(page, 2);
  assert.deepEqual(placeOf(page).moves, ['4', '4']);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});
