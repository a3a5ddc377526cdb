// The board editor, and what is said about clicks that make no move.

import { test } from 'node:test';
import assert from 'node:assert/strict';
import { GONE, ask, cellPoint, clickCell, stage, startServer, waitForTurn } from './harness.mjs';

const running = stage();
const pieces = (page) => page.locator('.board .piece').count();
const said = (page, pattern) =>
  page.waitForFunction(
    (source) => new RegExp(source).test(document.querySelector('.page-edit [role=alert]')?.textContent ?? ''),
    pattern,
  );
// The analysis has such a button, too, and is there until the editor comes.
const isReady = (page) => page.waitForSelector('.page-edit [data-do=analyse]:not([disabled])');

test('a board is set up by mouse, checked, played and analysed', { timeout: 90_000 }, async () => {
  const page = await running.browser.page({ expected: [/status of 400/] });
  await page.goto(`${running.server.url}#/edit?game=connect4`);
  await isReady(page);
  const before = await cellPoint(page, 'd2');
  await clickCell(page, 'd2');
  await said(page, 'floats');
  assert.deepEqual(await cellPoint(page, 'd2'), before, 'the board stays where it is, whatever is said about it');
  assert.ok(await page.locator('[data-do=play]').isDisabled(), 'what is no position is not played');
  await clickCell(page, 'd1');
  await page.click('[data-kind="2o"]');
  await clickCell(page, 'c1');
  await page.selectOption('.page-edit select', '2');
  await isReady(page);
  assert.equal(await pieces(page), 3);
  assert.match(await page.inputValue('[data-in=pos]'), /^[34]{3}$/);
  await page.click('[data-do=analyse]');
  await page.waitForSelector('.notes-card');
  assert.equal(await pieces(page), 3);
  await page.click('[data-do=edit]');
  await isReady(page);
  assert.equal(await pieces(page), 3, 'the analysis leads back with its position');
  await page.click('[data-do=play]');
  await page.waitForURL(/#\/play\?/);
  await page.waitForSelector('.players');
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test('a text is read, or refused in words', { timeout: 60_000 }, async () => {
  const page = await running.browser.page({ expected: [/status of 400/] });
  await page.goto(`${running.server.url}#/edit?game=rolit`);
  await isReady(page);
  await page.fill('[data-in=pos]', '8/8/8/3ry3/3bg3/8/8/7 r rygb');
  await page.click('[data-do=read]');
  await said(page, '7 squares, expected 8');
  await page.fill('[data-in=pos]', '8/8/8/3ry3/3bg3/8/8/8 y rygb');
  await page.click('[data-do=read]');
  await page.waitForFunction(() => document.querySelector('.page-edit select')?.value === '2');
  await isReady(page);
  await page.click('[data-do=wipe]');
  await page.waitForFunction(() => document.querySelectorAll('.board .piece').length === 0);
  await page.click('[data-do=start]');
  // Until it is there the empty board stays, with whatever can be done with that.
  await page.waitForFunction(() => document.querySelectorAll('.board .piece').length > 0);
  await isReady(page);
  assert.equal(await pieces(page), 4);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test('what is set up outlives a reload, a second tab and another server', { timeout: 90_000 }, async () => {
  const lost = [/status of 400/, GONE];
  const first = await startServer();
  const { port } = new URL(first.url);
  const page = await running.browser.page({ expected: lost });
  await page.goto(`${first.url}#/edit?game=abalone`);
  await isReady(page);
  await page.click('[data-kind=""]');
  await clickCell(page, 'A1');
  await isReady(page);
  const other = await page.context().newPage();
  await other.goto(`${first.url}#/edit?game=abalone`);
  await isReady(other);
  await page.reload();
  await isReady(page);
  assert.deepEqual([await pieces(page), await pieces(other)], [27, 28], 'each tab has a board of its own');
  await first.kill();
  await clickCell(page, 'A2');
  await page.waitForFunction(() => document.querySelectorAll('.board .piece').length === 26);
  assert.ok(await page.locator('[data-do=analyse]').isDisabled(), 'nobody has looked at it yet');
  const second = await startServer('--port', port);
  await isReady(page);
  assert.match(await page.inputValue('[data-in=pos]'), / b 0 0$/);
  await second.end();
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

/** Who had gone to another board found the usual one on the way back, and what he had set up was gone. */
test('the way back from another board leads to what was set up', { timeout: 60_000 }, async () => {
  const page = await running.browser.page();
  await page.goto(`${running.server.url}#/edit?game=connect4`);
  await isReady(page);
  await clickCell(page, 'd1');
  await page.waitForFunction(() => document.querySelectorAll('.board .piece').length === 1);
  await page.evaluate(() => {
    location.hash = '#/edit?game=abalone';
  });
  await page.waitForFunction(() => document.querySelectorAll('.board .piece').length === 28);
  await page.goBack();
  await page.waitForSelector('.board polygon[data-cell=d1]');
  await isReady(page);
  assert.equal(await pieces(page), 1);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test('every game has its pieces, by keyboard and by touch', { timeout: 120_000 }, async () => {
  const games = await (await fetch(new URL('api/games', running.server.url))).json();
  for (const { name, is_study: isStudy } of games.filter((game) => !game.is_study)) {
    assert.ok(!isStudy);
    const page = await running.browser.page({ expected: [/status of 400/], hasTouch: true });
    await page.goto(`${running.server.url}#/edit?game=${name}`);
    await page.waitForSelector('.palette [role=radio]');
    const { kit } = await ask(running.server.url, 'kit', { place: { game: name } });
    assert.equal(await page.locator('.palette [role=radio]').count(), kit.length + 1, name);
    await page.click('[data-do=wipe]');
    const cell = await page.$eval('.board .cells polygon', (polygon) => polygon.dataset.cell);
    await page.touchscreen.tap(...(await cellPoint(page, cell)));
    await page.waitForFunction(() => document.querySelectorAll('.board .piece').length === 1);
    await page.locator('.palette [role=radio]').last().focus();
    await page.keyboard.press('Enter');
    await page.locator(`[data-cell="${cell}"]`).focus();
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.querySelectorAll('.board .piece').length === 0);
    await page.click('[data-do=start]');
    await isReady(page);
    assert.deepEqual(page.problems, [], name);
    await page.context().close();
  }
});

test('a click that makes no move is told the rule', { timeout: 60_000 }, async () => {
  const page = await running.browser.page();
  await page.goto(`${running.server.url}#/play?game=chess4&seats=human|human|human|human`);
  await waitForTurn(page);
  const rule = (pattern) =>
    page.waitForFunction((source) => new RegExp(source).test(document.querySelector('.ask').textContent), pattern);
  await clickCell(page, 'e1');
  await clickCell(page, 'e5');
  await rule('A knight goes two squares along and one across');
  await page.mouse.move(...(await cellPoint(page, 'e1')));
  await page.mouse.down();
  await page.mouse.move(...(await cellPoint(page, 'e5')), { steps: 5 });
  await page.mouse.up();
  await rule('A knight goes two squares along and one across');
  // It is said until something else is done.
  await clickCell(page, 'e1');
  await page.waitForFunction(() => !document.querySelector('.ask').classList.contains('refused'));
  assert.deepEqual(page.problems, []);
  await page.context().close();
});
