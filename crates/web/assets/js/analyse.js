// Analysis: one position, up to four algorithms side by side, and why. #/analyse?game=... is a game, #/analyse/ID one
// that this browser keeps. An analysis with notes or side lines has both in its address: others find the line in it.

import { fill, h, toast } from './dom.js';
import { EnginePanel } from './engine.js';
import { agreementText } from './engine/agreement.js';
import { linesField } from './engine/linesfield.js';
import { rememberSeats, rememberedSeats } from './engine/remembered.js';
import { about, firstGame, strongest, title } from './games.js';
import { insideCard } from './inside.js';
import { Keeper } from './keeper.js';
import { keptCard } from './kept.js';
import { analysisAddress, gameAddress, readAddress } from './model/address.js';
import { HUMAN } from './model/seat.js';
import { isAnalysis } from './model/stored.js';
import { t } from './model/text.js';
import { notesCard } from './notes.js';
import { Pane } from './pane.js';
import { prefs } from './prefs.js';
import { reviewCard } from './review.js';
import { anotherFor, rivalOf } from './seats.js';
import { Session } from './session.js';
import { newGame } from './setup.js';
import { solveCard } from './solver.js';
import { kept } from './store.js';
import { exchange } from './transfer.js';
import { whyPanel } from './tree.js';

const KINDS = ['a', 'b', 'c', 'd'];

export const page = {
  async mount(root, params, rest, signal) {
    const table = new AnalysisTable(root);
    signal.addEventListener('abort', () => table.unmount());
    await table.load(params, rest[0]);
    return { update: (next, [id]) => table.load(next, id) };
  },
};

class AnalysisTable {
  constructor(root) {
    this.root = root;
    this.session = new Session();
    this.pane = new Pane(this.session, { notes: true });
    this.listening = new AbortController();
    this.keeper = new Keeper(this.session, () => !this.loading, this.listening.signal);
    this.engines = [];
    this.tree = null;
    this.isOn = false;
    this.heading = h('h1');
    this.list = h('div.engines');
    this.agreement = h('p.small', { role: 'status', 'data-agreement': '' });
    this.solver = solveCard(this.session);
    this.inside = insideCard(this.session, this.pane.board);
    this.review = reviewCard(this.session);
    this.others = keptCard();
    this.why = h('section.why');
    const button = (label, id, action, hint) =>
      h('button', { type: 'button', 'data-do': id, title: hint, onclick: action }, label);
    const open = (place, moves) => {
      location.hash = gameAddress({ ...place, moves }, null, null, 'analyse');
    };
    this.toggle = button(t('analysis.start'), 'analyse', () => this.setOn(!this.isOn), t('analysis.toggle'));
    this.toggle.classList.add('primary');
    this.addButton = button(t('analysis.add'), 'add', () => this.add(), t('analysis.add.hint'));
    this.side = h(
      'aside.side',
      {},
      h(
        'section.card',
        {},
        h(
          'div.row',
          {},
          this.toggle,
          this.addButton,
          linesField(() => this.restart()),
          button(t('analysis.best'), 'best', () => this.playBest(), t('analysis.best.hint')),
        ),
        this.agreement,
      ),
      this.list,
      this.solver.card,
      this.inside.card,
      h('section.card', {}, h('h2', {}, t('pane.moves')), this.pane.moves),
      notesCard(this.session),
      this.review.card,
      h(
        'section.card',
        { 'aria-label': t('table.more') },
        h(
          'div.row',
          {},
          button(t('setup.another'), 'new', () => newGame({ ...this.session.place }, 'analyse')),
          button(t('analysis.play'), 'play', () => this.play()),
          button(t('edit.open'), 'edit', () => this.edit()),
          button(t('table.exchange'), 'exchange', () => exchange(this.session, open)),
        ),
      ),
      this.others.card,
    );
    this.session.addEventListener('change', () => !this.isLeft && this.changed());
    this.onkey = (event) => {
      if (event.target.closest?.('input, textarea, select, dialog') || event.ctrlKey || event.metaKey || event.altKey)
        return;
      if (event.key === 'l') this.setOn(!this.isOn);
      if (event.key === ' ' && !event.target.closest?.('button, a, polygon')) {
        event.preventDefault();
        this.playBest();
      }
    };
    addEventListener('keydown', this.onkey);
  }

  unmount() {
    this.keeper.keep();
    this.isLeft = true;
    this.listening.abort();
    removeEventListener('keydown', this.onkey);
    for (const engine of this.engines) engine.stop();
    this.solver.unmount();
    this.inside.unmount();
    this.review.unmount();
    this.tree?.unmount?.();
    this.session.stop();
    this.pane.unmount();
  }

