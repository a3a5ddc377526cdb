// Pieces of a hand, stacks and groups: by mouse, by keyboard and by touch.

import { test } from 'node:test';
import assert from 'node:assert/strict';
import { cellPoint, clickCell, placeOf, stage, waitForTurn } from './harness.mjs';

const running = stage();

const open = async (page, params) => {
  await page.goto(`${running.server.url}#/play?${new URLSearchParams(params)}`);
  await waitForTurn(page);
};
const DUO = { game: 'blokus', start: 'duo', players: '2', seats: 'human|human' };
/** Blue has five pieces, of which one fits. */
const NEAR_THE_END = {
  ...DUO,
  pos:
    '3b1b1bbb2yb/2bb1bbyb1yyyb/3bb1byy1y2b/bbb3b1yy1y1b/b3bb1bbbbyyb/b1b1bb1yy2bby/1bbb2by5y/b1b3byy1yyy1/' +
    'bb1b1bb2y3y/1b1b2b2y1yyy/2bb1b1b1y4/bb4bb1yy3/1bb1b1bb3yy1/2b1bb3yyy1y ' +
    'b L5,Z5,T5,U,I3 V5,X,F,I5,T5,Y,P,I4,T4,Z4,O!',
};
const hasMoves = (page, count) =>
  page.waitForFunction(
    (n) =>
      (new URLSearchParams(location.hash.split('?')[1]).get('moves') ?? '').split('_').filter(Boolean).length === n,
    count,
  );
const fits = (page) => page.getAttribute('.marks .laid', 'data-fits');

