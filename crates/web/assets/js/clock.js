// Clocks for all players: 5min+3s. They run in this page only.

export function parseClock(text) {
  const match = /^(\d+(?:\.\d+)?)min(?:\+(\d+(?:\.\d+)?)s)?$/.exec(text ?? '');
  return match ? { time: Number(match[1]) * 60_000, increment: Number(match[2] ?? 0) * 1000 } : null;
}

export function clockText(ms) {
  const seconds = Math.max(0, ms) / 1000;
  if (seconds < 20) return seconds.toFixed(1);
  const whole = Math.ceil(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

export class Clocks {
  constructor({ time, increment }, players, onflag) {
    Object.assign(this, { increment, onflag, left: Array(players).fill(time), running: null, since: 0, flagged: null });
    this.timer = setInterval(() => this.check(), 100);
  }

  stop() {
    this.pause();
    clearInterval(this.timer);
  }

  /** What a player (from 1) has left now. */
  of(player) {
    return this.left[player - 1] - (this.running === player ? performance.now() - this.since : 0);
  }

  /** The turn goes to a player; who had it gets the increment. */
  turn(player) {
    if (this.running === player || this.flagged) return;
    if (this.running) {
      this.left[this.running - 1] = this.of(this.running) + this.increment;
    }
    this.running = player;
    this.since = performance.now();
  }

  pause() {
    if (!this.running) return;
    this.left[this.running - 1] = this.of(this.running);
    this.running = null;
  }

  check() {
    if (this.running && this.of(this.running) <= 0) {
      const player = this.running;
      this.pause();
      this.left[player - 1] = 0;
      this.flagged = player;
      this.onflag(player);
    }
  }
}
