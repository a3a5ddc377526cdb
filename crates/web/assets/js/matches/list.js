// All stored matches, and the form of a new one.

import { get } from '../api.js';
import { fill, h } from '../dom.js';
import { title } from '../games.js';
import { seatWords } from '../model/seat.js';
import { number, t } from '../model/text.js';
import { link, table } from './common.js';
import { newMatch } from './new.js';

export async function listPage(root, signal) {
  const [{ matches, running }, form] = await Promise.all([get('matches', { signal }), newMatch(signal)]);
  signal.throwIfAborted();
  const row = (match) =>
    h(
      'tr',
      { 'data-match': match.name },
      h(
        'th',
        { scope: 'row' },
        h('a', { href: link(match.name) }, match.name),
        match.running ? h('span.badge-live', {}, t('match.running')) : null,
      ),
      match.error
        ? h('td.error', { colspan: 3 }, match.error)
        : [
            h('td', {}, title(match.game)),
            h('td.spec', {}, match.entrants.map(seatWords).join(' · ')),
            h('td.number', {}, match.target ? t('match.of', match) : number(match.games)),
          ],
    );
  fill(
    root,
    h('div.head', {}, h('h1', {}, t('page.matches'))),
    running ? h('p', {}, h('a', { href: link(running) }, t('match.playing', { name: running }))) : null,
    h(
      'section.card',
      { 'aria-label': t('match.stored') },
      h('h2', {}, t('match.stored')),
      matches.length
        ? table([t('match.name'), t('match.game'), t('match.algorithms'), `#${t('match.games')}`], matches.map(row))
        : h('p.quiet', {}, t('match.none')),
    ),
    form,
  );
}
