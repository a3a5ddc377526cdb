// How fast the engine in the browser is beside the program: the strongest player of every game and a few plain searches
// with the same nodes, the shortest time of several rounds in turn. Prints a Markdown table.
//
//     MELEE=PROGRAM MELEE_SITE=DIR node e2e/site/measure.mjs [ROUNDS]
//
// The program is to be the optimised one; a machine with other work makes both times longer, and the ratio worthless.

import { SITE, startBrowser, startServer, think } from '../harness.mjs';
import { startHost } from './host.mjs';

const rounds = Number(process.argv[2] ?? 3);
const server = await startServer('--workers', '1');
const host = await startHost(SITE);
const browser = await startBrowser();
const page = await browser.page();
await page.goto(host.url);
await page.waitForSelector('h1');

const inPage = (place, seat) =>
  page.evaluate(
    async (question) => {
      const { stream } = await import('./js/api.js');
      let last = null;
      await stream(
        'think',
        question,
        (_, data) => {
          last = data;
        },
        null,
      );
      return last;
    },
    { place, seat },
  );

const games = await (await fetch(new URL('api/games', server.url))).json();
const ratios = [];
console.log('| game | search | nodes | program, ms | browser, ms | ratio |\n|---|---|---|---|---|---|');
for (const { name, title, players, strongest } of games) {
  const count = players.at(-1);
  const place = { game: name, players: count };
  const specs = new Set([strongest[count], count === 2 ? 'pvs' : 'paranoid', 'mcts']);
  for (const spec of specs) {
    const seat = `${spec}@${spec === 'mcts' ? 200_000 : 300_000}`;
    const times = [[], []];
    let nodes = [];
    for (let round = 0; round < rounds; round += 1) {
      const reports = [await think(server.url, place, seat), await inPage(place, seat)];
      reports.forEach(({ seconds }, i) => times[i].push(1000 * seconds));
      nodes = reports.map((report) => report.nodes);
    }
    if (nodes[0] !== nodes[1]) throw new Error(`${name} ${seat}: ${nodes.join(' and ')} nodes`);
    const [program, here] = times.map((all) => Math.min(...all));
    ratios.push(here / program);
    const ms = [program, here].map((time) => time.toFixed(0));
    console.log(`| ${title} | \`${spec}\` | ${nodes[0]} | ${ms.join(' | ')} | ${(here / program).toFixed(2)} |`);
  }
}
const product = ratios.reduce((all, ratio) => all * ratio, 1);
const mean = product ** (1 / ratios.length);
console.log(`\ngeometric mean ${mean.toFixed(2)}, largest ${Math.max(...ratios).toFixed(2)}`);
await browser.end();
await host.end();
await server.end();
