// One algorithm that looks at the position of a session: its choice, its limit, what it finds.

import { once, streamUntilDone } from './api.js';
import { fill, h, short } from './dom.js';
import { chanceBars } from './engine/bars.js';
import { lineButtons } from './engine/line.js';
import { inGameWords } from './games.js';
import { link } from './learn/common.js';
import { Cache } from './model/cache.js';
import { chanceText, valueText, wholeOf } from './model/chance.js';
import { ENDLESS, splitSeat } from './model/seat.js';
import { number, t } from './model/text.js';
import { algorithmSelect, joinSeat, limitSelect } from './seats.js';

/** What was found in positions that were looked at: whoever comes back to one sees it at once. */
const found = new Cache(400);

export class EnginePanel {
  /** options: {kind, number, seat, lines(), onchange(), onpreview(line), onplay(moves), onwhy(who), onremove()} */
  constructor(session, options) {
    this.session = session;
    this.options = options;
    const { who, limit } = splitSeat(options.seat);
    this.who = who;
    this.limit = options.seat.includes('@') ? limit : ENDLESS;
    this.report = null;
    this.search = null;
    this.running = false;
    this.facts = h('p.facts');
    this.best = h('span.best');
    this.value = h('span.value');
    this.unit = h('p.unit.small.quiet');
    this.bars = h('div.bars');
    this.lines = h('div.lines');
    this.tools = h('div.row');
    this.lesson = h('a.small', { 'data-do': 'lesson', hidden: true }, t('engine.lesson'));
    this.element = h(
      'section',
      {
        class: `card engine ${options.kind}`,
        'aria-label': `${t('engine.label')} ${options.number}`,
        'data-engine': options.kind,
      },
      this.tools,
      h('div.row', {}, this.best, this.value),
      this.unit,
      this.facts,
      this.bars,
      this.lines,
    );
  }

  get seat() {
    return joinSeat(this.session.place.game, this.who, this.limit);
  }

  /** Tells what is asked now from everything else that was asked. */
  get question() {
    return JSON.stringify([this.session.here, this.seat, this.options.lines()]);
  }

  async draw() {
    const { game } = this.session.place;
    const players = this.session.view?.players ?? 2;
    await this.showLesson();
    const change = (part) => (value) => {
      this[part] = value;
      this.showLesson();
      this.options.onchange(this);
    };
    const algorithms = await algorithmSelect(game, players, this.who, change('who'), { label: t('engine.label') });
    const remove = () => this.options.onremove(this);
    fill(
      this.tools,
      algorithms,
      h(
        'button.icon',
        { type: 'button', 'aria-label': t('engine.remove'), title: t('engine.removeShort'), onclick: remove },
        '✕',
      ),
      await limitSelect(this.limit, change('limit'), t('engine.limit'), { endless: true }),
      h(
        'button',
        { type: 'button', 'data-do': 'why', title: t('engine.why.hint'), onclick: () => this.options.onwhy(this.who) },
        t('engine.why'),
      ),
      this.lesson,
    );
  }

  /** Where it is explained; players with a name of their own are not. */
  async showLesson() {
    const [name] = this.who.split(':');
    const { algorithms } = await once('algorithms');
    this.lesson.hidden = !algorithms.some((algorithm) => algorithm.name === name);
    this.lesson.setAttribute('href', link('algorithm', name));
  }

  stop() {
    this.search?.abort();
    this.search = null;
    this.running = false;
  }

  clear(text = '') {
    this.report = null;
    for (const part of [this.best, this.value, this.unit, this.bars, this.lines]) fill(part);
    this.facts.textContent = text;
  }

  /** Shows what was found here before. */
  recall() {
    const known = found.get(this.question);
    if (known) this.show(known.report, this.session.view, known.isDone);
    return known;
  }

