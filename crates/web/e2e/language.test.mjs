// The page in the language of its reader.

import { test } from 'node:test';
import assert from 'node:assert/strict';
import { clickCell, stage } from './harness.mjs';

const running = stage();

test('the language is the browser’s, a menu changes it, and the game goes on', { timeout: 60_000 }, async () => {
  const page = await running.browser.page({ locale: 'de-CH' });
  await page.goto(running.server.url);
  await page.waitForSelector('text=Was wollen wir spielen?');
  assert.equal(await page.getAttribute('html', 'lang'), 'de');
  assert.equal(await page.textContent('#nav a >> nth=0'), 'Spielen');
  assert.equal(await page.getAttribute('#help', 'aria-label'), 'Tastatur und Hilfe');
  await page.goto(`${running.server.url}#/play?game=connect4&seats=human|human`);
  await page.waitForSelector('.pane polygon');
  await clickCell(page, 'd1');
  await page.waitForFunction(() => location.hash.includes('moves=4'));
  assert.match(await page.textContent('.status'), /^Dein Zug, gelb/);
  assert.equal(await page.textContent('.ask'), 'Wähle eine Spalte für deinen Stein.');
  assert.equal(await page.textContent('h1'), 'Vier gewinnt');
  await page.click('#help');
  await page.selectOption('[data-pref=language]', 'en');
  await page.waitForFunction(() => /^Your move/.test(document.querySelector('.status')?.textContent ?? ''));
  assert.equal(await page.getAttribute('html', 'lang'), 'en');
  assert.equal(await page.locator('.pane .piece').count(), 1, 'the move is still there');
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test('rules, what they forbid and what is offered are German, too', { timeout: 60_000 }, async () => {
  const page = await running.browser.page({ locale: 'de' });
  await page.goto(`${running.server.url}#/play?game=chess4&seats=human|human|human|human`);
  await page.waitForSelector('.pane polygon');
  await page.click('.rules-card summary');
  await page.waitForFunction(() => /Bauern/.test(document.querySelector('.rules').textContent));
  assert.equal(await page.getAttribute('.rules', 'lang'), 'de');
  await clickCell(page, 'd1');
  await page.waitForFunction(() => /stehen eigene Figuren/.test(document.querySelector('.rule')?.textContent ?? ''));
  await page.goto(`${running.server.url}#/learn/game/connect4`);
  await page.waitForFunction(() => /Spalte/.test(document.querySelector('.rules')?.textContent ?? ''));
  await page.goto(`${running.server.url}#/play`);
  await page.click('[data-do=new]');
  await page.waitForSelector('dialog label:has-text("Größe") option:has-text("das übliche Brett")', {
    state: 'attached',
  });
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test('lessons about algorithms are German, and say so to screen readers', { timeout: 60_000 }, async () => {
  const page = await running.browser.page({ locale: 'de' });
  await page.goto(`${running.server.url}#/learn`);
  await page.waitForSelector('[data-learn="brs+"] >> text=Ein Gegner sucht');
  assert.equal(await page.getAttribute('[data-learn="brs+"]', 'lang'), 'de');
  await page.goto(`${running.server.url}#/learn/algorithm/mcts`);
  await page.waitForSelector('h1:has-text("Monte-Carlo-Baumsuche")');
  assert.equal(await page.getAttribute('.lesson .prose', 'lang'), 'de');
  await page.waitForSelector('text=Der Baum am Ende, die meistbesuchten Knoten zuerst');
  assert.equal(await page.getAttribute('table.options', 'lang'), 'en', 'options are told by the program');
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test('what the server refuses is German, too', { timeout: 60_000 }, async () => {
  const page = await running.browser.page({ locale: 'de', expected: [/status of 4\d\d/] });
  await page.goto(`${running.server.url}#/matches/nirgends`);
  await page.waitForSelector('.error:has-text("es gibt keinen Wettkampf „nirgends“")');
  await page.goto(`${running.server.url}#/play?game=chess4&moves=h2h7`);
  await page.waitForSelector('.error:has-text("der Zug „h2h7“ ist für Spieler 1 nicht erlaubt")');
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test('every page is there in German', { timeout: 60_000 }, async () => {
  const page = await running.browser.page({ locale: 'de' });
  const pages = { analyse: 'Analyse', matches: 'Wettkämpfe', learn: 'Lernen' };
  for (const [path, heading] of Object.entries(pages)) {
    await page.goto(`${running.server.url}#/${path}`);
    await page.waitForFunction((text) => document.querySelector('h1')?.textContent.startsWith(text), heading);
  }
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test('on a phone all pages are in sight, and the longest choice fits into its form', { timeout: 60_000 }, async () => {
  for (const locale of ['en', 'de']) {
    const page = await running.browser.page({ locale, width: 360, height: 740, hasTouch: true, isMobile: true });
    await page.goto(running.server.url);
    await page.waitForSelector('.game-card');
    const hidden = await page.$eval('#nav', (nav) => nav.scrollWidth - nav.clientWidth);
    assert.ok(hidden <= 0, `${hidden} px of the menu are hidden, ${locale}`);
    await page.click('[data-do=new]');
    await page.selectOption('dialog select >> nth=0', 'reversixt');
    await page.waitForSelector('dialog option[value=specials]', { state: 'attached' });
    const wide = await page.$eval('dialog', (form) => {
      const { right } = form.getBoundingClientRect();
      return Math.max(...[...form.querySelectorAll('select')].map((one) => one.getBoundingClientRect().right - right));
    });
    assert.ok(wide < 0, `a choice is ${wide} px wider than the form, ${locale}`);
    assert.deepEqual(page.problems, []);
    await page.context().close();
  }
});

test('a language that cannot be loaded leaves the page in English', { timeout: 60_000 }, async () => {
  const page = await running.browser.page({ locale: 'de', expected: [/Failed to load resource/] });
  await page.route('**/js/texts/de.js', (route) => route.abort());
  await page.goto(running.server.url);
  await page.waitForSelector('text=What shall we play?');
  assert.equal(await page.getAttribute('html', 'lang'), 'en');
  await page.keyboard.press('?');
  await page.keyboard.press('?');
  await page.waitForSelector('[data-pref=language] option[value=en]', { state: 'attached' });
  assert.equal(await page.locator('[data-pref=language] option').count(), 2);
  assert.equal(await page.locator('dialog').count(), 1, 'once is enough');
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test('an address that is no page leads to the first', { timeout: 60_000 }, async () => {
  const page = await running.browser.page();
  await page.goto(`${running.server.url}#/constructor`);
  await page.waitForSelector('.game-card');
  assert.deepEqual(page.problems, []);
  await page.context().close();
});
