// An analysis that is worth keeping: side lines, comments, arrows and circles, in and out as a record.

import { test } from 'node:test';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { GONE, cellPoint, clickCell, stage, startServer, waitForPly } from './harness.mjs';

const running = stage();

const open = async (options = {}) => {
  const page = await running.browser.page(options);
  await page.goto(`${running.server.url}#/analyse?game=connect4&moves=4_4`);
  await page.waitForSelector('.notes-card textarea');
  return page;
};

/** What is noted and tried, as it is seen. */
const seen = async (page) => ({
  comment: await page.inputValue('[data-in=comment]'),
  marks: await page.locator('.board .notes .arrow').count(),
  sides: await page.locator('.side-line').count(),
  remarks: await page.locator('.remark').allTextContents(),
});

/** A side line, a comment, a circle and an arrow. */
async function annotate(page) {
  await page.keyboard.press('ArrowLeft');
  await page.waitForFunction(() => location.hash.includes('at=1'));
  await clickCell(page, 'c1');
  await page.waitForSelector('.side-line');
  await page.fill('[data-in=comment]', 'worth a try');
  await page.mouse.click(...(await cellPoint(page, 'd1')), { button: 'right' });
  await page.mouse.move(...(await cellPoint(page, 'c1')));
  await page.mouse.down({ button: 'right' });
  await page.mouse.move(...(await cellPoint(page, 'e3')), { steps: 4 });
  await page.mouse.up({ button: 'right' });
  await page.waitForFunction(() => document.querySelectorAll('.board .notes .arrow').length === 2);
}

const NOTED = { comment: 'worth a try', marks: 2, sides: 1, remarks: ['worth a try'] };

