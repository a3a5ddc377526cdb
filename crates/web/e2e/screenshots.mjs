// The pictures of the README: games in the page and an analysis, light and dark, some of them on a phone.
// Usage: node screenshots.mjs [DIR]

import { fileURLToPath } from 'node:url';
import { mkdirSync } from 'node:fs';
import { startBrowser, startServer } from './harness.mjs';

const out = process.argv[2] ?? fileURLToPath(new URL('../../../docs/pictures', import.meta.url));
mkdirSync(out, { recursive: true });

// Games in progress, all by the engine itself.
const SHOTS = [
  { name: 'connect4', place: { game: 'connect4' }, plies: 17, algo: 'pvs:best', nodes: 4000, isOnPhone: true },
  { name: 'billabong', place: { game: 'billabong', players: 4 }, plies: 38, algo: 'brs+:best', nodes: 4000 },
  { name: 'abalone', place: { game: 'abalone', start: 'belgian-daisy' }, plies: 26, algo: 'pvs:best', nodes: 4000 },
  { name: 'chess4', place: { game: 'chess4' }, plies: 40, algo: 'brs+:best', nodes: 4000, isOnPhone: true },
  { name: 'reversixt', place: { game: 'reversixt', start: 'six' }, plies: 44, algo: 'brs+:best', nodes: 2000 },
];
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

/** Takes NAME.png and NAME-dark.png of a page once it is `ready`. */
async function take(name, address, size, ready) {
  for (const dark of [false, true]) {
    const page = await browser.page({ ...size, dark });
    await page.goto(`${server.url}${address}`);
    await page.waitForSelector('.pane .piece');
    await ready?.(page);
    await page.waitForTimeout(300);
    await page.screenshot({ path: `${out}/${name}${dark ? '-dark' : ''}.png` });
    await page.context().close();
  }
}

for (const shot of SHOTS) {
  const moves = await playOn(shot);
  const view = JSON.parse(await ask('position', { place: { ...shot.place, moves } }));
  const seats = Array.from({ length: view.players }, (_, i) =>
    i + 1 === view.to_move ? 'human' : `${shot.algo}@1s`,
  ).join('|');
  const address = `#/play?${new URLSearchParams({ ...shot.place, moves: moves.join('_'), seats })}`;
  await take(shot.name, address, DESKTOP);
  if (shot.isOnPhone) await take(`${shot.name}-phone`, address, PHONE);
}

const moves = await playOn({ place: { game: 'chess4' }, plies: 16, algo: 'brs+:best', nodes: 3000 });
await take('analysis', `#/analyse?game=chess4&moves=${moves.join('_')}`, { width: 1100, height: 900 }, async (page) => {
  await page.click('[data-do=add]');
  await page.locator('.engine').nth(2).locator('select').first().selectOption('paranoid:best');
  await page.click('[data-do=analyse]');
  await page.waitForFunction(
    () => [...document.querySelectorAll('.facts')].every((facts) => facts.textContent.includes('done')),
    null,
    { timeout: 60_000 },
  );
});
await browser.end();
await server.end();
console.log(`pictures are in ${out}`);
