// The rules of a game at its table: in short, with the very signs that the board draws.

import { pieceShape } from '../board/pieces.js';
import { fill, h, s } from '../dom.js';
import { about, seatText } from '../games.js';
import { lessonOf } from '../lessons.js';
import { markdown } from '../markdown.js';
import { capital, t } from '../model/text.js';

const sign = (game, owner, glyph) =>
  s('svg.rule-sign', { viewBox: '-0.5 -0.5 1 1', 'aria-hidden': 'true' }, pieceShape(game, owner, glyph));

/** The pieces on the board by what they are, each once, with their owners' names where that tells them apart. */
function legend(view) {
  const { glyphs, piece } = about(view.game).look;
  const seen = new Map();
  for (const [, owner, glyph] of view.pieces) seen.set(`${owner} ${glyph}`, [owner, glyph]);
  const kinds = new Map();
  for (const [owner, glyph] of [...seen.values()].sort(([one], [other]) => one - other)) {
    const known = glyphs.find(({ letter }) => letter === glyph);
    const isNamed = known && (!known.colour || !owner);
    const words = isNamed ? known.name : t('piece.of', { piece, seat: seatText(view.game, owner) });
    if (!kinds.has(words)) kinds.set(words, [owner, glyph]);
  }
  const item = ([words, [owner, glyph]]) => h('li', {}, sign(view.game, owner, glyph), ` ${capital(words)}`);
  return kinds.size ? h('ul.rule-signs', {}, [...kinds].map(item)) : null;
}

/** A card that opens on demand, and then tells of the game and the board that are shown. */
export function rulesCard(session) {
  const signs = h('div');
  const text = h('div.prose.rules', {
    // It scrolls, also by keys.
    tabindex: '0',
    role: 'group',
    'aria-label': t('rules.title'),
  });
  const more = h('a', {}, t('rules.more'));
  const card = h('details.card.rules-card', {}, h('summary', {}, t('rules.title')), signs, text, h('p', {}, more));
  let told = null;
  const show = async () => {
    const { view } = session;
    if (!card.open || !view) return;
    fill(signs, legend(view));
    const { game } = view;
    if (told === game) return;
    told = game;
    more.setAttribute('href', `#/learn/game/${encodeURIComponent(game)}`);
    fill(text);
    const lesson = await lessonOf(game).catch(() => null);
    if (told !== game) return;
    // Asked again when the card is opened the next time.
    if (!lesson) told = null;
    const { rules, language } = lesson ?? { rules: '', language: '' };
    text.lang = language;
    fill(text, markdown(rules));
  };
  card.addEventListener('toggle', show);
  session.addEventListener('change', show);
  return card;
}
