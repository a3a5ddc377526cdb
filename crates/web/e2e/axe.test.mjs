// What axe-core says about every page, in light and dark: names, roles, contrast.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import assert from 'node:assert/strict';
import { PROMOTION, ask, clickCell, stage, waitForPly, waitForTurn } from './harness.mjs';

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
  'an analysis with its tree': ['#/analyse?game=billabong&players=3&moves=i3_j3_k4', why],
  'a game that is over': ['#/play?game=connect4&seats=human|random&moves=1_7_1_7_1_7_1', isOver],
  'a game to continue': ['#/play?game=connect4&seats=human|human', leave],
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
  // It is there before what the server tells of it.
  await page.waitForSelector('dialog[open] :is(select, input, table)');
}

async function promote(page) {
  await waitForTurn(page);
  await clickCell(page, 'j13');
  await clickCell(page, 'j14');
  await page.waitForSelector('.chooser [data-move]');
}

async function leave(page) {
  await waitForTurn(page);
  await clickCell(page, 'd1');
  await waitForPly(page, 1);
  await page.click('#nav [data-path=play]');
  await page.waitForSelector('[data-continue] .piece', { state: 'attached' });
}

async function why(page) {
  await page.waitForSelector('.tree-form');
  await page.fill('[aria-label="Algorithm of the tree"]', 'paranoid');
  await page.fill('[aria-label="Depth of the tree"]', '2');
  await page.click('.tree-form button[type=submit]');
  await page.waitForSelector('.search-tree [data-node="0"]', { state: 'attached' });
}

async function isOver(page) {
  await page.waitForSelector('[data-do=once-more]');
}

async function review(page) {
  await page.selectOption('select[aria-label="Who reviews"]', 'pvs:best');
  await page.selectOption('select[aria-label="Limit for every position"]', 'd4');
  await page.click('[data-do=review]');
  await page.waitForSelector('[data-review]');
}

/** What axe has to say about what is shown, in lines. */
async function complaints(page) {
  // The nodes of a drawn tree are told in words, not by the numbers in them.
  const hasTree = (await page.locator('.search-tree').count()) > 0;
  const rules = { 'label-content-name-mismatch': { enabled: !hasTree } };
  // One that is given up has ended, too.
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)));
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

/** What the server tells about itself. */
const told = async (path) => (await fetch(new URL(`api/${path}`, running.server.url))).json();

/** Looks at pages: addresses, and what is there when the page is. */
async function lookAt(pages, dark) {
  const page = await running.browser.page({ dark, bypassCSP: true });
  const found = {};
  for (const [hash, content] of Object.entries(pages)) {
    await page.goto('about:blank');
    await page.goto(running.server.url + hash);
    await page.waitForSelector(content, { state: 'attached' });
    const said = await complaints(page);
    if (said.length) found[hash] = said;
  }
  assert.deepEqual(found, {});
  assert.deepEqual(page.problems, []);
  await page.context().close();
}

for (const dark of [false, true]) {
  const shade = dark ? 'dark' : 'light';
  test(`axe finds nothing, ${shade}`, { timeout: 180_000 }, () => lookAt(PAGES, dark));

  test(`axe finds nothing at any game, ${shade}`, { timeout: 300_000 }, async () => {
    const games = (await told('games')).filter((game) => !game.is_study);
    const pages = games.flatMap(({ name }) => [
      [`#/play?game=${name}`, '.pane .cells polygon'],
      [`#/edit?game=${name}`, '.palette [role=radio]'],
      [`#/learn/game/${name}`, '.first-move .cells polygon'],
    ]);
    await lookAt(Object.fromEntries(pages), dark);
  });

  test(`axe finds nothing at any algorithm, ${shade}`, { timeout: 300_000 }, async () => {
    const { algorithms } = await told('algorithms');
    const pages = algorithms.map(({ name }) => [`#/learn/algorithm/${encodeURIComponent(name)}`, '.lesson .prose']);
    await lookAt(Object.fromEntries(pages), dark);
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
