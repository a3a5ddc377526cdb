// What a player is told and shown at the table: rules, reasons, threats, what the others did, what a move would do.

import { test } from 'node:test';
import assert from 'node:assert/strict';
import { ask, cellPoint, clickCell, placeOf, stage, waitForTurn } from './harness.mjs';

const running = stage();
const open = async (page, params) => {
  await page.goto(`${running.server.url}#/play?${new URLSearchParams(params)}`);
  await page.waitForSelector('.pane polygon');
};

test('the rules are at the table of every game, with the signs of its board', { timeout: 90_000 }, async () => {
  const page = await running.browser.page();
  const games = await (await fetch(new URL('api/games', running.server.url))).json();
  for (const { name, sample } of games.filter((game) => !game.is_study)) {
    const { moves = [], ...place } = sample;
    await page.goto('about:blank');
    await open(page, { ...place, ...(moves.length ? { moves: moves.join('_') } : {}) });
    assert.match(await page.textContent('.status'), /\S/, name);
    await page.click('.rules-card summary');
    await page.waitForSelector('.rules-card .rules li');
    assert.ok((await page.locator('.rule-signs svg').count()) >= 2, `${name} has signs`);
  }
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test('a result comes with its reason', { timeout: 60_000 }, async () => {
  const page = await running.browser.page();
  await open(page, { game: 'connect4', moves: '4_5_4_5_4_5', seats: 'human|human' });
  await waitForTurn(page);
  await clickCell(page, 'd4');
  await page.waitForFunction(() => /won/.test(document.querySelector('.status').textContent));
  assert.equal(await page.textContent('.status'), 'Player 1 (red) has won. Four in a row.');
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test('a king in check is marked and the player told', { timeout: 60_000 }, async () => {
  const page = await running.browser.page();
  const pos = 'R-0,1,0,1-0,0,0,0-0,0,0,0-0,0,0,0-0-6,yK,7/14/14/7,yR,6/14/14/14/14/14/14/14/14/14/7,rK,6';
  await open(page, { game: 'chess4', pos, seats: 'human|human|human|human' });
  await waitForTurn(page);
  assert.equal(await page.textContent('.ask'), 'You are in check: save your king.');
  assert.equal(await page.getAttribute('polygon.threatened', 'data-cell'), 'h1');
  assert.match(await page.getAttribute('polygon.threatened', 'aria-label'), /must be saved/);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test('rules that are open are those of the game that is shown', { timeout: 60_000 }, async () => {
  const page = await running.browser.page();
  await open(page, { game: 'connect4', seats: 'human|human' });
  await waitForTurn(page);
  await page.click('.rules-card summary');
  await page.waitForFunction(() => /Four|row/.test(document.querySelector('.rules-card .rules').textContent));
  assert.equal(await page.getAttribute('.rules-card .rules', 'lang'), 'en');
  await page.evaluate(() => {
    location.hash = '#/play?game=abalone&seats=human|human';
  });
  await page.waitForFunction(() => /marbles/.test(document.querySelector('.rules-card .rules').textContent));
  assert.match(await page.getAttribute('.rules-card p:last-child a', 'href'), /abalone/);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test('balls of colours that nobody plays are grey', { timeout: 60_000 }, async () => {
  const page = await running.browser.page();
  await open(page, { game: 'rolit', players: '2', seats: 'human|human' });
  await waitForTurn(page);
  const fills = (selector) =>
    page.$$eval(`${selector} .rim`, (rims) => rims.map((rim) => rim.getAttribute('fill')).sort());
  const [neutral, first, second] = await Promise.all(['.pane .p0', '.pane .p1', '.pane .p2'].map(fills));
  assert.deepEqual(neutral, ['#6b6b6b', '#6b6b6b']);
  assert.equal(new Set([...neutral, ...first, ...second]).size, 3);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test('what every opponent did is framed in his colour, one after another', { timeout: 60_000 }, async () => {
  const page = await running.browser.page();
  await open(page, { game: 'chess4', seats: 'human|random@1|random@1|random@1' });
  await waitForTurn(page);
  await page.evaluate(() => {
    window.shown = [];
    new MutationObserver(() => {
      const count = (new URLSearchParams(location.hash.split('?')[1]).get('moves') ?? '').split('_').length;
      if (window.shown.at(-1) !== count) window.shown.push(count);
    }).observe(document.querySelector('.players'), { childList: true });
  });
  await clickCell(page, 'e1');
  await clickCell(page, 'f3');
  await page.waitForFunction(() => /moves=[^&]*_.*_.*_/.test(location.hash));
  await waitForTurn(page);
  const players = await page.evaluate(() =>
    [...document.querySelectorAll('.recent .frame')].map((frame) => frame.dataset.player),
  );
  assert.deepEqual([...new Set(players)], ['2', '3', '4']);
  const strokes = await page.evaluate(
    () => new Set([...document.querySelectorAll('.recent .frame')].map((frame) => frame.getAttribute('stroke'))).size,
  );
  assert.equal(strokes, 3);
  assert.deepEqual(await page.evaluate(() => window.shown), [1, 2, 3, 4]);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test('a bomb shows its blast before it is thrown, a stone what it turns', { timeout: 60_000 }, async () => {
  const page = await running.browser.page();
  await open(page, { game: 'rolit', size: '8x8', seats: 'human|human|human|human', players: '4' });
  await waitForTurn(page);
  const place = placeOf(page);
  const view = await ask(running.server.url, 'position', { place });
  const turning = async (move) => {
    const after = await ask(running.server.url, 'position', { place: { ...place, moves: [move.move] } });
    const owner = (shown) => new Map(shown.pieces.map(([cell, own]) => [cell, own]));
    const [old, now] = [owner(view), owner(after)];
    return [...old].filter(([cell, own]) => now.get(cell) !== own).length;
  };
  let hovered = null;
  for (const move of view.moves) {
    const count = await turning(move);
    if (count) hovered = { id: view.board.cells[move.route.at(-1)].id, count };
    if (hovered) break;
  }
  assert.ok(hovered, 'a move turns a ball');
  await page.mouse.move(...(await cellPoint(page, hovered.id)));
  await page.waitForFunction((n) => document.querySelectorAll('.marks .effect').length === n, hovered.count);
  await page.mouse.move(2, 2);
  await page.waitForFunction(() => !document.querySelector('.marks .effect'));
  await page.goto('about:blank');
  await open(page, { game: 'reversixt', players: '4', pos: 'bombs', seats: 'human|human|human|human' });
  await waitForTurn(page);
  assert.match(await page.textContent('.ask'), /^Bombs: choose a tile/);
  await page.mouse.move(...(await cellPoint(page, '12,3')));
  await page.waitForFunction(() => document.querySelectorAll('.marks .effect').length > 8);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test('a target off the board looks like one', { timeout: 60_000 }, async () => {
  const page = await running.browser.page();
  await open(page, { game: 'billabong', pos: 'i2:1,k3:1,x3|l12:1,i4:1,x3 1', seats: 'human|human' });
  await waitForTurn(page);
  await clickCell(page, 'i2');
  await page.waitForSelector('.marks .exit');
  const exits = await page.locator('.marks .exit').count();
  assert.ok(exits >= 1 && exits < (await page.locator('.marks .target').count()));
  assert.ok((await page.locator('polygon[aria-label*="leaves the board"]').count()) === exits);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test('a chooser asks its own question', { timeout: 60_000 }, async () => {
  const page = await running.browser.page();
  const pos = 'R-0,1,0,1-0,0,0,0-0,0,0,0-0,0,0,0-0-4,yK,9/9,rP,4/14/14/14/14/14/14/14/14/14/14/14/7,rK,6';
  await open(page, { game: 'chess4', pos, seats: 'human|human|human|human' });
  await waitForTurn(page);
  const { moves, board } = await ask(running.server.url, 'position', { place: { game: 'chess4', pos } });
  const promotion = moves.find(({ choice }) => choice === 'queen') ?? moves.find(({ choice }) => choice === 'knight');
  assert.ok(promotion, 'a pawn can promote');
  for (const cell of promotion.paths[0]) await clickCell(page, board.cells[cell].id);
  await page.waitForSelector('.chooser:not([hidden])');
  assert.match(await page.textContent('.chooser span'), /^Promote to\?/);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});
