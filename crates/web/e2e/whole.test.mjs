// Every game to its end, won and lost: with the mouse, with a finger on a phone, and by the keyboard alone.

import { test } from 'node:test';
import assert from 'node:assert/strict';
import { neighbour } from '../assets/js/model/layout.js';
import { ask, cellPoint, makeMove, placeOf, stage, think, waitForPly, waitForTurn } from './harness.mjs';

const running = stage();

/** Short games: small boards, or positions near the end. */
const GAMES = [
  { place: { game: 'connect4', size: '5x4' } },
  {
    place: { game: 'billabong', pos: 'i2:1,k3:1,x3|l12:1,i4:1,x3 1' },
    lost: { place: { game: 'billabong', pos: 'i2:1,k3:1,a5:1,x2|l12:1,i4:1,x3 1' } },
  },
  { place: { game: 'abalone', pos: '5/6/7/8/9/2w5/bbw4/6/5 b 5 5' } },
  {
    place: {
      game: 'chess4',
      pos: 'R-0,1,0,1-0,0,0,0-0,0,0,0-0,0,0,0-0-6,yK,7/14/3,rR,6,rP,3/14/14/14/14/14/14/14/14/14/14/7,rK,6',
    },
  },
  {
    place: { game: 'reversixt', start: 'classic' },
    prelude: 52,
    lost: { place: { game: 'reversixt', start: 'specials' } },
  },
  {
    place: { game: 'chinese-checkers', players: 2, pos: 'B/AA/AA1/4AA4/9/8/7/8/9/10/BBB/BB/1 1 80' },
    lost: { place: { game: 'chinese-checkers', players: 2, pos: 'B/AA/A2/4AA4/4A4/8/7/8/9/10/BBB/BB/1 1 80' } },
  },
  {
    place: {
      game: 'blokus',
      players: 2,
      pos:
        '7bbbbb2/3bb1b1yyy3/b2bb1byb1y1yy/b4bbybbbyyb/bbb1b1by3b1b/3bbb1ybbbb1b/1bb1b1bbyyy1b1/2bb3bby2bb/' +
        'bb2bbb1b1yybb/b1bb1b1b1ybbyy/3b1b1bbb1b1y/3bb1b1b1bby1/1bb2bbb4y1/2bbb3bbbby1 ' +
        'b 2,1 V5,L5,Z5,N,W,X,F,I5,T5,Y,P,U,O!',
    },
    lost: { place: { game: 'blokus', players: 2, start: 'duo' }, prelude: 14 },
  },
  {
    place: { game: 'rolit', size: '4x4', players: 3 },
    won: { place: { game: 'rolit', size: '4x4', players: 3, pos: '1g2/yyg1/1rrg/1rrr r ryg' } },
  },
  {
    place: { game: 'focus', players: 2, pos: '4/6/8/1(rgr)2(ggrr)3/8/8/1g4/4 r 0,0 0,5/0,0 60' },
    lost: { place: { game: 'focus', players: 2, pos: '4/6/8/1(rgr)2(ggrr)3/8/8/1g4/4 r 0,0 0,3/0,0 60' } },
  },
];

const tap = async (page, view, text) => {
  const move = view.moves.find((legal) => legal.move === text);
  if (!move.paths.length) {
    await page.tap(`[data-move="${text}"]`);
    return;
  }
  for (const cell of move.paths[0]) await page.touchscreen.tap(...(await cellPoint(page, view.board.cells[cell].id)));
  const chooser = page.locator(`.chooser [data-move="${text}"]`);
  const twins = view.moves.filter((other) => other.paths.some((path) => String(path) === String(move.paths[0])));
  if (twins.length > 1) await chooser.tap();
};

const KEYS = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  PageUp: [0, -1, 1],
  PageDown: [0, 1, -1],
};

/** What has the focus, by what tells it apart. */
const focused = (page) => page.evaluate(() => ({ ...document.activeElement.dataset }));

/** Presses Tab until the focus is where it is wanted. */
async function tabTo(page, isThere) {
  for (let i = 0; i < 120; i += 1) {
    if (isThere(await focused(page))) return;
    await page.keyboard.press('Tab');
  }
  assert.fail('Tab leads there');
}

/** The keys that lead from a cell to another, the fewest. */
function wayTo(centres, from, to) {
  const ways = new Map([[from, []]]);
  for (const [cell, keys] of ways) {
    if (cell === to) return keys;
    for (const [key, [dx, dy, lean]] of Object.entries(KEYS)) {
      const next = neighbour(centres, cell, [dx, dy], lean);
      if (next !== null && !ways.has(next)) ways.set(next, [...keys, key]);
    }
  }
  return assert.fail(`keys lead from ${from} to ${to}`);
}

