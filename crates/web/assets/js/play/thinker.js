// Asks engines what the state of a game says is to be asked, one question at a time.

import { ApiError, streamUntilDone } from '../api.js';
import { short, toast } from '../dom.js';
import { about } from '../games.js';
import { timeLeft } from '../model/clock.js';
import { fail } from '../model/game.js';
import { pauseLeft } from '../model/pace.js';
import { t } from '../model/text.js';
import { prefs } from '../prefs.js';

/** Games differ in what chance decides, but a game that is taken up again goes on as it would have. */
const seedOf = (id) => [...id].reduce((sum, sign) => (sum * 31 + sign.charCodeAt(0)) % 1_000_003, 7);

const wait = (ms) =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

export class Thinker {
  /** `onprogress` is called when the engine has come further. */
  constructor(session, onprogress) {
    this.session = session;
    this.onprogress = onprogress;
    this.progress = t('thinks.begin');
    this.asked = null;
    this.search = null;
  }

  /** How far the engine is that is asked now, in words that follow its name. */
  words() {
    return this.asked === this.session.game.asked ? this.progress : t('thinks.begin');
  }

  say(words) {
    this.progress = words;
    this.onprogress();
  }

  /** Looks what is asked now: goes on, begins, or stops. */
  follow() {
    const { asked } = this.session.game;
    if (asked === this.asked) return;
    this.stop();
    if (!asked) return;
    this.asked = asked;
    this.progress = t('thinks.begin');
    this.search = new AbortController();
    this.think(asked, this.search.signal);
  }

  stop() {
    this.search?.abort();
    this.search = null;
    this.asked = null;
  }

  async think(asked, signal) {
    try {
      const move = await this.ask(asked, signal);
      await this.pause(signal);
      if (!signal.aborted) await this.session.play(move, { question: asked.number });
    } catch (error) {
      if (signal.aborted) return;
      this.session.change(fail, asked.number, error.message);
      toast(error.message, 'error');
    }
  }

  /** The move before is looked at for a while. */
  async pause(signal) {
    const { shownAt, game } = this.session;
    const left = pauseLeft(prefs.pace, game, shownAt, performance.now());
    if (left > 0 && !signal.aborted) await wait(left);
  }

  question({ player, seat }) {
    const { session } = this;
    const { clock } = session.game;
    const question = { place: session.here, seat, session: session.id, seed: seedOf(session.id) };
    if (!clock) return question;
    const left = Math.max(1, Math.round(timeLeft(clock, player, performance.now())));
    return { ...question, clock: { left, increment: clock.increment } };
  }

  /** The move that the engine chooses. */
  async ask(asked, signal) {
    const isSolver = asked.seat === about(this.session.place.game).solver;
    let best = null;
    let failure = null;
    const hear = (event, data) => {
      if (signal.aborted) return;
      if (event === 'done') best = data.best_move;
      else if (event === 'error') failure = data.error;
      else if (event === 'queued') this.say(t('thinks.queued', { ahead: data.ahead }));
      else if (event === 'nodes' && isSolver) this.say(t('thinks.solving', { nodes: short(data.nodes) }));
      else if (event === 'report') this.say(t('thinks.report', { depth: data.depth, nodes: short(data.nodes) }));
    };
    const onwait = (error) => this.say(t('thinks.busy', { reason: error.message }));
    await streamUntilDone('think', () => this.question(asked), hear, { signal, onwait });
    if (failure) throw new ApiError(400, failure);
    return best;
  }
}
