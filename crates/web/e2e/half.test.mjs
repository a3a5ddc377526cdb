// In the middle of every special move: a page that is loaded again, a second tab, and a server that dies. What was
// begun may be given up, but never the game; and what is ended while nobody answers is made when the server is back.

import { test } from 'node:test';
import assert from 'node:assert/strict';
import {
  LOST,
  PROMOTION,
  clickCell,
  placeOf,
  stage,
  startServer,
  stepsOf,
  waitForPly,
  waitForTurn,
  watch,
} from './harness.mjs';
import { OTHERS, SPECIALS, findAll, look } from './specials.mjs';

const running = stage();

/** Moves of one click or several, of a hand, of a stack, of a button: a place, what was played before, and the move. */
const CASES = {
  'a stone in its column': { place: { game: 'connect4' }, move: '4' },
  'a ball beside others': { place: { game: 'rolit', players: 4 }, find: () => true },
  promotion: { place: { game: 'chess4', pos: PROMOTION }, move: 'j13j14q' },
  'two pawns at once': beforeLast(OTHERS['two pawns are taken at once in four-player chess']),
  castling: beforeLast(OTHERS['the king castles short in four-player chess']),
  'a piece from the reserve': beforeLast(OTHERS['a piece of the reserve is entered in Focus']),
  'a pass': beforeLast(OTHERS['who is blocked in Chinese Checkers passes']),
  'a row sideways': { place: { game: 'abalone' }, move: 'C3C5D3' },
  'off the board': {
    place: { game: 'billabong', pos: 'i2:1,k3:1,x3|l12:1,i4:1,x3 1' },
    find: ({ leaves }) => leaves,
  },
  'a chain of jumps': { place: { game: 'chinese-checkers', players: 2 }, move: 'c5-e7' },
  'a part of a stack': {
    place: { game: 'focus', players: 2, pos: '4/6/8/1(rgr)2(ggrr)3/8/8/1g4/4 r 0,0 0,3/0,0 60' },
    find: ({ shifts }) => shifts?.length === 2,
  },
  'a piece of a hand': {
    place: { game: 'blokus', start: 'duo', players: 2 },
    move: 'e10',
    steps: (page) => [() => page.click('[data-hand=b] [data-piece="1"]'), () => clickCell(page, 'e10')],
  },
};

function beforeLast({ place, line }) {
  return { place, before: line.slice(0, -1), move: line.at(-1) };
}

async function check(name, { place, before = [], move: text, find, steps }, t) {
  const server = await startServer();
  const { url } = server;
  const view = await look(url, place, before);
  const move = text ?? view.moves.find(find).move;
  const page = await running.browser.page({ expected: LOST });
  const seats = Array(view.players).fill('human').join('|');
  const wish = { ...place, seats, ...(before.length && { moves: before.join('_') }) };
  await page.goto(`${url}#/play?${new URLSearchParams(wish)}`);
  await waitForTurn(page);
  const other = await page.context().newPage();
  watch(other, LOST);
  await other.goto(`${url}#/play/${await page.evaluate(() => history.state.game)}`);
  await waitForTurn(other);

  const all = () => (steps ? steps(page) : stepsOf(page, view, move));
  for (const step of all().slice(0, -1)) await step();
  await page.reload();
  await waitForTurn(page);
  assert.ok(await page.locator('.chooser').isHidden(), `${name}: the choice is given up`);
  assert.deepEqual(placeOf(page).moves, before, `${name}: nothing was played`);

  const again = all();
  for (const step of again.slice(0, -1)) await step();
  await server.kill();
  await again.at(-1)();
  await page.waitForSelector('#connection:not([hidden])');
  const revived = await startServer('--port', new URL(url).port);
  t.after(() => revived.end());
  for (const tab of [page, other]) {
    await waitForPly(tab, before.length + 1);
    assert.deepEqual(placeOf(tab).moves, [...before, move], name);
    await tab.waitForSelector('#connection', { state: 'hidden' });
  }
  assert.deepEqual([...page.problems, ...other.problems], [], name);
  await page.context().close();
}

for (const [name, one] of Object.entries(CASES))
  test(`reload, second tab and restart in the middle of ${name}`, { timeout: 90_000 }, (t) => check(name, one, t));

test('reload, second tab and restart in every special move of ReversiXT', { timeout: 300_000 }, async (t) => {
  const found = await findAll(running.server.url);
  for (const [kind, { moves, move }] of Object.entries(found))
    await check(kind, { place: SPECIALS, before: moves, move: move.move }, t);
});
