// One algorithm that looks at the position of a session: its choice, its limit, what it finds.

import { stream } from './api.js';
import { chip } from './chip.js';
import { fill, h, short } from './dom.js';
import { colour } from './games.js';
import { splitSeat } from './model/seat.js';
import { number, t } from './model/text.js';
import { algorithmSelect, joinSeat, limitSelect } from './seats.js';

/** Are values shares of one point, in millionths? So are those of random games and of evaluations of constant sum. */
function areShares(values) {
  const sum = values.reduce((all, value) => all + value, 0);
  return Math.abs(sum - 1_000_000) < 100 && values.every((value) => value >= 0);
}

const percent = (value) => `${number(value / 10_000, 1)} %`;

/** A proven result in words. */
const provenText = (proven) => t(/** @type {any} */ (`value.${proven}`));

/** A value as people read it: a proven result in words, else the number. */
export function valueText(report) {
  if (report.proven) {
    const result = provenText(report.proven);
    return report.plies ? t('value.in', { result, plies: report.plies }) : result;
  }
  if (report.values && areShares(report.values)) return percent(report.value);
  return `${report.value > 0 ? '+' : ''}${report.value}`;
}

const OPPOSITE = { win: 'loss', draw: 'draw', loss: 'win' };

/** For every player a share from 0 to 1, and what to write beside it. */
export function shares(report, view) {
  const { players, to_move: mover, worth_of_win: worth } = view;
  const squash = (x) => 1 / (1 + Math.exp((-3 * x) / worth));
  const everybody = Array.from({ length: players }, (_, i) => i + 1);
  if (report.proven && !report.values) {
    const own = { win: 1, draw: 0.5, loss: 0 }[report.proven];
    return everybody.map((player) => {
      if (player === mover) return { share: own, text: provenText(report.proven) };
      return players === 2 ? { share: 1 - own, text: provenText(OPPOSITE[report.proven]) } : { share: null, text: '' };
    });
  }
  const ofTwo = players === 2 ? everybody.map((player) => (player === mover ? report.value : -report.value)) : null;
  const values = report.values ?? ofTwo ?? report.line_values;
  if (!values) {
    return everybody.map((player) =>
      player === mover ? { share: squash(report.value), text: String(report.value) } : { share: null, text: '' },
    );
  }
  if (areShares(values))
    return values.map((value) => ({ share: value / 1_000_000, middle: 1 / players, text: percent(value) }));
  const mean = values.reduce((sum, value) => sum + value, 0) / players;
  const text = (value) => (Math.abs(value) > 999_000_000 ? provenText(value > 0 ? 'win' : 'loss') : String(value));
  return values.map((value) => ({ share: squash(value - mean), text: text(value) }));
}

export class EnginePanel {
  /** options: {kind, seat, onchange(), onpreview(line), onplay(moves), onremove()} */
  constructor(session, options) {
    this.session = session;
    this.options = options;
    const { who, limit } = splitSeat(options.seat);
    this.who = who;
    this.limit = limit;
    this.report = null;
    this.search = null;
    this.running = false;
    this.facts = h('p.facts');
    this.best = h('span.best');
    this.value = h('span.value');
    this.bars = h('div.bars');
    this.line = h('div.line', { role: 'group', 'aria-label': t('engine.line') });
    this.tools = h('div.row');
    this.element = h(
      'section',
      { class: `card engine ${options.kind}`, 'aria-label': t('engine.label'), 'data-engine': options.kind },
      this.tools,
      h('div.row', {}, this.best, this.value),
      this.facts,
      this.bars,
      this.line,
    );
  }

  get seat() {
    return joinSeat(this.session.place.game, this.who, this.limit);
  }

  async draw() {
    const { game } = this.session.place;
    const players = this.session.view?.players ?? 2;
    const change = (part) => (value) => {
      this[part] = value;
      this.options.onchange(this);
    };
    const algorithms = await algorithmSelect(game, players, this.who, change('who'), { label: t('engine.label') });
    algorithms.style.flex = '1';
    algorithms.style.minWidth = '6rem';
    const remove = () => this.options.onremove(this);
    fill(
      this.tools,
      algorithms,
      await limitSelect(this.limit, change('limit'), t('engine.limit')),
      h(
        'button.icon',
        { type: 'button', 'aria-label': t('engine.remove'), title: t('engine.removeShort'), onclick: remove },
        '✕',
      ),
    );
  }

