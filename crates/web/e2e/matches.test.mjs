// Matches: start, watch, stop, resume, browse to the board.

import { after, test } from 'node:test';
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GONE, stage, startServer } from './harness.mjs';

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
  // It has ended, and the next one may begin.
  await page.waitForSelector('[data-do=resume]');
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
  // The form is drawn anew, with another name: what is typed before that is lost.
  await page.waitForFunction(() => document.querySelector('[name=name]').value.startsWith('chess4'));
  await page.fill('[name=name]', 'long');
  await page.fill('[name=games]', '1000');
  await page.click('[data-do=start]');
  await page.waitForSelector('figure[data-live] .cells polygon', { timeout: 60_000 });
  // A board goes when its game has ended.
  const ply = await page.waitForFunction(
    () => /ply (\d+)/.exec(document.querySelector('figure[data-live] figcaption')?.textContent ?? '')?.[1],
  );
  const before = Number(await ply.jsonValue());
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
  await other.waitForFunction(() => document.querySelector('.match-form [role=alert]').textContent);
  assert.match(await other.textContent('.match-form [role=alert]'), /match 'long' is running/);
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

test('three with limits of their own on two seats, head to head and as files', { timeout: 120_000 }, async () => {
  const page = await running.browser.page({ expected: [/status of 409/] });
  await page.goto(`${running.server.url}#/matches`);
  await page.waitForSelector('[data-do=start]');
  await page.click('[data-do=add]');
  await page.waitForFunction(() => document.querySelectorAll('.entrant').length === 3);
  const limit = page.locator('.entrant').nth(2).locator('select').last();
  const other = await limit.evaluate((select) => [...select.options].find((option) => !option.selected).value);
  await limit.selectOption(other);
  await page.fill('[name=name]', 'three');
  await page.fill('[name=games]', '6');
  await page.click('[data-do=start]');
  await page.waitForSelector('[data-do=resume]', { timeout: 90_000 });
  await page.waitForFunction(() => document.querySelectorAll('[data-algorithm]').length === 3);
  assert.equal(await page.locator('[data-meets]').count(), 3);
  const cells = await page.locator('[data-meets="0"] td').allTextContents();
  assert.equal(cells.filter((text) => /%/.test(text)).length, 2);
  const [file] = await Promise.all([page.waitForEvent('download'), page.click('[data-file="games.csv"]')]);
  assert.equal(file.suggestedFilename(), 'three-games.csv');
  assert.equal(
    readFileSync(await file.path(), 'utf8')
      .trim()
      .split('\n').length,
    7,
  );
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test('a match goes on by itself when its server has been killed and started anew', { timeout: 120_000 }, async () => {
  const stores = join(directory, 'killed');
  const first = await startServer('--matches', stores);
  const { port } = new URL(first.url);
  const lost = [/status of 409/, GONE];
  const page = await running.browser.page({ expected: lost });
  await page.goto(`${first.url}#/matches`);
  await page.waitForSelector('[data-do=start]');
  await page.fill('[name=name]', 'killed');
  await page.fill('[name=games]', '100000');
  await page.click('[data-do=start]');
  const stop = await page.waitForSelector('[data-do=stop]');
  await page.waitForSelector('[data-game-number="1"]', { timeout: 60_000 });
  assert.ok(await stop.evaluate((button) => button.isConnected), 'games that end leave it under a finger');
  const played = () => page.$eval('[role=progressbar]', (bar) => Number(bar.getAttribute('aria-valuenow')));
  const before = await played();
  await first.kill();
  await page.waitForSelector('[data-lost]');
  const second = await startServer('--matches', stores, '--port', port);
  await page.waitForFunction(
    (old) => Number(document.querySelector('[role=progressbar]')?.getAttribute('aria-valuenow') ?? 0) > old,
    before,
    { timeout: 60_000 },
  );
  assert.ok(existsSync(join(stores, 'killed.db')));
  await page.click('[data-do=stop]');
  await page.waitForSelector('[data-do=resume]', { timeout: 60_000 });
  await second.end();
  assert.deepEqual(page.problems, []);
  await page.context().close();
});
