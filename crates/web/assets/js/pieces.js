// Pieces as shapes of one unit around the origin. Colour tells the owner; so does a number or
// letter, for people who do not see the difference.

import { s } from './dom.js';
import { colour, glyphOf, look } from './games.js';

// Drawn on a grid of 45: own shapes, filled in the player's colour.
const CHESS = {
  P:
    'M22.5 9.5a5.3 5.3 0 0 0-3.6 9.2c-3 1.7-4.6 4.5-4.9 8.3-2.9 2.2-4.9 5.4-5 9.5h27c-.1-4.100-2.100-7.300-5-9.500-.3-3.800' +
    '-1.900-6.600-4.900-8.300a5.300 5.300 0 0 0-3.600-9.200z',
  R:
    'M10 37.500h25v-3.600l-3-3.400v-12.500l3-3.500v-6.500h-5v3.300h-4.500v-3.300h-6v3.300h-4.500v-3.300h-5v6.500l3 3.500v12' +
    '.500l-3 3.400z',
  N:
    'M13 37.500h22c.6-13.500-1.600-24-12.500-26.500l-1.500-4-3.200 4.500c-4.300 2.800-5.600 7.200-7.800 11.500-1 2-1 4 .8 5' +
    '.200 1.700 1.100 3.200.3 4.400-.9 2-1.900 4.300-2.300 6.800-2.600-1.700 5-8.300 6.600-9 12.800z',
  B:
    'M22.500 5.500a2.700 2.700 0 0 0-1.900 4.600c-4.700 3.300-7.600 7.500-7.600 12.400 0 3 1.300 5.300 3.200 7l-1.200 3.200' +
    'c-1.800.9-4.600 1.300-6 3v1.800h27v-1.800c-1.400-1.700-4.200-2.100-6-3l-1.200-3.200c1.900-1.700 3.200-4 3.200-7 0-4.90' +
    '0-2.900-9.100-7.600-12.400a2.700 2.700 0 0 0-1.900-4.600z',
  Q:
    'M11.500 37.500h22l.8-6.500 5-15.500a2.300 2.300 0 1 0-2.600-.700l-6.400 6.700-3.800-11.300a2.400 2.400 0 1 0-8 0l-3.80' +
    '0 11.300-6.400-6.700a2.300 2.300 0 1 0-2.600.700l5 15.500z',
  K:
    'M20.800 4.500v3h-3v3.400h3v3c-1.600 1-2.500 2.500-2.600 4.300-5.500-2.700-11-.5-11.100 5 0 4 2.600 6.500 4.600 8.300l.' +
    '3 6h21l.3-6c2-1.800 4.600-4.300 4.600-8.300-.1-5.500-5.600-7.700-11.100-5-.1-1.800-1-3.300-2.600-4.300v-3h3v-3.400h-3v' +
    '-3z',
};
const HEADINGS = { '^': 0, '>': 90, v: 180, '<': 270 };

/** The shape of a piece. `turn` is how far the board is turned, in degrees. */
export function pieceShape(game, owner, glyph, turn = 0) {
  const { fill, ink } = colour(game, owner);
  const { pieces } = look(game);
  if (owner === 0) return tileSign(glyphOf(game, glyph)?.sign || glyph);
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

function tileSign(sign) {
  return s(
    'g',
    { class: 'sign' },
    s('rect', { x: -0.3, y: -0.3, width: 0.6, height: 0.6, rx: 0.12 }),
    s('text', { y: 0.14, 'font-size': 0.4 }, sign),
  );
}
