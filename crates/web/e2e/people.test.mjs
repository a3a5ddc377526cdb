// What has annoyed people who came with a wish: a child, a chess player with a phone, a student, a researcher, and
// somebody without a mouse.

import { after, test } from 'node:test';
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ask, cellPoint, clickCell, stage, waitForTurn } from './harness.mjs';

const directory = mkdtempSync(join(tmpdir(), 'melee-'));
const running = stage('--matches', directory);
after(() => rmSync(directory, { recursive: true, force: true }));

const levelsOf = async (game, players) => {
  const games = await (await fetch(new URL('api/games', running.server.url))).json();
  return games.find(({ name }) => name === game).levels[players].map(({ seat }) => seat);
};

const seatsOf = (page) => new URLSearchParams(new URL(page.url()).hash.split('?')[1]).get('seats');

test('a child who has won is told so, all of it, and finds a stronger opponent below the board', async () => {
  const page = await running.browser.page({ width: 1024, height: 768, locale: 'de-DE' });
  const ladder = await levelsOf('connect4', 2);
  const seats = (level) => encodeURIComponent(`human|${ladder[level]}`);
  await page.goto(`${running.server.url}#/play?game=connect4&seats=${seats(2)}&moves=1_7_1_7_1_7`);
  await page.waitForFunction(() => /Dein Zug/.test(document.querySelector('.status')?.textContent ?? ''));
  await clickCell(page, 'a4');
  await page.waitForFunction(() =>
    /^Du hast gewonnen! Vier in einer Reihe\.$/.test(document.querySelector('.status').textContent),
  );
  const isCut = () => page.locator('.status').evaluate((line) => line.scrollWidth > line.clientWidth);
  assert.equal(await isCut(), false);
  assert.ok(await page.locator('[data-do=hint]').isDisabled(), 'there is nothing to find any more');
  const { y, height } = await page.locator('[data-do=other-level]').boundingBox();
  assert.ok(y + height < 768, 'without scrolling');
  await page.click('[data-do=other-level]');
  await page.waitForFunction(() => document.querySelectorAll('.pane .piece').length === 0);
  assert.equal(seatsOf(page), `human|${ladder[3]}`);
  // Whoever has lost is offered a weaker one, or the same again; the words fit, however long they are.
  await page.goto(`${running.server.url}#/play?game=connect4&seats=${seats(2)}&moves=1_7_1_7_2_7_2_7`);
  await page.waitForFunction(() => /^Du hast verloren/.test(document.querySelector('.status')?.textContent ?? ''));
  assert.equal(await isCut(), false);
  assert.match(await page.textContent('[data-do=other-level]'), /schwächerer Gegner: Anfänger/);
  // It is given up before it is done, however fast the server is.
  await page.route('**/api/review', () => {});
  await page.click('[data-do=look-back]');
  await page.waitForSelector('.review-card progress:not([hidden])');
  await page.click('[data-do=review]');
  await page.click('[data-do=once-more]');
  await page.waitForFunction(() => document.querySelectorAll('.pane .piece').length === 0);
  assert.equal(seatsOf(page), `human|${ladder[2]}`);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test('on a phone, what is wanted in every turn is below the board, and a hint ends a complaint', async () => {
  const page = await running.browser.page({ width: 390, height: 844, hasTouch: true, isMobile: true });
  await page.goto(`${running.server.url}#/play?game=chess4&seats=human|human|human|human`);
  await waitForTurn(page);
  const tap = async (id) => page.touchscreen.tap(...(await cellPoint(page, id)));
  const top = async (what) => (await page.locator(what).boundingBox()).y;
  assert.ok((await top('.actions')) < (await top('.players')), 'take back and hint come first');
  assert.ok((await top('[data-do=hint]')) < 844, 'without scrolling');
  await tap('g1');
  await tap('e3');
  await page.waitForSelector('.ask.refused');
  await page.tap('[data-do=hint]');
  await page.waitForSelector('.board .arrows .arrow', { state: 'attached' });
  assert.equal(await page.locator('.ask.refused').count(), 0);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test('a student sees whether two algorithms agree, and why: the tree of either', { timeout: 90_000 }, async () => {
  const page = await running.browser.page();
  await page.goto(`${running.server.url}#/analyse?game=billabong&players=3&moves=i3_j3_k4`);
  await page.waitForFunction(() => document.querySelectorAll('.engine [data-do=why]').length === 2);
  const panel = (i) => page.locator('.engine').nth(i);
  for (const [i, who] of ['brs:best', 'maxn:best'].entries()) {
    await panel(i).locator('select').first().selectOption(who);
    await panel(i).locator('select[aria-label=Limit]').selectOption('d2');
  }
  await page.click('[data-do=analyse]');
  const agreement = page.locator('[data-agreement]');
  // Both may change their minds until they are done.
  await page.waitForFunction(() =>
    [...document.querySelectorAll('.facts')].every((facts) => facts.textContent.includes('done')),
  );
  await page.waitForFunction(() => /^(All|They)/.test(document.querySelector('[data-agreement]').textContent));
  const best = await page.locator('.engine .best').allTextContents();
  const words = await agreement.textContent();
  if (best[0] === best[1]) assert.equal(words, `All want the same move: ${best[0]}.`);
  else assert.equal(words, `They differ: brs ${best[0]}, maxn ${best[1]}.`);
  for (const [i, sign] of ['brs', 'maxn'].entries()) {
    await panel(i).locator('[data-do=why]').click();
    await page.waitForFunction(() => document.querySelectorAll('.search-tree .node').length > 1);
    await page.waitForFunction(() => !document.querySelector('.tree-form button').disabled);
    assert.ok((await page.inputValue('.tree-form input[type=text]')).startsWith(sign));
    const top = await page.locator('.why').evaluate((why) => why.getBoundingClientRect().top);
    assert.ok(top >= -5 && top < 500, `it is in sight: ${top}`);
    await panel(i).locator(`[data-do=lesson][href="#/learn/algorithm/${sign}"]`).waitFor();
  }
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test('an algorithm that is added is another one', { timeout: 60_000 }, async () => {
  const page = await running.browser.page();
  await page.goto(`${running.server.url}#/analyse?game=billabong&players=3`);
  await page.waitForFunction(() => document.querySelectorAll('.engine [data-do=why]').length === 2);
  for (const count of [3, 4]) {
    await page.click('[data-do=add]');
    await page.waitForFunction((n) => document.querySelectorAll('.engine [data-do=why]').length === n, count);
  }
  const chosen = await page.$$eval('.engine', (all) => all.map((one) => one.querySelector('select').value));
  assert.equal(new Set(chosen).size, 4, chosen.join(', '));
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test('nothing is asked of a game that is over', { timeout: 60_000 }, async () => {
  const page = await running.browser.page();
  await page.goto(`${running.server.url}#/analyse?game=connect4&moves=1_2_1_2_1_2_1`);
  await page.waitForFunction(() => /has won/.test(document.querySelector('.status')?.textContent ?? ''));
  assert.equal(await page.textContent('.ask'), '');
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test('a researcher reads on the page what it takes to play the same match again', { timeout: 90_000 }, async () => {
  const entrants = ['alphabeta@d1', 'random'];
  const place = { game: 'connect4', size: '5x4' };
  const wish = { name: 'again', place, entrants, games: 2, seed: 77, random_plies: 3, ply_cap: 200 };
  await ask(running.server.url, 'matches', wish);
  // Whoever listens to one that has just ended is refused.
  for (let match = { running: true }; match.running;)
    match = await (await fetch(new URL('api/matches/again', running.server.url))).json();
  const page = await running.browser.page();
  await page.goto(`${running.server.url}#/matches/again`);
  await page.waitForSelector('[data-plan]');
  assert.equal(await page.textContent('[data-plan]'), 'size 5x4 · seed 77 · 3 random plies first · at most 200 plies');
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test('without a mouse: pictures are no stops, and the board begins where there is something to do', async () => {
  const page = await running.browser.page();
  await page.goto(running.server.url);
  await page.waitForSelector('a[data-game=abalone] .piece');
  const focused = () => page.evaluate(() => document.activeElement.closest('svg, a, button')?.tagName.toLowerCase());
  await page.locator('[data-do=new]').focus();
  for (let i = 0; i < 18; i += 1) {
    await page.keyboard.press('Tab');
    assert.notEqual(await focused(), 'svg', `stop ${i}`);
  }
  await page.locator('a[data-game=abalone]').focus();
  await page.keyboard.press('Enter');
  await waitForTurn(page);
  await page.locator('h1').focus();
  await page.keyboard.press('Tab');
  const first = await page.evaluate(() => document.activeElement.getAttribute('aria-label'));
  assert.match(first, /black \(player 1\) marble/, 'a marble of one’s own');
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test('the first page names the opponent, and no card whose rules it plays', { timeout: 60_000 }, async () => {
  const page = await running.browser.page();
  await page.goto(running.server.url);
  await page.waitForSelector('.game-card');
  const chosen = () => page.locator('[data-level]').evaluate((select) => select.selectedOptions[0].textContent);
  assert.equal(await chosen(), 'Casual player');
  // Another is chosen there, and stays chosen.
  const ladder = await levelsOf('connect4', 2);
  await page.selectOption('[data-level]', { label: 'Beginner' });
  await page.click('a[data-game=connect4]');
  await waitForTurn(page);
  assert.equal(seatsOf(page), `human|${ladder[0]}`);
  await page.click('.brand');
  await page.waitForSelector('.game-card');
  assert.equal(await chosen(), 'Beginner');
  for (const card of await page.locator('.game-card p').allTextContents()) assert.doesNotMatch(card, /\d{4}/);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

for (const [locale, words] of Object.entries({
  en: /^You have lost against Master\. /,
  de: /^Du hast verloren\. Gewonnen hat: Meister\. /,
})) {
  test(`whoever has lost is told against whom, ${locale}`, { timeout: 60_000 }, async () => {
    const page = await running.browser.page({ locale });
    const games = await (await fetch(new URL('api/games', running.server.url))).json();
    const { seat } = games.find(({ name }) => name === 'connect4').levels[2].find(({ name }) => name === 'master');
    const wish = { game: 'connect4', moves: '1_4_1_4_2_4', seats: `human|${seat}` };
    await page.goto(`${running.server.url}#/play?${new URLSearchParams(wish)}`);
    await page.waitForSelector('.pane .piece');
    await page.locator('.pane polygon[data-cell="g1"]').click();
    await page.waitForSelector('[data-do=once-more]');
    assert.match(await page.textContent('.status'), words);
    assert.deepEqual(page.problems, []);
    await page.context().close();
  });
}

test('beside a review and engines the board stays in sight, and nothing is cut off', { timeout: 90_000 }, async () => {
  const page = await running.browser.page();
  await page.goto(`${running.server.url}#/analyse?game=connect4&moves=1_7_2_7_3_6_4`);
  await page.waitForSelector('.engine select');
  await page.selectOption('select[aria-label="Who reviews"]', 'pvs:best');
  await page.selectOption('select[aria-label="Limit for every position"]', 'd4');
  await page.click('[data-do=review]');
  await page.waitForSelector('[data-review]');
  assert.match(
    await page.textContent('[data-legend]'),
    /= As good as the best · \?! Inaccuracies · \? Mistakes · \?\? Bl/,
  );
  await page.locator('[data-review]').evaluate((sheet) => sheet.scrollIntoView({ block: 'end' }));
  const { y, height } = await page.locator('.pane .board').boundingBox();
  assert.ok(y >= 0 && y + height <= 900, `the board is from ${y} to ${y + height}`);
  const { width } = await page.locator('.engine select').first().boundingBox();
  assert.ok(width > 180, `${width} px for the name of an algorithm`);
  await page.goto(`${running.server.url}#/matches`);
  await page.waitForSelector('form.match-form [data-do=start]');
  for (const select of await page.locator('.match-form select').all())
    assert.ok((await select.boundingBox()).width <= 400, 'a choice is as wide as its words');
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test('on a phone nothing idle takes room, and small cells are explained', { timeout: 60_000 }, async () => {
  const page = await running.browser.page({ width: 390, height: 844, hasTouch: true, isMobile: true });
  await page.goto(`${running.server.url}#/play?game=connect4&seats=human|random@1`);
  await page.waitForSelector('.actions [data-do=hint]');
  for (const idle of ['redo', 'go']) assert.ok(await page.locator(`.actions [data-do=${idle}]`).isHidden(), idle);
  assert.ok(await page.locator('[data-zoom-hint]').isHidden());
  const seats = Array(8).fill('human').join('|');
  await page.goto('about:blank');
  await page.goto(`${running.server.url}#/play?${new URLSearchParams({ game: 'reversixt', start: 'eight', seats })}`);
  await page.waitForSelector('[data-zoom-hint]:not([hidden])');
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test('an address with one seat for a game of two says so in one word', { timeout: 60_000 }, async () => {
  const page = await running.browser.page();
  await page.goto(`${running.server.url}#/play?game=connect4&seats=human`);
  await page.waitForSelector('.toast');
  assert.match(await page.textContent('.toast'), /has 1 seat, the game 2/);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});
