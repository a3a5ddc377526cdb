// A look back at a game: a search of every position tells how everybody stood, what each move has cost and what was
// better. It runs on the server, is told how far it has come, and can be given up.

import { stream } from './api.js';
import { fill, h } from './dom.js';
import { about, strongest } from './games.js';
import { course, placeInLine, turningPoints } from './model/review.js';
import { t } from './model/text.js';
import { courseGraph } from './review/graph.js';
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
    this.progress = h('progress', { max: 1, value: 0, hidden: true, 'aria-label': t('review.progress') });
    this.card = h(
      'section.card.review-card',
      { 'aria-label': t('review.title') },
      h('div.head', {}, h('h2', {}, t('review.title')), this.printer),
      this.tools,
      h('div.row', {}, this.toggle, this.progress),
      this.note,
      this.host,
    );
    this.running = null;
    this.review = null;
    /** The line that is looked at, or was. */
    this.subject = null;
    this.changed = () => this.follow();
    session.addEventListener('change', this.changed);
    this.say('');
    this.draw();
  }

  unmount() {
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
    const { session } = this;
    return JSON.stringify([session.id, session.place, session.moves(this.nodes.at(-1))]);
  }

  get isShown() {
    return this.subject === this.shown;
  }

  press() {
    if (this.running) {
      this.running.abort();
      this.running = null;
      this.say(t('review.cancelled'));
    } else this.run();
  }

  /** Gives up what runs, and forgets what was found. */
  cancel() {
    this.running?.abort();
    this.running = null;
    this.review = null;
    this.clear('');
  }

  clear(text) {
    this.printer.hidden = true;
    fill(this.host);
    this.say(text);
  }

  async run() {
    const { session } = this;
    const nodes = this.nodes;
    const running = new AbortController();
    this.running = running;
    this.review = null;
    this.subject = this.shown;
    this.clear(t('review.begun'));
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
        else if (event === 'done') this.review = data;
      };
      await stream('review', question, hear, running.signal);
    } catch (error) {
      if (error.name === 'AbortError' || running.signal.aborted) return;
      end = error.message;
    }
    if (this.running !== running) return;
    this.running = null;
    this.say(end);
    this.follow();
  }

  showProgress({ first, all, points }) {
    this.progress.value = (all + 1 - first) / all;
    this.note.textContent = t('review.reviewed', { done: all + 1 - first, all });
    if (!this.isShown) return;
    fill(this.host, courseGraph(this.session.place.game, points, all, { onpick: (played) => this.go(played, all) }));
  }

  /** Shows the position after so many plies of the game. */
  go(played, plies) {
    const place = placeInLine(played, plies, this.nodes.length);
    if (place !== null) this.session.go(this.nodes[place]);
  }

  async show() {
    const { review, session } = this;
    if (!review) return;
    const { game } = session.place;
    const nodes = this.nodes;
    const { moves: plies } = review;
    const at = nodes.indexOf(session.node);
    const now = at < 0 ? null : at + plies - nodes.length + 1;
    const onpick = (played) => this.go(played, plies);
    const slips = turningPoints(review, review.plies.length);
    const graph = courseGraph(game, course(review), plies, { now, slips, onpick });
    const view = await session.viewOf(nodes.at(-1)).catch(() => null);
    if (this.review !== review || !this.isShown) return;
    this.printer.hidden = false;
    fill(this.host, reviewSheet(game, review, view, graph, onpick));
  }

  /** Another position of the game is shown, or another line: then it waits until its own is shown again. */
  follow() {
    this.draw();
    if (!this.review && !this.running) return;
    if (!this.isShown) this.clear(t('review.otherLine'));
    else if (this.review) {
      this.say('');
      this.show();
    }
  }
}

/** A card for the line that a session shows: {card, unmount()}. */
export const reviewCard = (session) => new ReviewCard(session);
