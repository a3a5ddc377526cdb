// Whole games against the engine, with the mouse.

import { test } from 'node:test';
import assert from 'node:assert/strict';
import {
  ask,
  cellPoint,
  clickCell,
  makeMove,
  placeOf,
  stage,
  think,
  waitForPly,
  waitForTurn,
  watch,
} from './harness.mjs';

const running = stage();

/** Games with special moves; whole.test.mjs has one of each kind. */
const GAMES = [
  {
    game: 'chess4',
    pos: 'R-0,1,0,1-0,0,0,0-0,0,0,0-0,0,0,0-0-6,yK,7/14/3,rR,6,rP,3/14/14/14/14/14/14/14/14/14/14/7,rK,6',
    algo: 'paranoid:best',
    opponent: 'random@1',
  },
  { game: 'reversixt', start: 'specials', algo: 'pvs:best', opponent: 'pvs:best@300' },
];

for (const { algo, opponent, ...place } of GAMES) {
  test(`a whole game of ${place.game} with the mouse`, { timeout: 180_000 }, async () => {
    const page = await running.browser.page();
    const { players } = await ask(running.server.url, 'position', { place });
    const seats = ['human', ...Array(players - 1).fill(opponent)].join('|');
    await page.goto(`${running.server.url}#/play?${new URLSearchParams({ ...place, seats })}`);
    let plies = 0;
    const choices = new Set();
    for (;;) {
      const status = await waitForTurn(page);
      if (!status.startsWith('Your move')) {
        assert.match(status, /won|lost|drawn|share/);
        break;
      }
      const here = placeOf(page);
      const view = await ask(running.server.url, 'position', { place: here });
      const { best_move: best } = await think(running.server.url, here, `${algo}@3000`);
      const move = view.moves.find((legal) => legal.move === best);
      if (move.choice) choices.add(move.choice);
      await makeMove(page, view, best);
      await waitForPly(page, here.moves.length + 1);
      plies += 1;
      assert.ok(plies < 300, 'the game ends');
    }
    const end = await ask(running.server.url, 'position', { place: placeOf(page) });
    assert.ok(end.outcome, 'the server says so too');
    assert.equal(await page.locator('.pane .piece').count(), end.pieces.length, 'all pieces are drawn');
    if (place.game === 'chess4') assert.ok(choices.has('queen') || choices.has('rook'), 'the pawn has promoted');
    assert.deepEqual(page.problems, []);
    await page.context().close();
  });
}

test('take back, redo, jump, reload and a second tab', { timeout: 60_000 }, async () => {
  const page = await running.browser.page();
  await page.goto(`${running.server.url}#/play?game=connect4&seats=human|pvs:best@300`);
  await waitForTurn(page);
  await clickCell(page, 'd1');
  await waitForPly(page, 2);
  await waitForTurn(page);
  await clickCell(page, 'c1');
  await waitForPly(page, 4);
  await waitForTurn(page);
  const four = placeOf(page).moves;
  await page.click('[data-do=undo]');
  await page.waitForFunction(() => document.querySelectorAll('.pane .piece').length === 2);
  assert.deepEqual(placeOf(page).moves, four.slice(0, 2));
  await page.reload();
  await page.waitForFunction(() => document.querySelectorAll('.pane .piece').length === 2);
  await page.click('[data-do=redo]');
  await page.waitForFunction(() => document.querySelectorAll('.pane .piece').length === 4);
  assert.deepEqual(placeOf(page).moves, four, 'what was taken back survives a reload');
  await page.click('.moves [data-ply="1"]');
  await page.waitForFunction(() => document.querySelectorAll('.pane .piece').length === 1);
  // A second tab with the same address is a game of its own.
  const other = await page.context().newPage();
  watch(other);
  await other.goto(page.url());
  await other.waitForFunction(() => document.querySelectorAll('.pane .piece').length === 1);
  await other.click('[data-do=last]');
  await other.waitForFunction(() => document.querySelectorAll('.pane .piece').length === 4);
  assert.equal(await page.locator('.pane .piece').count(), 1, 'the first tab stays where it is');
  // Another move opens a side line, and the engine answers in it.
  await page.click('[data-do=first]');
  await page.waitForFunction(() => document.querySelectorAll('.pane .piece').length === 0);
  await clickCell(page, 'a1');
  await page.waitForFunction(() => document.querySelectorAll('.pane .piece').length === 2);
  assert.equal(await page.locator('.side-line').count(), 1);
  await page.reload();
  await page.waitForFunction(() => document.querySelectorAll('.side-line').length === 1);
  assert.deepEqual([...page.problems, ...other.problems], []);
  await page.context().close();
});