test('a piece is picked, turned by wheel and button, turned over, and laid with the mouse', async () => {
  const page = await running.browser.page();
  await open(page, DUO);
  assert.equal(await page.locator('[data-hand=b] .held').count(), 21);
  assert.match(await page.textContent('.ask'), /^Choose a piece and lay it over your start square/);
  await page.click('[data-hand=b] [data-piece=L5]');
  assert.match(await page.textContent('.ask'), /turns it/);
  await page.mouse.move(...(await cellPoint(page, 'e10')));
  await page.waitForSelector('.marks .laid');
  assert.equal(await fits(page), 'true');
  const laid = () => [...document.querySelectorAll('.marks .laid > g')].map((g) => g.getAttribute('transform')).join();
  const becomes = (shape, isSame) =>
    page.waitForFunction(
      ([text, wanted, source]) => (new Function(`return (${source})()`)() === text) === wanted,
      [shape, isSame, laid.toString()],
    );
  const upright = await page.evaluate(laid);
  // A touchpad tells of the same way in many small steps.
  for (let i = 0; i < 5; i += 1) await page.mouse.wheel(0, 20);
  await becomes(upright, false);
  const turned = await page.evaluate(laid);
  await page.mouse.wheel(0, -100);
  await becomes(upright, true);
  await page.keyboard.down('Control');
  await page.mouse.wheel(0, 200);
  await page.keyboard.up('Control');
  await page.click('[data-do=turn-piece]');
  await page.mouse.move(...(await cellPoint(page, 'e10')));
  await becomes(turned, true);
  await page.mouse.wheel(0, -100);
  await becomes(upright, true);
  await page.mouse.click(...(await cellPoint(page, 'e10')), { button: 'right' });
  await becomes(upright, false);
  const flipped = await page.evaluate(laid);
  await page.click('[data-do=flip-piece]');
  await page.mouse.move(...(await cellPoint(page, 'e10')));
  await becomes(upright, true);
  await page.keyboard.press('x');
  await becomes(flipped, true);
  // Where it does not fit it says so and stays in the hand.
  await clickCell(page, 'm3');
  assert.equal(await fits(page), 'false');
  assert.match(await page.textContent('.ask'), /^It does not fit there/);
  await clickCell(page, 'e10');
  await hasMoves(page, 1);
  assert.equal(await page.locator('.pane .piece').count(), 5);
  assert.equal(await page.locator('[data-hand=b] .held').count(), 20);
  assert.ok(await page.locator('[data-hand=y]').evaluate((hand) => hand.open), 'the next hand is open');
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test('a piece is laid by the keyboard alone', async () => {
  const page = await running.browser.page();
  await open(page, DUO);
  await page.focus('[data-hand=b] [data-piece="1"]');
  await page.keyboard.press('Enter');
  await page.focus('.pane polygon[tabindex="0"]');
  // From the upper left corner to the start square, wherever the keyboard begins.
  for (let i = 0; i < 13; i += 1) await page.keyboard.press('ArrowLeft');
  for (let i = 0; i < 13; i += 1) await page.keyboard.press('ArrowUp');
  for (let i = 0; i < 4; i += 1) await page.keyboard.press('ArrowRight');
  for (let i = 0; i < 4; i += 1) await page.keyboard.press('ArrowDown');
  await page.waitForFunction(() => document.querySelector('.marks .laid')?.dataset.fits === 'true');
  await page.keyboard.press('r');
  await page.keyboard.press('x');
  await page.keyboard.press('Enter');
  await hasMoves(page, 1);
  assert.deepEqual(placeOf(page).moves, ['e10']);
  // Escape puts a piece back.
  await page.click('[data-hand=y] [data-piece=X]');
  await page.keyboard.press('Escape');
  assert.equal(await page.locator('[data-hand=y] [aria-pressed=true]').count(), 0);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test('a piece is aimed and laid by touch, on a phone', async () => {
  const page = await running.browser.page({ width: 390, height: 844, hasTouch: true, isMobile: true });
  await open(page, DUO);
  await page.tap('[data-hand=b] [data-piece=I3]');
  await page.tap('[data-do=turn-piece]');
  await page.touchscreen.tap(...(await cellPoint(page, 'e9')));
  await page.waitForSelector('.marks .laid');
  assert.equal(await page.locator('.pane .piece').count(), 0, 'the first tap aims');
  await page.touchscreen.tap(...(await cellPoint(page, 'e10')));
  await page.waitForFunction(() => document.querySelector('.marks .laid')?.dataset.fits === 'true');
  await page.touchscreen.tap(...(await cellPoint(page, 'e10')));
  await hasMoves(page, 1);
  assert.equal(placeOf(page).moves[0], 'd10,e10,f10');
  // What one piece was aimed at is not yet meant for the next.
  await page.tap('[data-hand=y] [data-piece="1"]');
  await page.touchscreen.tap(...(await cellPoint(page, 'j5')));
  await page.waitForFunction(() => document.querySelector('.marks .laid')?.dataset.fits === 'true');
  await page.tap('[data-hand=y] [data-piece="2"]');
  await page.touchscreen.tap(...(await cellPoint(page, 'j5')));
  await page.tap('[data-do=turn-piece]');
  await page.touchscreen.tap(...(await cellPoint(page, 'j5')));
  await hasMoves(page, 2);
  assert.match(placeOf(page).moves[1], /^j\d,j\d$/, 'it could still be turned');
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test('pieces that fit nowhere cannot be picked', async () => {
  const page = await running.browser.page();
  await open(page, NEAR_THE_END);
  const held = (name) => page.locator(`[data-hand=b] [data-piece="${name}"]`);
  for (const name of ['L5', 'Z5', 'T5', 'U']) {
    assert.ok(await held(name).isDisabled(), name);
    assert.match(await held(name).getAttribute('aria-label'), /fits nowhere/);
  }
  await held('I3').click();
  assert.equal(await held('I3').getAttribute('aria-pressed'), 'true');
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test('the hand of whoever is not to move is closed', async () => {
  const page = await running.browser.page();
  await open(page, { ...DUO, moves: 'e10' });
  assert.equal(await page.locator('[data-hand=y] .held:disabled').count(), 0);
  assert.equal(await page.locator('[data-hand=b] .held:disabled').count(), 20);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test('who has two hands is told which is which', async () => {
  const page = await running.browser.page();
  await open(page, { game: 'blokus', players: '2', seats: 'human|human' });
  const heads = await page.locator('.hand summary').allTextContents();
  assert.equal(heads.length, 4);
  assert.equal(new Set(heads).size, 4, heads.join());
  assert.match(heads[2], /red square/);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test('a stack moves whole or in part: by its lowest piece, by the distance, and by dragging', async () => {
  const page = await running.browser.page();
  // A stack of two on b6 with the opponent to move elsewhere.
  await open(page, { game: 'focus', players: '2', moves: 'b7-b6_g6-h6', seats: 'human|human' });
  const marked = () => page.locator('.marks .selected').count();
  await page.mouse.move(...(await cellPoint(page, 'b6')));
  await page.waitForFunction(() => document.querySelectorAll('.marks .selected').length === 2);
  await page.mouse.move(...(await cellPoint(page, 'b6.2')));
  await page.waitForFunction(() => document.querySelectorAll('.marks .selected').length === 1);
  assert.equal(await marked(), 1, 'the top piece alone, as long as no target is known');
  await clickCell(page, 'b6.2');
  await clickCell(page, 'b5');
  await hasMoves(page, 3);
  assert.equal(placeOf(page).moves[2], 'b6-b5', 'one square, one piece');
  await page.click('[data-do=undo]');
  await page.waitForFunction(() => location.hash.includes('at=2'));
  // A drag of the lowest piece takes the whole stack along.
  await page.mouse.move(...(await cellPoint(page, 'b6')));
  await page.mouse.down();
  await page.mouse.move(...(await cellPoint(page, 'b5')), { steps: 4 });
  assert.equal(await page.locator('.dragged .piece').count(), 2);
  await page.mouse.move(...(await cellPoint(page, 'b4')), { steps: 4 });
  await page.mouse.up();
  await page.waitForFunction(() => location.hash.includes('b6-b4'));
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test('marbles are toggled one by one, and groups are dragged', async () => {
  const page = await running.browser.page();
  await open(page, { game: 'abalone', seats: 'human|human' });
  for (const cell of ['C4', 'C3', 'C5']) await clickCell(page, cell);
  await page.waitForFunction(() => document.querySelectorAll('.marks .selected').length === 3);
  await clickCell(page, 'C5');
  await page.waitForFunction(() => document.querySelectorAll('.marks .selected').length === 2);
  await clickCell(page, 'C5');
  await clickCell(page, 'D5');
  await hasMoves(page, 1);
  assert.deepEqual(placeOf(page).moves, ['C3C5D3']);
  // White drags from end to end, then the row from its middle.
  const drag = async (from, to) => {
    await page.mouse.move(...(await cellPoint(page, from)));
    await page.mouse.down();
    await page.mouse.move(...(await cellPoint(page, to)), { steps: 5 });
    await page.mouse.up();
  };
  await drag('G5', 'G7');
  await page.waitForFunction(() => document.querySelectorAll('.marks .selected').length === 3);
  await drag('G6', 'F6');
  await hasMoves(page, 2);
  assert.deepEqual(placeOf(page).moves[1], 'G5G7F5');
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test('between hexagons the arrow keys go to neighbours and back', async () => {
  const page = await running.browser.page();
  await open(page, { game: 'abalone', seats: 'human|human' });
  await page.focus('.pane polygon[data-cell="E5"]');
  const at = () => page.evaluate(() => document.activeElement.dataset.cell);
  const ways = { ArrowUp: 'F5', ArrowDown: 'E5', PageUp: 'F6', PageDown: 'E5', ArrowRight: 'E6', ArrowLeft: 'E5' };
  for (const [key, cell] of Object.entries(ways)) {
    await page.keyboard.press(key);
    assert.equal(await at(), cell, key);
  }
  assert.deepEqual(page.problems, []);
  await page.context().close();
});