  stop() {
    this.search?.abort();
    this.search = null;
    this.running = false;
  }

  clear(text = '') {
    this.report = null;
    fill(this.best);
    fill(this.value);
    fill(this.bars);
    fill(this.line);
    this.facts.textContent = text;
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
    const search = new AbortController();
    this.search = search;
    this.running = true;
    this.facts.textContent = t('engine.thinking');
    const question = { place: this.session.here, seat: this.seat };
    while (!search.signal.aborted) {
      try {
        await stream(
          'think',
          question,
          (event, data) => {
            if (search.signal.aborted || this.session.view !== view) return;
            if (event === 'queued') this.facts.textContent = t('engine.waiting', { ahead: data.ahead });
            else if (event === 'error') this.facts.textContent = data.error;
            else if (event === 'nodes' && !this.report)
              this.facts.textContent = t('engine.thinkingNodes', { nodes: short(data.nodes) });
            else if (event === 'nodes') this.live.textContent = t('engine.soFar', { nodes: short(data.nodes) });
            else this.show(data, view, event === 'done');
          },
          search.signal,
        );
        break;
      } catch (error) {
        if (error.name === 'AbortError' || search.signal.aborted) return;
        if (error.status !== 429) {
          this.facts.textContent = error.message;
          break;
        }
        this.facts.textContent = t('engine.busy', { reason: error.message });
        await new Promise((resolve) => {
          setTimeout(resolve, 1500);
        });
      }
    }
    if (this.search === search) {
      this.search = null;
      this.running = false;
      this.options.onreport(this);
    }
  }

  show(report, view, isLast) {
    this.report = report;
    const { game } = this.session.place;
    fill(this.best, report.best_move);
    fill(this.value, valueText(report));
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
    const bar = ({ share, text, middle = 0.5 }, i) =>
      h(
        'div.bar',
        { title: t('engine.bar', { player: i + 1, value: text }) },
        chip(game, i + 1),
        h(
          'div.track',
          {
            role: 'meter',
            'aria-label': t('player.column', { player: i + 1 }),
            'aria-valuemin': 0,
            'aria-valuemax': 1,
            'aria-valuenow': share.toFixed(2),
            style: `--middle:${middle * 100}%`,
          },
          h('div.fill', { style: `width:${(share * 100).toFixed(1)}%;background:${colour(game, i + 1).fill}` }),
        ),
        h('span.number', {}, text),
      );
    fill(
      this.bars,
      shares(report, view).map((one, i) => (one.share === null ? null : bar(one, i))),
    );
    const playable = this.playable(view);
    fill(
      this.line,
      report.line.map((ply, i) =>
        h(
          'button',
          {
            type: 'button',
            class: `move${i < playable ? '' : ' skipping'}`,
            title: t(i < playable ? 'engine.look' : 'engine.lookOnly'),
            onmouseenter: () => this.options.onpreview(report.line.slice(0, i + 1)),
            onmouseleave: () => this.options.onpreview([]),
            onfocus: () => this.options.onpreview(report.line.slice(0, i + 1)),
            onblur: () => this.options.onpreview([]),
            onclick: () => {
              if (i < playable) this.options.onplay(report.line.slice(0, i + 1).map(({ move }) => move));
            },
          },
          h('span.dot', { style: `background:${colour(game, ply.player).fill}` }),
          ply.move,
        ),
      ),
    );
    this.options.onreport(this);
  }

  /** How many plies of the line can be played: until the search skips a player. */
  playable(view) {
    const alive = view.alive.flatMap((isAlive, i) => (isAlive ? [i + 1] : []));
    let expected = view.to_move;
    let count = 0;
    for (const { player } of this.report.line) {
      if (player !== expected) break;
      count += 1;
      expected = alive[(alive.indexOf(expected) + 1) % alive.length];
    }
    return count;
  }

  /** The arrow of its best move. */
  arrow(view) {
    const move = view.moves.find(({ move: text }) => text === this.report?.best_move);
    return move?.route.length
      ? { route: move.route, kind: this.options.kind, title: `${this.who}: ${move.move}` }
      : null;
  }
}
