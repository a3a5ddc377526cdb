// What somebody has noted about a position: a comment, and marks drawn on the board. A mark is the name of a cell,
// which is circled, or of two, with an arrow from the first to the second.

/** @typedef {readonly string[]} Mark */

/** @typedef {{ readonly comment: string, readonly marks: readonly Mark[] }} Notes */

/** More than anybody writes and draws. */
const [LONGEST_COMMENT, MOST_MARKS, LONGEST_NAME] = [10_000, 200, 40];

/** @type {Notes} */
export const NONE = Object.freeze({ comment: '', marks: Object.freeze([]) });

/** @param {Notes} notes */
export const isNone = ({ comment, marks }) => comment === '' && !marks.length;

/**
 * @param {Notes} notes
 * @param {string} comment
 * @returns {Notes}
 */
export const withComment = (notes, comment) => ({ ...notes, comment: comment.slice(0, LONGEST_COMMENT) });

/**
 * Draws a mark, or takes it away where it is drawn already.
 * @param {Notes} notes
 * @param {string} from
 * @param {string} to the same cell for a circle
 * @returns {Notes}
 */
export function toggleMark(notes, from, to) {
  const mark = from === to ? [from] : [from, to];
  const others = notes.marks.filter((known) => known.join(' ') !== mark.join(' '));
  const marks = others.length < notes.marks.length ? others : [...others, mark].slice(-MOST_MARKS);
  return { ...notes, marks };
}

/**
 * @param {Notes} notes
 * @returns {Notes}
 */
export const withoutMarks = (notes) => ({ ...notes, marks: [] });

/**
 * Reads the notes of stored data; null if they are something else.
 * @param {any} data
 * @returns {Notes | null}
 */
export function readNotes(data) {
  const { comment = '', marks = [] } = data ?? {};
  const isName = (/** @type {unknown} */ name) =>
    typeof name === 'string' && name !== '' && name.length <= LONGEST_NAME;
  const isMark = (/** @type {unknown} */ mark) =>
    Array.isArray(mark) && (mark.length === 1 || (mark.length === 2 && mark[0] !== mark[1])) && mark.every(isName);
  if (typeof comment !== 'string' || comment.length > LONGEST_COMMENT) return null;
  if (!Array.isArray(marks) || marks.length > MOST_MARKS || !marks.every(isMark)) return null;
  return comment === '' && !marks.length ? NONE : { comment, marks };
}

/**
 * Notes for storing: what is empty is left out.
 * @param {Notes} notes
 */
export const writeNotes = ({ comment, marks }) => ({ ...(comment && { comment }), ...(marks.length && { marks }) });
