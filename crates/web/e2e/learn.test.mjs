// Learn: every page, the first move, the steps of a search.

import { test } from 'node:test';
import assert from 'node:assert/strict';
import { ask, stage } from './harness.mjs';

const running = stage();

test(
  'there is a page for every game, with boards, and for every algorithm, with a tree',
  { timeout: 240_000 },
  async () => {
    const page = await running.browser.page({ width: 360, height: 780, dark: true });
    await page.goto(`${running.server.url}#/learn`);
    await page.waitForSelector('[data-learn]');
    const links = await page.$$eval('[data-learn]', (all) => all.map((a) => a.getAttribute('href')));
    const get = async (path) => (await fetch(new URL(`api/${path}`, running.server.url))).json();
    const games = (await get('games')).filter((game) => !game.is_study);
    for (const { name } of games) assert.ok(links.includes(`#/learn/game/${name}`), name);
    const { algorithms } = await get('algorithms');
    const linkTo = (name) => `#/learn/algorithm/${encodeURIComponent(name)}`;
    for (const { name } of algorithms) assert.ok(links.includes(linkTo(name)), `${name} has a page`);
    const treeless = new Set(algorithms.filter(({ exact }) => exact).map(({ name }) => linkTo(name)));
    for (const link of links) {
      await page.goto('about:blank');
      await page.goto(`${running.server.url}${link}`);
      if (treeless.has(link)) await page.waitForSelector('.options tr', { state: 'attached' });
      else
        await page.waitForSelector(link.includes('/game/') ? '.first-move .cells polygon' : '.search-tree [data-node]');
      if (link.includes('/game/')) {
        await page.waitForFunction(() =>
          [...document.querySelectorAll('.figures figure')].every((figure) =>
            figure.querySelector('svg .cells polygon'),
          ),
        );
        const game = games.find(({ name }) => link.endsWith(`/${name}`));
        const { samples } = await ask(running.server.url, 'lesson', { game: game.name });
        assert.equal(await page.locator('.figures figure').count(), samples.length, 'all samples are shown');
        assert.ok((await page.locator('.rules li').count()) > 0, 'the rules have a list');
        assert.doesNotMatch(await page.textContent('.rules'), /\*\*|`/, 'no sign of Markdown is left');
      }
      assert.equal(await page.locator('.error').count(), 0, link);
      const wide = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      assert.ok(wide <= 0, `${link} is ${wide} px too wide`);
    }
    assert.deepEqual(page.problems, []);
    await page.context().close();
  },
);

test('the first move of Connect Four is judged, and the engine answers', { timeout: 60_000 }, async () => {
  const page = await running.browser.page();
  await page.goto(`${running.server.url}#/learn/game/connect4`);
  await page.waitForSelector('.first-move .cells polygon');
  await page.click('.first-move polygon[data-cell="d1"]');
  await page.waitForFunction(() =>
    /the only best move: with perfect play you win/.test(document.querySelector('.answer').textContent),
  );
  await page.click('[data-do=reply]');
  await page.waitForSelector('[data-do=go-on]');
  assert.equal(await page.locator('.first-move .board .pieces > g').count(), 2);
  await page.click('[data-do=again]');
  await page.waitForFunction(() => document.querySelectorAll('.first-move .board .pieces > g').length === 0);
  await page.click('.first-move polygon[data-cell="a1"]');
  await page.waitForFunction(() =>
    /with perfect play you lose now. After 4 you win/.test(document.querySelector('.answer').textContent),
  );
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test('without a solver the engine says what it would have played', { timeout: 60_000 }, async () => {
  const page = await running.browser.page();
  await page.goto(`${running.server.url}#/learn/game/abalone`);
  await page.waitForSelector('.first-move .cells polygon');
  for (const cell of ['C3', 'D3']) await page.click(`.first-move polygon[data-cell="${cell}"]`);
  await page.waitForFunction(() =>
    /C3D3 – the strongest algorithm would have played/.test(document.querySelector('.answer').textContent),
  );
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
  // Until the other tree comes the first one stays.
  const values = await page.textContent('.search-tree');
  await page.click('[data-do=other]');
  await page.waitForFunction((old) => document.querySelector('.search-tree').textContent !== old, values);
  assert.ok((await nodes()) > 0);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});
