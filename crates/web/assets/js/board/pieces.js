// Pieces as shapes of one unit around the origin. Colour tells the owner; so does a number or
// letter, for people who do not see the difference.

import { s } from '../dom.js';
import { colour, glyphOf, look } from '../games.js';

// Drawn on a grid of 45: own shapes, filled in the player's colour.
const CHESS = {
  P:
    'M22.5 9.5a5.3 5.3 0 0 0-3.6 9.2c-3 1.7-4.6 4.5-4.9 8.3-2.9 2.2-4.9 5.4-5 9.5h27c-.1-4.1-2.1-7.3-5-9.' +
    '5-.3-3.8-1.9-6.6-4.9-8.3a5.3 5.3 0 0 0-3.6-9.2z',
  R: 'M10 37.5h25v-3.6l-3-3.4v-12.5l3-3.5v-6.5h-5v3.3h-4.5v-3.3h-6v3.3h-4.5v-3.3h-5v6.5l3 3.5v12.5l-3 3.4z',
  N:
    'M13 37.5h22c.6-13.5-1.6-24-12.5-26.5l-1.5-4-3.2 4.5c-4.3 2.8-5.6 7.2-7.8 11.5-1 2-1 4 .8 5.2 1.7 1.1' +
    ' 3.2.3 4.4-.9 2-1.9 4.3-2.3 6.8-2.6-1.7 5-8.3 6.6-9 12.8z',
  B:
    'M22.5 5.5a2.7 2.7 0 0 0-1.9 4.6c-4.7 3.3-7.6 7.5-7.6 12.4 0 3 1.3 5.3 3.2 7l-1.2 3.2c-1.8.9-4.6 1.3-' +
    '6 3v1.8h27v-1.8c-1.4-1.7-4.2-2.1-6-3l-1.2-3.2c1.9-1.7 3.2-4 3.2-7 0-4.9-2.9-9.1-7.6-12.4a2.7 2.7 0 0' +
    ' 0-1.9-4.6z',
  Q:
    'M11.5 37.5h22l.8-6.5 5-15.5a2.3 2.3 0 1 0-2.6-.7l-6.4 6.7-3.8-11.3a2.4 2.4 0 1 0-8 0l-3.8 11.3-6.4-6' +
    '.7a2.3 2.3 0 1 0-2.6.7l5 15.5z',
  K:
    'M20.8 4.5v3h-3v3.4h3v3c-1.6 1-2.5 2.5-2.6 4.3-5.5-2.7-11-.5-11.1 5 0 4 2.6 6.5 4.6 8.3l.3 6h21l.3-6c' +
    '2-1.8 4.6-4.3 4.6-8.3-.1-5.5-5.6-7.7-11.1-5-.1-1.8-1-3.3-2.6-4.3v-3h3v-3.4h-3v-3z',
};
const HEADINGS = { '^': 0, '>': 90, v: 180, '<': 270 };

/** The shape of a piece. `turn` is how far the board is turned, in degrees. */
export function pieceShape(game, owner, glyph, turn = 0) {
  const own = glyphOf(game, glyph)?.colour;
  const { pieces } = look(game);
  // What nobody plays is grey; a tile shows whose it was.
  const { fill, ink } = own && (owner || pieces === 'tile') ? own : colour(game, owner);
  if (pieces === 'tile') return tile(fill, ink, glyph);
  if (owner === 0 && !own) return tileSign(glyphOf(game, glyph)?.sign || glyph);
  if (pieces === 'chess') return chess(owner, glyph, fill, ink, turn);
  const group = s(
    'g',
    { class: 'disc' },
    s('circle', { r: 0.4, fill, class: 'rim' }),
    s('circle', { r: 0.3, class: 'sheen' }),
  );
  const isRinged = pieces === 'ringed' && glyph === glyph.toUpperCase();
  if (isRinged) group.append(s('circle', { r: 0.33, fill: 'none', stroke: ink, 'stroke-width': 0.045 }));
  const sign = glyphOf(game, glyph)?.sign || (pieces === 'ringed' ? glyph.toUpperCase() : glyph);
  group.append(s('text', { class: 'glyph', y: 0.105, 'font-size': 0.3, fill: ink }, sign));
  return group;
}

function chess(owner, glyph, fill, ink, turn) {
  const kind = glyph in HEADINGS ? 'P' : glyph;
  const group = s('g', { class: 'chess' });
  group.append(
    s('path', { d: CHESS[kind] ?? CHESS.P, fill, class: 'figure', transform: 'scale(.0212) translate(-22.5 -22.5)' }),
  );
  if (kind === 'N') group.append(s('circle', { cx: -0.05, cy: -0.13, r: 0.03, fill: ink }));
  if (glyph in HEADINGS) {
    const transform = `translate(0 .16) rotate(${HEADINGS[glyph] + turn})`;
    group.append(s('path', { d: 'M-.1 .04L0 -.08L.1 .04', class: 'heading', stroke: ink, transform }));
  }
  group.append(
    s(
      'g',
      { class: 'badge', transform: 'translate(.34 .34)' },
      s('circle', { r: 0.13, fill }),
      s('text', { y: 0.06, 'font-size': 0.19, fill: ink }, String(owner)),
    ),
  );
  return group;
}

/** A square that fills its cell. */
function tile(fill, ink, glyph) {
  return s(
    'g',
    { class: 'tile' },
    s('rect', { x: -0.47, y: -0.47, width: 0.94, height: 0.94, rx: 0.06, fill, class: 'rim' }),
    s('text', { class: 'glyph', y: 0.11, 'font-size': 0.3, fill: ink }, glyph),
  );
}

function tileSign(sign) {
  return s(
    'g',
    { class: 'sign' },
    s('rect', { x: -0.3, y: -0.3, width: 0.6, height: 0.6, rx: 0.12 }),
    s('text', { y: 0.14, 'font-size': 0.4 }, sign),
  );
}
