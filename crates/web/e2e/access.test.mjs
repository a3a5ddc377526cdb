// For people who hear the page, type their moves, or need contrast and large cells.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { cellPoint, clickCell, placeOf, stage, waitForTurn } from './harness.mjs';

const running = stage();
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Addresses, and what is there when the page is. */
const PAGES = {
  '#/play': '.game-choice:last-child .picture polygon',
  '#/play?game=connect4&seats=human|human&moves=4_4': '.pane .piece',
  '#/play?game=blokus&start=duo&players=2&seats=human|human&moves=e10': '.pane .held',
  '#/play?game=chess4&seats=human|human|human|human': '.pane .piece',
  '#/play?game=reversixt&start=specials&seats=human|human': '.pane .piece',
  '#/analyse?game=abalone': '.engine select',
  '#/matches': 'form.match-form [data-do=start]',
  '#/learn': '.lesson-cards a:last-child .cells polygon',
  '#/learn/game/focus': '.first-move .piece',
  '#/learn/algorithm/alphabeta': '.search-tree [data-node]',
};

for (const dark of [false, true]) {
  test(`axe finds nothing, ${dark ? 'dark' : 'light'}`, { timeout: 180_000 }, async () => {
    const page = await running.browser.page({ dark, bypassCSP: true });
    for (const [hash, content] of Object.entries(PAGES)) {
      await page.goto('about:blank');
      await page.goto(running.server.url + hash);
      await page.waitForSelector(content, { state: 'attached' });
      await page.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished)));
      await page.evaluate(axe);
      // The nodes of a drawn tree are told in words, not by the numbers in them.
      const rules = { 'label-content-name-mismatch': { enabled: !hash.includes('algorithm') } };
      const found = await page.evaluate(
        (own) => window.axe.run(document, { resultTypes: ['violations'], rules: own }),
        rules,
      );
      const told = found.violations.map(({ id, nodes }) => `${id}: ${nodes[0].target} ${nodes[0].failureSummary}`);
      assert.deepEqual(told, [], hash);
    }
    assert.deepEqual(page.problems, []);
    await page.context().close();
  });
}

const heard = (page) => page.textContent('#live');

