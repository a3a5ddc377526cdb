// Learn: every page, the first move, the steps of a search.

import { test } from 'node:test';
import assert from 'node:assert/strict';
import { stage } from './harness.mjs';

const running = stage();

const GAMES = ['connect4', 'abalone', 'billabong', 'chess4', 'reversixt'];

test('there is a page for every game, with boards, and for every algorithm, with a tree', { timeout: 240_000 }, async () => {
  const page = await running.browser.page({ width: 360, height: 780, dark: true });
  await page.goto(`${running.server.url}#/learn`);
  await page.waitForSelector('[data-learn]');
  const links = await page.$$eval('[data-learn]', (all) => all.map((a) => a.getAttribute('href')));
  for (const game of GAMES) assert.ok(links.includes(`#/learn/game/${game}`), game);
  const known = await (await fetch(new URL('api/algorithms', running.server.url))).json();
  for (const { name } of known.algorithms.filter((a) => a.name !== 'random')) {
    assert.ok(links.includes(`#/learn/algorithm/${encodeURIComponent(name)}`), `${name} has a page`);
  }
  for (const link of links) {
    await page.goto('about:blank');
    await page.goto(`${running.server.url}${link}`);
    await page.waitForSelector(link.includes('/game/') ? '.first-move .cells polygon' : '.search-tree [data-node]');
    if (link.includes('/game/')) await page.waitForFunction(() => [...document.querySelectorAll('.figures figure')].every((figure) => figure.querySelector('svg .cells polygon')));
    assert.equal(await page.locator('.error').count(), 0, link);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    assert.ok(wide <= 0, `${link} is ${wide} px too wide`);
  }
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test('the first move of Connect Four is judged, and the engine answers', { timeout: 60_000 }, async () => {
  const page = await running.browser.page();
  await page.goto(`${running.server.url}#/learn/game/connect4`);
  await page.waitForSelector('.first-move .cells polygon');
  await page.click('.first-move polygon[data-cell="d1"]');
  await page.waitForFunction(() => /only winning first move/.test(document.querySelector('.answer').textContent));
  await page.click('[data-do=reply]');
  await page.waitForSelector('[data-do=go-on]');
  assert.equal(await page.locator('.first-move .board .pieces > g').count(), 2);
  await page.click('[data-do=again]');
  await page.waitForFunction(() => document.querySelectorAll('.first-move .board .pieces > g').length === 0);
  await page.click('.first-move polygon[data-cell="a1"]');
  await page.waitForFunction(() => /second player now wins/.test(document.querySelector('.answer').textContent));
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test('a search goes step by step in its own order', { timeout: 60_000 }, async () => {
  const page = await running.browser.page();
  await page.goto(`${running.server.url}#/learn/algorithm/alphabeta`);
  await page.waitForSelector('.search-tree [data-node]');
  const nodes = () => page.locator('.search-tree [data-node]').count();
  const all = await nodes();
  await page.click('[data-step=first]');
  assert.equal(await nodes(), 1);
  await page.click('[data-step=forward]');
  assert.equal(await nodes(), 2);
  assert.match(await page.textContent('.tree-detail'), /not searched to the end yet/);
  await page.click('[data-step=back]');
  assert.equal(await nodes(), 1);
  await page.click('[data-step=play]');
  await page.waitForFunction(() => document.querySelectorAll('.search-tree [data-node]').length >= 5);
  await page.click('[data-step=play]');
  await page.click('[data-step=last]');
  assert.equal(await nodes(), all);
  await page.click('[data-do=other]');
  await page.waitForFunction(() => document.querySelectorAll('.search-tree [data-node]').length > 0);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});
