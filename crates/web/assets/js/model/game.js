// A game in progress: the moves that were tried, the position one looks at, who sits where, the clocks, and what an
// engine was asked. A state is plain data that nobody changes; every function here makes the next one of it. Requests,
// drawing and storage are the business of others: they look at the state, above all at `asked`.
//
// The state is *live* while the game is played on from the position that is shown, and not while somebody only looks
// at earlier moves. A move makes it live, wherever it was made and whether or not it was made before; going to a
// position makes it live only at the end of a line. Engines are asked, and clocks run, in a live state alone.

import * as clocks from './clock.js';
import * as tree from './lines.js';
import { isHuman } from './seat.js';

/** @typedef {import('./address.js').Place} Place */
/** @typedef {import('./lines.js').Standing} Standing */

/**
 * A question to an engine. An answer counts only as long as the same question stands.
 * @typedef {{ number: number, node: number, player: number, seat: string }} Question
 */

/**
 * @typedef {object} Game
 * @property {string} id
 * @property {Place} place where it begins
 * @property {readonly string[]} seats who plays; none where moves are only tried, as in an analysis
 * @property {string} clockText the clock as it was wished for
 * @property {import('./clock.js').Clock | null} clock
 * @property {import('./lines.js').Lines} lines
 * @property {number} given how many moves it began with
 * @property {number} at the node that is shown
 * @property {boolean} live
 * @property {boolean} paused engines are to wait
 * @property {boolean} away nobody has it on the screen
 * @property {boolean} watching another tab plays it, and this one only looks on
 * @property {number} revision how often it was changed: of two states of a game, the later has more
 * @property {string | null} trouble why the engine could not answer
 * @property {Question | null} asked
 * @property {number} questions how many were asked
 */

/** @param {Game} game */
export const nodeAt = (game) => game.lines[game.at];

/**
 * Who is to move in the position that is shown; null if nobody is, or it is not known.
 * @param {Game} game
 */
export const toMove = (game) => nodeAt(game).standing?.toMove ?? null;

/** @param {Game} game */
export const flagged = (game) => game.clock?.flagged ?? null;

/**
 * May a person make a move in the position that is shown?
 * @param {Game} game
 */
export function mayMove(game) {
  const player = toMove(game);
  if (player === null || flagged(game) !== null) return false;
  return !game.seats.length || isHuman(game.seats[player - 1]);
}

/**
 * Has the line that is shown come to its end?
 * @param {Game} game
 */
export function isOver(game) {
  return flagged(game) !== null || Boolean(game.lines[tree.endOf(game.lines, game.at)].standing?.ranks);
}

/** @param {Game} game */
const isLive = (game) => game.live && !game.paused && !game.away && !game.watching;

/**
 * A change that everybody is to hear of who has the game on the screen. Whoever makes it plays the game from now on.
 * @param {Game} game
 * @returns {Game}
 */
const changed = (game) => ({ ...game, revision: game.revision + 1, watching: false });

/**
 * Brings clocks and questions in line with everything else. Every function that makes a state ends with it.
 * @param {Game} game
 * @param {number} now
 * @returns {Game}
 */
function settle(game, now) {
  const player = toMove(game);
  const seat = player === null ? undefined : game.seats[player - 1];
  const isOn = isLive(game) && seat !== undefined && flagged(game) === null;
  const isEngine = isOn && !isHuman(seat);
  let { clock, asked, questions } = game;
  if (clock) {
    // The first player's time begins with his move, as long as he is a person.
    const runs = isOn && player !== null && (isEngine || nodeAt(game).ply > 0);
    clock = runs ? clocks.run(clock, player, now) : clocks.stop(clock, now);
  }
  if (!isEngine || player === null || game.trouble !== null) asked = null;
  else if (asked?.node !== game.at || asked.seat !== seat) {
    questions += 1;
    asked = { number: questions, node: game.at, player, seat };
  }
  return { ...game, clock, asked, questions };
}

/**
 * A game with a line of moves, of which `at` are shown; or with whole lines, of which the node `at` is.
 * @param {object} wish
 * @param {string} wish.id
 * @param {Place} wish.place
 * @param {string[]} [wish.moves]
 * @param {(number | null)[]} [wish.movers] who made them
 * @param {import('./lines.js').Lines} [wish.lines]
 * @param {number} [wish.at]
 * @param {number} wish.players
 * @param {readonly string[]} [wish.seats]
 * @param {string} [wish.clock]
 * @param {Standing} standing of the position that is shown
 * @param {number} now
 * @returns {Game}
 */
export function begin(wish, standing, now) {
  const { id, place, moves = [], movers = [], at = moves.length, players, seats = [], clock: clockText = '' } = wish;
  const lines = tree.note(wish.lines ?? tree.lineOf(moves, movers), at, standing);
  const live = !lines[at].children.length;
  const clock = clocks.newClock(clockText, players);
  const still = { paused: false, away: false, watching: false, revision: 0, trouble: null, asked: null, questions: 0 };
  return settle({ id, place, seats, clockText, clock, lines, given: moves.length, at, live, ...still }, now);
}

