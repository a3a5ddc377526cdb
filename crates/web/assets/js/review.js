// A look back at a game: a search of every position tells how everybody stood, what each move has cost and what was
// better. It runs on the server, tells how far it has come, and can be given up. What was found is kept, and shown
// wherever the same line is.

import { streamUntilDone } from './api.js';
import { fill, h } from './dom.js';
import { about, strongest } from './games.js';
import { course, placeInLine, turningPoints } from './model/review.js';
import { subjectOf } from './model/reviews.js';
import { t } from './model/text.js';
import { CourseGraph } from './review/graph.js';
import { begunReview, keepReview, keptReview, noteBegun, whenReviewed } from './review/kept.js';
import { reviewSheet } from './review/sheet.js';
import { algorithmSelect, joinSeat, limitSelect } from './seats.js';

/** For every position. */
const USUAL_LIMIT = '300ms';

class ReviewCard {
  constructor(session) {
    this.session = session;
    this.host = h('div.review');
    this.tools = h('div.row');
    this.toggle = h('button.primary', { type: 'button', 'data-do': 'review', onclick: () => this.press() });
    this.printer = h(
      'button',
      { type: 'button', 'data-do': 'print', hidden: true, onclick: () => print() },
      t('review.print'),
    );
    this.note = h('p.small.quiet', { role: 'status' });
    /** Why it had to begin again; that stays until it is done. */
    this.remark = h('p.small.quiet', { role: 'status', 'data-remark': '' });
    this.progress = h('progress', { max: 1, value: 0, hidden: true, 'aria-label': t('review.progress') });
    this.card = h(
      'section.card.review-card',
      { 'aria-label': t('review.title') },
      h('div.head', {}, h('h2', {}, t('review.title')), this.printer),
      this.tools,
      h('div.row', {}, this.toggle, this.progress),
      this.remark,
      this.note,
      this.host,
    );
    this.running = null;
    this.review = null;
    /** The line that is looked at, or was; and one that nothing is kept about. */
    this.subject = null;
    this.missed = null;
    /** Of a review that runs. */
    this.points = [];
    /** The review whose sheet is shown, and its graph. */
    this.sheetOf = null;
    this.graph = null;
    this.changed = () => this.follow();
    session.addEventListener('change', this.changed);
    this.listening = new AbortController();
    whenReviewed(() => this.lookElsewhere(), this.listening.signal);
    this.say('');
    this.draw();
  }

  unmount() {
    this.listening.abort();
    this.cancel();
    this.session.removeEventListener('change', this.changed);
  }

  say(text) {
    this.toggle.textContent = t(this.running ? 'review.cancel' : 'review.start');
    this.progress.hidden = !this.running;
    this.note.textContent = text;
  }

  /** Who looks at the game, and how long at every position. */
  async draw() {
    const { game } = this.session.place;
    const { players } = this.session.view ?? {};
    if (!players || `${game} ${players}` === this.drawnFor) return;
    this.drawnFor = `${game} ${players}`;
    this.who = about(game).solver ?? strongest(game, players);
    this.limit = USUAL_LIMIT;
    const begun = begunReview();
    if (begun?.subject === this.shown) ({ who: this.who, limit: this.limit } = begun);
    const set = (part) => (value) => {
      this[part] = value;
    };
    const algorithms = await algorithmSelect(game, players, this.who, set('who'), { label: t('review.algorithm') });
    fill(this.tools, algorithms, await limitSelect(this.limit, set('limit'), t('review.limit')));
  }

  /** The nodes of the line that is shown, and how many plies were played before the first of them. */
  get nodes() {
    return this.session.line();
  }

  /** The game and the line that are shown: what was found about another is not about it. */
  get shown() {
    return subjectOf(this.session.place, this.session.moves(this.nodes.at(-1)));
  }

  get isShown() {
    return this.subject === this.shown;
  }

  press() {
    if (this.running) {
      this.stop();
      this.say(t('review.cancelled'));
    } else this.run();
  }

  /** Gives up what runs. A page that is loaded again is not asked, so that it knows what ran. */
  stop() {
    if (!this.running) return;
    this.running.abort();
    this.running = null;
    this.remark.textContent = '';
    noteBegun(null);
  }

  /** Gives up what runs, and forgets what was found. */
  cancel() {
    this.stop();
    this.review = null;
    this.subject = null;
    this.clear('');
  }

  clear(text) {
    this.printer.hidden = true;
    this.sheetOf = null;
    fill(this.host);
    this.say(text);
  }

