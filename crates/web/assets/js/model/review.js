// A game that was looked back at, as the server tells it, in the terms of the page: which node of the line a move
// belongs to, and which moves are worth a word.

/** @typedef {{ player: number, move: string }} Step */
/**
 * @typedef {object} Judged
 * @property {number} ply
 * @property {number} player
 * @property {string} move
 * @property {number[]} chances
 * @property {number} kept
 * @property {number} loss
 * @property {boolean} perfect
 * @property {string | null} slip
 * @property {{ value: number, chance: number, line: Step[] }[]} best
 */
/** @typedef {{ moves: number, plies: Judged[], end: number[] }} Review */

/**
 * The place in the line of the position after a ply. A position may tell of moves before the line begins: what they
 * lead to is not in it.
 * @param {number} ply
 * @param {number} plies of the whole game
 * @param {number} nodes of the line, its start included
 */
export function placeInLine(ply, plies, nodes) {
  const place = ply - plies + nodes - 1;
  return place < 0 ? null : place;
}

/** What a key does on the course of a game, by how far it goes. */
const STEPS = new Map(
  Object.entries({
    ArrowRight: 1,
    ArrowUp: 1,
    ArrowLeft: -1,
    ArrowDown: -1,
    PageUp: 10,
    PageDown: -10,
    Home: -Infinity,
    End: Infinity,
  }),
);

/**
 * How many plies are played where a key leads; null for a key that leads nowhere.
 * @param {string} key
 * @param {number} now
 * @param {number} least
 * @param {number} most
 */
export function plyForKey(key, now, least, most) {
  const step = STEPS.get(key);
  return step === undefined ? null : Math.max(least, Math.min(most, now + step));
}

/**
 * The course of the game: for every position that was looked at, how many plies were played, and everybody's chance.
 * @param {Review} review
 */
export function course({ moves, plies, end }) {
  const points = plies.map(({ ply, chances }) => ({ played: ply - 1, chances }));
  return [...points, { played: moves, chances: end }];
}

/**
 * The moves that changed the standing most, the worst first.
 * @param {Review} review
 * @param {number} most
 */
export function turningPoints({ plies }, most) {
  const slips = plies.filter(({ slip }) => slip !== null);
  return slips.sort((a, b) => b.loss - a.loss).slice(0, most);
}

/**
 * The first moves of the lines that are as good as the best.
 * @param {Judged} judged
 */
export function equallyGood({ best }) {
  return best.filter(({ value }) => value === best[0].value).map(({ line }) => line[0].move);
}