/**
 * Somebody makes a move in the position that is shown: it goes on in its line, or opens a side line.
 * @param {Game} game
 * @param {string} move
 * @param {Standing} standing of the position after it
 * @param {number} now
 * @returns {Game}
 */
export function play(game, move, standing, now) {
  // A tab in the background looks at its clocks late: nobody moves after his time.
  const late = tick(game, now);
  if (late !== game) return late;
  const player = toMove(game);
  if (player === null || flagged(game) !== null) return game;
  const { lines, node } = tree.grow(game.lines, game.at, move, player);
  const clock = game.clock && clocks.reward(game.clock, player, now);
  const next = { lines: tree.note(lines, node, standing), at: node, live: true, trouble: null, clock };
  return settle({ ...changed(game), ...next }, now);
}

/**
 * The engine's answer to a question; to any but the one that stands it comes too late.
 * @param {Game} game
 * @param {number} question
 * @param {string} move
 * @param {Standing} standing
 * @param {number} now
 */
export function answer(game, question, move, standing, now) {
  return game.asked?.number === question ? play(game, move, standing, now) : game;
}

/**
 * A question got no answer: the engine waits until it is urged or something else happens.
 * @param {Game} game
 * @param {number} question
 * @param {string} trouble
 * @param {number} now
 */
export function fail(game, question, trouble, now) {
  return game.asked?.number === question ? settle({ ...game, trouble }, now) : game;
}

/**
 * Shows another position. Who only looks on may look elsewhere, too, and nobody has to know.
 * @param {Game} game
 * @param {number} node
 * @param {Standing} standing
 * @param {number} now
 * @returns {Game}
 */
export function look(game, node, standing, now) {
  const live = !game.lines[node].children.length;
  const looked = game.watching ? game : changed(game);
  return settle({ ...looked, lines: tree.note(game.lines, node, standing), at: node, live, trouble: null }, now);
}

/**
 * Takes moves back: the game goes on from there if it is a person's turn.
 * @param {Game} game
 * @param {number} node
 * @param {Standing} standing
 * @param {number} now
 * @returns {Game}
 */
export function returnTo(game, node, standing, now) {
  const looked = look({ ...game, paused: false, watching: false }, node, standing, now);
  return mayMove(looked) ? settle({ ...looked, live: true }, now) : looked;
}

/**
 * The engine is to move here, now.
 * @param {Game} game
 * @param {number} now
 */
export function urge(game, now) {
  return settle({ ...changed(game), live: true, paused: false, trouble: null }, now);
}

/**
 * @param {Game} game
 * @param {boolean} paused
 * @param {number} now
 */
export function setPaused(game, paused, now) {
  return settle({ ...changed(game), paused, live: game.live || !paused, trouble: null }, now);
}

/**
 * Looks at the clock.
 * @param {Game} game
 * @param {number} now
 * @returns {Game}
 */
export function tick(game, now) {
  const clock = game.clock && clocks.check(game.clock, now);
  return clock === game.clock ? game : settle({ ...changed(game), clock }, now);
}

/**
 * @param {Game} game
 * @param {number} now
 */
export function dropClock(game, now) {
  return settle({ ...changed(game), clock: null, clockText: '' }, now);
}

/**
 * The game leaves the screen: clocks stop, and nobody thinks.
 * @param {Game} game
 * @param {number} now
 */
export const leave = (game, now) => settle({ ...game, away: true }, now);

/**
 * The game is on the screen again; `standing` is that of the position that is shown.
 * @param {Game} game
 * @param {Standing} standing
 * @param {number} now
 * @returns {Game}
 */
export function enter(game, standing, now) {
  return settle({ ...game, away: false, lines: tree.note(game.lines, game.at, standing) }, now);
}

/**
 * @param {Game} game
 * @param {number} node
 * @param {number} now
 */
export const promote = (game, node, now) => settle({ ...changed(game), lines: tree.promote(game.lines, node) }, now);

/**
 * Cuts off a line that is not shown. Where nothing follows any more, the game goes on.
 * @param {Game} game
 * @param {number} node
 * @param {number} now
 * @returns {Game}
 */
export function cut(game, node, now) {
  const lines = tree.cut(game.lines, node);
  return settle({ ...changed(game), lines, live: game.live || !lines[game.at].children.length }, now);
}

/**
 * Somebody has noted something about the position that is shown.
 * @param {Game} game
 * @param {import('./notes.js').Notes} notes
 * @param {number} now
 * @returns {Game}
 */
export const annotate = (game, notes, now) =>
  settle({ ...changed(game), lines: tree.annotate(game.lines, game.at, notes) }, now);

/**
 * Is a node on the way to the position that is shown?
 * @param {Game} game
 * @param {number} node
 */
export const isShown = (game, node) => tree.pathTo(game.lines, game.at).includes(node);
