// The real server, or a site without one, and a real browser. Every error in the page fails the test that saw it.

import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { after, before } from 'node:test';
import { fileURLToPath } from 'node:url';
import assert from 'node:assert/strict';
import { chromium } from 'playwright-core';
import { startHost } from './site/host.mjs';

const top = fileURLToPath(new URL('../../..', import.meta.url));
const programs = [process.env.MELEE, `${top}target/release/melee`, `${top}target/debug/melee`];
const browsers = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const first = (paths) => paths.find((path) => path && existsSync(path));

/** With a folder of `melee site` in MELEE_SITE pages come from there, and ask nobody. */
export const SITE = process.env.MELEE_SITE;

/** Tests that look at the server itself say so in `skip`. */
export const NEEDS_SERVER = SITE ? 'it looks at the server' : false;

/** Starts what the page comes from: `melee serve`, or a host for files. */
async function startPage(...options) {
  const server = await startServer(...options);
  if (!SITE) return server;
  const host = await startHost(SITE, server.url);
  return {
    url: host.url,
    end: async () => {
      await host.end();
      await server.end();
    },
  };
}

/** The program. */
export function melee() {
  const program = first(programs);
  assert.ok(program, 'melee is not built');
  return program;
}

/** What the console may say of requests to a server that has gone; and of those that are refused, too. */
export const GONE = /ERR_|Failed to fetch/;
export const LOST = [/Failed to load resource/, /ERR_/];

/** Servers that run. A test that has failed leaves its own behind, and nothing ends as long as they run. */
const servers = new Set();

/** Starts `melee serve`, on a free port unless the options say which; {url, end(), kill()}. */
export async function startServer(...options) {
  const child = spawn(melee(), ['serve', ...(options.includes('--port') ? [] : ['--port', '0']), ...options], {
    stdio: ['ignore', 'pipe', 'inherit'],
    cwd: process.env.MELEE_CWD,
  });
  servers.add(child);
  child.on('exit', () => servers.delete(child));
  const url = await new Promise((resolve, reject) => {
    let said = '';
    child.stdout.on('data', (data) => {
      said += data;
      const found = /http:\/\/\S+/.exec(said);
      if (found) resolve(found[0]);
    });
    child.on('exit', (code) => reject(new Error(`melee serve ended with ${code}: ${said}`)));
  });
  const signal = (name) =>
    new Promise((resolve) => {
      if (!servers.has(child)) resolve(null);
      child.on('exit', resolve);
      child.kill(name);
    });
  return { url, end: () => signal('SIGINT'), kill: () => signal('SIGKILL') };
}

/** A server and a browser for all tests of a file; {server, browser} once they run. */
export function stage(...options) {
  const running = {};
  before(async () => {
    running.server = await startPage(...options);
    running.browser = await startBrowser();
  });
  after(async () => {
    await running.browser?.end();
    await running.server?.end();
    for (const child of servers) child.kill('SIGKILL');
  });
  return running;
}

/** Starts the browser; {page(options), end()}. Pages collect what goes wrong in `page.problems`. */
export async function startBrowser() {
  const executablePath = first(browsers);
  assert.ok(executablePath, 'there is no Chromium');
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'], timeout: 120_000 });
  return {
    async page({ width = 1280, height = 900, dark = false, expected = [], pace = 'none', ...rest } = {}) {
      const context = await browser.newContext({
        viewport: { width, height },
        colorScheme: dark ? 'dark' : 'light',
        reducedMotion: 'reduce',
        // Its requests would go past the folder that pages may come from.
        serviceWorkers: 'block',
        ...rest,
      });
      if (process.env.MELEE_ASSETS) await serveFrom(context, process.env.MELEE_ASSETS);
      // Whole games are not to wait for people who look on, and are to be the same the next time: what chance decides
      // follows from the name of a game, and that from random numbers. Tabs share them: no two games have one name.
      await context.addInitScript((wanted) => {
        if (location.protocol === 'about:') return;
        let next = 0;
        crypto.getRandomValues = (numbers) => {
          const first = Math.max(next, Number(localStorage.getItem('test.random')));
          next = first + numbers.length;
          try {
            localStorage.setItem('test.random', String(next));
          } catch {
            /* a test has filled the storage */
          }
          return numbers.map((_, i) => first + i);
        };
        const kept = JSON.parse(localStorage.getItem('melee.prefs') ?? '{}');
        localStorage.setItem('melee.prefs', JSON.stringify({ pace: wanted, ...kept }));
      }, pace);
      context.on('page', pollByTime);
      const page = await context.newPage();
      watch(page, expected);
      return page;
    },
    end: () => browser.close(),
  };
}