test('side lines and notes outlive a reload, and a second tab sees them', { timeout: 90_000 }, async () => {
  const page = await open();
  await annotate(page);
  assert.deepEqual(await seen(page), NOTED);
  await page.reload();
  await page.waitForSelector('.side-line');
  assert.deepEqual(await seen(page), NOTED);
  // A tab that was duplicated has the same entry in its history.
  const other = await page.context().newPage();
  await other.goto(running.server.url);
  const state = await page.evaluate(() => history.state);
  await other.evaluate(
    ([kept, hash]) => {
      history.replaceState(kept, '', hash);
      location.reload();
    },
    [state, await page.evaluate(() => location.hash)],
  );
  await other.waitForSelector('.side-line');
  await other.fill('[data-in=comment]', 'seen twice');
  await page.waitForFunction(() => document.querySelector('[data-in=comment]').value === 'seen twice');
  // Drawn once more, a mark is wiped; another position has notes of its own.
  await page.mouse.click(...(await cellPoint(page, 'd1')), { button: 'right' });
  await page.waitForFunction(() => document.querySelectorAll('.board .notes .arrow').length === 1);
  await page.keyboard.press('Escape');
  await page.click('[data-do=back]');
  await page.waitForFunction(() => document.querySelector('[data-in=comment]').value === '');
  assert.equal(await page.locator('.board .notes .arrow').count(), 0);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test('a record takes all of it to another browser', { timeout: 90_000 }, async () => {
  const page = await open();
  await annotate(page);
  await page.click('[data-do=exchange]');
  const [file] = await Promise.all([page.waitForEvent('download'), page.click('[data-do=save-all]')]);
  assert.equal(file.suggestedFilename(), 'connect4.melee.json');
  const text = readFileSync(await file.path(), 'utf8');
  const other = await running.browser.page({ expected: [/status of 400/] });
  // Whoever is at a game finds it in the analysis.
  await other.goto(`${running.server.url}#/play?game=connect4&seats=human|human`);
  await other.click('[data-do=exchange]');
  await other.fill('[data-in=text]', text.replace('"c1"', '"c1').replace('"3"', '"9"'));
  await other.click('[data-do=load]');
  await other.waitForFunction(() => document.querySelector('dialog [role=alert]').textContent.length > 0);
  await other.fill('[data-in=text]', text.replace('"move": "3"', '"move": "9"'));
  await other.click('[data-do=load]');
  await other.waitForFunction(() => /9/.test(document.querySelector('dialog [role=alert]').textContent));
  await other.fill('[data-in=text]', text);
  await other.click('[data-do=load]');
  await other.waitForURL(/#\/analyse\/[\d-]+\?/);
  await other.waitForSelector('.side-line');
  assert.deepEqual((await seen(other)).remarks, NOTED.remarks);
  await other.click('.side-line .move');
  await other.waitForFunction(() => document.querySelector('[data-in=comment]').value === 'worth a try');
  assert.deepEqual(await seen(other), NOTED);
  for (const one of [page, other]) {
    assert.deepEqual(one.problems, []);
    await one.context().close();
  }
});

test('a finger that rests draws, one that taps plays, and keys draw as well', { timeout: 90_000 }, async () => {
  const page = await open({ width: 420, height: 900, hasTouch: true, isMobile: true });
  const [x, y] = await cellPoint(page, 'e1');
  const touch = await page.context().newCDPSession(page);
  const send = (type, at) =>
    touch.send('Input.dispatchTouchEvent', { type, touchPoints: at ? [{ x: at[0], y: at[1] }] : [] });
  // The finger feels when it has rested for long enough.
  await page.evaluate(() => {
    navigator.vibrate = () => {
      window.felt = true;
      return true;
    };
  });
  await send('touchStart', [x, y]);
  await page.waitForFunction(() => window.felt);
  const to = await cellPoint(page, 'f2');
  for (const part of [0.3, 0.7, 1]) await send('touchMove', [x + (to[0] - x) * part, y + (to[1] - y) * part]);
  await send('touchEnd');
  await page.waitForSelector('.board .notes .arrow polyline');
  assert.equal(await page.locator('.pane .piece').count(), 2, 'nothing was played');
  await page.touchscreen.tap(x, y);
  await waitForPly(page, 3);
  await page.locator('[data-cell=e1]').focus();
  await page.keyboard.press('o');
  await page.waitForSelector('.board .notes .ring');
  await page.keyboard.press('Shift+O');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Shift+O');
  // A line that goes straight up has no width, which is taken for hidden.
  await page.waitForSelector('.board .notes .arrow polyline', { state: 'attached' });
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test('notes are made without a server, and the analysis goes on with another', { timeout: 90_000 }, async () => {
  const first = await startServer();
  const { port } = new URL(first.url);
  const lost = [GONE];
  const page = await running.browser.page({ expected: lost });
  await page.goto(`${first.url}#/analyse?game=connect4&moves=4_4`);
  await page.waitForSelector('.notes-card textarea');
  await first.kill();
  await page.fill('[data-in=comment]', 'while nobody listens');
  await page.mouse.click(...(await cellPoint(page, 'd1')), { button: 'right' });
  await page.waitForSelector('.board .notes .ring');
  await clickCell(page, 'c1');
  await page.waitForSelector('#connection:not([hidden])');
  const second = await startServer('--port', port);
  await waitForPly(page, 3);
  await page.reload();
  await page.waitForFunction(() => document.querySelectorAll('.pane .piece').length === 3);
  assert.deepEqual(await page.locator('.remark').allTextContents(), ['while nobody listens']);
  await second.end();
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

/** At first the right button drew a circle, too, and whatever was noted took the piece out of the hand. */
test('a piece that is held is turned over, not drawn with, and stays while something is noted', async () => {
  const page = await running.browser.page();
  await page.goto(`${running.server.url}#/analyse?game=blokus&start=duo&players=2`);
  await page.waitForSelector('[data-piece=L5]');
  await page.click('[data-hand=b] [data-piece=L5]');
  const held = () => page.locator('[data-piece=L5] svg g').evaluateAll((all) => all.map((g) => g.outerHTML).join());
  const before = await held();
  await page.mouse.click(...(await cellPoint(page, 'e10')), { button: 'right' });
  assert.notEqual(await held(), before, 'it was turned over');
  assert.equal(await page.locator('.board .notes .arrow').count(), 0);
  await page.fill('[data-in=comment]', 'a corner');
  assert.equal(await page.locator('[data-piece=L5]').first().getAttribute('aria-pressed'), 'true');
  await page.click('[data-do=put-back]');
  // An empty hand draws; what ends beside the board is given up.
  await page.mouse.move(...(await cellPoint(page, 'e10')));
  await page.mouse.down({ button: 'right' });
  await page.mouse.move(5, 5);
  await page.mouse.up({ button: 'right' });
  await page.mouse.move(...(await cellPoint(page, 'e9')));
  await page.mouse.up({ button: 'right' });
  assert.equal(await page.locator('.board .notes .arrow').count(), 0);
  await page.mouse.click(...(await cellPoint(page, 'e10')), { button: 'right' });
  await page.waitForFunction(() => document.querySelectorAll('.board .notes .arrow').length === 1);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test('a kept analysis has an address of its own, and others find its line in it', { timeout: 90_000 }, async () => {
  const page = await open();
  assert.match(page.url(), /#\/analyse\?game/, 'there is nothing to keep yet');
  await annotate(page);
  await page.waitForURL(/#\/analyse\/[\d-]+\?game=connect4&moves=4_3/);
  const first = page.url();
  const [, id] = /analyse\/([\d-]+)/.exec(first);
  await page.click('[data-do=exchange]');
  assert.match(await page.inputValue('[data-out=address]'), /#\/analyse\?game=connect4&moves=4_3$/);
  await page.keyboard.press('Escape');
  // Another tab, without this one's history.
  const second = await page.context().newPage();
  await second.goto(first);
  await second.waitForSelector('.side-line');
  assert.deepEqual(await seen(second), NOTED);
  // Another analysis lists it, and leads back to it.
  await second.goto(`${running.server.url}#/analyse?game=connect4&moves=1`);
  await second.click(`[data-kept="${id}"]`);
  await second.waitForFunction(() => document.querySelector('[data-in=comment]').value === 'worth a try');
  await second.waitForURL((url) => url.href === first);
  // So does the first page.
  await second.goto(`${running.server.url}#/play`);
  await second.click(`[data-continue="${id}"]`);
  await second.waitForURL((url) => url.href === first);
  // In another browser there is the line, and nothing else.
  const other = await running.browser.page();
  await other.goto(first);
  await other.waitForFunction(() => document.querySelectorAll('.pane .piece').length === 2);
  assert.equal(await other.locator('.side-line').count(), 0);
  for (const one of [page, other]) {
    assert.deepEqual(one.problems, []);
    await one.context().close();
  }
});

test('a long record tells how far it is read, and can be given up', { timeout: 90_000 }, async () => {
  const page = await open();
  const replies = { move: '1', instead: ['2', '3', '4', '5', '6'].map((move) => [{ move }]) };
  const instead = ['1', '2', '3', '5', '6', '7'].map((move) => [{ move }, replies]);
  const text = JSON.stringify({
    format: 'melee-record',
    version: 1,
    place: { game: 'connect4' },
    line: [{ move: '4', instead }],
  });
  // The server is slow.
  let asked = 0;
  await page.route('**/api/position', async (route) => {
    asked += 1;
    await new Promise((resolve) => {
      setTimeout(resolve, 400);
    });
    await route.continue().catch(() => {});
  });
  const load = async () => {
    await page.fill('[data-in=text]', text);
    await page.click('[data-do=load]');
    await page.waitForFunction(() =>
      /[1-9]\d* of 37 lines/.test(document.querySelector('[data-reading]')?.textContent),
    );
  };
  await page.click('[data-do=exchange]');
  await load();
  assert.ok(Number(await page.locator('[data-reading] progress').getAttribute('value')) > 0);
  await page.click('[data-do=abort]');
  await page.waitForFunction(() => !document.querySelector('[data-reading]'));
  assert.equal(await page.locator('dialog [role=alert]').textContent(), '');
  const before = asked;
  assert.ok(before < 30, `${before} were asked`);
  // Whoever closes the window gives it up, too.
  await load();
  await page.keyboard.press('Escape');
  await page.waitForTimeout(500);
  assert.ok(asked < before + 30, 'nobody goes on asking');
  await page.unroute('**/api/position');
  await page.click('[data-do=exchange]');
  await page.fill('[data-in=text]', text);
  await page.click('[data-do=load]');
  await page.waitForURL(/#\/analyse\/[\d-]+\?/);
  await page.waitForSelector('.side-line');
  assert.deepEqual(page.problems, []);
  await page.context().close();
});
