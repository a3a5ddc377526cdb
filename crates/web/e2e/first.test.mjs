// The first page, setting up a game, and what a player is told.

import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import assert from 'node:assert/strict';
import { clickCell, stage, untilRedrawn, waitForPly, waitForTurn } from './harness.mjs';

const running = stage();

test('one click on a picture, and one plays an opponent of the level chosen last', { timeout: 60_000 }, async () => {
  const page = await running.browser.page();
  const games = await (await fetch(new URL('api/games', running.server.url))).json();
  await page.goto(running.server.url);
  await page.waitForFunction(
    (count) => document.querySelectorAll('.game-card .cells').length === count,
    games.filter((game) => !game.is_study).length,
  );
  await page.locator('[data-game=connect4] .picture').click();
  await waitForTurn(page);
  await clickCell(page, 'd1');
  await waitForPly(page, 2);
  const seats = () => new URLSearchParams(new URL(page.url()).hash.split('?')[1]).get('seats');
  const levels = (game, players) => games.find(({ name }) => name === game).levels[players].map(({ seat }) => seat);
  assert.equal(seats(), `human|${levels('connect4', 2)[2]}`);
  assert.match(await page.textContent('.players'), /Casual player/);
  await page.click('[data-do=new]');
  const redrawn = (action) => untilRedrawn(page, 'dialog [data-do=start]', action);
  await redrawn(() => page.selectOption('[aria-label="All others"]', { label: 'Beginner' }));
  await page.click('[data-do=start]');
  await page.waitForFunction(() => /Beginner/.test(document.querySelector('.players')?.textContent ?? ''));
  await page.click('.brand');
  await page.locator('[data-game=abalone] .picture').click();
  await waitForTurn(page);
  assert.equal(seats(), `human|${levels('abalone', 2)[0]}`);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test('a game is set up with one control for all other seats', { timeout: 60_000 }, async () => {
  const page = await running.browser.page();
  await page.goto(running.server.url);
  await page.click('[data-do=new]');
  const redrawn = (action) => untilRedrawn(page, 'dialog [data-do=start]', action);
  await redrawn(() => page.selectOption('dialog label:has-text("Game") select', 'billabong'));
  await page.waitForFunction(() => document.querySelectorAll('dialog .seat').length === 3);
  await redrawn(() => page.selectOption('dialog label:has-text("Players") select', '4'));
  await page.waitForFunction(() => document.querySelectorAll('dialog .seat').length === 4);
  await redrawn(() => page.selectOption('dialog label:has-text("You play") select', '1'));
  await page.waitForFunction(() => document.querySelector('[aria-label="Player 2"]').value === 'human');
  // The algorithms are there for those who look for them.
  assert.ok(await page.locator('[aria-label="Algorithm of all others"]').isHidden());
  await redrawn(() => page.selectOption('[aria-label="All others"]', { label: 'Advanced …' }));
  await page.waitForSelector('[aria-label="Algorithm of all others"]');
  await redrawn(() => page.selectOption('[aria-label="Strength of all others"]', '100ms'));
  await page.waitForFunction(() =>
    [1, 3, 4].every((n) => document.querySelector(`[aria-label="Strength of player ${n}"]`).value === '100ms'),
  );
  await page.click('[data-do=start]');
  assert.match(await waitForTurn(page), /yellow \(2\)/);
  const asks = () => page.textContent('.ask');
  assert.match(await asks(), /^Placing: put a piece/);
  await clickCell(page, 'k5');
  await waitForPly(page, 5);
  await waitForTurn(page);
  assert.equal(await page.locator('.pane .piece').count(), 5);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test('the line above the board tells what is asked, click by click', { timeout: 60_000 }, async () => {
  const page = await running.browser.page();
  await page.goto(`${running.server.url}#/play?game=chess4&seats=human|human|human|human`);
  await waitForTurn(page);
  assert.equal(await page.textContent('.ask'), 'Choose a piece, then where it goes.');
  await clickCell(page, 'e1');
  assert.match(await page.textContent('.ask'), /^Now where it goes/);
  await page.keyboard.press('Escape');
  assert.match(await page.textContent('.ask'), /^Choose a piece/);
  await page.goto('about:blank');
  await page.goto(`${running.server.url}#/play?game=connect4&seats=human|pvs:best@30s`);
  await waitForTurn(page);
  assert.match(await page.textContent('.ask'), /^Choose a column/);
  await clickCell(page, 'd1');
  await page.waitForFunction(() => document.querySelector('.ask').textContent === '');
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

for (const locale of ['en', 'de']) {
  test(`a first visit takes no more than it has to, ${locale}`, { timeout: 60_000 }, async () => {
    const page = await running.browser.page({ locale });
    const bodies = [];
    const keep = (response) => bodies.push(response.body());
    page.on('response', keep);
    await page.goto(running.server.url);
    await page.waitForSelector('.game-choice:last-child .picture polygon', { state: 'attached' });
    await page.waitForLoadState('networkidle');
    page.off('response', keep);
    const all = await Promise.all(bodies);
    const sum = (sizes) => sizes.reduce((bytes, size) => bytes + size, 0) / 1000;
    const decoded = sum(all.map(({ length }) => length));
    // Heads of answers count as browsers count them.
    const travelled = sum(all.map((body) => gzipSync(body).length + 300));
    assert.ok(decoded <= 300, `${decoded} kB decoded`);
    assert.ok(travelled <= 120, `${travelled} kB as they travel`);
    assert.deepEqual(page.problems, []);
    await page.context().close();
  });
}
