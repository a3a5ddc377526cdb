// Several lines, what was found before, and games that are looked back at.

import { test } from 'node:test';
import assert from 'node:assert/strict';
import { NEEDS_SERVER, stage } from './harness.mjs';

const running = stage('--longest', '20s');

const pieces = (page, count) =>
  page.waitForFunction((n) => document.querySelectorAll('.pane .piece').length === n, count);

const limit = (page, value) => page.locator('.engine select[aria-label=Limit]').first().selectOption(value);

const isDone = (page) =>
  page.waitForFunction(() => document.querySelector('.engine .facts').textContent.includes('done'));

/** One algorithm, the first, and nobody beside it. */
async function alone(page) {
  while ((await page.locator('.engine').count()) > 1)
    await page.locator('.engine [aria-label="Remove this algorithm"]').last().click();
}

test('as many lines as are wanted, each with its chance; the unit stands below', { timeout: 90_000 }, async () => {
  const page = await running.browser.page();
  await page.goto(`${running.server.url}#/analyse?game=billabong&players=3&moves=i3_j3_k4`);
  await pieces(page, 3);
  await alone(page);
  // The strongest evaluates by a network, whose values have no unit.
  await page.selectOption('.engine select[aria-label=Algorithm]', 'brs+:best');
  await limit(page, 'd2');
  await page.selectOption('select[aria-label=Lines]', '4');
  await page.click('[data-do=analyse]');
  await isDone(page);
  const lines = page.locator('.engine .line');
  assert.equal(await lines.count(), 4);
  const firsts = await lines.evaluateAll((all) => all.map((line) => line.querySelector('.move').textContent));
  assert.equal(new Set(firsts).size, 4, `four moves: ${firsts}`);
  const chances = await page.locator('.engine .line .worth').allTextContents();
  const numbers = chances.map((text) => parseFloat(text));
  assert.ok(
    numbers.every((number, i) => i === 0 || number <= numbers[i - 1] + 1),
    `the best first: ${chances}`,
  );
  const bars = await page.locator('.engine .bar .number').allTextContents();
  const sum = bars.reduce((all, text) => all + parseFloat(text), 0);
  assert.ok(Math.abs(sum - 100) <= 3, `everybody's chance: ${bars}`);
  assert.match(await page.locator('.engine .unit').textContent(), /hundredths of a degree/);
  // A click on the first move of the third line plays it.
  await lines.nth(2).locator('.move').first().click();
  await page.waitForFunction((move) => location.hash.includes(`_${move}`), firsts[2]);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

/** At first the field did nothing in a position that was shown, and what was found went under the new number. */
test('another number of lines is searched at once, and what was found stands under its own', async () => {
  const page = await running.browser.page();
  await page.goto(`${running.server.url}#/analyse?game=connect4&moves=4`);
  await pieces(page, 1);
  await alone(page);
  await limit(page, 'd4');
  const shown = (count) =>
    page.waitForFunction(
      (n) =>
        document.querySelectorAll('.engine .line').length === n &&
        document.querySelector('.engine .facts').textContent.includes('done'),
      count,
    );
  const lines = (count) => page.selectOption('select[aria-label=Lines]', String(count));
  await lines(1);
  await page.click('[data-do=analyse]');
  await shown(1);
  await lines(3);
  await shown(3);
  await lines(1);
  await shown(1);
  // While one runs, too.
  await limit(page, '3s');
  await page.waitForFunction(() => document.querySelector('.engine .best').textContent !== '');
  await lines(2);
  await shown(2);
  await page.click('[data-do=analyse]');
  await lines(1);
  await page.waitForFunction(() => document.querySelectorAll('.engine .line').length < 2);
  await lines(2);
  await shown(2);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

const COUNTED = { timeout: 90_000, skip: NEEDS_SERVER };
test('a position that was looked at shows what was found at once', COUNTED, async () => {
  const page = await running.browser.page();
  let searches = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/api/think')) searches += 1;
  });
  await page.goto(`${running.server.url}#/analyse?game=connect4&moves=4`);
  await pieces(page, 1);
  await alone(page);
  await limit(page, 'd4');
  await page.click('[data-do=analyse]');
  await isDone(page);
  const best = await page.locator('.engine .best').textContent();
  await page.click('[data-do=back]');
  await pieces(page, 0);
  await isDone(page);
  await page.click('[data-do=analyse]');
  assert.equal(searches, 2);
  await page.click('[data-do=forward]');
  await pieces(page, 1);
  await page.waitForFunction((text) => document.querySelector('.engine .best').textContent === text, best);
  assert.equal(searches, 2, 'nobody has searched again');
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test('a search without a limit goes on until it is stopped', { timeout: 90_000 }, async () => {
  const page = await running.browser.page();
  await page.goto(`${running.server.url}#/analyse?game=abalone`);
  await pieces(page, 28);
  await alone(page);
  await limit(page, '');
  assert.match(await page.locator('.engine option[value=""]').getAttribute('title'), /20 s/);
  await page.click('[data-do=analyse]');
  // Longer than the limits that were chosen before would let it.
  await page.waitForFunction(() => /^depth [4-9]/.test(document.querySelector('[data-fact=depth]')?.textContent ?? ''));
  assert.ok(!(await page.locator('.engine .facts').textContent()).includes('done'));
  await page.click('[data-do=analyse]');
  for (let load = null; load?.running !== 0;) load = await (await fetch(`${running.server.url}api/load`)).json();
  assert.notEqual(await page.locator('.engine .best').textContent(), '', 'what it found stays');
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test('a game is reviewed: accuracy, the worst move, a better one, the course', { timeout: 90_000 }, async () => {
  const page = await running.browser.page();
  await page.goto(`${running.server.url}#/analyse?game=connect4&moves=1_7_2_7_3_6_4`);
  await pieces(page, 7);
  await page.selectOption('select[aria-label="Who reviews"]', 'pvs:best');
  await page.selectOption('select[aria-label="Limit for every position"]', 'd6');
  await page.click('[data-do=review]');
  await page.waitForSelector('[data-review]');
  const worst = page.locator('.turning li').first();
  assert.equal(await worst.getAttribute('data-slip'), 'blunder');
  assert.match(await worst.textContent(), /6\. 6.*Better: 4/);
  const accuracy = async (player) =>
    parseFloat(await page.locator(`[data-player="${player}"] [data-accuracy]`).textContent());
  assert.ok((await accuracy(1)) > (await accuracy(2)), 'the second player has let him win');
  assert.equal(await page.locator('.graph .course').count(), 2);
  // A click on the move shows the position before it, one on the course any other.
  await worst.locator('.move').click();
  await pieces(page, 5);
  assert.match(page.url(), /at=5/);
  const box = await page.locator('.graph').boundingBox();
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await page.waitForFunction(() => /at=[34]/.test(location.hash));
  assert.equal(await page.locator('[data-review]').count(), 1, 'the review stays');
  // On paper there is nothing but the review.
  await page.emulateMedia({ media: 'print' });
  assert.ok(await page.locator('.review-players').isVisible());
  assert.ok(!(await page.locator('.pane').isVisible()));
  const paper = (await page.pdf({ format: 'A4' })).toString('latin1');
  assert.equal(paper.match(/\/Type\s*\/Page\b/g).length, 1, 'it is one sheet');
  await page.emulateMedia({ media: 'screen' });
  // Another line is another game.
  await page.click('[data-do=first]');
  await pieces(page, 0);
  await page.click('.pane polygon[data-cell="d1"]');
  await page.waitForFunction(() => !document.querySelector('[data-review]'));
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test('a review of three players tells how far it is, and can be given up', { timeout: 90_000 }, async () => {
  const page = await running.browser.page();
  await page.goto(`${running.server.url}#/analyse?game=billabong&players=3&moves=i3_j3_k4_i1_j1_k1`);
  await pieces(page, 6);
  await page.selectOption('select[aria-label="Limit for every position"]', '3s');
  await page.click('[data-do=review]');
  await page.waitForFunction(() => /of 6 moves looked at/.test(document.querySelector('.review-card').textContent));
  // It is drawn in the frame after it is told.
  await page.waitForSelector('.review-card .graph .course', { state: 'attached' });
  assert.equal(await page.locator('.review-card .graph .course').count(), 3);
  await page.click('[data-do=review]');
  await page.waitForFunction(() => /Given up/.test(document.querySelector('.review-card').textContent));
  for (let load = null; load?.running !== 0;) load = await (await fetch(`${running.server.url}api/load`)).json();
  await page.selectOption('select[aria-label="Limit for every position"]', '100');
  await page.click('[data-do=review]');
  await page.waitForSelector('[data-review]');
  assert.equal(await page.locator('.review-players tbody tr').count(), 3);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

/** A review that ended after somebody had gone to another game was shown for that. */
test('a review is about its own line: another game gives it up, another line only hides it', async () => {
  const page = await running.browser.page();
  await page.goto(`${running.server.url}#/analyse?game=connect4&moves=1_7_2_7_3_6_4`);
  await pieces(page, 7);
  await page.selectOption('select[aria-label="Who reviews"]', 'pvs:best');
  await page.selectOption('select[aria-label="Limit for every position"]', '1s');
  await page.click('[data-do=review]');
  await page.waitForFunction(() => /of 7 moves looked at/.test(document.querySelector('.review-card').textContent));
  await page.evaluate(() => {
    location.hash = '#/analyse?game=connect4&moves=4_4';
  });
  await pieces(page, 2);
  for (let load = null; load?.running !== 0;) load = await (await fetch(`${running.server.url}api/load`)).json();
  assert.equal(await page.locator('.review-card .graph').count(), 0);
  assert.equal(await page.textContent('[data-do=review]'), 'Review');
  await page.selectOption('select[aria-label="Limit for every position"]', 'd4');
  await page.click('[data-do=review]');
  await page.waitForSelector('[data-review]');
  await page.click('[data-do=back]');
  await pieces(page, 1);
  await page.click('.pane polygon[data-cell="c1"]');
  await page.waitForFunction(() => !document.querySelector('[data-review]'));
  await page.click('[data-do=back]');
  await page.waitForSelector('[data-review]');
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

/** At first a review was gone after a reload, and its graph was for the mouse alone. */
test('a review outlives a reload, and its course answers to the keyboard', { timeout: 90_000 }, async () => {
  const page = await running.browser.page();
  await page.goto(`${running.server.url}#/analyse?game=connect4&moves=1_7_2_7_3_6_4`);
  await pieces(page, 7);
  await page.selectOption('select[aria-label="Who reviews"]', 'pvs:best');
  await page.selectOption('select[aria-label="Limit for every position"]', 'd4');
  await page.click('[data-do=review]');
  await page.waitForSelector('[data-review]');
  const sheet = await page.locator('[data-review]').textContent();
  let reviews = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/api/review')) reviews += 1;
  });
  await page.reload();
  await page.waitForSelector('[data-review]');
  assert.equal(await page.locator('[data-review]').textContent(), sheet);
  assert.equal(reviews, 0, 'nobody has looked again');
  const graph = page.locator('.graph[role=slider]');
  await graph.focus();
  const at = async (key, count) => {
    await page.keyboard.press(key);
    await pieces(page, count);
    assert.equal(await graph.getAttribute('aria-valuenow'), String(count));
    assert.ok(await graph.evaluate((it) => it === document.activeElement), 'whoever came by keyboard stays');
    return graph.getAttribute('aria-valuetext');
  };
  await at('ArrowLeft', 6);
  assert.match(await at('ArrowLeft', 5), /^after 5 of 7 moves, .*1.* \d+.* %, .*2.* \d+.* %$/);
  assert.match(await at('ArrowRight', 6), /^after 6 of 7 moves, blunder, /);
  await at('Home', 0);
  await at('ArrowLeft', 0);
  await at('End', 7);
  // A move that was found wanting is a button, and stays one.
  const worst = page.locator('.turning li .move').first();
  await worst.focus();
  await page.keyboard.press('Enter');
  await pieces(page, 5);
  assert.ok(await worst.evaluate((it) => it === document.activeElement));
  assert.deepEqual(page.problems, []);
  await page.context().close();
});
