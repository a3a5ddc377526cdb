// Several algorithms look at one position.

import { test } from 'node:test';
import assert from 'node:assert/strict';
import { NEEDS_SERVER, placeOf, stage } from './harness.mjs';

const running = stage('--workers', '1', '--queue', '2');

const pieces = (page, count) =>
  page.waitForFunction((n) => document.querySelectorAll('.pane .piece').length === n, count);

test('algorithms side by side: facts, bars, arrows, a line to play', { timeout: 90_000 }, async () => {
  // Searches that were just stopped may still hold their places for a moment: the page asks again.
  const page = await running.browser.page({ expected: [/429/] });
  await page.goto(`${running.server.url}#/analyse?game=billabong&players=3&moves=i3_j3_k4`);
  await pieces(page, 3);
  assert.equal(await page.locator('.engine').count(), 2, 'the strongest and a rival to begin with');
  for (const engine of await page.locator('.engine select[aria-label=Limit]').all()) await engine.selectOption('10000');
  await page.click('[data-do=analyse]');
  await page.waitForFunction(
    () =>
      document.querySelectorAll('.engine .best:not(:empty)').length === 2 &&
      [...document.querySelectorAll('.facts')].every((facts) => facts.textContent.includes('done')),
  );
  for (const engine of await page.locator('.engine').all()) {
    assert.match(await engine.locator('[data-fact=depth]').textContent(), /depth \d/);
    assert.match(await engine.locator('[data-fact=nodes]').textContent(), /nodes/);
    assert.equal(await engine.locator('.bar').count(), 3, 'a bar for every player');
  }
  assert.equal(await page.locator('.arrows .arrow').count(), 2);
  // Looking at the line changes the board, leaving it brings it back.
  const line = page.locator('.engine').first().locator('.line .move');
  const plies = await line.count();
  assert.ok(plies >= 2);
  await line.nth(1).hover();
  await pieces(page, 5);
  await page.mouse.move(5, 5);
  await pieces(page, 3);
  // A click plays it.
  const expected = await line.nth(0).textContent();
  await line.nth(0).click();
  // The board showed the move already when the mouse was over it.
  await page.waitForFunction((move) => location.hash.includes(move), `_${expected}`);
  assert.deepEqual(placeOf(page).moves, ['i3', 'j3', 'k4', expected]);
  await page.click('[data-do=back]');
  await pieces(page, 3);
  await page.keyboard.press('l');
  await page.waitForFunction(() => document.querySelector('[data-do=analyse]').textContent === 'Analyse');
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

const BUSY = { timeout: 90_000, skip: NEEDS_SERVER };
test('four algorithms with room for three: the page says that the server is busy', BUSY, async () => {
  const page = await running.browser.page({ expected: [/429/] });
  await page.goto(`${running.server.url}#/analyse?game=abalone`);
  await pieces(page, 28);
  // Its panel is filled a moment after it is there.
  for (const count of [2, 3, 4]) {
    await page.click('[data-do=add]');
    await page.waitForFunction((n) => document.querySelectorAll('.engine [data-do=why]').length === n, count);
  }
  assert.equal(await page.locator('.engine').count(), 4);
  assert.ok(await page.locator('[data-do=add]').isDisabled());
  for (const engine of await page.locator('.engine select[aria-label=Limit]').all()) await engine.selectOption('30s');
  await page.click('[data-do=analyse]');
  await page.waitForFunction(() => {
    const said = [...document.querySelectorAll('.facts')].map((facts) => facts.textContent);
    return said.some((text) => text.includes('server is busy')) && said.some((text) => text.includes('waiting'));
  });
  // Stopping makes room again.
  await page.click('[data-do=analyse]');
  for (let load = null; load?.running !== 0 || load.waiting !== 0;)
    load = await (await fetch(`${running.server.url}api/load`)).json();
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

const choose = async (page, spec) => {
  await page.waitForSelector('.engine select');
  await page.locator('.engine select').first().selectOption('own');
  await page.fill('dialog input', spec);
  await page.click('dialog button[type=submit]');
  await page.waitForFunction(() => !document.querySelector('dialog'));
};

test('an algorithm with options of its own; a wrong one is refused with a reason', { timeout: 90_000 }, async () => {
  const page = await running.browser.page({ expected: [/400/] });
  await page.goto(`${running.server.url}#/analyse?game=connect4`);
  await choose(page, 'alphabeta:depth=6');
  await page.click('[data-do=analyse]');
  await page.waitForFunction(() => document.querySelector('[data-fact=depth]')?.textContent === 'depth 6');
  await choose(page, 'alphabeta:wings=2');
  await page.waitForFunction(() => document.querySelector('.facts').textContent.includes("no option 'wings'"));
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test('the network that comes with a game is looked into', { timeout: 90_000 }, async () => {
  const page = await running.browser.page();
  await page.goto(`${running.server.url}#/analyse?game=abalone`);
  await pieces(page, 28);
  await choose(page, 'alphabeta:depth=2');
  await page.click('[data-do=analyse]');
  await page.waitForFunction(() => document.querySelector('[data-fact=depth]')?.textContent === 'depth 2');
  const arrows = () => page.locator('.arrows').first().innerHTML();
  // The arrow of the other algorithm changes as long as it searches.
  await page.waitForFunction(() =>
    [...document.querySelectorAll('.facts')].every((facts) => facts.textContent.includes('done')),
  );
  await page.waitForSelector('.arrows > *');
  const before = await arrows();
  await page.click('[data-do=inside]');
  const card = page.locator('[data-inside]');
  await card.locator('[data-cell]').first().waitFor();
  // Both players by the network, and both by the evaluation made by hand.
  assert.equal(await card.locator('[role=meter]').count(), 4);
  await card.locator('[data-cell]').first().hover();
  assert.notEqual(await arrows(), before, 'a ring around the piece');
  await page.mouse.move(0, 0);
  assert.equal(await arrows(), before, 'what the algorithm would play comes back');
  await page.goto('about:blank');
  await page.goto(`${running.server.url}#/analyse?game=blokus&players=3`);
  await page.click('[data-do=inside]');
  await page.waitForFunction(() => document.querySelector('[data-inside]').textContent.includes('No network'));
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test('the solver tells what every move is worth', { timeout: 90_000 }, async () => {
  const page = await running.browser.page();
  await page.goto(`${running.server.url}#/analyse?game=connect4&size=5x4`);
  await pieces(page, 0);
  await page.click('[data-do=solve]');
  await page.waitForSelector('.move-score.best');
  assert.equal(await page.locator('.move-score').count(), 5);
  await page.locator('.move-score.best').first().click();
  await pieces(page, 1);
  await page.waitForSelector('.move-score.best');
  // A game that nobody solves has no such card.
  await page.goto('about:blank');
  await page.goto(`${running.server.url}#/analyse?game=abalone`);
  await pieces(page, 28);
  assert.ok(await page.locator('[aria-label=Solver]').isHidden());
  assert.deepEqual(page.problems, []);
  await page.context().close();
});
