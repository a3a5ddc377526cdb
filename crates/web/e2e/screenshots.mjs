// The pictures of the README: each game in the page, and an analysis. Usage: node screenshots.mjs [DIR]

import { fileURLToPath } from 'node:url';
import { mkdirSync } from 'node:fs';
import { startBrowser, startServer } from './harness.mjs';

const out = process.argv[2] ?? fileURLToPath(new URL('../../../docs/pictures', import.meta.url));
mkdirSync(out, { recursive: true });

// Games in progress, all by the engine itself.
const SHOTS = [
  { name: 'connect4', place: { game: 'connect4' }, plies: 17, algo: 'pvs:best', nodes: 4000 },
  {
    name: 'billabong',
    place: { game: 'billabong', players: 4 },
    plies: 38,
    algo: 'brs+:best',
    nodes: 4000,
    dark: true,
  },
  {
    name: 'abalone',
    place: { game: 'abalone', start: 'belgian-daisy' },
    plies: 26,
    algo: 'pvs:best',
    nodes: 4000,
    dark: true,
  },
  { name: 'chess4', place: { game: 'chess4' }, plies: 40, algo: 'brs+:best', nodes: 4000 },
  { name: 'reversixt', place: { game: 'reversixt', start: 'six' }, plies: 44, algo: 'brs+:best', nodes: 2000 },
];

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

for (const shot of SHOTS) {
  const moves = await playOn(shot);
  const page = await browser.page({ width: 1100, height: 760, dark: shot.dark });
  const view = JSON.parse(await ask('position', { place: { ...shot.place, moves } }));
  const seats = Array.from({ length: view.players }, (_, i) =>
    i + 1 === view.to_move ? 'human' : `${shot.algo}@1s`,
  ).join('|');
  await page.goto(`${server.url}#/play?${new URLSearchParams({ ...shot.place, moves: moves.join('_'), seats })}`);
  await page.waitForSelector('.pane .piece');
  await page.waitForTimeout(300);
  await page.screenshot({ path: `${out}/${shot.name}.png` });
  await page.context().close();
}

const page = await browser.page({ width: 1100, height: 900 });
const moves = await playOn({ place: { game: 'chess4' }, plies: 16, algo: 'brs+:best', nodes: 3000 });
await page.goto(`${server.url}#/analyse?game=chess4&moves=${moves.join('_')}`);
await page.waitForSelector('.pane .piece');
await page.click('[data-do=add]');
await page.locator('.engine').nth(2).locator('select').first().selectOption('paranoid:best');
await page.click('[data-do=analyse]');
await page.waitForFunction(
  () => [...document.querySelectorAll('.facts')].every((facts) => facts.textContent.includes('done')),
  null,
  { timeout: 60_000 },
);
await page.screenshot({ path: `${out}/analysis.png` });
await browser.end();
await server.end();
console.log(`pictures are in ${out}`);