  /** Shows the position of an address, or what this browser has kept of it. */
  async load(params, id) {
    if (!this.loading && analysisAddress(params, id) === this.address) return;
    const { place: wanted, moves, at } = readAddress(params, firstGame());
    const before = this.session.place.game;
    this.keeper.keep();
    for (const engine of this.engines) engine.stop();
    this.review.cancel();
    this.loading = true;
    const { hash } = location;
    // Whoever has gone elsewhere in the meantime shall stay there.
    const isGone = () => this.isLeft || location.hash !== hash;
    try {
      const own = kept(id ?? history.state?.game);
      if (id && !own && !params.has('game')) throw new Error(t('table.gone'));
      const opened = own ? this.session.resume(own) : this.session.load(wanted, moves, at);
      if (!(await opened) || isGone()) return;
    } catch (error) {
      this.loading = false;
      throw error;
    }
    const { place } = this.session;
    this.heading.textContent = t('analysis.title', { game: title(place.game) });
    document.title = `${this.heading.textContent} – Melee`;
    this.solver.card.hidden = !about(place.game).solver;
    const { players } = this.session.view;
    if (!this.engines.length || before !== place.game || this.players !== players) await this.setEngines();
    if (isGone()) return;
    this.players = players;
    this.others.update(this.session.id);
    fill(this.root, h('div.head', {}, this.heading), h('div.table', {}, this.pane.element, this.side), this.why);
    this.loading = false;
    this.pane.update();
    this.tree ??= whyPanel(this.why, this.session, { show: (line) => this.pane.preview(line) });
    this.changed();
  }

  /** The algorithms of last time where they fit, else two that are worth comparing. */
  async setEngines() {
    const { players, game } = this.session.view;
    let wanted = rememberedSeats(players);
    if (!wanted.length) {
      wanted = [`${strongest(game, players)}@3s`];
      const rival = players > 2 ? await rivalOf(game, players) : null;
      if (rival) wanted.push(`${rival}@3s`);
    }
    for (const engine of this.engines) engine.stop();
    this.engines = [];
    fill(this.list);
    for (const seat of wanted.slice(0, 4)) await this.add(seat, true);
  }

  remember() {
    const seats = this.engines.map(({ seat }) => seat);
    rememberSeats(this.session.view.players, seats);
  }

  async add(given, quiet = false) {
    const { game, players } = this.session.view;
    const taken = this.engines.map(({ who }) => who);
    const seat = given ?? `${await anotherFor(game, players, taken)}@3s`;
    const kind = KINDS.find((free) => this.engines.every((engine) => engine.options.kind !== free));
    if (!kind) return;
    const engine = new EnginePanel(this.session, {
      kind,
      number: KINDS.indexOf(kind) + 1,
      seat,
      lines: () => prefs.lines,
      onchange: (changed) => {
        this.remember();
        if (this.isOn) changed.run();
      },
      onreport: () => this.showArrows(),
      onpreview: (line) =>
        this.pane.preview(line).then(() => {
          if (!line.length) this.showArrows();
        }),
      onplay: (moves) => this.playLine(moves),
      onwhy: (who) => this.tree?.drawOf(who),
      onremove: (removed) => {
        removed.stop();
        removed.element.remove();
        this.engines = this.engines.filter((other) => other !== removed);
        this.addButton.disabled = false;
        this.remember();
        this.showArrows();
      },
    });
    this.engines.push(engine);
    this.list.append(engine.element);
    this.addButton.disabled = this.engines.length === KINDS.length;
    await engine.draw();
    if (!quiet) this.remember();
    if (this.isOn && !quiet) engine.run();
  }

  setOn(isOn) {
    this.isOn = isOn;
    this.toggle.textContent = t(isOn ? 'analysis.stop' : 'analysis.start');
    this.toggle.setAttribute('aria-pressed', String(isOn));
    for (const engine of this.engines) {
      if (isOn) engine.run();
      else engine.stop();
    }
    if (!isOn) this.showArrows();
  }

  changed() {
    if (this.loading || !this.session.view) return;
    const { id, game } = this.session;
    const address = analysisAddress(this.session.params(), isAnalysis(game) ? id : null);
    if (address !== this.address || history.state?.game !== id) {
      this.address = address;
      history.replaceState({ game: id }, '', address);
    }
    // Notes change nothing that an algorithm could find, and many letters make a note.
    if (this.session.view === this.analysed) {
      this.keeper.keepSoon();
      this.showArrows();
      return;
    }
    this.keeper.keep();
    this.analysed = this.session.view;
    this.restart();
  }

  /** Everybody begins anew, or shows what was found here before. */
  restart() {
    this.pane.board.arrows([]);
    this.agreement.textContent = '';
    for (const engine of this.engines) {
      engine.stop();
      engine.clear();
      if (this.isOn) engine.run();
      else engine.recall();
    }
  }

  showArrows() {
    if (this.pane.isPreview || !this.session.view) return;
    const arrows = this.engines.map((engine) => engine.report && engine.arrow(this.session.view)).filter(Boolean);
    this.pane.board.arrows(arrows);
    this.agreement.textContent = agreementText(this.engines);
  }

  playBest() {
    const best = this.engines.find((engine) => engine.report)?.report.best_move;
    if (best) this.session.play(best);
    else toast(t('analysis.nothing'));
  }

  async playLine(moves) {
    for (const move of moves) await this.session.play(move);
  }

  edit() {
    location.hash = gameAddress(this.session.here, null, null, 'edit');
  }

  play() {
    const { players, game, to_move: mover } = this.session.view;
    const seats = Array.from({ length: players }, (_, i) =>
      i + 1 === (mover ?? 1) ? HUMAN : `${strongest(game, players)}@1s`,
    );
    location.hash = gameAddress(this.session.here, seats);
  }
}
