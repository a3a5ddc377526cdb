// What becomes of a game while people go back and forth, load, leave, reload and come back.

import { after, test } from 'node:test';
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ask, clickCell, placeOf, stage, startServer, waitForPly, waitForTurn, watch } from './harness.mjs';

const running = stage();
const directory = mkdtempSync(join(tmpdir(), 'melee-'));
after(() => rmSync(directory, { recursive: true, force: true }));

const pieces = (page, count) =>
  page.waitForFunction((n) => document.querySelectorAll('.pane .piece').length === n, count);

/** Plays the first moves of a game against a weak engine. */
async function begin(page, params, cells) {
  await page.goto(`${running.server.url}#/play?${params}`);
  await waitForTurn(page);
  for (const cell of cells) {
    const { length } = placeOf(page).moves;
    await clickCell(page, cell);
    await waitForPly(page, length + 2);
    await waitForTurn(page);
  }
}

const CONNECT = 'game=connect4&seats=human|pvs:best@300';

test('the engine answers a move that was made before', { timeout: 60_000 }, async () => {
  const page = await running.browser.page();
  await begin(page, CONNECT, ['d1']);
  await page.click('[data-do=back]');
  await pieces(page, 1);
  await page.click('[data-do=back]');
  await pieces(page, 0);
  const asked = page.waitForRequest(/api\/think/);
  await clickCell(page, 'd1');
  await asked;
  await pieces(page, 2);
  assert.match(await waitForTurn(page), /^Your move/);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test('looking at earlier moves asks nobody anything', { timeout: 60_000 }, async () => {
  const page = await running.browser.page();
  await begin(page, CONNECT, ['d1', 'c1']);
  const asked = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/think')) asked.push(request.url());
  });
  await page.click('.moves [data-ply="1"]');
  await pieces(page, 1);
  assert.match(await page.textContent('.status'), /is to move/);
  await page.click('[data-do=last]');
  await pieces(page, 4);
  assert.deepEqual(asked, []);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test('a game that is loaded takes the place of the one before', { timeout: 60_000 }, async () => {
  const page = await running.browser.page();
  await page.goto(`${running.server.url}#/play?game=connect4&seats=human|human`);
  await waitForTurn(page);
  await clickCell(page, 'd1');
  await pieces(page, 1);
  await clickCell(page, 'c1');
  await pieces(page, 2);
  await page.click('[data-do=exchange]');
  await page.fill('[data-in=text]', '1 2 3');
  await page.click('[data-do=load]');
  await pieces(page, 3);
  assert.equal(await page.locator('.side-line').count(), 0, 'nothing of the old line is left');
  assert.deepEqual(placeOf(page).moves, ['1', '2', '3']);
  await page.reload();
  await pieces(page, 3);
  assert.equal(await page.locator('.side-line').count(), 0, 'not after a reload either');
  await page.goBack();
  await pieces(page, 2);
  assert.deepEqual(placeOf(page).moves, ['4', '3'], 'the way back leads to the game before');
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test('another game under Analyse is analysed', { timeout: 60_000 }, async () => {
  const page = await running.browser.page();
  await page.goto(`${running.server.url}#/analyse?game=connect4`);
  await page.waitForSelector('.engine');
  await page.click('[data-do=new]');
  await page.selectOption('dialog label:has-text("Game") select', 'abalone');
  await page.click('dialog [data-do=start]');
  await pieces(page, 28);
  assert.match(page.url(), /#\/analyse\?game=abalone/);
  assert.match(await page.textContent('h1'), /^Analysis/);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test('games that were left can be continued from the menu, each as it was', { timeout: 90_000 }, async () => {
  const page = await running.browser.page();
  await begin(page, CONNECT, ['d1', 'c1']);
  const first = placeOf(page).moves;
  await page.click('[data-do=back]');
  await pieces(page, 3);
  await page.click('[data-do=back]');
  await pieces(page, 2);
  await clickCell(page, 'a1');
  await pieces(page, 4);
  await waitForTurn(page);
  assert.equal(await page.locator('.side-line').count(), 1);
  await page.click('#nav [data-path=play]');
  await page.waitForSelector('[data-continue]');
  await begin(page, `${CONNECT}&size=5x4`, ['b1']);
  await page.click('#nav [data-path=play]');
  await page.waitForFunction(() => document.querySelectorAll('[data-continue]').length === 2);
  // The game that was played last comes first.
  await page.locator('[data-continue]').nth(1).click();
  await pieces(page, 4);
  assert.equal(await page.locator('.side-line').count(), 1, 'side lines and all');
  assert.deepEqual(placeOf(page).moves.slice(0, 2), first.slice(0, 2));
  assert.match(await waitForTurn(page), /^Your move/);
  // A game that was opened and not played is none to be continued, and neither is one that was given up.
  await page.goto('about:blank');
  await page.goto(`${running.server.url}#/play?game=connect4&moves=1_2&seats=human|human`);
  await pieces(page, 2);
  await page.click('#nav [data-path=play]');
  await page.waitForFunction(() => document.querySelectorAll('[data-continue]').length === 2);
  await page.locator('[data-do=forget]').first().click();
  await page.click('dialog button:has-text("Cancel")');
  assert.equal(await page.locator('[data-continue]').count(), 2, 'nobody was sure');
  await page.locator('[data-do=forget]').first().click();
  await page.click('[data-do=sure]');
  await page.waitForFunction(() => document.querySelectorAll('[data-continue]').length === 1);
  await page.reload();
  await page.waitForFunction(() => document.querySelectorAll('[data-continue]').length === 1);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test('two tabs show the same game, and either can go on with it', { timeout: 60_000 }, async () => {
  const page = await running.browser.page();
  await begin(page, CONNECT, ['d1']);
  const other = await page.context().newPage();
  watch(other);
  const asked = [];
  for (const tab of [page, other])
    tab.on('request', (request) => request.url().endsWith('/api/think') && asked.push(tab));
  await other.goto(running.server.url);
  await other.click('[data-continue]');
  await pieces(other, 2);
  await clickCell(other, 'a1');
  await pieces(other, 4);
  await pieces(page, 4);
  assert.deepEqual(asked, [other], 'one tab asks the engine');
  assert.deepEqual(placeOf(page), placeOf(other));
  await waitForTurn(page);
  await clickCell(page, 'g1');
  await pieces(page, 6);
  await pieces(other, 6);
  assert.deepEqual(asked, [other, page]);
  assert.deepEqual(placeOf(page), placeOf(other));
  await page.click('#nav [data-path=play]');
  await page.waitForSelector('[data-continue]');
  assert.equal(await page.locator('[data-continue]').count(), 1, 'it is one game');
  assert.deepEqual([...page.problems, ...other.problems], []);
  await page.context().close();
});

test('a game that is over is not continued', { timeout: 60_000 }, async () => {
  const page = await running.browser.page();
  await page.goto(`${running.server.url}#/play?game=connect4&moves=1_2_1_2_1_2&seats=human|human`);
  await pieces(page, 6);
  await clickCell(page, 'a4');
  await page.waitForFunction(() => /has won/.test(document.querySelector('.status').textContent));
  await page.click('[data-do=back]');
  await pieces(page, 6);
  await page.click('#nav [data-path=play]');
  await page.waitForSelector('[data-game]');
  assert.equal(await page.locator('[data-continue]').count(), 0);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

for (const path of ['play', 'analyse']) {
  test(`a position that comes late does not take the address of the next page (${path})`, async () => {
    const page = await running.browser.page();
    await page.goto(`${running.server.url}#/matches`);
    await page.waitForSelector('[data-do=start]');
    let letGo;
    const held = new Promise((resolve) => {
      letGo = resolve;
    });
    await page.route('**/api/position', async (route) => {
      await held;
      await route.continue();
    });
    const go = (hash) =>
      page.evaluate((next) => {
        location.hash = next;
      }, hash);
    const asked = page.waitForRequest(/api\/position/);
    await go(`#/${path}?game=connect4&seats=human|human`);
    await asked;
    await go('#/learn');
    await page.waitForSelector('.lesson');
    const answered = page.waitForResponse(/api\/position/);
    letGo();
    await answered;
    await page.waitForSelector('.lesson .cells polygon', { state: 'attached' });
    assert.match(page.url(), /#\/learn$/);
    assert.deepEqual(page.problems, []);
    await page.context().close();
  });
}

test('a reload gives no time back', { timeout: 60_000 }, async () => {
  const page = await running.browser.page();
  await page.goto(`${running.server.url}#/play?game=connect4&seats=human|human&clock=1min`);
  await waitForTurn(page);
  await clickCell(page, 'a1');
  await pieces(page, 1);
  const seconds = async () => {
    const [minutes, rest] = (await page.textContent('.clock[data-player="2"]')).split(':');
    return 60 * Number(minutes) + Number(rest);
  };
  const until = (most) =>
    page.waitForFunction((clock) => document.querySelector('.clock[data-player="2"]').textContent <= clock, most);
  await until('0:57');
  await page.reload();
  await pieces(page, 1);
  assert.ok((await seconds()) <= 57, `${await seconds()} s after the reload`);
  await until('0:55');
  // On the menu the clock rests.
  await page.click('#nav [data-path=play]');
  await page.click('[data-continue]');
  await pieces(page, 1);
  assert.ok((await seconds()) <= 55);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test('boards leave nothing behind that listens to the window', { timeout: 60_000 }, async () => {
  const page = await running.browser.page();
  const cdp = await page.context().newCDPSession(page);
  const listeners = async () => {
    const { result } = await cdp.send('Runtime.evaluate', { expression: 'window' });
    const found = await cdp.send('DOMDebugger.getEventListeners', { objectId: result.objectId });
    return found.listeners.map(({ type }) => type).sort();
  };
  // A menu and a game, or all lessons and one, are the same page: each is known by boards that only it has.
  const pages = [
    ['#/play', '.page-play .game-card'],
    ['#/play?game=abalone', '.page-play .pane'],
    ['#/analyse?game=abalone', '.page-analyse .pane'],
    ['#/learn', '.page-learn .lesson-cards'],
    ['#/learn/game/abalone', '.page-learn .first-move'],
    ['#/play', '.page-play .game-card'],
  ];
  await page.goto(running.server.url);
  await page.waitForSelector('.game-card .cells polygon');
  const before = await listeners();
  for (const [hash, boards] of pages) {
    await page.evaluate((next) => {
      location.hash = next;
    }, hash);
    await page.waitForSelector(`${boards} .cells polygon`, { state: 'attached' });
  }
  assert.deepEqual(await listeners(), before);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test('a match page notices that the server died and came back', { timeout: 120_000 }, async (t) => {
  const stores = ['--matches', join(directory, 'stores')];
  const server = await startServer(...stores);
  const place = { game: 'chess4' };
  const entrants = ['brs+:best@2000', 'paranoid:best@2000'];
  await ask(server.url, 'matches', { name: 'broken', place, entrants, games: 1000, random_plies: 2, seed: 1 });
  const page = await running.browser.page({ expected: [/Failed to load resource/] });
  await page.goto(`${server.url}#/matches/broken`);
  await page.waitForSelector('[data-do=stop]');
  await page.waitForSelector('figure[data-live] .cells polygon');
  const noticed = page.waitForEvent('requestfailed', (request) => /matches\/broken$/.test(request.url()));
  await server.kill();
  await noticed;
  await page.waitForSelector('[data-lost]');
  const again = await startServer('--port', new URL(server.url).port, ...stores);
  t.after(() => again.end());
  // The new server goes on with it, until somebody stops it.
  await page.waitForSelector('[data-do=stop]:not([disabled])', { timeout: 30_000 });
  await page.click('[data-do=stop]');
  await page.waitForSelector('[data-do=resume]', { timeout: 60_000 });
  assert.equal(await page.locator('.badge-live').count(), 0, 'nothing runs');
  assert.equal(await page.locator('figure[data-live]').count(), 0);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});
