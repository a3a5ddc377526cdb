// Connections that are lost, pages that are left too early, storage that is full or broken, and an installed page.

import { test } from 'node:test';
import assert from 'node:assert/strict';
import { LOST, ask, cellPoint, clickCell, placeOf, stage, startServer, waitForPly, waitForTurn } from './harness.mjs';

const running = stage();

test('a lost connection is told, tried again, and the game goes on', { timeout: 120_000 }, async (t) => {
  const server = await startServer();
  const page = await running.browser.page({ expected: LOST });
  await page.goto(`${server.url}#/play?game=connect4&size=5x4&seats=human|pvs:best@300`);
  await waitForTurn(page);
  await server.kill();
  await clickCell(page, 'c1');
  await page.waitForSelector('#connection:not([hidden])');
  assert.match(await page.textContent('#connection'), /lost; trying again/);
  const again = await startServer('--port', new URL(server.url).port);
  t.after(() => again.end());
  await waitForPly(page, 2);
  await page.waitForSelector('#connection', { state: 'hidden' });
  assert.equal(placeOf(page).moves[0], '3');
  assert.match(await waitForTurn(page), /^Your move/);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test('a server that dies while an engine thinks is asked again', { timeout: 120_000 }, async (t) => {
  const server = await startServer();
  const page = await running.browser.page({ expected: LOST });
  const asked = page.waitForRequest((request) => request.url().endsWith('/api/think'));
  await page.goto(`${server.url}#/play?game=connect4&seats=human|pvs:best@20s`);
  await waitForTurn(page);
  await clickCell(page, 'a1');
  await asked;
  await server.kill();
  const repeated = page.waitForResponse((response) => response.url().endsWith('/api/think') && response.ok(), {
    timeout: 60_000,
  });
  const again = await startServer('--port', new URL(server.url).port);
  t.after(() => again.end());
  await repeated;
  assert.match(await page.textContent('.status'), /thinking|waits/);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test('a page of a match that is left while it loads listens to nothing', { timeout: 60_000 }, async () => {
  const page = await running.browser.page({ expected: LOST });
  const live = [];
  page.on('request', (request) => request.url().endsWith('/live') && live.push(request.url()));
  let release;
  const held = new Promise((resolve) => {
    release = resolve;
  });
  await page.route('**/api/matches/slow', async (route) => {
    await held;
    const plan = { game: 'connect4', entrants: ['a@1', 'b@1'] };
    const body = { name: 'slow', names: ['a', 'b'], plan, running: true, stopping: false, target: 4, failure: null };
    await route.fulfill({ json: { ...body, block: 2, standings: null, history: [] } });
  });
  await page.goto(`${running.server.url}#/matches`);
  await page.waitForSelector('h1');
  const asked = page.waitForRequest('**/api/matches/slow');
  await page.evaluate(() => {
    location.hash = '#/matches/slow';
  });
  await asked;
  const given = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/slow'));
  await page.evaluate(() => {
    location.hash = '#/matches';
  });
  await given;
  release();
  await page.waitForSelector('form.match-form [data-do=start]');
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)));
  assert.deepEqual(live, []);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test('a full or broken storage does not keep a game from being kept', { timeout: 60_000 }, async () => {
  const page = await running.browser.page();
  await page.goto(running.server.url);
  await page.waitForSelector('.game-card');
  await page.evaluate(() => {
    for (let i = 0; i < 40; i += 1) localStorage.setItem(`melee.game.broken-${i}`, '{');
    // A browser gives about five million letters.
    let size = 1_000_000;
    while (size > 10) {
      try {
        localStorage.setItem(`melee.game.large-${size}`, 'x'.repeat(size));
        size -= 1;
      } catch {
        size = Math.floor(size / 2);
      }
    }
  });
  await page.goto(`${running.server.url}#/play?game=connect4&seats=human|human`);
  await waitForTurn(page);
  await clickCell(page, 'd1');
  await waitForPly(page, 1);
  await page.click('#nav [data-path=play]');
  await page.waitForSelector('[data-continue]');
  const left = await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('broken')).length);
  assert.ok(left < 30, `${left} unreadable ones are left`);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test('pointing asks once, and a page that is left asks for nothing', { timeout: 60_000 }, async () => {
  const page = await running.browser.page({ expected: LOST });
  await page.goto(`${running.server.url}#/play?game=rolit&players=4&seats=human|human|human|human`);
  await waitForTurn(page);
  const asked = [];
  await page.route('**/api/position', (route) => {
    const { still, line } = route.request().postDataJSON();
    if (!still && !line?.length) return route.continue();
    asked.push(route.request());
    return route.abort('connectionrefused');
  });
  const { moves, board } = await ask(running.server.url, 'position', { place: placeOf(page) });
  const failed = page.waitForEvent('requestfailed');
  await page.mouse.move(...(await cellPoint(page, board.cells[moves[0].route.at(-1)].id)));
  await failed;
  assert.ok(await page.locator('#connection').isHidden(), 'nobody tries again');
  // The boards of the menu are asked for patiently, as long as somebody looks at it.
  await page.click('#nav [data-path=play]');
  await page.waitForSelector('#connection:not([hidden])');
  await page.click('#nav [data-path=matches]');
  await page.waitForSelector('form.match-form [data-do=start]');
  await page.waitForSelector('#connection', { state: 'hidden' });
  const before = asked.length;
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 1500)));
  assert.equal(asked.length, before);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test('a page that cannot be shown says why', { timeout: 60_000 }, async () => {
  const page = await running.browser.page({ expected: LOST });
  await page.goto(`${running.server.url}#/play?game=connect4&moves=4_9&seats=human|human`);
  await page.waitForSelector('.error');
  await page.goto(`${running.server.url}#/play?game=connect4&at=1.5&moves=4_4&seats=human|human`);
  await page.waitForFunction(() => document.querySelectorAll('.pane .piece').length === 1);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test('the page can be installed, and its frame is there without a server', { timeout: 90_000 }, async (t) => {
  if (process.env.MELEE_ASSETS) {
    t.skip('the worker fetches from the program');
    return;
  }
  const server = await startServer();
  const page = await running.browser.page({ expected: LOST, serviceWorkers: 'allow' });
  await page.goto(server.url);
  await page.waitForSelector('.game-card');
  const manifest = await (await fetch(new URL('manifest.webmanifest', server.url))).json();
  for (const { src } of manifest.icons) assert.ok((await fetch(new URL(src, server.url))).ok, src);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload();
  await page.waitForSelector('.game-card');
  // What has come through the worker is kept a moment later.
  await page.waitForFunction(async () => {
    const store = await caches.open('melee-frame');
    const kept = new Set((await store.keys()).map(({ url }) => url));
    const came = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')];
    const files = came.map(({ name }) => name.split('#')[0]).filter((name) => /(\/|\.js|\.css)$/.test(name));
    return files.length > 1 && files.every((name) => kept.has(name));
  });
  await server.end();
  await page.reload();
  await page.waitForSelector('#nav a');
  await page.waitForSelector('#connection:not([hidden])');
  assert.deepEqual(page.problems, []);
  await page.context().close();
});
