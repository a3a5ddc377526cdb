// Clocks for all players, such as 5min+3s. A clock is data; what time it is, the caller says, in milliseconds of any
// clock that does not jump.

/**
 * @typedef {object} Clock
 * @property {number} increment what a player gets for a move
 * @property {readonly number[]} left what each player had when `running` got the turn
 * @property {number | null} running whose time runs, from 1
 * @property {number} since when it began to
 * @property {number | null} flagged whose time is up
 */

/**
 * @param {string | null | undefined} text
 * @returns {{ time: number, increment: number } | null}
 */
export function parseClock(text) {
  const match = /^(\d+(?:\.\d+)?)min(?:\+(\d+(?:\.\d+)?)s)?$/.exec(text ?? '');
  return match ? { time: Number(match[1]) * 60_000, increment: Number(match[2] ?? 0) * 1000 } : null;
}

/** @param {number} ms */
export function clockText(ms) {
  const seconds = Math.max(0, ms) / 1000;
  if (seconds < 20) return seconds.toFixed(1);
  const whole = Math.ceil(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

/**
 * Clocks as they stand before the game; null for a text that is none.
 * @param {string} text
 * @param {number} players
 * @returns {Clock | null}
 */
export function newClock(text, players) {
  const spec = parseClock(text);
  if (!spec) return null;
  return { increment: spec.increment, left: Array(players).fill(spec.time), running: null, since: 0, flagged: null };
}

/**
 * What a player has left.
 * @param {Clock} clock
 * @param {number} player
 * @param {number} now
 */
export function timeLeft(clock, player, now) {
  const used = clock.running === player ? now - clock.since : 0;
  return Math.max(0, clock.left[player - 1] - used);
}

/**
 * Stops the time of whoever has it; what he has used stays used.
 * @param {Clock} clock
 * @param {number} now
 * @returns {Clock}
 */
export function stop(clock, now) {
  const { running } = clock;
  if (running === null) return clock;
  return { ...clock, left: clock.left.with(running - 1, timeLeft(clock, running, now)), running: null };
}

/**
 * The time of a player runs.
 * @param {Clock} clock
 * @param {number} player
 * @param {number} now
 * @returns {Clock}
 */
export function run(clock, player, now) {
  if (clock.running === player || clock.flagged) return clock;
  return { ...stop(clock, now), running: player, since: now };
}

/**
 * A player has moved while his time ran: he gets the increment.
 * @param {Clock} clock
 * @param {number} player
 * @param {number} now
 * @returns {Clock}
 */
export function reward(clock, player, now) {
  if (clock.running !== player) return clock;
  const stopped = stop(clock, now);
  return { ...stopped, left: stopped.left.with(player - 1, stopped.left[player - 1] + clock.increment) };
}

/**
 * Looks whether the time of the player who has it is up.
 * @param {Clock} clock
 * @param {number} now
 * @returns {Clock}
 */
export function check(clock, now) {
  const { running } = clock;
  if (running === null || timeLeft(clock, running, now) > 0) return clock;
  return { ...stop(clock, now), flagged: running };
}
