// The pictures of the README: all games in the page, an analysis, a review and a tree, light and dark, some of them on
// a phone. They are kept as WebP, a fifth of the size of PNG. Usage: node screenshots.mjs [NAME...]

import { fileURLToPath } from 'node:url';
import { writeFileSync } from 'node:fs';
import { startBrowser, startServer } from './harness.mjs';

const out = fileURLToPath(new URL('../../../docs/pictures', import.meta.url));
const names = process.argv.slice(2);
const isWanted = (name) => !names.length || names.includes(name);

// Games in progress, all by the engine itself.
const SHOTS = [
  { name: 'connect4', place: { game: 'connect4' }, plies: 17, algo: 'pvs:best', nodes: 4000, isOnPhone: true },
  { name: 'billabong', place: { game: 'billabong', players: 4 }, plies: 38, algo: 'brs+:best', nodes: 4000 },
  { name: 'abalone', place: { game: 'abalone', start: 'belgian-daisy' }, plies: 26, algo: 'pvs:best', nodes: 4000 },
  { name: 'chess4', place: { game: 'chess4' }, plies: 40, algo: 'brs+:best', nodes: 4000, isOnPhone: true },
  { name: 'reversixt', place: { game: 'reversixt', start: 'six' }, plies: 44, algo: 'brs+:best', nodes: 2000 },
  {
    name: 'chinese-checkers',
    place: { game: 'chinese-checkers', players: 3 },
    plies: 36,
    algo: 'brs:best',
    nodes: 2000,
  },
  { name: 'blokus', place: { game: 'blokus', players: 4 }, plies: 34, algo: 'brs+:best', nodes: 300, isOnPhone: true },
  { name: 'rolit', place: { game: 'rolit', players: 4 }, plies: 36, algo: 'brs+:best', nodes: 2000 },
  { name: 'focus', place: { game: 'focus', players: 4 }, plies: 22, algo: 'brs:best', nodes: 2000 },
];
const QUALITY = 82;
const DESKTOP = { width: 1100, height: 760 };
const PHONE = { width: 390, height: 844, hasTouch: true, isMobile: true };

const server = await startServer();
const browser = await startBrowser();
const ask = async (path, body) =>
  (
    await fetch(`${server.url}api/${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
  ).text();

async function playOn({ place, plies, algo, nodes }) {
  const moves = [];
  while (moves.length < plies) {
    const text = await ask('think', { place: { ...place, moves }, seat: `${algo}@${nodes}`, session: 'pictures' });
    const done = text.split('\n\n').find((event) => event.startsWith('event: done'));
    if (!done) break;
    moves.push(JSON.parse(done.split('\ndata: ')[1]).best_move);
  }
  return moves;
}

/** Takes NAME.webp and NAME-dark.webp of a page once it is `ready`. */
async function take(name, address, size, ready) {
  for (const dark of [false, true]) {
    const page = await browser.page({ ...size, dark });
    await page.goto(`${server.url}${address}`);
    await page.waitForSelector('.pane .board:visible, .pane .position:not(:empty)');
    await page.waitForLoadState('networkidle');
    await ready?.(page);
    await page.evaluate(() => Promise.all(document.getAnimations().map((animation) => animation.finished)));
    const devtools = await page.context().newCDPSession(page);
    const { data } = await devtools.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY });
    writeFileSync(`${out}/${name}${dark ? '-dark' : ''}.webp`, Buffer.from(data, 'base64'));
    await page.context().close();
  }
}

/** A position in the middle of a game: of one that has ended the last round is taken back. */
async function inProgress({ place }, moves) {
  const view = JSON.parse(await ask('position', { place: { ...place, moves } }));
  return view.to_move ? { moves, view } : inProgress({ place }, moves.slice(0, -view.players));
}

for (const shot of SHOTS.filter(({ name }) => isWanted(name))) {
  const { moves, view } = await inProgress(shot, await playOn(shot));
  const seats = Array.from({ length: view.players }, (_, i) =>
    i + 1 === view.to_move ? 'human' : `${shot.algo}@1s`,
  ).join('|');
  const address = `#/play?${new URLSearchParams({ ...shot.place, moves: moves.join('_'), seats })}`;
  await take(shot.name, address, DESKTOP);
  if (shot.isOnPhone) await take(`${shot.name}-phone`, address, PHONE);
}

if (isWanted('analysis')) {
  const moves = await playOn({ place: { game: 'chess4' }, plies: 16, algo: 'brs+:best', nodes: 3000 });
  await take(
    'analysis',
    `#/analyse?game=chess4&moves=${moves.join('_')}`,
    { width: 1100, height: 900 },
    async (page) => {
      await page.click('[data-do=add]');
      await page.locator('.engine').nth(2).locator('select').first().selectOption('paranoid:best');
      await page.click('[data-do=analyse]');
      await page.waitForFunction(
        () => [...document.querySelectorAll('.facts')].every((facts) => facts.textContent.includes('done')),
        null,
        { timeout: 60_000 },
      );
    },
  );
}

if (isWanted('review')) {
  const reviewed = await playOn({ place: { game: 'connect4' }, plies: 12, algo: 'greedy', nodes: 100 });
  const LARGE = { width: 1100, height: 1000 };
  await take('review', `#/analyse?game=connect4&moves=${reviewed.join('_')}`, LARGE, async (page) => {
    await page.selectOption('select[aria-label="Who reviews"]', 'pvs:best');
    await page.selectOption('select[aria-label="Limit for every position"]', 'd8');
    await page.click('[data-do=review]');
    await page.waitForSelector('[data-review]', { timeout: 120_000 });
    await page.locator('.review-card').evaluate((card) => card.scrollIntoView());
  });
}

if (isWanted('tree')) {
  const tree = new URLSearchParams({ game: 'uniform', pos: 'n=3,b=2,seed=4' });
  await take('tree', `#/analyse?${tree}`, DESKTOP, async (page) => {
    await page.fill('[aria-label="Algorithm of the tree"]', 'brs+');
    await page.fill('[aria-label="Depth of the tree"]', '4');
    await page.click('.tree-form button[type=submit]');
    await page.waitForSelector('.search-tree .node');
    await page.locator('.why').evaluate((why) => why.scrollIntoView());
  });
}
await browser.end();
await server.end();
console.log(`pictures are in ${out}`);
