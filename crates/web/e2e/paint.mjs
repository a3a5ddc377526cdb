// How long people wait: the first visit, and from an input to what is painted of it on the largest board with the most
// players. Prints figures; judges nothing. Usage: node paint.mjs [SAMPLES]

import { ask, cellPoint, startBrowser, startServer, waitForPly, waitForTurn } from './harness.mjs';

const samples = Number(process.argv[2] ?? 30);
const LARGEST = { game: 'reversixt', start: 'grand' };

const told = (name, values) => {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (part) => sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))].toFixed(1);
  console.log(`${name}: median ${at(0.5)} ms, nine of ten ${at(0.9)} ms, longest ${at(1)} ms (${sorted.length})`);
};

const server = await startServer();
const browser = await startBrowser();

/** What a first visit takes, as it travels and decoded; a page that comes from a folder does not travel. */
async function weigh(locale) {
  const page = await browser.page({ locale });
  await page.goto(server.url);
  await page.waitForSelector('.game-choice:last-child .picture polygon', { state: 'attached' });
  const [count, travelled, decoded] = await page.evaluate(() => {
    const all = [...performance.getEntriesByType('resource'), ...performance.getEntriesByType('navigation')];
    const sum = (part) => all.reduce((bytes, entry) => bytes + entry[part], 0);
    return [all.length, sum('transferSize'), sum('decodedBodySize')];
  });
  const kB = (bytes) => `${(bytes / 1000).toFixed(1)} kB`;
  console.log(`first visit, ${locale}: ${count} requests, ${kB(travelled)} as they travel, ${kB(decoded)} decoded`);
  await page.context().close();
}
for (const locale of ['en', 'de']) await weigh(locale);

const paints = [];
for (let i = 0; i < 5; i += 1) {
  const page = await browser.page();
  await page.goto(server.url);
  await page.waitForSelector('.game-card .cells polygon');
  paints.push(await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0].startTime));
  await page.context().close();
}
told('first contentful paint', paints);

const page = await browser.page();
const { players, board } = await ask(server.url, 'position', { place: LARGEST });
const seats = Array(players).fill('human').join('|');
await page.goto(`${server.url}#/play?${new URLSearchParams({ ...LARGEST, seats })}`);
await waitForTurn(page);
/** From when an input happened to the frame after it, in the page. */
await page.evaluate(() => {
  globalThis.waits = { pointermove: [], pointerdown: [] };
  for (const [name, waits] of Object.entries(globalThis.waits)) {
    const frame = ({ timeStamp }) =>
      requestAnimationFrame(() => {
        const channel = new MessageChannel();
        channel.port1.onmessage = () => waits.push(performance.now() - timeStamp);
        channel.port2.postMessage(null);
      });
    addEventListener(name, frame, { capture: true, passive: true });
  }
});
/** Points at a legal move from a little way off, and makes it; how long it took to be on the board. */
async function move() {
  const moves = new URLSearchParams(page.url().split('?')[1]).get('moves')?.split('_') ?? [];
  const view = await ask(server.url, 'position', { place: { ...LARGEST, moves } });
  const { paths } = view.moves[Math.floor(view.moves.length / 2)];
  const [x, y] = await cellPoint(page, view.board.cells[paths[0][0]].id);
  await page.mouse.move(x - 40, y - 40);
  await page.mouse.move(x, y, { steps: 6 });
  const begin = performance.now();
  await page.mouse.click(x, y);
  await waitForPly(page, moves.length + 1);
  return performance.now() - begin;
}
/** The processor time that the page's main thread has taken, in milliseconds: other programs change it little. */
const session = await page.context().newCDPSession(page);
await session.send('Performance.enable');
async function worked() {
  const { metrics } = await session.send('Performance.getMetrics');
  return 1000 * metrics.find((metric) => metric.name === 'ThreadTime').value;
}
const [trips, works] = [[], []];
for (let i = 0; i < samples; i += 1) {
  const before = await worked();
  trips.push(await move());
  works.push((await worked()) - before);
}
const waits = await page.evaluate(() => globalThis.waits);
const name = `${board.cells.length} cells, ${players} players`;
told(`${name}, moving the mouse to paint`, waits.pointermove);
told(`${name}, pressing a button to paint`, waits.pointerdown);
told(`${name}, a click to the new board, over the server and back`, trips);
told(`${name}, processor time of the page for such a move`, works);
await browser.end();
await server.end();
