// Matches: start, watch, stop, resume, browse to the board.

import { after, test } from 'node:test';
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stage } from './harness.mjs';

const directory = mkdtempSync(join(tmpdir(), 'melee-'));
const running = stage('--matches', join(directory, 'stores'));
after(() => rmSync(directory, { recursive: true, force: true }));

test('a match from its start to one of its games on the board', { timeout: 120_000 }, async () => {
  // A short match may be over before the page listens: that is answered with 409, and the page shows how it ended.
  const page = await running.browser.page({ expected: [/status of 409/] });
  await page.goto(`${running.server.url}#/matches`);
  await page.waitForSelector('[data-do=start]');
  assert.ok(!existsSync(join(directory, 'stores')), 'nothing is made before the first match');
  await page.fill('[name=name]', 'small');
  await page.fill('[name=games]', '4');
  await page.click('[data-do=start]');
  await page.waitForURL(/#\/matches\/small$/);
  await page.waitForSelector('[data-do=resume]', { timeout: 90_000 });
  await page.waitForSelector('[data-game-number="3"]');
  assert.equal(await page.locator('[data-algorithm]').count(), 2);
  assert.equal(await page.locator('.plot polyline').count(), 2);
  assert.match(await page.getAttribute('.plot', 'aria-label'), /Shares after 4 games/);
  await page.click('[data-do=resume]');
  await page.waitForSelector('[data-game-number="5"]', { timeout: 90_000 });
  await page.click('[data-game-number="3"]');
  await page.waitForSelector('.pane .cells polygon');
  assert.match(await page.textContent('.status'), /won|drawn/);
  await page.click('[data-do=back]');
  await page.waitForFunction(() => /to move/.test(document.querySelector('.status').textContent));
  await page.click('[data-do=analyse]');
  await page.waitForSelector('.tree-form');
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test('a long match is watched, refuses another, stops, and survives a reload', { timeout: 120_000 }, async () => {
  const page = await running.browser.page({ expected: [/status of 409/] });
  await page.goto(`${running.server.url}#/matches`);
  await page.waitForSelector('[data-do=start]');
  await page.selectOption('[name=game]', 'chess4');
  await page.waitForFunction(
    () =>
      document.querySelector('[name=game]').value === 'chess4' && document.querySelectorAll('.entrant').length === 2,
  );
  await page.fill('[name=name]', 'long');
  await page.fill('[name=games]', '1000');
  await page.click('[data-do=start]');
  await page.waitForSelector('figure[data-live] .cells polygon', { timeout: 60_000 });
  const ply = () =>
    page.$eval('figure[data-live] figcaption', (caption) => Number(/ply (\d+)/.exec(caption.textContent)[1]));
  const before = await ply();
  await page.waitForFunction(
    (old) =>
      Number(
        /ply (\d+)/.exec(document.querySelector('figure[data-live] figcaption')?.textContent ?? '')?.[1] ?? old,
      ) !== old,
    before,
  );
  const other = await running.browser.page({ expected: [/status of 409/] });
  await other.goto(`${running.server.url}#/matches`);
  await other.waitForSelector('[data-do=start]');
  await other.fill('[name=name]', 'second');
  await other.click('[data-do=start]');
  await other.waitForFunction(() =>
    /match 'long' is running/.test(document.querySelector('.match-form [role=alert]').textContent),
  );
  await other.context().close();
  await page.reload();
  await page.waitForSelector('figure[data-live] .cells polygon', { timeout: 60_000 });
  await page.click('[data-do=stop]');
  await page.waitForSelector('[data-do=resume]', { timeout: 60_000 });
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test('a name that is none is refused by the page', { timeout: 60_000 }, async () => {
  const page = await running.browser.page();
  await page.goto(`${running.server.url}#/matches`);
  await page.waitForSelector('[data-do=start]');
  await page.fill('[name=name]', '../outside');
  await page.click('[data-do=start]');
  assert.equal(await page.$eval('[name=name]', (field) => field.validity.valid), false);
  assert.match(page.url(), /#\/matches$/);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});
