// For people who hear the page, type their moves, or need contrast and large cells.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import assert from 'node:assert/strict';
import { PROMOTION, ask, cellPoint, clickCell, placeOf, stage, waitForTurn } from './harness.mjs';

const stores = mkdtempSync(join(tmpdir(), 'melee-'));
const running = stage('--matches', stores);
after(() => rmSync(stores, { recursive: true, force: true }));
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Addresses, and what is there when the page is. */
const PAGES = {
  '#/play': '.game-choice:last-child .picture polygon',
  '#/play?game=connect4&seats=human|human&moves=4_4': '.pane .piece',
  '#/play?game=blokus&start=duo&players=2&seats=human|human&moves=e10': '.pane .held',
  '#/play?game=chess4&seats=human|human|human|human': '.pane .piece',
  '#/play?game=reversixt&start=specials&seats=human|human': '.pane .piece',
  '#/analyse?game=abalone': '.engine select',
  '#/matches': 'form.match-form [data-do=start]',
  '#/learn': '.lesson-cards a:last-child .cells polygon',
  '#/learn/game/focus': '.first-move .piece',
  '#/learn/algorithm/alphabeta': '.search-tree [data-node]',
};

/** What has to be opened, or waited for, before it can be looked at: an address, and what is done there. */
const OPENED = {
  'open rules': ['#/play?game=focus&seats=human|human', openRules],
  'the form of a new game': ['#/play', (page) => openDialog(page, '[data-do=options] >> nth=3')],
  help: ['#/play', (page) => openDialog(page, '#help')],
  'share, save, load': [
    '#/play?game=connect4&seats=human|human&moves=4',
    (page) => openDialog(page, '[data-do=exchange]'),
  ],
  'a choice': [
    `#/play?${new URLSearchParams({ game: 'chess4', pos: PROMOTION, seats: 'human|human|human|human' })}`,
    promote,
  ],
  'a board that is set up': ['#/edit?game=chess4', (page) => page.waitForSelector('.page-edit .piece')],
  'a review': ['#/analyse?game=connect4&moves=1_7_2_7_3_6_4', review],
  'a match': ['#/matches/looked-at', (page) => page.waitForSelector('[data-game-number="3"]')],
  'a match of three': ['#/matches/three', (page) => page.waitForSelector('[data-meets]')],
  'a game of a match': ['#/matches/looked-at/0', (page) => page.waitForSelector('.pane .cells polygon')],
  'a match that is not there': ['#/matches/nowhere', (page) => page.waitForSelector('.error')],
  'moves that are not legal': ['#/play?game=connect4&moves=4_9', (page) => page.waitForSelector('.error')],
  'a game that is not kept': ['#/play/nowhere', (page) => page.waitForSelector('.error')],
};

async function openRules(page) {
  await page.click('.rules-card summary');
  await page.waitForSelector('.rules p');
}

async function openDialog(page, button) {
  await page.locator(button).click();
  await page.waitForSelector('dialog[open]');
}

async function promote(page) {
  await waitForTurn(page);
  await clickCell(page, 'j13');
  await clickCell(page, 'j14');
  await page.waitForSelector('.chooser [data-move]');
}

async function review(page) {
  await page.selectOption('select[aria-label="Who reviews"]', 'pvs:best');
  await page.selectOption('select[aria-label="Limit for every position"]', 'd4');
  await page.click('[data-do=review]');
  await page.waitForSelector('[data-review]');
}