/** The page from a folder instead of the program, so that a change of it needs no compiler. */
async function serveFrom(context, folder) {
  await context.route(
    (url) => url.protocol === 'http:' && !url.pathname.startsWith('/api/'),
    (route) => {
      const { pathname } = new URL(route.request().url());
      return route.fulfill({ path: join(folder, pathname === '/' ? 'index.html' : pathname) });
    },
  );
}

/** What is waited for is looked at by the clock: a page that nobody draws has no frames to look in. */
function pollByTime(page) {
  const wait = page.waitForFunction.bind(page);
  page.waitForFunction = (condition, argument, options) => wait(condition, argument, { polling: 50, ...options });
}

/** Collects what goes wrong in a page, but for what a test expects. */
export function watch(page, expected = []) {
  page.problems = [];
  const note = (text) => {
    if (!expected.some((pattern) => pattern.test(text))) page.problems.push(text);
  };
  page.on('pageerror', (error) => note(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') note(message.text());
  });
}

/** Asks the server as the page does. */
export async function ask(url, path, body) {
  const response = await fetch(new URL(`api/${path}`, url), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  return response.json();
}

/** The last `done` event of a search. */
export async function think(url, place, seat) {
  const response = await fetch(new URL('api/think', url), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ place, seat }),
  });
  const text = await response.text();
  const done = text.split('\n\n').find((event) => event.startsWith('event: done'));
  assert.ok(done, text.slice(0, 300));
  return JSON.parse(done.split('\ndata: ')[1]);
}

/** The place and moves that the address of a page holds. */
export function placeOf(page) {
  const params = new URLSearchParams(new URL(page.url()).hash.split('?')[1]);
  const { moves = '', at, seats: _seats, clock: _clock, players, ...place } = Object.fromEntries(params);
  place.moves = moves
    .split('_')
    .filter(Boolean)
    .slice(0, at === undefined ? undefined : Number(at));
  if (players) place.players = Number(players);
  return place;
}

/** Four-player chess with a pawn on j13 that can be promoted: which piece it becomes is asked for. */
export const PROMOTION = 'R-0,1,0,1-0,0,0,0-0,0,0,0-0,0,0,0-0-4,yK,9/9,rP,4/14/14/14/14/14/14/14/14/14/14/14/7,rK,6';

/** Does something that has an element drawn anew, and waits until it is: a click on the old one is lost. */
export async function untilRedrawn(page, selector, action) {
  const old = await page.waitForSelector(selector);
  await action();
  await page.waitForFunction((element) => !element.isConnected, old);
}

/** The middle of a cell on the screen. */
export async function cellPoint(page, id) {
  const box = await page.locator(`.pane polygon[data-cell="${id}"]`).boundingBox();
  assert.ok(box, `cell ${id} is drawn`);
  return [box.x + box.width / 2, box.y + box.height / 2];
}

/** Clicks a cell with the mouse. */
export async function clickCell(page, id) {
  await page.mouse.click(...(await cellPoint(page, id)));
}

/** What a legal move takes with the mouse, one after another: its clicks, and the choice at the end if there is one. */
export function stepsOf(page, view, text) {
  const move = view.moves.find((legal) => legal.move === text);
  assert.ok(move, `${text} is legal`);
  if (!move.paths.length) return [() => page.click(`[data-move="${text}"]`)];
  const [path] = move.paths;
  const clicks = path.map((cell) => () => clickCell(page, view.board.cells[cell].id));
  const twins = view.moves.filter((other) => other.paths.some((one) => String(one) === String(path)));
  return twins.length > 1 ? [...clicks, () => page.click(`.chooser [data-move="${text}"]`)] : clicks;
}

/** Makes a legal move with the mouse. */
export async function makeMove(page, view, text) {
  for (const step of stepsOf(page, view, text)) await step();
}

/** Waits until the page shows so many moves, or more, or the game's end. */
export async function waitForPly(page, ply) {
  await page.waitForFunction(
    (least) => {
      const params = new URLSearchParams(location.hash.split('?')[1]);
      const moves = params.get('moves')?.split('_').length ?? 0;
      return moves >= least || /won|lost|drawn|share/.test(document.querySelector('.status')?.textContent ?? '');
    },
    ply,
    { timeout: 30_000 },
  );
}

/** Is it a person's turn, or is the game over? */
export async function waitForTurn(page) {
  await page.waitForFunction(
    () => /^Your move|won|lost|drawn|share/.test(document.querySelector('.status')?.textContent ?? ''),
    null,
    { timeout: 30_000 },
  );
  return page.locator('.status').textContent();
}
