// The games of a match as files, made by the server when they are asked for.

import { h } from '../dom.js';
import { t } from '../model/text.js';
import { path } from './common.js';

const files = () => [
  ['games.csv', t('match.gamesTable')],
  ['moves.csv', t('match.movesTable')],
  ['standings.json', t('match.standingsFile')],
  ['records.tar.gz', t('match.recordsFile')],
];

/** Links to all of them. */
export const exportLinks = (name) =>
  h(
    'section.card',
    { 'aria-label': t('match.export') },
    h('h2', {}, t('match.export')),
    h(
      'div.row',
      {},
      files().map(([file, words]) =>
        h(
          'a.button',
          { href: `/api/${path(name, 'export', file)}`, download: `${name}-${file}`, 'data-file': file },
          words,
        ),
      ),
    ),
  );