  async run(remark = '') {
    const { session } = this;
    const nodes = this.nodes;
    const running = new AbortController();
    this.running = running;
    this.review = null;
    this.subject = this.shown;
    this.points = [];
    this.remark.textContent = remark;
    this.clear(t('review.begun'));
    noteBegun({ subject: this.subject, who: this.who, limit: this.limit });
    const moves = session.moves(nodes.at(-1));
    const question = {
      place: { ...session.place, moves },
      seat: joinSeat(session.place.game, this.who, this.limit),
    };
    let end = '';
    try {
      const hear = (event, data) => {
        if (running.signal.aborted) return;
        if (event === 'queued') this.say(t('solver.waiting', { ahead: data.ahead }));
        else if (event === 'report') this.showProgress(data);
        else if (event === 'error') end = data.error;
        else if (event === 'done') this.found(data);
      };
      const onwait = (error) => this.beginAgain(error);
      await streamUntilDone('review', () => question, hear, { signal: running.signal, onwait });
    } catch (error) {
      if (running.signal.aborted) return;
      end = error.message;
    }
    if (this.running !== running) return;
    this.stop();
    this.say(end);
    this.follow();
  }

  /** The server has no room, or has gone and has forgotten what it looked at. */
  beginAgain(error) {
    this.points = [];
    this.progress.value = 0;
    if (this.isShown) fill(this.host);
    if (error.status === 429) {
      this.say(t('engine.busy', { reason: error.message }));
      return;
    }
    this.remark.textContent = t('review.again');
    this.say(t('review.begun'));
  }

  found(review) {
    this.review = review;
    keepReview(this.subject, review);
  }

  /** One more position was looked at, the one before those that are known. */
  showProgress({ ply, all, chances }) {
    this.points.unshift({ played: ply - 1, chances });
    this.progress.value = (all + 1 - ply) / all;
    this.note.textContent = t('review.reviewed', { done: all + 1 - ply, all });
    this.drawing ??= requestAnimationFrame(() => {
      this.drawing = null;
      // The server may have gone in the meantime, and with it what it had found.
      if (!this.running || !this.isShown || this.points.length === 0) return;
      const graph = new CourseGraph(this.session.place.game, this.points, all, { onpick: (at) => this.go(at, all) });
      fill(this.host, graph.picture);
    });
  }

  /** Shows the position after so many plies of the game. */
  go(played, plies) {
    const place = placeInLine(played, plies, this.nodes.length);
    if (place !== null) this.session.go(this.nodes[place]);
  }

  async show() {
    const { review, session } = this;
    if (!review) return;
    const { moves: plies } = review;
    // What is there stays, and with it whoever has come to it with the keyboard.
    if (this.sheetOf !== review) {
      const view = await session.viewOf(this.nodes.at(-1)).catch(() => null);
      if (this.review !== review || !this.isShown || this.sheetOf === review) return;
      const { game } = session.place;
      const onpick = (played) => this.go(played, plies);
      const least = Math.max(0, plies - this.nodes.length + 1);
      const slips = turningPoints(review, review.plies.length);
      this.graph = new CourseGraph(game, course(review), plies, { least, slips, onpick });
      this.sheetOf = review;
      this.printer.hidden = false;
      fill(this.host, reviewSheet(game, review, view, this.graph.picture, onpick));
    }
    const at = this.nodes.indexOf(session.node);
    this.graph.move(at < 0 ? null : at + plies - this.nodes.length + 1);
  }

  /** Another position of the game is shown, or another line: then what was found about that, or nothing. */
  follow() {
    this.draw();
    if (!this.running && !this.isShown) this.recall();
    if (!this.running && !this.review && begunReview()?.subject === this.shown) this.run(t('review.afterReload'));
    if (!this.review && !this.running) return;
    if (!this.isShown) this.clear(t('review.otherLine'));
    else if (this.review) {
      this.say('');
      this.show();
    }
  }

  /** Another tab has reviewed a game: perhaps this one. Whoever looks at it himself goes on. */
  lookElsewhere() {
    if (this.running || this.review) return;
    this.missed = null;
    this.follow();
  }

  /** What was found about the line before, here or in another tab; many changes are of no other line. */
  recall() {
    const { shown } = this;
    if (shown === this.missed || this.nodes.length < 2) return;
    const review = keptReview(shown);
    this.missed = review ? null : shown;
    if (!review) return;
    this.review = review;
    this.subject = shown;
  }
}

/** A card for the line that a session shows: {card, unmount()}. */
export const reviewCard = (session) => new ReviewCard(session);
