// The page without a server: what it says is what the program says, to the node, and it is there without a connection.
// What people do in it is tested as with a server: other tests run against the site too.

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import assert from 'node:assert/strict';
import { ask, SITE, stage, startBrowser } from '../harness.mjs';
import { startHost } from './host.mjs';

assert.ok(SITE, 'MELEE_SITE names the folder of a site');
const running = stage();

/** The last event of what the program is asked. */
async function lastOf(url, path, body) {
  const response = await fetch(new URL(`api/${path}`, url), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) return JSON.parse(text);
  return JSON.parse(text.trim().split('\ndata: ').at(-1));
}

/** The same from the page's own engine, for one question after the other. */
const lastOfPage = (page, path, bodies) =>
  page.evaluate(
    async ([to, questions]) => {
      const { stream } = await import('./js/api.js');
      const one = async (body) => {
        let last = null;
        try {
          await stream(
            to,
            body,
            (_, data) => {
              last = data;
            },
            null,
          );
        } catch (error) {
          last = { error: error.message };
        }
        return last;
      };
      const answers = [];
      for (const body of questions) answers.push(await one(body));
      return answers;
    },
    [path, bodies],
  );

async function open(options = {}) {
  const page = await running.browser.page(options);
  await page.goto(running.server.url);
  await page.waitForSelector('h1');
  return page;
}

test('all files together are less than 2 MB as a host sends them, also by gzip', () => {
  const names = readdirSync(SITE, { recursive: true }).map((name) => join(SITE, String(name)));
  const files = names.filter((name) => statSync(name).isFile()).map((name) => readFileSync(name));
  const size = (pack) => files.reduce((sum, bytes) => sum + pack(bytes).length, 0);
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 9,
    [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
  };
  const brotli = size((bytes) => brotliCompressSync(bytes, { params }));
  const gzip = size((bytes) => gzipSync(bytes, { level: 9 }));
  console.log(`${files.length} files, ${brotli} bytes by Brotli, ${gzip} by gzip`);
  assert.ok(brotli < 2_000_000, `${brotli} bytes by Brotli`);
  assert.ok(gzip < 2_000_000, `${gzip} bytes by gzip`);
});

/** Families of algorithms have letters where numbers are to be. */
const EXAMPLES = { 'brs(s,m)': 'brs(2,0)', 'opps(n,a,b)': 'opps(1,8,2)' };
const example = (algorithm) => EXAMPLES[algorithm] ?? algorithm;

/** Without what a clock says, and chances but for their last digit: logarithms are not the same on all machines. */
function lasting(value) {
  if (typeof value === 'number') return Number(value.toPrecision(12));
  if (Array.isArray(value)) return value.map(lasting);
  if (value === null || typeof value !== 'object') return value;
  const fields = Object.entries(value).filter(([name]) => name !== 'seconds');
  return Object.fromEntries(fields.map(([name, field]) => [name, lasting(field)]));
}

