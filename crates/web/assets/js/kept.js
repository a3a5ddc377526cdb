// The other analyses that this browser keeps, as a card beside the one that is shown.

import { fill, h } from './dom.js';
import { isKnown, title } from './games.js';
import { t } from './model/text.js';
import { analyses } from './store.js';

/** The card, and `update(id)`, which lists all but the one that is shown. */
export function keptCard() {
  const list = h('ul.kept');
  const card = h('section.card', { 'aria-label': t('kept.title'), hidden: true }, h('h2', {}, t('kept.title')), list);
  const entry = ({ id, place, lines }) => {
    const words = t('kept.entry', { game: title(place.game), moves: lines.length - 1 });
    return h('li', {}, h('a', { href: `#/analyse/${id}`, 'data-kept': id }, words));
  };
  const update = (shown) => {
    const others = analyses().filter(({ id, place }) => id !== shown && isKnown(place.game));
    card.hidden = !others.length;
    fill(list, others.map(entry));
  };
  return { card, update };
}