test('what is picked, where it can go, and why not, is announced', { timeout: 60_000 }, async () => {
  const page = await running.browser.page();
  await page.goto(`${running.server.url}#/play?game=chess4&seats=human|human|human|human`);
  await waitForTurn(page);
  await clickCell(page, 'e1');
  assert.equal(await heard(page), 'e1 selected; 2 places to go to: f3, d3');
  await clickCell(page, 'h7');
  assert.match(await heard(page), /cannot go there/);
  await clickCell(page, 'a5');
  assert.match(await heard(page), /not yours/);
  await clickCell(page, 'h7');
  assert.match(await heard(page), /First choose a piece/);
  await clickCell(page, 'd1');
  assert.match(await heard(page), /This piece cannot move/);
  assert.match(await page.textContent('.ask'), /This piece cannot move/);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test('a move can be typed, or chosen from the list', { timeout: 60_000 }, async () => {
  const page = await running.browser.page();
  await page.goto(`${running.server.url}#/play?game=chess4&seats=human|human|human|human`);
  await waitForTurn(page);
  await page.click('.typed-card summary');
  await page.fill('[data-in=move]', 'e1');
  await page.waitForFunction(() => document.querySelectorAll('.typed-moves button').length === 2);
  await page.fill('[data-in=move]', 'e1e9');
  await page.press('[data-in=move]', 'Enter');
  assert.match(await heard(page), /not a legal move/);
  await page.fill('[data-in=move]', 'E1F3');
  await page.press('[data-in=move]', 'Enter');
  await page.waitForFunction(() => location.hash.includes('moves=e1f3'));
  await page.click('.typed-moves button >> nth=0');
  await page.waitForFunction(() => location.hash.includes('moves=e1f3_'));
  assert.equal(placeOf(page).moves.length, 2);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test('the focus goes to the heading of the next page', { timeout: 60_000 }, async () => {
  const page = await running.browser.page();
  await page.goto(running.server.url);
  await page.waitForSelector('.game-card');
  for (const path of ['learn', 'matches', 'play']) {
    await page.click(`#nav [data-path=${path}]`);
    await page.waitForFunction(() => document.activeElement?.tagName === 'H1');
    assert.equal(await page.locator('h1').count(), 1);
  }
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test('large boards are zoomed by wheel, keys and buttons, and panned', { timeout: 60_000 }, async () => {
  const page = await running.browser.page({ width: 390, height: 844 });
  await page.goto(`${running.server.url}#/play?game=billabong&players=2&seats=human|human`);
  await waitForTurn(page);
  const width = async () => (await page.locator('.pane polygon[data-cell="a1"]').boundingBox()).width;
  const small = await width();
  assert.ok(small < 24, `${small} px`);
  await page.click('[data-do=zoom-in]');
  await page.click('[data-do=zoom-in]');
  assert.ok((await width()) > small * 2);
  await page.click('[data-do=zoom-out]');
  await page.click('[data-do=zoom-out]');
  const [x, y] = await cellPoint(page, 'k5');
  await page.mouse.move(x, y);
  // All of it is seen already: the wheel is the page's.
  await page.mouse.wheel(0, 200);
  await page.waitForFunction(() => scrollY > 0);
  await page.mouse.wheel(0, -600);
  await page.waitForFunction(() => document.querySelector('.board.zoomed'));
  await page.evaluate(() => scrollTo(0, 0));
  await page.click('[data-do=zoom-out]');
  await page.click('[data-do=zoom-out]');
  await page.click('[data-do=zoom-out]');
  await page.waitForFunction(() => !document.querySelector('.board.zoomed'));
  await page.mouse.move(x, y);
  await page.mouse.wheel(0, -600);
  await page.waitForFunction(() => document.querySelector('.board.zoomed'));
  const [zx, zy] = await cellPoint(page, 'k5');
  assert.ok(Math.hypot(zx - x, zy - y) < 30, 'what is pointed at stays there');
  await page.mouse.down();
  await page.mouse.move(x - 60, y - 40, { steps: 4 });
  await page.mouse.up();
  const [px] = await cellPoint(page, 'k5');
  assert.ok(px < zx - 30, 'the board was moved');
  assert.deepEqual(placeOf(page).moves, [], 'and nothing was clicked');
  await clickCell(page, 'k5');
  await page.waitForFunction(() => location.hash.includes('moves=k5'));
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test('two fingers zoom', { timeout: 60_000 }, async () => {
  const page = await running.browser.page({ width: 390, height: 844, hasTouch: true, isMobile: true });
  await page.goto(`${running.server.url}#/play?game=billabong&players=2&seats=human|human`);
  await waitForTurn(page);
  const cdp = await page.context().newCDPSession(page);
  const [x, y] = await cellPoint(page, 'h9');
  const touch = (type, points) => cdp.send('Input.dispatchTouchEvent', { type, touchPoints: points });
  const fingers = (apart) => [
    { x: x - apart, y, id: 0 },
    { x: x + apart, y, id: 1 },
  ];
  await touch('touchStart', fingers(20));
  for (const apart of [30, 45, 60]) await touch('touchMove', fingers(apart));
  await touch('touchEnd', []);
  await page.waitForFunction(() => document.querySelector('.board.zoomed'));
  const { width } = await page.locator('.pane polygon[data-cell="h9"]').boundingBox();
  assert.ok(width > 40, `${width} px`);
  assert.deepEqual(placeOf(page).moves, []);
  // A finger that taps moves a little.
  const [tx, ty] = await cellPoint(page, 'h9');
  await touch('touchStart', [{ x: tx, y: ty, id: 0 }]);
  await touch('touchMove', [{ x: tx + 2, y: ty + 2, id: 0 }]);
  await touch('touchEnd', []);
  await page.waitForFunction(() => location.hash.includes('moves=h9'));
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test('boards that need no zoom have none', { timeout: 60_000 }, async () => {
  const page = await running.browser.page();
  await page.goto(`${running.server.url}#/play?game=connect4&seats=human|human`);
  await waitForTurn(page);
  assert.ok(await page.locator('[data-do=zoom-in]').isHidden());
  await page.keyboard.press('+');
  assert.equal(await page.locator('.board.zoomed').count(), 0);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});