test('every algorithm finds the same in every game, with as many nodes', { timeout: 900_000 }, async () => {
  const page = await open();
  const games = await page.evaluate(() => import('./js/api.js').then(({ get }) => get('games')));
  assert.deepEqual(games, await (await fetch(new URL('api/games', running.server.url))).json());
  let count = 0;
  for (const { name, players, algorithms, sample } of games) {
    const places = [{ game: name, players: players[0] }, { game: name, players: players.at(-1) }, sample];
    const questions = places
      .filter(Boolean)
      .flatMap((place) =>
        algorithms
          .map(example)
          .flatMap((algorithm) =>
            [`${algorithm}@2000`, `${algorithm}:best@d3+5000`].map((seat) => ({ place, seat, lines: 2, seed: 7 })),
          ),
      );
    const inPage = await lastOfPage(page, 'think', questions);
    for (const [i, question] of questions.entries()) {
      const said = await lastOf(running.server.url, 'think', question);
      assert.deepEqual(lasting(inPage[i]), lasting(said), JSON.stringify(question));
      count += said.nodes > 0;
    }
  }
  console.log(`${count} searches with the same reports, nodes among them`);
  assert.ok(count > 300, `${count} searches`);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

/** Random numbers that are the same every time (mulberry32). */
function chance(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

test('the solver gives every move of 100 positions the same score', { timeout: 900_000 }, async () => {
  const page = await open();
  const random = chance(24);
  const places = [];
  while (places.length < 100) {
    const moves = [];
    // From the book's last positions on to the end game.
    const plies = 8 + Math.floor(random() * 26);
    let view = await ask(running.server.url, 'position', { place: { game: 'connect4' } });
    while (view.to_move && moves.length < plies) {
      moves.push(view.moves[Math.floor(random() * view.moves.length)].move);
      view = await ask(running.server.url, 'position', { place: { game: 'connect4', moves } });
    }
    if (view.to_move) places.push({ game: 'connect4', moves });
  }
  const questions = places.map((place) => ({ place }));
  const inPage = await lastOfPage(page, 'solve', questions);
  for (const [i, question] of questions.entries())
    assert.deepEqual(inPage[i], await lastOf(running.server.url, 'solve', question), JSON.stringify(question));
  assert.ok(inPage.every(({ moves, score }) => moves.length > 0 && Number.isInteger(score)));
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test('positions, trees, reviews, boards set up by hand and records are those of the program', async () => {
  const page = await open();
  const place = { game: 'connect4', moves: ['4', '4', '4', '3', '5'] };
  const questions = {
    position: { place },
    export: { place },
    import: { place: { game: 'connect4' }, text: '4 4 4 3 9' },
    kit: { place },
    why: { place, cells: [0] },
    tree: { place, seat: 'pvs@d3' },
    setup: { place, pieces: [[0, 1, 'o']], to_move: 2 },
  };
  for (const [path, body] of Object.entries(questions)) {
    const said = await ask(running.server.url, path, body);
    const inPage = await page.evaluate(
      async ([to, question]) => {
        const { post } = await import('./js/api.js');
        return post(to, question).catch((error) => ({ error: error.message }));
      },
      [path, body],
    );
    // The key of an outline is for whoever has made it.
    for (const answer of [said, inPage]) delete answer.board?.key;
    assert.deepEqual(inPage, said, path);
  }
  const review = { place, seat: 'pvs:best@2000' };
  const [inPage] = await lastOfPage(page, 'review', [review]);
  assert.deepEqual(lasting(inPage), lasting(await lastOf(running.server.url, 'review', review)));
  const [refused] = await lastOfPage(page, 'think', [{ place, seat: 'nobody@d3' }]);
  assert.deepEqual(refused, await lastOf(running.server.url, 'think', { place, seat: 'nobody@d3' }));
  await page.context().close();
});

test('a search keeps its time, tells its progress, and one that is given up ends at once', async () => {
  const page = await open();
  const told = await page.evaluate(async () => {
    const { stream } = await import('./js/api.js');
    const place = { game: 'abalone' };
    const names = [];
    const begin = performance.now();
    await stream('think', { place, seat: 'pvs:best@1s' }, (name) => names.push(name), null);
    const took = performance.now() - begin;
    const leaving = new AbortController();
    const heard = new Set();
    // On a busy machine a second may be too short for both.
    const hear = (name) => {
      heard.add(name);
      if (heard.has('report') && heard.has('nodes')) leaving.abort();
    };
    const search = stream('think', { place, seat: 'pvs@100s' }, hear, leaving.signal);
    const ended = await search.then(
      () => 'done',
      (error) => error.name,
    );
    const last = [];
    await stream('think', { place, seat: 'pvs@d2' }, (name) => last.push(name), null);
    return { names, took, ended, last: last.at(-1) };
  });
  assert.ok(told.took >= 900, 'the time is used');
  console.log(`a second took ${told.took.toFixed()} ms, with ${told.names.length} events`);
  assert.equal(told.names.at(-1), 'done');
  assert.ok(told.names.includes('report'), told.names.join());
  assert.deepEqual([told.ended, told.last], ['AbortError', 'done']);
  await page.context().close();
});

test('matches stay with the server, and the page says so', async () => {
  const page = await open();
  await page.click('#nav a[data-path=matches]');
  await page.waitForFunction(() => document.querySelector('main').textContent.includes('melee serve'));
  await page.goto('about:blank');
  await page.goto(`${running.server.url}#/matches/some/1`);
  await page.waitForFunction(() => document.querySelector('main').textContent.includes('melee serve'));
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test('once it was there, it is there without a connection and can be installed', { timeout: 120_000 }, async () => {
  const host = await startHost(SITE);
  const browser = await startBrowser();
  const page = await browser.page({ serviceWorkers: 'allow', expected: [/ERR_|Failed to load/] });
  await page.goto(host.url);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(() => navigator.serviceWorker.controller);
  const devtools = await page.context().newCDPSession(page);
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
  // A window of a test counts as one that leaves no traces, where nothing is installed.
  const errors = installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito');
  assert.deepEqual(errors, []);
  await host.end();
  await page.goto('about:blank');
  await page.goto(`${host.url}#/play?game=connect4&seats=human|pvs:best@500`);
  await page.waitForFunction(() => document.querySelector('.status')?.textContent.startsWith('Your move'));
  await page.click('.pane polygon[data-cell="d1"]');
  await page.waitForFunction(() => document.querySelectorAll('.pane .piece').length === 2);
  // Pages that were not looked at before, too.
  await page.goto(`${host.url}#/analyse?game=connect4&moves=4_4_4`);
  await page.click('[data-do=analyse]');
  await page.waitForSelector('.engine .best:not(:empty)');
  await page.goto(`${host.url}#/learn`);
  await page.waitForSelector('main h1');
  assert.deepEqual(page.problems, []);
  await browser.end();
});
