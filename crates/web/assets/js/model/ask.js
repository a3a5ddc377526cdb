// What the player to move is asked for: what the game says about the position, and where it says nothing, what the
// clicks of its legal moves tell.

/** @typedef {{ phase: string, ask: string }} Prompt */

/**
 * @param {Prompt} prompt
 * @param {import('./gesture.js').Gesture} gesture
 * @param {string} piece what the game calls a piece
 */
export function askText(prompt, gesture, piece) {
  const ask = gesture.path.length ? 'now where it goes; Esc gives up' : prompt.ask || askOf(gesture.moves, piece);
  const text = prompt.phase && ask ? `${prompt.phase}: ${ask}` : prompt.phase || ask;
  return text && `${text[0].toUpperCase()}${text.slice(1)}.`;
}

/**
 * @param {import('./gesture.js').LegalMove[]} moves
 * @param {string} piece
 */
function askOf(moves, piece) {
  const paths = moves.flatMap((move) => move.paths);
  if (!moves.length) return '';
  if (!paths.length)
    return moves.length === 1 ? 'there is only this one move' : 'choose one of the moves below the board';
  if (paths.every((path) => path.length === 1)) return `choose a place for your ${piece}`;
  return `choose a ${piece}, then where it goes`;
}