test('legal targets light up on hover, pieces can be dragged, Escape gives up', { timeout: 60_000 }, async () => {
  const page = await running.browser.page();
  await page.goto(`${running.server.url}#/play?game=chess4&seats=human|human|human|human`);
  await waitForTurn(page);
  await page.mouse.move(...(await cellPoint(page, 'e1')));
  await page.waitForFunction(() => document.querySelectorAll('.marks .target').length === 2);
  await clickCell(page, 'e1');
  await page.mouse.move(2, 2);
  await page.waitForFunction(() => document.querySelectorAll('.marks .target').length === 2);
  await page.keyboard.press('Escape');
  await page.waitForFunction(() => document.querySelectorAll('.marks .target').length === 0);
  await page.mouse.move(...(await cellPoint(page, 'e1')));
  await page.mouse.down();
  await page.mouse.move(...(await cellPoint(page, 'f2')), { steps: 4 });
  await page.mouse.move(...(await cellPoint(page, 'f3')), { steps: 4 });
  await page.mouse.up();
  await page.waitForFunction(() => location.hash.includes('moves=e1f3'));
  // Dropped where it cannot go, a piece goes back.
  await page.mouse.move(...(await cellPoint(page, 'a5')));
  await page.mouse.down();
  await page.mouse.move(...(await cellPoint(page, 'h7')), { steps: 6 });
  await page.mouse.up();
  assert.deepEqual(placeOf(page).moves, ['e1f3']);
  assert.equal(await page.locator('.dragged').count(), 0);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test('abalone: broadsides by both ends, and the way of a billabong jump', { timeout: 60_000 }, async () => {
  const page = await running.browser.page();
  await page.goto(`${running.server.url}#/play?game=abalone&seats=human|human`);
  await waitForTurn(page);
  for (const cell of ['C3', 'C5', 'D5']) await clickCell(page, cell);
  await page.waitForFunction(() => location.hash.includes('moves='));
  assert.deepEqual(placeOf(page).moves, ['C3C5D3']);
  await page.goto('about:blank');
  const pos = 'c3:0,d3:0,f3:0,h3:0,p14:0|a14:0,b14:0,c14:0,d14:0,e14:0 1';
  const params = new URLSearchParams({ game: 'billabong', pos, seats: 'human|human' });
  await page.goto(`${running.server.url}#/play?${params}`);
  await waitForTurn(page);
  await clickCell(page, 'c3');
  const reached = await page.locator('.marks .target').count();
  assert.ok(reached > 8, `steps and jumps: ${reached}`);
  await page.mouse.move(...(await cellPoint(page, 'g3')));
  await page.waitForFunction(() => document.querySelectorAll('.route .planned').length >= 2);
  await clickCell(page, 'g3');
  await page.waitForFunction(() => document.querySelectorAll('.route circle.past').length >= 1);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test('games are shared, saved and loaded', { timeout: 60_000 }, async () => {
  const page = await running.browser.page();
  await page.goto(`${running.server.url}#/play?game=connect4&moves=4_4_3&seats=human|human`);
  await waitForTurn(page);
  await page.click('[data-do=exchange]');
  await page.waitForSelector('[data-out=moves]');
  assert.equal(await page.inputValue('[data-out=moves]'), '4 4 3');
  assert.equal(await page.inputValue('[data-out=address]'), page.url());
  const [file] = await Promise.all([page.waitForEvent('download'), page.click('[data-do=save]')]);
  assert.equal(file.suggestedFilename(), 'connect4.txt');
  await page.fill('[data-in=text]', '1 2 9');
  await page.click('[data-do=load]');
  await page.waitForFunction(() => new URLSearchParams(location.hash.split('?')[1]).get('moves') === '1_2');
  await page.click('[data-do=exchange]');
  await page.fill('[data-in=text]', 'what is this?');
  await page.click('[data-do=load]');
  await page.waitForFunction(() => document.querySelector('dialog .error').textContent.includes('neither'));
  assert.deepEqual(
    page.problems.filter((problem) => !problem.includes('400')),
    [],
  );
  await page.context().close();
});

test('the perfect opponent wins from a won position, and the moves are reviewed', { timeout: 120_000 }, async () => {
  const page = await running.browser.page();
  // After 1. 4 4 2. 4 4 3. 4 ... a short board is solved at once.
  await page.goto(`${running.server.url}#/play?game=connect4&size=5x4&seats=human|perfect`);
  for (;;) {
    const status = await waitForTurn(page);
    if (!status.startsWith('Your move')) break;
    const here = placeOf(page);
    const view = await ask(running.server.url, 'position', { place: here });
    await makeMove(page, view, view.moves[0].move);
    await waitForPly(page, here.moves.length + 1);
  }
  await page.click('[data-do=review]');
  await page.waitForSelector('[data-review]');
  const second = await page.locator('[data-review] [data-player="2"] [data-accuracy]').textContent();
  assert.equal(second, '100 %', 'the perfect opponent has not erred');
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test('clocks run and fall', { timeout: 60_000 }, async () => {
  const page = await running.browser.page();
  await page.goto(`${running.server.url}#/play?game=connect4&seats=human|human&clock=0.05min`);
  await waitForTurn(page);
  await clickCell(page, 'a1');
  await page.waitForFunction(() => /time .* is up/.test(document.querySelector('.status').textContent), null, {
    timeout: 20_000,
  });
  await clickCell(page, 'b1');
  assert.deepEqual(placeOf(page).moves, ['1'], 'nobody moves after that');
  await page.click('text=Play on without clocks');
  await clickCell(page, 'b1');
  await page.waitForFunction(() => location.hash.includes('moves=1_2'));
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test('an address with a limit of earlier versions is read and rewritten', { timeout: 60_000 }, async () => {
  const page = await running.browser.page();
  await page.goto(`${running.server.url}#/play?game=connect4&size=5x4&seats=human|pvs:best@n300`);
  await waitForTurn(page);
  await clickCell(page, 'c1');
  await waitForPly(page, 2);
  await page.waitForFunction(
    () => new URLSearchParams(location.hash.split('?')[1]).get('seats') === 'human|pvs:best@300',
  );
  assert.match(await page.textContent('.players'), /pvs:best, 300 nodes/);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test('the engine of a game is kept for its next move', { timeout: 60_000 }, async () => {
  const page = await running.browser.page();
  const sessions = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/think')) sessions.push(request.postDataJSON().session);
  });
  await page.goto(`${running.server.url}#/play?game=connect4&seats=human|pvs:best@300`);
  await waitForTurn(page);
  for (const [cell, ply] of [
    ['d1', 2],
    ['c1', 4],
  ]) {
    await clickCell(page, cell);
    await waitForPly(page, ply);
    await waitForTurn(page);
  }
  await page.click('[data-do=again]');
  await page.waitForFunction(() => document.querySelectorAll('.pane .piece').length === 0);
  await waitForTurn(page);
  await clickCell(page, 'd1');
  await waitForPly(page, 2);
  assert.equal(sessions.length, 3);
  assert.equal(sessions[0], sessions[1], 'two moves of one game');
  assert.notEqual(sessions[1], sessions[2], 'another game');
  assert.deepEqual(page.problems, []);
  await page.context().close();
});
