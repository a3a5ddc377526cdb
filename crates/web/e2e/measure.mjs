// How much longer than their limit searches run: every algorithm on every game, several times. Prints
// the worst; judges nothing. Usage: node measure.mjs [milliseconds]

import { startServer } from './harness.mjs';

const limit = Number(process.argv[2] ?? 200);
const server = await startServer();
const get = async (path) => (await fetch(`${server.url}api/${path}`)).json();
const { algorithms } = await get('algorithms');
const places = [
  { game: 'connect4' },
  { game: 'billabong', players: 2 },
  { game: 'billabong', players: 4 },
  { game: 'abalone' },
  { game: 'abalone', players: 3 },
  { game: 'chess4' },
  { game: 'reversixt' },
  { game: 'reversixt', start: 'eight' },
  { game: 'reversixt', start: 'grand' },
];
const worst = [];
for (const place of places) {
  const view = await (
    await fetch(`${server.url}api/position`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ place }),
    })
  ).json();
  for (const { name, two_players: two, exact } of algorithms) {
    if (exact || (two && view.players !== 2)) continue;
    const bare = { 'brs(s,m)': 'brs(2,0)', 'opps(n,a,b)': 'opps(1,8,2)' }[name] ?? name;
    for (const algo of [bare, `${bare}:best`]) {
      const begin = performance.now();
      const response = await fetch(`${server.url}api/think`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ place, seat: `${algo}@${limit}ms` }),
      });
      const text = await response.text();
      const took = performance.now() - begin;
      const done = text.split('\n\n').find((event) => event.startsWith('event: done'));
      if (!done) {
        console.log(place, algo, text.slice(-200));
        continue;
      }
      const { seconds } = JSON.parse(done.split('\ndata: ')[1]);
      worst.push({
        game: place.game,
        start: place.start ?? '',
        players: view.players,
        algo,
        over: seconds * 1000 - limit,
        answered: took - limit,
      });
    }
  }
}
worst.sort((a, b) => b.over - a.over);
console.log(
  `${worst.length} searches with a limit of ${limit} ms; the longest ran over by ${worst[0].over.toFixed(1)} ms`,
);
console.table(
  worst.slice(0, 8).map((row) => ({ ...row, over: row.over.toFixed(1), answered: row.answered.toFixed(1) })),
);
worst.sort((a, b) => b.answered - a.answered);
console.log('answers that came last:');
console.table(
  worst.slice(0, 5).map((row) => ({ ...row, over: row.over.toFixed(1), answered: row.answered.toFixed(1) })),
);
await server.end();
