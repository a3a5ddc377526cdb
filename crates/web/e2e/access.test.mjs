// For people who hear the page, type their moves, or need large cells.

import { test } from 'node:test';
import assert from 'node:assert/strict';
import { ask, cellPoint, clickCell, placeOf, stage, waitForPly, waitForTurn } from './harness.mjs';

const running = stage();

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
  // Back to where the mouse is over the board.
  await page.evaluate(() => scrollTo(0, 0));
  await page.waitForFunction(() => scrollY === 0);
  await page.mouse.move(x, y);
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

/** Boards whose cells are small on a phone. */
const LARGE = {
  Billabong: { game: 'billabong', players: 2 },
  'ReversiXT for eight': { game: 'reversixt', start: 'eight' },
  '50x50 tiles': { game: 'reversixt', start: 'grand' },
};

/** A move of one click that is the only one there, as near to the middle as can be. */
async function soleMove(page, place) {
  const { board, moves } = await ask(running.server.url, 'position', { place });
  const isSole = ({ paths: [path] }) =>
    path?.length === 1 && moves.filter(({ paths }) => paths.some(([cell]) => cell === path[0])).length === 1;
  const found = [];
  for (const { move, paths } of moves.filter(isSole)) {
    const { id } = board.cells[paths[0][0]];
    const [x] = await cellPoint(page, id);
    found.push({ move, id, away: Math.abs(x - 195) });
  }
  return found.sort((a, b) => a.away - b.away)[0];
}

for (const [name, place] of Object.entries(LARGE)) {
  test(`two fingers zoom, and one hits its cell: ${name}`, { timeout: 60_000 }, async () => {
    const page = await running.browser.page({ width: 390, height: 844, hasTouch: true, isMobile: true });
    const { players } = await ask(running.server.url, 'position', { place });
    const seats = Array(players).fill('human').join('|');
    await page.goto(`${running.server.url}#/play?${new URLSearchParams({ ...place, seats })}`);
    await waitForTurn(page);
    const cdp = await page.context().newCDPSession(page);
    const { id, move } = await soleMove(page, place);
    const width = async () => (await page.locator(`.pane polygon[data-cell="${id}"]`).boundingBox()).width;
    const small = await width();
    assert.ok(small < 24, `${small} px`);
    const [x, y] = await cellPoint(page, id);
    const touch = (type, points) => cdp.send('Input.dispatchTouchEvent', { type, touchPoints: points });
    const fingers = (apart) => [
      { x: x - apart, y, id: 0 },
      { x: x + apart, y, id: 1 },
    ];
    await touch('touchStart', fingers(20));
    for (const apart of [30, 45, 60]) await touch('touchMove', fingers(apart));
    await touch('touchEnd', []);
    await page.waitForFunction(() => document.querySelector('.board.zoomed'));
    assert.ok((await width()) > 2 * small, `${small} px have become ${await width()}`);
    assert.deepEqual(placeOf(page).moves, []);
    // A finger that taps moves a little.
    const [tx, ty] = await cellPoint(page, id);
    await touch('touchStart', [{ x: tx, y: ty, id: 0 }]);
    await touch('touchMove', [{ x: tx + 2, y: ty + 2, id: 0 }]);
    await touch('touchEnd', []);
    await waitForPly(page, 1);
    assert.deepEqual(placeOf(page).moves, [move]);
    assert.deepEqual(page.problems, []);
    await page.context().close();
  });
}

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
