// Small and large screens, keyboard only, names for everything, and how fast it is.

import { test } from 'node:test';
import assert from 'node:assert/strict';
import { clickCell, placeOf, stage, waitForPly, waitForTurn } from './harness.mjs';

const running = stage();

const PAGES = [
  '',
  '#/play?game=connect4',
  '#/play?game=billabong&players=4',
  '#/play?game=abalone',
  '#/play?game=chess4',
  '#/play?game=reversixt&start=eight',
  '#/analyse?game=chess4',
  '#/matches',
  '#/learn',
];

for (const width of [360, 768, 1280]) {
  test(`nothing sticks out at ${width} px`, { timeout: 120_000 }, async () => {
    const page = await running.browser.page({ width, height: 780, dark: width === 768 });
    for (const path of PAGES) {
      await page.goto('about:blank');
      await page.goto(`${running.server.url}${path}`);
      await page.waitForSelector('main h1');
      if (/game=/.test(path)) await page.waitForSelector('.pane .cells polygon');
      const wide = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      assert.ok(wide <= 0, `${path || 'the first page'} is ${wide} px too wide`);
    }
    assert.deepEqual(page.problems, []);
    await page.context().close();
  });
}

test('buttons, fields and cells have names', { timeout: 120_000 }, async () => {
  const page = await running.browser.page();
  for (const path of PAGES) {
    await page.goto('about:blank');
    await page.goto(`${running.server.url}${path}`);
    await page.waitForSelector('main h1');
    if (/game=/.test(path)) await page.waitForSelector('.pane .cells polygon');
    const nameless = await page.evaluate(() =>
      [...document.querySelectorAll('button, a[href], select, input, textarea, [role=button], [role=meter]')]
        .filter((element) => !element.closest('[aria-hidden=true]'))
        .filter(
          (element) =>
            !(
              element.getAttribute('aria-label') ||
              element.textContent.trim() ||
              element.labels?.[0]?.textContent.trim() ||
              element.title
            ),
        )
        .map((element) => element.outerHTML.slice(0, 80)),
    );
    assert.deepEqual(nameless, [], path);
  }
  await page.goto('about:blank');
  await page.goto(`${running.server.url}#/play?game=chess4`);
  await page.waitForSelector('.pane .cells polygon');
  assert.equal(await page.getAttribute('polygon[data-cell=h1]', 'aria-label'), 'h1, red (player 1) king');
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test('a game by the keyboard alone', { timeout: 60_000 }, async () => {
  const page = await running.browser.page();
  await page.goto(`${running.server.url}#/play?game=connect4&size=4x4&seats=human|human`);
  await waitForTurn(page);
  await page.focus('.pane polygon[tabindex="0"]');
  assert.equal(await page.evaluate(() => document.activeElement.dataset.cell), 'a1', 'where a stone can come to lie');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  assert.equal(await page.evaluate(() => document.activeElement.dataset.cell), 'b3');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => location.hash.includes('moves=2'));
  assert.equal(await page.evaluate(() => document.activeElement.dataset.cell), 'b3', 'the focus stays');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Space');
  await page.waitForFunction(() => location.hash.includes('moves=2_1'));
  assert.match(await page.locator('#live').textContent(), /player 2 \(yellow\) played 1/);
  await page.keyboard.press('u');
  await page.waitForFunction(() => location.hash.includes('at=1'));
  await page.keyboard.press('End');
  await page.waitForFunction(() => !location.hash.includes('at='));
  await page.keyboard.press('?');
  await page.waitForSelector('dialog[open]');
  await page.keyboard.press('Escape');
  await page.waitForFunction(() => !document.querySelector('dialog'));
  assert.deepEqual(placeOf(page).moves, ['2', '1']);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test('light and dark, coordinates and letters are remembered', { timeout: 60_000 }, async () => {
  const page = await running.browser.page();
  await page.goto(`${running.server.url}#/play?game=abalone`);
  await page.waitForSelector('.pane .cells polygon');
  const ground = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const light = await ground();
  await page.click('#theme');
  assert.notEqual(await ground(), light);
  await page.click('#help');
  await page.click('text=Coordinates beside the board');
  await page.keyboard.press('Escape');
  await page.reload();
  await page.waitForSelector('.pane .cells polygon');
  assert.notEqual(await ground(), light);
  assert.equal(await page.locator('.labels').isVisible(), false);
  // The board turns by sixths, and comes round.
  const place = () => page.getAttribute('polygon[data-cell=A1]', 'points');
  const before_ = await place();
  await page.keyboard.press('f');
  assert.notEqual(await place(), before_);
  for (let i = 0; i < 5; i += 1) await page.keyboard.press('f');
  assert.equal(await place(), before_);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test('moves and the end of a game are heard by those who want it', { timeout: 60_000 }, async () => {
  const page = await running.browser.page();
  await page.addInitScript(() => {
    window.heard = [];
    const { start } = OscillatorNode.prototype;
    OscillatorNode.prototype.start = function play(when) {
      window.heard.push(this.frequency.value);
      start.call(this, when);
    };
  });
  await page.goto(`${running.server.url}#/play?game=connect4&seats=human|human&moves=1_7_1_7`);
  await waitForTurn(page);
  const heardAfter = async (cell, ply) => {
    await clickCell(page, cell);
    await waitForPly(page, ply);
    return page.evaluate(() => window.heard);
  };
  assert.deepEqual(await heardAfter('a3', 5), [], 'nobody has asked for it');
  await page.keyboard.press('?');
  await page.click('dialog label:has-text("Sound")');
  await page.keyboard.press('Escape');
  assert.deepEqual(await heardAfter('g3', 6), [330]);
  assert.deepEqual(await heardAfter('a4', 7), [330, 523, 659, 784]);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

for (const [reducedMotion, isMoved] of Object.entries({ 'no-preference': true, reduce: false })) {
  test(`a stone ${isMoved ? 'falls' : 'is there at once'}, reduced motion: ${reducedMotion}`, async () => {
    const page = await running.browser.page({ reducedMotion });
    await page.addInitScript(() => {
      window.moved = 0;
      const { animate } = Element.prototype;
      Element.prototype.animate = function move(...how) {
        window.moved += 1;
        return animate.apply(this, how);
      };
    });
    await page.goto(`${running.server.url}#/play?game=connect4&seats=human|human`);
    await waitForTurn(page);
    await clickCell(page, 'd1');
    await waitForPly(page, 1);
    await page.waitForSelector('.pane .piece', { state: 'attached' });
    assert.equal((await page.evaluate(() => window.moved)) > 0, isMoved);
    assert.deepEqual(page.problems, []);
    await page.context().close();
  });
}

test('how fast it is (printed, not judged)', { timeout: 60_000 }, async (t) => {
  const page = await running.browser.page();
  await page.goto(`${running.server.url}#/play?game=connect4&seats=human|human`);
  await page.waitForSelector('.pane .cells polygon');
  const paint = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime);
  t.diagnostic(`first contentful paint ${Math.round(paint)} ms`);
  for (const game of ['connect4', 'billabong', 'abalone', 'chess4', 'reversixt']) {
    await page.goto('about:blank');
    await page.goto(
      `${running.server.url}#/play?game=${game}&seats=${Array(game === 'chess4' ? 4 : 2)
        .fill('human')
        .join('|')}`,
    );
    await page.waitForSelector('.pane .cells polygon');
    await page.waitForTimeout(200);
    const times = await page.evaluate(async () => {
      const took = [];
      for (let i = 0; i < 8; i += 1) {
        const params = new URLSearchParams(location.hash.split('?')[1]);
        const moves = params.get('moves')?.split('_').filter(Boolean) ?? [];
        const place = { game: params.get('game'), moves };
        const view = await (
          await fetch('/api/position', {
            method: 'POST',
            headers: { 'Content-Type': 'application/json' },
            body: JSON.stringify({ place }),
          })
        ).json();
        const move = view.moves.find(
          ({ paths }) =>
            paths.length &&
            view.moves.every((other) => other.paths === paths || String(other.paths[0]) !== String(paths[0])),
        );
        const cells = move.paths[0].map((cell) => document.querySelector(`.pane polygon[data-index="${cell}"]`));
        const click = (cell) => cell.dispatchEvent(new MouseEvent('click', { bubbles: true }));
        cells.slice(0, -1).forEach(click);
        const begin = performance.now();
        click(cells.at(-1));
        while (
          (new URLSearchParams(location.hash.split('?')[1]).get('moves')?.split('_').length ?? 0) !==
          moves.length + 1
        )
          await new Promise((resolve) => {
            setTimeout(resolve);
          });
        took.push(performance.now() - begin);
      }
      return took.sort((a, b) => a - b);
    });
    t.diagnostic(
      `${game}: a move's round trip ${times[4].toFixed(1)} ms (median), ${times.at(-1).toFixed(1)} ms (longest)`,
    );
  }
  await clickCell(page, await page.evaluate(() => document.querySelector('.pane polygon').dataset.cell));
  assert.deepEqual(page.problems, []);
  await page.context().close();
});
