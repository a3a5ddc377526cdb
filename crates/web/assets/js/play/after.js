// When a game is over: the same again, against somebody who suits better, or a look back. It stands below the board,
// where whoever has played looks.

import { h } from '../dom.js';
import { levelText, levels } from '../games.js';
import { gameAddress } from '../model/address.js';
import { fateOf, otherLevel } from '../model/levels.js';
import { t } from '../model/text.js';
import { setPref } from '../prefs.js';

/** The buttons for a game that has ended so; `look` begins the review. */
export function afterGame({ place, seats, clockText }, { outcome }, { look }) {
  const button = (id, label, onclick) => h('button', { type: 'button', 'data-do': id, onclick }, label);
  const go = (next) => {
    location.hash = gameAddress(place, next, clockText);
  };
  const fate = fateOf(seats, outcome.ranks);
  const by = { won: 1, lost: -1 }[fate];
  const other = by ? otherLevel(seats, levels(place.game, seats.length), by) : null;
  const change = () => {
    setPref('level', other.name);
    go(other.seats);
  };
  const words = other && t(by > 0 ? 'after.stronger' : 'after.weaker', { level: levelText(other.name) });
  return [
    button('once-more', t('table.again'), () => go(seats)),
    other ? button('other-level', words, change) : null,
    button('look-back', t('review.title'), look),
  ];
}
