// A game with everything that was tried and noted in it, as a text of its own: JSON. The games' own records know one
// line of moves and no notes; this one is for people who come back to an analysis, or give it to somebody.
//
//   {"format": "melee-record", "version": 1, "place": {"game": …}, "comment": …, "marks": …, "line": [move, …]}
//
// A move is {"move", "comment", "marks", "instead"}: what was noted about the position after it, and the lines that
// begin in its place. Whether the moves are legal is for the server to say.

import { t } from './text.js';
import * as tree from './lines.js';
import { readNotes, writeNotes } from './notes.js';

const [FORMAT, VERSION] = ['melee-record', 1];
/** Side lines of side lines, moves in all: more than anybody has. What is beyond them is neither written nor read. */
const [DEEPEST, MOST_MOVES] = [200, 20_000];
/** In letters; the page alone reads such a record, so that it may be longer than what a server is sent, but not longer
 * than what a browser can keep beside others. */
export const LARGEST = 3_000_000;

/** @typedef {import('./address.js').Place} Place */

/**
 * A move of a record.
 * @typedef {object} RecordMove
 * @property {string} move
 * @property {string} [comment]
 * @property {readonly (readonly string[])[]} [marks]
 * @property {RecordMove[][]} [instead]
 */

/** A text that is no record, or lines that make none; the message says where it is wrong. */
export class RecordError extends Error {}

/**
 * Does a text look like such a record, whether or not it can be read?
 * @param {string} text
 */
export const looksLikeRecord = (text) => text.trimStart().startsWith('{');

/**
 * @param {Place} place
 * @param {tree.Lines} lines
 */
export function writeRecord(place, lines) {
  let moves = 0;
  /**
   * The line from a node to its end.
   * @param {number | undefined} first
   * @param {number} depth 0 for the main line, whose first move has its side lines with it
   * @returns {RecordMove[]}
   */
  const lineFrom = (first, depth) => {
    const line = [];
    if (depth > DEEPEST) throw new RecordError(t('record.tooDeep', { most: DEEPEST }));
    for (let node = first; node !== undefined; [node] = lines[node].children) {
      const { move, notes, parent } = lines[node];
      const others = parent === null || (node === first && depth > 0) ? [] : lines[parent].children.slice(1);
      /** @type {RecordMove} */
      const written = { move: /** @type {string} */ (move), ...writeNotes(notes) };
      if (others.length) written.instead = others.map((other) => lineFrom(other, depth + 1));
      line.push(written);
      moves += 1;
    }
    return line;
  };
  const root = lines[tree.ROOT];
  const line = lineFrom(root.children[0], 0);
  const head = { format: FORMAT, version: VERSION, place };
  if (moves > MOST_MOVES) throw new RecordError(t('record.tooMany', { most: MOST_MOVES }));
  const text = `${JSON.stringify({ ...head, ...writeNotes(root.notes), line }, null, 1)}\n`;
  if (text.length > LARGEST) throw new RecordError(t('record.tooLong', { most: LARGEST }));
  return text;
}

/**
 * Reads what `writeRecord` wrote.
 * @param {string} text
 * @returns {{ place: Place, lines: tree.Lines }}
 */
export function readRecord(text) {
  if (text.length > LARGEST) throw new RecordError(t('record.tooLong', { most: LARGEST }));
  let data;
  try {
    data = JSON.parse(text);
  } catch {
    throw new RecordError(t('record.notJson'));
  }
  if (data?.format !== FORMAT) throw new RecordError(t('record.otherFormat', { format: FORMAT }));
  if (data.version !== VERSION) throw new RecordError(t('record.otherVersion', { version: VERSION }));
  const { place } = data;
  if (typeof place?.game !== 'string') throw new RecordError(t('record.noGame'));
  const reading = new Reading();
  reading.note(tree.ROOT, data);
  reading.line(tree.ROOT, data.line ?? [], 0);
  const { moves: _, ...start } = place;
  return { place: start, lines: reading.lines };
}

/** Lines that grow as they are read: nobody else has them yet, so nothing is copied. */
class Reading {
  /** @type {(tree.LineNode & { children: number[] })[]} */
  lines = [{ ...tree.plant()[tree.ROOT], children: [] }];

  /** @param {number} node @param {unknown} data */
  note(node, data) {
    const notes = readNotes(data);
    if (!notes) throw new RecordError(t('record.badNotes', { move: this.place(node) }));
    this.lines[node].notes = notes;
  }

  /**
   * Where a node is, for people.
   * @param {number} node
   */
  place(node) {
    const { ply, move } = this.lines[node];
    return move === null ? '0' : `${ply}. ${move}`;
  }

  /** @param {number} at @param {string} move */
  grow(at, move) {
    const known = tree.childOf(this.lines, at, move);
    if (known !== undefined) throw new RecordError(t('record.twice', { move: this.place(known) }));
    if (this.lines.length > MOST_MOVES) throw new RecordError(t('record.tooMany', { most: MOST_MOVES }));
    const { ply } = this.lines[at];
    const [root] = tree.plant();
    const node = this.lines.push({ ...root, parent: at, move, ply: ply + 1, children: [] }) - 1;
    this.lines[at].children.push(node);
    return node;
  }

  /** @param {number} from @param {unknown} line @param {number} depth */
  line(from, line, depth) {
    if (!Array.isArray(line)) throw new RecordError(t('record.badLine', { move: this.place(from) }));
    if (depth > DEEPEST) throw new RecordError(t('record.tooDeep', { most: DEEPEST }));
    let at = from;
    for (const given of line) {
      const move = given?.move;
      const isMove = typeof move === 'string' && /^\S{1,400}$/.test(move);
      if (!isMove) throw new RecordError(t('record.badMove', { move: this.place(at) }));
      const node = this.grow(at, move);
      this.note(node, given);
      const others = given.instead ?? [];
      if (!Array.isArray(others)) throw new RecordError(t('record.badLine', { move: this.place(node) }));
      for (const other of others) this.line(at, other, depth + 1);
      at = node;
    }
  }
}
