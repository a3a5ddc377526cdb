// What the server says about positions.

import { post } from './api.js';
import { boardKey } from './board/still.js';
import { viewInWords } from './games.js';

/** The view of a position, as POST /api/position gives it; one that is only looked at comes without its moves. */
export async function askView(place, moves, line, { still = false, isPatient = true, signal = null } = {}) {
  const question = { place: { ...place, moves }, board: boardKey(), line, still };
  return viewInWords(await post('position', question, { isPatient, signal }));
}
