// Everybody's chance as a bar.

import { chip } from '../chip.js';
import { h } from '../dom.js';
import { colour } from '../games.js';
import { chanceText } from '../model/chance.js';
import { t } from '../model/text.js';

export function chanceBars(game, chances) {
  const middle = 100 / chances.length;
  return chances.map((chance, i) =>
    h(
      'div.bar',
      { title: t('engine.bar', { player: i + 1, value: chanceText(chance) }) },
      chip(game, i + 1),
      h(
        'div.track',
        {
          role: 'meter',
          'aria-label': t('player.column', { player: i + 1 }),
          'aria-valuemin': 0,
          'aria-valuemax': 1,
          'aria-valuenow': chance.toFixed(2),
          'aria-valuetext': chanceText(chance),
          style: `--middle:${middle}%`,
        },
        h('div.fill', { style: `width:${(chance * 100).toFixed(1)}%;background:${colour(game, i + 1).fill}` }),
      ),
      h('span.number', {}, chanceText(chance)),
    ),
  );
}
