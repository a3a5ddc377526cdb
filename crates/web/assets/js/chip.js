// Players as the page shows them: a coloured disc, and how they ended.

import { h } from './dom.js';
import { colour, playerName } from './games.js';
import { capital, t } from './model/text.js';

/** A small coloured disc with the player's number. */
export function chip(game, player) {
  const { fill: background, ink } = colour(game, player);
  const style = `background:${background};color:${ink}`;
  return h('span.chip', { style, 'aria-label': playerName(game, player) }, String(player));
}

/** How a finished game ended, in words: who has won, and why it is over. */
export function resultText(view) {
  const { outcome } = view;
  if (!outcome) return '';
  const firsts = outcome.ranks.flatMap((rank, i) => (rank === 1 ? [i + 1] : []));
  const result = capital(winners(view, firsts));
  return outcome.reason ? t('result.reason', { result, reason: capital(outcome.reason) }) : result;
}

function winners(view, firsts) {
  if (firsts.length === view.players) return t('result.drawn');
  const players = firsts.map((player) => playerName(view.game, player)).join(t('player.and'));
  return t(firsts.length === 1 ? 'result.won' : 'result.shared', { players });
}
