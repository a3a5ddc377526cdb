// Servers that die in the middle of something, and pages that are loaded again or twice in the middle of a review.

import { test } from 'node:test';
import assert from 'node:assert/strict';
import { LOST, stage, startServer, think, watch } from './harness.mjs';

const running = stage();
const REVIEWED = '1_7_2_7_3_6_4';

const pieces = (page, count) =>
  page.waitForFunction((n) => document.querySelectorAll('.pane .piece').length === n, count);

const cardSays = (page, words) =>
  page.waitForFunction((text) => document.querySelector('.review-card')?.textContent.includes(text), words);

/** Ends a server in the hardest way, and starts another at the same address. */
async function restart(server, t, meanwhile = async () => {}) {
  await server.kill();
  await meanwhile();
  const again = await startServer('--port', new URL(server.url).port);
  t.after(() => again.end());
}

/** Begins a review, of so much for every position, and waits until a part of it is there. */
async function beginReview(page, url, limit) {
  await page.goto(`${url}#/analyse?game=connect4&moves=${REVIEWED}`);
  await pieces(page, 7);
  // What else the page asks for is there: only the review is to wait for a server that has gone.
  await page.waitForLoadState('networkidle');
  await page.selectOption('select[aria-label="Who reviews"]', 'pvs:best');
  await page.selectOption('select[aria-label="Limit for every position"]', limit);
  await page.click('[data-do=review]');
  await cardSays(page, 'of 7 moves looked at');
}