  /** Searches the position that is shown. */
  async run() {
    this.stop();
    this.clear();
    const { view } = this.session;
    if (!view?.to_move) {
      this.facts.textContent = t('analysis.over');
      return;
    }
    const known = this.recall();
    if (known?.isDone) return;
    const search = new AbortController();
    this.search = search;
    this.running = true;
    if (!known) this.facts.textContent = t('engine.thinking');
    // What is chosen in the meantime is another question.
    const asked = { name: this.question, view, search };
    const question = { place: this.session.here, seat: this.seat, lines: this.options.lines() };
    const hear = (event, data) => this.hear(event, data, asked);
    const onwait = (error) => this.wait(error);
    try {
      await streamUntilDone('think', () => question, hear, { signal: search.signal, onwait });
    } catch (error) {
      if (search.signal.aborted) return;
      this.facts.textContent = error.message;
    }
    if (this.search === search) {
      this.search = null;
      this.running = false;
      this.options.onreport(this);
    }
  }

  /** The server has no room, or has gone: it is asked again, and what was found so far stays. */
  wait(error) {
    const words = error.status === 429 ? t('engine.busy', { reason: error.message }) : t('engine.lost');
    if (this.report) this.live.textContent = words;
    else this.facts.textContent = words;
  }

  /** What is known from before stays until the search has come as far. */
  hear(event, data, { name, view, search }) {
    if (search.signal.aborted || this.session.view !== view) return;
    if (event === 'queued') this.facts.textContent = t('engine.waiting', { ahead: data.ahead });
    else if (event === 'error') this.facts.textContent = data.error;
    else if (event === 'nodes' && !this.report)
      this.facts.textContent = t('engine.thinkingNodes', { nodes: short(data.nodes) });
    else if (event === 'nodes') this.live.textContent = t('engine.soFar', { nodes: short(data.nodes) });
    else if (event === 'done' || data.depth >= (found.get(name)?.report.depth ?? 0)) {
      found.set(name, { report: data, isDone: event === 'done' });
      this.show(data, view, event === 'done');
    }
  }

  show(report, view, isLast) {
    this.report = report;
    const { game } = this.session.place;
    const unit = inGameWords(game, report.unit);
    const inUnits = (one) => valueText(one, unit, report.are_points, wholeOf(report.unit));
    fill(this.best, report.best_move);
    fill(this.value, chanceText(report.chances[view.to_move - 1]));
    fill(this.unit, inUnits(report));
    this.live = h('span');
    const perSecond = short(Math.round(report.nodes / report.seconds));
    const rate = report.seconds > 0.005 ? t('engine.rate', { nodes: perSecond }) : null;
    const fact = (name, text) => h('span', { 'data-fact': name }, text);
    fill(
      this.facts,
      fact('depth', t('engine.depth', { depth: report.depth })),
      fact('nodes', t('engine.nodes', { nodes: short(report.nodes) })),
      rate ? fact('rate', rate) : null,
      h('span', {}, t('engine.seconds', { seconds: number(report.seconds, report.seconds < 10 ? 2 : 1) })),
      isLast ? h('span', {}, t('engine.done')) : this.live,
    );
    if (isLast && this.limit === ENDLESS) this.tellLongest(report);
    fill(this.bars, chanceBars(game, report.chances));
    const several = report.lines.length > 1;
    const line = (one, i) => {
      const chance = chanceText(one.chances[view.to_move - 1]);
      const worth = h('span.worth', { title: inUnits(one) }, chance);
      return h(
        'div.line',
        { role: 'group', 'aria-label': t('engine.line'), 'data-line': i + 1 },
        several ? worth : null,
        lineButtons(one.line, view, this.options),
      );
    };
    fill(this.lines, report.lines.map(line));
    this.options.onreport(this);
  }

  /** A search that nobody has stopped ends when the server has had enough. */
  async tellLongest(report) {
    const { longest } = await once('algorithms');
    if (this.report === report && report.seconds >= 0.98 * longest)
      this.facts.append(h('span', { 'data-fact': 'longest' }, t('engine.longest', { seconds: longest })));
  }

  /** The arrow of its best move. */
  arrow(view) {
    const move = view.moves.find(({ move: text }) => text === this.report?.best_move);
    return move?.route.length
      ? { route: move.route, kind: this.options.kind, title: `${this.who}: ${move.move}` }
      : null;
  }
}
