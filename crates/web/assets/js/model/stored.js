// A game as text that a browser keeps: everything but what the server says about positions.

import { newClock } from './clock.js';
import { flagged, isOver, leave } from './game.js';
import * as tree from './lines.js';
import { isNone } from './notes.js';

/** @typedef {import('./game.js').Game} Game */

/** Stored games of another form are not read. */
const FORM = 1;

/**
 * @param {Game} game
 * @param {number} now of the clocks
 * @param {number} touched when somebody last did something, in milliseconds since 1970
 */
export function pack(game, now, touched) {
  const { id, place, seats, clockText, clock, live, paused, given, revision, lines, at } = leave(game, now);
  const time = clock && { left: clock.left, flagged: clock.flagged };
  return JSON.stringify({
    form: FORM,
    ...{ id, place, seats, clockText, time, live, paused, given, revision, touched, over: isOver(game) },
    ...tree.pack(lines, at),
  });
}

/**
 * Reads what `pack` wrote; null if it is something else. Nobody has the game on the screen yet.
 * @param {string | null} text
 * @returns {{ game: Game, touched: number, over: boolean } | null}
 */
export function unpack(text) {
  let data;
  try {
    data = JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
  const lines = data?.form === FORM ? tree.unpack(data.nodes) : null;
  if (!lines || !lines[data.at] || typeof data.place?.game !== 'string' || !Array.isArray(data.seats)) return null;
  const { id, place, seats, clockText, time, live, paused, given, at, touched, over } = data;
  const whole = newClock(clockText, seats.length);
  const clock = whole && time?.left?.length === seats.length ? { ...whole, ...time } : whole;
  const revision = Number.isInteger(data.revision) ? data.revision : 0;
  const still = { revision, away: true, watching: false, trouble: null, asked: null, questions: 0 };
  return { game: { id, place, seats, clockText, clock, live, paused, given, lines, at, ...still }, touched, over };
}

/** @param {Game} game */
const hasNotes = ({ lines }) => lines.some(({ notes }) => !isNone(notes));

/**
 * Does it hold what its address does not say: who plays, side lines, notes?
 * @param {Game} game
 */
export const isWorthKeeping = (game) =>
  game.seats.length > 0 || game.lines.some(({ children }) => children.length > 1) || hasNotes(game);

/**
 * An analysis that its address does not hold.
 * @param {Game} game
 */
export const isAnalysis = (game) => game.seats.length === 0 && isWorthKeeping(game);

/**
 * Is it worth going on with? Not if nobody plays it, or nobody has made a move in it here.
 * @param {Game} game
 * @param {boolean} over
 */
export const isInProgress = (game, over) =>
  game.seats.length > 0 && !over && flagged(game) === null && game.lines.length > game.given + 1;

/** How dear a stored game is: what somebody would go on with, and what somebody has thought about, above the rest. */
const [UNREADABLE, OVER, OPENED, IN_PROGRESS, NOTED] = [0, 1, 2, 3, 4];

/** @param {{ game: Game, over: boolean }} known */
function dearness({ game, over }) {
  if (isAnalysis(game) || hasNotes(game)) return NOTED;
  if (over) return OVER;
  return isInProgress(game, over) ? IN_PROGRESS : OPENED;
}

/**
 * The stored texts in the order in which they have to go: first what cannot be read, then games that are over, those
 * that nobody has moved in, those in progress, and last what somebody has thought about; each time the oldest first.
 * `missed` is the game if somebody will miss it.
 * @param {{ key: string, text: string | null }[]} entries
 * @returns {{ key: string, text: string | null, missed: Game | null }[]}
 */
export function inOrderOfLeaving(entries) {
  const rated = entries.map(({ key, text }) => {
    const known = unpack(text);
    const rank = known ? dearness(known) : UNREADABLE;
    const missed = known && rank >= IN_PROGRESS ? known.game : null;
    return { key, text, rank, touched: known?.touched ?? 0, missed };
  });
  rated.sort((a, b) => a.rank - b.rank || a.touched - b.touched);
  return rated.map(({ key, text, missed }) => ({ key, text, missed }));
}