/** Tab into the board, arrows to every cell of the move, Enter; where something is to be chosen, Tab and Enter. */
const walk = async (page, view, text) => {
  const move = view.moves.find((legal) => legal.move === text);
  const choose = async () => {
    await tabTo(page, (data) => data.move === text);
    await page.keyboard.press('Enter');
  };
  if (!move.paths.length) {
    await choose();
    return;
  }
  await tabTo(page, (data) => data.cell !== undefined);
  const centres = await page.evaluate(() =>
    [...document.querySelectorAll('.pane .cells polygon')].map((cell) => {
      const points = cell.getAttribute('points').split(' ');
      const corners = points.map((point) => point.split(',').map(Number));
      return [0, 1].map((axis) => corners.reduce((sum, corner) => sum + corner[axis], 0) / corners.length);
    }),
  );
  for (const cell of move.paths[0]) {
    const from = Number((await focused(page)).index);
    for (const key of wayTo(centres, from, cell)) await page.keyboard.press(key);
    assert.equal(Number((await focused(page)).index), cell, `the keys lead to ${view.board.cells[cell].id}`);
    await page.keyboard.press('Enter');
  }
  const twins = view.moves.filter((other) => other.paths.some((path) => String(path) === String(move.paths[0])));
  if (twins.length > 1) await choose();
};

const PHONE = { width: 390, height: 844, hasTouch: true, isMobile: true };
const HANDS = {
  'the mouse': { device: {}, make: makeMove },
  'a finger on a phone': { device: PHONE, make: tap },
  'the keyboard alone': { device: {}, make: walk },
};

/** Who wins plays what is best against chance; who loses plays the first move that comes, against the best. */
const ROLES = {
  won: { own: 'best@2000', others: 'random@1' },
  lost: { own: null, others: 'best@2000' },
};

/** A game, as far as engines play it before a person sits down: who wins first, if he is to move. */
async function begun({ place, prelude = 0 }, role) {
  const { url } = running.server;
  const moves = [];
  const look = () => ask(url, 'position', { place: { ...place, moves } });
  const view = await look();
  const living = view.alive.flatMap((isAlive, i) => (isAlive ? [i + 1] : []));
  const person = role === 'won' ? view.to_move : living.findLast((player) => player !== view.to_move);
  for (let now = view; moves.length < prelude && now.to_move; now = await look()) {
    const seat = now.to_move === person ? ROLES[role].own : ROLES[role].others;
    const [{ move }] = now.moves;
    moves.push(seat ? (await think(url, { ...place, moves }, seat)).best_move : move);
  }
  return { moves, person, players: view.players };
}

for (const [hand, { device, make }] of Object.entries(HANDS)) {
  for (const [role, { own, others }] of Object.entries(ROLES)) {
    for (const short of GAMES) {
      const { place } = short[role] ?? short;
      test(`${place.game} ${role} with ${hand}`, { timeout: 180_000 }, async () => {
        const { url } = running.server;
        const page = await running.browser.page(device);
        const { moves, person, players } = await begun(short[role] ?? short, role);
        const seats = Array.from({ length: players }, (_, i) => (i + 1 === person ? 'human' : others)).join('|');
        const wish = { ...place, seats, ...(moves.length && { moves: moves.join('_') }) };
        await page.goto(`${url}#/play?${new URLSearchParams(wish)}`);
        let plies = 0;
        for (; ; plies += 1) {
          const status = await waitForTurn(page);
          if (!status.startsWith('Your move')) break;
          const here = placeOf(page);
          const view = await ask(url, 'position', { place: here });
          const isChosen = own && view.moves.length > 1;
          const text = isChosen ? (await think(url, here, own)).best_move : view.moves[0].move;
          await make(page, view, text);
          await waitForPly(page, here.moves.length + 1);
          assert.ok(plies < 200, 'the game ends');
        }
        assert.ok(plies > 0, 'the person had a move');
        const end = await ask(url, 'position', { place: placeOf(page) });
        assert.ok(end.outcome, 'the server says so too');
        const { ranks } = end.outcome;
        const winners = ranks.flatMap((rank, i) => (rank === 1 ? [i + 1] : []));
        if (role === 'won') assert.deepEqual(winners, [person], `alone, with ranks ${ranks}`);
        else assert.ok(!winners.includes(person), `ranks ${ranks} of ${person}`);
        const status = await page.textContent('.status');
        assert.ok(status.toLowerCase().includes(end.outcome.reason.toLowerCase()), `${status}: ${end.outcome.reason}`);
        assert.deepEqual(page.problems, []);
        await page.context().close();
      });
    }
  }
}
