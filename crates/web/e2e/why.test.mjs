// "Why": the drawn tree, its keys, its steps, and the board that follows it.

import { test } from 'node:test';
import assert from 'node:assert/strict';
import { ask, stage } from './harness.mjs';

const running = stage();

async function draw(page, algo, depth) {
  await page.fill('[aria-label="Algorithm of the tree"]', algo);
  await page.fill('[aria-label="Depth of the tree"]', String(depth));
  await page.click('.tree-form button[type=submit]');
  await page.waitForFunction(() => /nodes,/.test(document.querySelector('.why [role=status]')?.textContent ?? ''));
}

const stones = (page) => page.locator('.pane .board .pieces > g').count();

test('the tree has the nodes of the search, and a node shows its position', { timeout: 90_000 }, async () => {
  const page = await running.browser.page();
  await page.goto(`${running.server.url}#/analyse?game=connect4&size=4x4&moves=1_2`);
  await page.waitForSelector('.tree-form');
  await draw(page, 'alphabeta', 2);
  const tree = await ask(running.server.url, 'tree', {
    place: { game: 'connect4', size: '4x4', moves: ['1', '2'] },
    seat: 'alphabeta@d2',
  });
  assert.equal(await page.locator('.search-tree [data-node]').count(), tree.tree.length);
  assert.equal(tree.tree.length, tree.nodes);
  assert.ok((await page.locator('.search-tree .stub').count()) > 0, 'cut moves are drawn');
  const before = await stones(page);
  const leaf = tree.tree.findIndex((node) => node.ply === 2);
  await page.click(`.search-tree [data-node="${leaf}"]`);
  await page.waitForFunction((n) => document.querySelectorAll('.pane .board .pieces > g').length === n, before + 2);
  await page.click('.search-tree [data-node="0"]');
  await page.waitForFunction((n) => document.querySelectorAll('.pane .board .pieces > g').length === n, before);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test('the tree by the keyboard: down, along, fold, up', { timeout: 60_000 }, async () => {
  const page = await running.browser.page();
  await page.goto(`${running.server.url}#/analyse?game=connect4&size=4x4`);
  await page.waitForSelector('.tree-form');
  await draw(page, 'minimax', 2);
  await page.focus('.search-tree [data-node="0"]');
  const focused = () => page.evaluate(() => document.activeElement.dataset.node);
  await page.keyboard.press('ArrowDown');
  assert.equal(await focused(), '1');
  const all = await page.locator('.search-tree [data-node]').count();
  await page.keyboard.press('Enter');
  assert.equal(await page.getAttribute('.search-tree [data-node="1"]', 'aria-expanded'), 'false');
  assert.equal(await page.locator('.search-tree [data-node]').count(), all - 4);
  await page.keyboard.press('ArrowRight');
  assert.notEqual(await focused(), '1');
  await page.keyboard.press('ArrowUp');
  assert.equal(await focused(), '0');
  assert.match(
    await page.getAttribute('.search-tree [data-node="0"]', 'aria-label'),
    /MAX \(player 1\) chooses; value/,
  );
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test('every algorithm can be drawn, with its own marks', { timeout: 120_000 }, async () => {
  const page = await running.browser.page();
  await page.goto(`${running.server.url}#/analyse?game=uniform&pos=${encodeURIComponent('n=4,b=2,seed=3')}`);
  await page.waitForSelector('.tree-form');
  for (const [algo, mark] of [
    ['brs+', '.edge.bmom'],
    ['brs', '.mark.pass'],
    ['brs(C-1,0)', '.mark.pass'],
    ['brs(C-1,1)', '.edge.bmom'],
    ['brs(2,C-2)', '.edge.bmom'],
    ['brs(0,C)', '.edge.bmom'],
    ['paranoid', '.stub'],
    ['maxn', '.node.own'],
    ['mcts:playouts=50', '.node'],
    ['mc:playouts=5', '.node'],
  ]) {
    await draw(page, algo, 4);
    assert.ok((await page.locator(`.search-tree ${mark}`).count()) > 0, `${algo} has ${mark}`);
  }
  await draw(page, 'paranoid', 9);
  await page.goto('about:blank');
  await page.goto(`${running.server.url}#/analyse?game=connect4`);
  await page.waitForSelector('.tree-form');
  for (const algo of [
    'minimax',
    'solve',
    'alphabeta',
    'pvs',
    'scout',
    'sss',
    'idsss',
    'memsss',
    'mtd(+inf)',
    'mtd(-inf)',
    'mtd(f)',
    'greedy',
  ]) {
    await draw(page, algo, 2);
    assert.ok((await page.locator('.search-tree [data-node]').count()) > 0, algo);
  }
  assert.equal(await page.locator('.passes').count(), 1);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test(
  'a tree wider than the frame is zoomed by wheel and buttons, and panned by dragging',
  { timeout: 60_000 },
  async () => {
    const page = await running.browser.page({ height: 1600 });
    await page.goto(`${running.server.url}#/analyse?game=abalone`);
    await page.waitForSelector('.tree-form');
    await draw(page, 'alphabeta', 2);
    const seen = () =>
      page.$eval('.search-tree[role=tree]', (svg) => svg.getAttribute('viewBox').split(' ').map(Number));
    const frame = await page.locator('.tree-frame').boundingBox();
    const [x, y] = [frame.x + frame.width / 2, frame.y + frame.height / 2];
    const drawn = await seen();
    assert.ok(Math.abs(drawn[2] - frame.width) < 5, `as large as it is drawn: ${drawn}`);
    // The root is in sight.
    const root = await page.locator('.search-tree [data-node="0"]').boundingBox();
    assert.ok(root.x > frame.x && root.x + root.width < frame.x + frame.width);
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x - 200, y, { steps: 4 });
    await page.mouse.up();
    const panned = await seen();
    assert.ok(Math.abs(panned[0] - drawn[0] - 200) < 10, `${drawn} -> ${panned}`);
    await page.mouse.wheel(0, 300);
    await page.waitForFunction(
      (width) =>
        Number(document.querySelector('.search-tree[role=tree]').getAttribute('viewBox').split(' ')[2]) > width,
      panned[2] + 1,
    );
    await page.click('[data-do=tree-whole]');
    const whole = await seen();
    const last = page.locator('.search-tree [data-node]').last();
    assert.ok(whole[2] > drawn[2]);
    const box = await last.boundingBox();
    assert.ok(box.x + box.width <= frame.x + frame.width + 1, 'all of it is seen');
    await page.click('[data-do=tree-larger]');
    assert.ok((await seen())[2] < whole[2]);
    // A node that is chosen by the keyboard comes into sight.
    for (let i = 0; i < 12; i += 1) await page.click('[data-do=tree-larger]');
    await page.focus('.search-tree [data-node="0"]');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('End');
    const chosen = await page.locator('.search-tree .selected').boundingBox();
    assert.ok(chosen.x >= frame.x && chosen.x + chosen.width <= frame.x + frame.width);
    // A small tree needs none of this.
    await page.goto('about:blank');
    await page.goto(`${running.server.url}#/analyse?game=connect4&size=4x4`);
    await page.waitForSelector('.tree-form');
    await draw(page, 'minimax', 1);
    assert.ok(await page.locator('.tree-zoom').isHidden());
    assert.deepEqual(page.problems, []);
    await page.context().close();
  },
);

test('a wrong algorithm is told, a changed position too', { timeout: 60_000 }, async () => {
  const page = await running.browser.page({ expected: [/status of 400/] });
  await page.goto(`${running.server.url}#/analyse?game=connect4`);
  await page.waitForSelector('.tree-form');
  await page.fill('[aria-label="Algorithm of the tree"]', 'nonsense');
  await page.click('.tree-form button[type=submit]');
  await page.waitForFunction(() => /unknown algorithm/.test(document.querySelector('.why [role=status]').textContent));
  await draw(page, 'alphabeta', 1);
  await page.click('.pane polygon[data-cell="d1"]');
  await page.waitForSelector('.tree-stage.stale');
  assert.deepEqual(page.problems, []);
  await page.context().close();
});
