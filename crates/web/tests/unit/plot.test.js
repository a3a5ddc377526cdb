// How the entrants of a match are told apart.

import { test } from 'node:test';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { lineClass } from '../../assets/js/plot.js';

/** At first the ninth had the colour of the first. */
test('as many as can play have colours of their own', () => {
  const css = readFileSync(new URL('../../assets/css/matches.css', import.meta.url), 'utf8');
  const server = readFileSync(new URL('../../src/matches/plan.rs', import.meta.url), 'utf8');
  const most = Number(/MOST_ENTRANTS: usize = (\d+)/.exec(server)[1]);
  const colours = Array.from({ length: most }, (_, i) => {
    const rule = new RegExp(`\\.${lineClass(i)} \\{\\s*--line-colour: ([^;]+);`).exec(css);
    assert.ok(rule, `${lineClass(i)} has a colour`);
    return rule[1];
  });
  assert.equal(new Set(colours).size, most);
});
