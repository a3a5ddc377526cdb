// The report on the published tables, as files: pages are whole, links lead somewhere, cells have no marks
// that are not for readers, a phone is wide enough.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import assert from 'node:assert/strict';
import { melee, NEEDS_SERVER, startBrowser } from './harness.mjs';

const stored = fileURLToPath(new URL('../../../docs/reproduction', import.meta.url));

test('the report can be read in a browser', { skip: NEEDS_SERVER, timeout: 120_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'melee-report-'));
  const browser = await startBrowser();
  try {
    execFileSync(melee(), ['reproduce', '--out', stored, '--report', join(folder, 'index.html')]);
    const files = readdirSync(folder);
    assert.equal(files.length, 7, 'one for each document, and one that leads to them');
    const page = await browser.page({ width: 390, height: 780 });
    const missing = [];
    page.on('requestfailed', (request) => missing.push(request.url()));
    const seen = new Set();
    const next = [pathToFileURL(join(folder, 'index.html')).href];
    let plots = 0;
    while (next.length > 0) {
      const url = next.pop();
      if (seen.has(url)) continue;
      seen.add(url);
      await page.goto(url);
      const found = await page.evaluate(() => {
        const broken = [...document.images].filter((image) => image.naturalWidth === 0).map((image) => image.src);
        const links = [...document.links].map((link) => link.href);
        const here = location.href.split('#')[0];
        const lost = links
          .filter((link) => link.startsWith(`${here}#`))
          .filter((link) => !document.getElementById(decodeURIComponent(link.split('#')[1])));
        const empty = [...document.querySelectorAll('svg')].filter((svg) => svg.getBoundingClientRect().width < 100);
        const words = document.body.cloneNode(true);
        for (const other of words.querySelectorAll('svg, code')) other.remove();
        const cells = [...words.querySelectorAll('td, p, li, dd')].map((cell) => cell.textContent);
        return {
          broken,
          lost,
          ugly: cells.filter((text) => /\.\.|`|\*\*|\]\(|\+-/.test(text)),
          empty: empty.length,
          plots: document.querySelectorAll('svg').length,
          wide: document.documentElement.scrollWidth - document.documentElement.clientWidth,
          others: links.filter((link) => !link.startsWith(`${here}#`)),
        };
      });
      const { others, plots: here, ...wrong } = found;
      assert.deepEqual(wrong, { broken: [], lost: [], ugly: [], empty: 0, wide: 0 }, url);
      plots += here;
      next.push(...others.map((link) => link.split('#')[0]));
    }
    assert.equal(seen.size, files.length, 'all can be reached');
    assert.ok(plots > 40, `${plots} plots`);
    assert.deepEqual(missing, []);
    assert.deepEqual(page.problems, []);
  } finally {
    await browser.end();
    rmSync(folder, { recursive: true });
  }
});
