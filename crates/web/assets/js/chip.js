// Players as the page shows them: a coloured disc, and how they ended.

import { h } from './dom.js';
import { colour, playerName } from './games.js';

/** A small coloured disc with the player's number. */
export function chip(game, player) {
  const { fill: background, ink } = colour(game, player);
  const style = `background:${background};color:${ink}`;
  return h('span.chip', { style, 'aria-label': playerName(game, player) }, String(player));
}

/** How a finished game ended, in words. */
export function resultText(view) {
  const { outcome } = view;
  if (!outcome) return '';
  const firsts = outcome.ranks.flatMap((rank, i) => (rank === 1 ? [i + 1] : []));
  if (firsts.length === view.players) return 'The game is drawn.';
  const names = firsts.map((player) => playerName(view.game, player)).join(' and ');
  return `${names[0].toUpperCase()}${names.slice(1)} ${firsts.length === 1 ? 'has won' : 'share the first place'}.`;
}
