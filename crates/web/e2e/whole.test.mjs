// Every game to its end: with the mouse, with a finger on a phone, and by the keyboard alone.

import { test } from 'node:test';
import assert from 'node:assert/strict';
import { ask, cellPoint, makeMove, placeOf, stage, think, waitForPly, waitForTurn } from './harness.mjs';

const running = stage();

/** Short games: small boards, or positions near the end. */
const GAMES = [
  { game: 'connect4', size: '5x4' },
  { game: 'billabong', pos: 'i2:1,k3:1,x3|l12:1,i4:1,x3 1' },
  { game: 'abalone', pos: '5/6/7/8/9/2w5/bbw4/6/5 b 5 5' },
  {
    game: 'chess4',
    pos: 'R-0,1,0,1-0,0,0,0-0,0,0,0-0,0,0,0-0-6,yK,7/14/3,rR,6,rP,3/14/14/14/14/14/14/14/14/14/14/7,rK,6',
  },
  { game: 'reversixt', players: 4, pos: 'bombs' },
  { game: 'chinese-checkers', players: 2, pos: 'B/AA/AA1/4AA4/9/8/7/8/9/10/BBB/BB/1 1 80' },
  {
    game: 'blokus',
    players: 2,
    pos:
      '7bbbbb2/3bb1b1yyy3/b2bb1byb1y1yy/b4bbybbbyyb/bbb1b1by3b1b/3bbb1ybbbb1b/1bb1b1bbyyy1b1/2bb3bby2bb/' +
      'bb2bbb1b1yybb/b1bb1b1b1ybbyy/3b1b1bbb1b1y/3bb1b1b1bby1/1bb2bbb4y1/2bbb3bbbby1 ' +
      'b 2,1 V5,L5,Z5,N,W,X,F,I5,T5,Y,P,U,O!',
  },
  { game: 'rolit', size: '4x4', players: 3 },
  { game: 'focus', players: 2, pos: '4/6/8/1(rgr)2(ggrr)3/8/8/1g4/4 r 0,0 0,5/0,0 60' },
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

const type = async (page, _, text) => {
  if (!(await page.locator('.typed-card[open]').count())) {
    await page.focus('.typed-card summary');
    await page.keyboard.press('Enter');
  }
  await page.focus('[data-in=move]');
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
};

const PHONE = { width: 390, height: 844, hasTouch: true, isMobile: true };
const HANDS = {
  'the mouse': { device: {}, make: makeMove },
  'a finger on a phone': { device: PHONE, make: tap },
  'the keyboard alone': { device: {}, make: type },
};

for (const [hand, { device, make }] of Object.entries(HANDS)) {
  for (const place of GAMES) {
    test(`${place.game} to its end with ${hand}`, { timeout: 180_000 }, async () => {
      const page = await running.browser.page(device);
      const { players } = await ask(running.server.url, 'position', { place });
      const seats = ['human', ...Array(players - 1).fill('random@1')].join('|');
      await page.goto(`${running.server.url}#/play?${new URLSearchParams({ ...place, seats })}`);
      for (let plies = 0; ; plies += 1) {
        const status = await waitForTurn(page);
        if (!status.startsWith('Your move')) break;
        const here = placeOf(page);
        const view = await ask(running.server.url, 'position', { place: here });
        const best = view.moves.length > 1 ? (await think(running.server.url, here, 'best@2000')).best_move : null;
        await make(page, view, best ?? view.moves[0].move);
        await waitForPly(page, here.moves.length + 1);
        assert.ok(plies < 200, 'the game ends');
      }
      const end = await ask(running.server.url, 'position', { place: placeOf(page) });
      assert.ok(end.outcome, 'the server says so too');
      const status = await page.textContent('.status');
      assert.ok(status.toLowerCase().includes(end.outcome.reason.toLowerCase()), `${status}: ${end.outcome.reason}`);
      assert.deepEqual(page.problems, []);
      await page.context().close();
    });
  }
}