/** What axe has to say about what is shown, in lines. */
async function complaints(page, rules = {}) {
  await page.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished)));
  await page.evaluate(axe);
  const found = await page.evaluate(
    (own) => window.axe.run(document, { resultTypes: ['violations'], rules: own }),
    rules,
  );
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes[0].target} ${nodes[0].failureSummary}`);
}

let played = null;
/** The matches that are looked at, once for all. */
async function playMatches() {
  const plan = { place: { game: 'connect4' }, entrants: ['random@1', 'pvs@100'], random_plies: 2, seed: 1 };
  await playMatch('looked-at', plan);
  await playMatch('three', { ...plan, entrants: [...plan.entrants, 'alphabeta@100'] });
}

/** Plays a match to its end. */
async function playMatch(name, plan) {
  const { url } = running.server;
  const answer = await ask(url, 'matches', { name, ...plan, games: 6 });
  assert.ok(!answer.error, answer.error);
  for (let match = { running: true }; match.running;) match = await (await fetch(`${url}api/matches/${name}`)).json();
}

for (const dark of [false, true]) {
  const shade = dark ? 'dark' : 'light';
  test(`axe finds nothing, ${shade}`, { timeout: 180_000 }, async () => {
    const page = await running.browser.page({ dark, bypassCSP: true });
    for (const [hash, content] of Object.entries(PAGES)) {
      await page.goto('about:blank');
      await page.goto(running.server.url + hash);
      await page.waitForSelector(content, { state: 'attached' });
      // The nodes of a drawn tree are told in words, not by the numbers in them.
      const rules = { 'label-content-name-mismatch': { enabled: !hash.includes('algorithm') } };
      assert.deepEqual(await complaints(page, rules), [], hash);
    }
    assert.deepEqual(page.problems, []);
    await page.context().close();
  });

  test(`axe finds nothing in what is opened, ${shade}`, { timeout: 240_000 }, async () => {
    const page = await running.browser.page({ dark, bypassCSP: true, expected: [/status of 4\d\d/] });
    played ??= playMatches();
    await played;
    const found = {};
    for (const [name, [hash, open]] of Object.entries(OPENED)) {
      await page.goto('about:blank');
      await page.goto(running.server.url + hash);
      await open(page);
      const said = await complaints(page);
      if (said.length) found[name] = said;
    }
    assert.deepEqual(found, {});
    assert.deepEqual(page.problems, []);
    await page.context().close();
  });
}

const heard = (page) => page.textContent('#live');

test('what is picked, where it can go, and why not, is announced', { timeout: 60_000 }, async () => {
  const page = await running.browser.page();
  await page.goto(`${running.server.url}#/play?game=chess4&seats=human|human|human|human`);
  await waitForTurn(page);
  await clickCell(page, 'e1');
  assert.equal(await heard(page), 'e1 selected; 2 places to go to: f3, d3');
  await clickCell(page, 'h7');
  assert.match(await heard(page), /cannot go there/);
  await clickCell(page, 'a5');
  assert.match(await heard(page), /not yours/);
  await clickCell(page, 'h7');
  assert.match(await heard(page), /First choose a piece/);
  await clickCell(page, 'd1');
  assert.match(await heard(page), /This piece cannot move/);
  assert.match(await page.textContent('.ask'), /This piece cannot move/);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test('a move can be typed, or chosen from the list', { timeout: 60_000 }, async () => {
  const page = await running.browser.page();
  await page.goto(`${running.server.url}#/play?game=chess4&seats=human|human|human|human`);
  await waitForTurn(page);
  await page.click('.typed-card summary');
  await page.fill('[data-in=move]', 'e1');
  await page.waitForFunction(() => document.querySelectorAll('.typed-moves button').length === 2);
  await page.fill('[data-in=move]', 'e1e9');
  await page.press('[data-in=move]', 'Enter');
  assert.match(await heard(page), /not a legal move/);
  await page.fill('[data-in=move]', 'E1F3');
  await page.press('[data-in=move]', 'Enter');
  await page.waitForFunction(() => location.hash.includes('moves=e1f3'));
  await page.click('.typed-moves button >> nth=0');
  await page.waitForFunction(() => location.hash.includes('moves=e1f3_'));
  assert.equal(placeOf(page).moves.length, 2);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test('the focus goes to the heading of the next page', { timeout: 60_000 }, async () => {
  const page = await running.browser.page();
  await page.goto(running.server.url);
  await page.waitForSelector('.game-card');
  for (const path of ['learn', 'matches', 'play']) {
    await page.click(`#nav [data-path=${path}]`);
    await page.waitForFunction(() => document.activeElement?.tagName === 'H1');
    assert.equal(await page.locator('h1').count(), 1);
  }
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test('large boards are zoomed by wheel, keys and buttons, and panned', { timeout: 60_000 }, async () => {
  const page = await running.browser.page({ width: 390, height: 844 });
  await page.goto(`${running.server.url}#/play?game=billabong&players=2&seats=human|human`);
  await waitForTurn(page);
  const width = async () => (await page.locator('.pane polygon[data-cell="a1"]').boundingBox()).width;
  const small = await width();
  assert.ok(small < 24, `${small} px`);
  await page.click('[data-do=zoom-in]');
  await page.click('[data-do=zoom-in]');
  assert.ok((await width()) > small * 2);
  await page.click('[data-do=zoom-out]');
  await page.click('[data-do=zoom-out]');
  const [x, y] = await cellPoint(page, 'k5');
  await page.mouse.move(x, y);
  // All of it is seen already: the wheel is the page's.
  await page.mouse.wheel(0, 200);
  await page.waitForFunction(() => scrollY > 0);
  // Back to where the mouse is over the board.
  await page.evaluate(() => scrollTo(0, 0));
  await page.waitForFunction(() => scrollY === 0);
  await page.mouse.move(x, y);
  await page.mouse.wheel(0, -600);
  await page.waitForFunction(() => document.querySelector('.board.zoomed'));
  await page.evaluate(() => scrollTo(0, 0));
  await page.click('[data-do=zoom-out]');
  await page.click('[data-do=zoom-out]');
  await page.click('[data-do=zoom-out]');
  await page.waitForFunction(() => !document.querySelector('.board.zoomed'));
  await page.mouse.move(x, y);
  await page.mouse.wheel(0, -600);
  await page.waitForFunction(() => document.querySelector('.board.zoomed'));
  const [zx, zy] = await cellPoint(page, 'k5');
  assert.ok(Math.hypot(zx - x, zy - y) < 30, 'what is pointed at stays there');
  await page.mouse.down();
  await page.mouse.move(x - 60, y - 40, { steps: 4 });
  await page.mouse.up();
  const [px] = await cellPoint(page, 'k5');
  assert.ok(px < zx - 30, 'the board was moved');
  assert.deepEqual(placeOf(page).moves, [], 'and nothing was clicked');
  await clickCell(page, 'k5');
  await page.waitForFunction(() => location.hash.includes('moves=k5'));
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test('two fingers zoom', { timeout: 60_000 }, async () => {
  const page = await running.browser.page({ width: 390, height: 844, hasTouch: true, isMobile: true });
  await page.goto(`${running.server.url}#/play?game=billabong&players=2&seats=human|human`);
  await waitForTurn(page);
  const cdp = await page.context().newCDPSession(page);
  const [x, y] = await cellPoint(page, 'h9');
  const touch = (type, points) => cdp.send('Input.dispatchTouchEvent', { type, touchPoints: points });
  const fingers = (apart) => [
    { x: x - apart, y, id: 0 },
    { x: x + apart, y, id: 1 },
  ];
  await touch('touchStart', fingers(20));
  for (const apart of [30, 45, 60]) await touch('touchMove', fingers(apart));
  await touch('touchEnd', []);
  await page.waitForFunction(() => document.querySelector('.board.zoomed'));
  const { width } = await page.locator('.pane polygon[data-cell="h9"]').boundingBox();
  assert.ok(width > 40, `${width} px`);
  assert.deepEqual(placeOf(page).moves, []);
  // A finger that taps moves a little.
  const [tx, ty] = await cellPoint(page, 'h9');
  await touch('touchStart', [{ x: tx, y: ty, id: 0 }]);
  await touch('touchMove', [{ x: tx + 2, y: ty + 2, id: 0 }]);
  await touch('touchEnd', []);
  await page.waitForFunction(() => location.hash.includes('moves=h9'));
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test('boards that need no zoom have none', { timeout: 60_000 }, async () => {
  const page = await running.browser.page();
  await page.goto(`${running.server.url}#/play?game=connect4&seats=human|human`);
  await waitForTurn(page);
  assert.ok(await page.locator('[data-do=zoom-in]').isHidden());
  await page.keyboard.press('+');
  assert.equal(await page.locator('.board.zoomed').count(), 0);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});
