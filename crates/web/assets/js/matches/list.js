// All stored matches, and the form of a new one.

import { get } from '../api.js';
import { fill, h } from '../dom.js';
import { title } from '../games.js';
import { seatWords } from '../model/seat.js';
import { link, table } from './common.js';
import { newMatch } from './new.js';

export async function listPage(root) {
  const { matches, running } = await get('matches');
  const row = (match) =>
    h(
      'tr',
      { 'data-match': match.name },
      h(
        'th',
        { scope: 'row' },
        h('a', { href: link(match.name) }, match.name),
        match.running ? h('span.badge-live', {}, 'running') : null,
      ),
      match.error
        ? h('td.error', { colspan: 3 }, match.error)
        : [
            h('td', {}, title(match.game)),
            h('td.spec', {}, match.entrants.map(seatWords).join(' · ')),
            h('td.number', {}, match.games.toLocaleString('en')),
          ],
    );
  fill(
    root,
    h('div.head', {}, h('h1', {}, 'Matches')),
    running ? h('p', {}, 'Match ', h('a', { href: link(running) }, running), ' is being played.') : null,
    h(
      'section.card',
      { 'aria-label': 'Stored matches' },
      h('h2', {}, 'Stored matches'),
      matches.length
        ? table(['Name', 'Game', 'Algorithms', '#Games'], matches.map(row))
        : h(
            'p.quiet',
            {},
            'None yet. Games are kept as soon as they end, so a match can be stopped and resumed at any time.',
          ),
    ),
    await newMatch(),
  );
  return {};
}
