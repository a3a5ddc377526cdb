// An expected line as buttons: to look at by pointing, to play by clicking.

import { h } from '../dom.js';
import { colour } from '../games.js';
import { t } from '../model/text.js';

/** How many plies of a line can be played: until the search skips a player. */
export function playable(line, view) {
  const alive = view.alive.flatMap((isAlive, i) => (isAlive ? [i + 1] : []));
  let expected = view.to_move;
  let count = 0;
  for (const { player } of line) {
    if (player !== expected) break;
    count += 1;
    expected = alive[(alive.indexOf(expected) + 1) % alive.length];
  }
  return count;
}

/** `events`: {onpreview(line), onplay(moves)}. */
export function lineButtons(line, view, { onpreview, onplay }) {
  const count = playable(line, view);
  return line.map((ply, i) => {
    const upTo = line.slice(0, i + 1);
    return h(
      'button',
      {
        type: 'button',
        class: `move${i < count ? '' : ' skipping'}`,
        title: t(i < count ? 'engine.look' : 'engine.lookOnly'),
        onmouseenter: () => onpreview(upTo),
        onmouseleave: () => onpreview([]),
        onfocus: () => onpreview(upTo),
        onblur: () => onpreview([]),
        onclick: () => {
          if (i < count) onplay(upTo.map(({ move }) => move));
        },
      },
      h('span.dot', { style: `background:${colour(view.game, ply.player).fill}` }),
      ply.move,
    );
  });
}
