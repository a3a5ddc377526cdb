// The reviews that a browser keeps, so that nobody waits twice for the same one: the latest first, each with what it is
// about. What was found about a game holds wherever the game is shown, so it is known by its place and moves.

/** @typedef {{ subject: string, review: import('./review.js').Review & { [more: string]: any } }} Kept */

/** So many are kept, of so many letters in all: a browser has room for about five million. */
const [MOST, MOST_LETTERS] = [12, 1_000_000];

/**
 * What a review is about.
 * @param {import('./address.js').Place} place
 * @param {string[]} moves
 */
export function subjectOf(place, moves) {
  const said = Object.entries(place).filter(([name, value]) => name !== 'moves' && value !== undefined);
  const parts = said.map(([name, value]) => [name, String(value)]).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([parts, moves]);
}

/** @param {any} review */
const isReview = (review) =>
  Number.isInteger(review?.moves) &&
  [review.plies, review.end, review.players].every(Array.isArray) &&
  review.plies.every((/** @type {any} */ ply) => Array.isArray(ply?.chances) && Array.isArray(ply.best));

/**
 * Reads what `writeReviews` wrote; what is something else is left out.
 * @param {string | null} text
 * @returns {Kept[]}
 */
export function readReviews(text) {
  let all;
  try {
    all = JSON.parse(text ?? '[]');
  } catch {
    return [];
  }
  if (!Array.isArray(all)) return [];
  return all.filter((kept) => typeof kept?.subject === 'string' && isReview(kept.review));
}

/** @param {Kept[]} all */
export const writeReviews = (all) => JSON.stringify(all);

/**
 * With another one, which takes the place of what was found about the same game before. The oldest make room.
 * @param {Kept[]} all
 * @param {Kept} found
 * @returns {Kept[]}
 */
export function withReview(all, found) {
  const next = [found, ...all.filter(({ subject }) => subject !== found.subject)].slice(0, MOST);
  while (next.length > 1 && writeReviews(next).length > MOST_LETTERS) next.pop();
  return next;
}

/**
 * @param {Kept[]} all
 * @param {string} subject
 */
export const reviewOf = (all, subject) => all.find((kept) => kept.subject === subject)?.review ?? null;