test('a review goes on when the server is back, and says that it begins again', { timeout: 120_000 }, async (t) => {
  const server = await startServer();
  const page = await running.browser.page({ expected: LOST });
  await beginReview(page, server.url, '1s');
  await restart(server, t, async () => {
    await cardSays(page, 'the review begins again');
    await page.waitForSelector('#connection:not([hidden])');
    assert.equal(await page.textContent('[data-do=review]'), 'Give up');
    assert.equal(await page.locator('.review-card .graph').count(), 0, 'what the server has forgotten is not shown');
  });
  await page.waitForSelector('[data-review]', { timeout: 60_000 });
  assert.equal(await page.locator('.turning li').first().getAttribute('data-slip'), 'blunder');
  assert.ok(!(await page.textContent('.review-card')).includes('begins again'));
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test('a review that the server does not come back to can be given up', { timeout: 60_000 }, async () => {
  const server = await startServer();
  const page = await running.browser.page({ expected: LOST });
  // It is far from its end when the server dies.
  await beginReview(page, server.url, '3s');
  await server.kill();
  await page.waitForSelector('#connection:not([hidden])');
  await page.click('[data-do=review]');
  await cardSays(page, 'Given up');
  await page.waitForSelector('#connection', { state: 'hidden' });
  assert.equal(await page.textContent('[data-do=review]'), 'Review');
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test('a page that is loaded again in the middle of a review begins it again', { timeout: 120_000 }, async () => {
  const page = await running.browser.page({ expected: LOST });
  await beginReview(page, running.server.url, '1s');
  await page.reload();
  await cardSays(page, 'was loaded again');
  assert.equal(await page.inputValue('select[aria-label="Who reviews"]'), 'pvs:best');
  assert.equal(await page.inputValue('select[aria-label="Limit for every position"]'), '1s');
  await page.waitForSelector('[data-review]', { timeout: 60_000 });
  // What has ended or was given up is not begun again.
  await page.evaluate(() => localStorage.removeItem('melee.reviews'));
  await page.reload();
  await pieces(page, 7);
  assert.equal(await page.textContent('[data-do=review]'), 'Review');
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test('a review that one tab makes is shown in the other', { timeout: 120_000 }, async () => {
  const page = await running.browser.page();
  const other = await page.context().newPage();
  watch(other);
  await other.goto(`${running.server.url}#/analyse?game=connect4&moves=${REVIEWED}`);
  await pieces(other, 7);
  let asked = 0;
  other.on('request', (request) => request.url().endsWith('/api/review') && (asked += 1));
  await beginReview(page, running.server.url, '300ms');
  await page.waitForSelector('[data-review]', { timeout: 60_000 });
  await other.waitForSelector('[data-review]');
  assert.equal(await other.textContent('[data-review]'), await page.textContent('[data-review]'));
  assert.equal(asked, 0, 'one has looked for both');
  assert.deepEqual([...page.problems, ...other.problems], []);
  await page.context().close();
});

test('an analysis goes on when the server is back, and keeps what it had', { timeout: 120_000 }, async (t) => {
  const server = await startServer();
  const page = await running.browser.page({ expected: LOST });
  await page.goto(`${server.url}#/analyse?game=abalone`);
  await pieces(page, 28);
  await page.locator('.engine select[aria-label=Limit]').first().selectOption('');
  await page.click('[data-do=analyse]');
  // Of two that search either may be the first to report.
  await page.locator('.engine').first().locator('[data-fact=depth]').waitFor();
  const best = await page.locator('.engine .best').first().textContent();
  let asked = null;
  await restart(server, t, async () => {
    await page.waitForFunction(() => document.querySelector('.engine').textContent.includes('has gone'));
    assert.notEqual(best, '', 'what was found stays');
    assert.ok(await page.locator('.engine [data-fact=depth]').first().isVisible());
    // The page may ask the new server before this test knows that it is there.
    asked = page.waitForResponse((response) => response.url().endsWith('/api/think') && response.ok());
  });
  await asked;
  await page.waitForFunction(() => !document.querySelector('.engine').textContent.includes('has gone'));
  await page.waitForSelector('#connection', { state: 'hidden' });
  await page.click('[data-do=analyse]');
  assert.equal(await page.textContent('[data-do=analyse]'), 'Analyse');
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test('a first move that is judged when the server dies is judged when it is back', { timeout: 60_000 }, async (t) => {
  const server = await startServer('--workers', '1');
  const page = await running.browser.page({ expected: LOST });
  await page.goto(`${server.url}#/learn/game/abalone`);
  await page.waitForSelector('.first-move .cells polygon');
  // Somebody else's search comes first: this one is not done before the server dies.
  const other = think(server.url, { game: 'abalone' }, 'pvs:best@60s').catch(() => null);
  for (let load = null; load?.running !== 1;) load = await (await fetch(`${server.url}api/load`)).json();
  await page.click('.first-move polygon[data-cell="C3"]');
  const asked = page.waitForResponse((response) => response.url().endsWith('/api/think'));
  await page.click('.first-move polygon[data-cell="D3"]');
  await asked;
  await restart(server, t, () => page.waitForSelector('#connection:not([hidden])'));
  assert.equal(await other, null, 'nobody has got an answer from the first');
  await page.waitForFunction(() => /C3D3 – the strongest/.test(document.querySelector('.answer').textContent));
  await page.waitForSelector('#connection', { state: 'hidden' });
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test('a page whose module cannot be had comes when the server is back', { timeout: 60_000 }, async () => {
  const page = await running.browser.page({ expected: [...LOST, /Failed to fetch/] });
  await page.goto(running.server.url);
  await page.waitForSelector('.game-card');
  let isGone = true;
  const lose = (route) => (isGone ? route.abort('connectionrefused') : route.fallback());
  await page.route('**/js/matches.js', lose);
  await page.route('**/api/load', lose);
  await page.click('#nav [data-path=matches]');
  await page.waitForSelector('#connection:not([hidden])');
  isGone = false;
  await page.waitForSelector('form.match-form [data-do=start]');
  await page.waitForSelector('#connection', { state: 'hidden' });
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test('a module that is never there is told, not waited for without end', { timeout: 60_000 }, async () => {
  const page = await running.browser.page({ expected: [...LOST, /Failed to fetch/] });
  await page.route('**/js/matches.js', (route) => route.abort('connectionrefused'));
  await page.goto(`${running.server.url}#/matches`);
  await page.waitForSelector('.error[role=alert]');
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test('an address that cannot be read leads to the first page', { timeout: 60_000 }, async () => {
  const page = await running.browser.page();
  await page.goto(`${running.server.url}#/%E0%A4%A`);
  await page.waitForSelector('.game-card');
  assert.deepEqual(page.problems, []);
  await page.context().close();
});
