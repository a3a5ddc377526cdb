// What the player to move is asked for: what the game says about the position, and where it says nothing, what the
// clicks of its legal moves tell.

import { capital, t } from './text.js';

/** @typedef {{ phase: string, ask: string }} Prompt */

/**
 * @param {Prompt} prompt
 * @param {Pick<import('./gesture.js').Gesture, 'path' | 'moves'>} gesture
 * @param {string} piece what the game calls a piece
 */
export function askText(prompt, gesture, piece) {
  const ask = gesture.path.length ? t('ask.where') : prompt.ask || askOf(gesture.moves, piece);
  const text = prompt.phase && ask ? t('ask.phase', { phase: prompt.phase, ask }) : prompt.phase || ask;
  return text && `${capital(text)}.`;
}

/**
 * @param {import('./gesture.js').LegalMove[]} moves
 * @param {string} piece
 */
function askOf(moves, piece) {
  const paths = moves.flatMap((move) => move.paths);
  if (!moves.length) return '';
  if (!paths.length) return moves.length === 1 ? t('ask.onlyMove') : t('ask.buttons');
  if (paths.every((path) => path.length === 1)) return t('ask.place', { piece });
  return t('ask.piece', { piece });
}
