// People and algorithms at one board. The state of the game decides; this shows it, keeps it in the browser and in the
// address, and turns what people do into the next state.

import { streamUntilDone } from '../api.js';
import { announce, fill, h, isTyping, toast } from '../dom.js';
import { defaultSeats, firstGame, strongest, title } from '../games.js';
import { Keeper } from '../keeper.js';
import { gameAddress, readAddress } from '../model/address.js';
import * as model from '../model/game.js';
import { isHuman } from '../model/seat.js';
import { t } from '../model/text.js';
import { turnAfter, turnBefore } from '../model/turns.js';
import { Pane } from '../pane.js';
import { Session } from '../session.js';
import { newGame } from '../setup.js';
import { reviewCard } from '../review.js';
import { kept } from '../store.js';
import { exchange } from '../transfer.js';
import { afterGame } from './after.js';
import { PlayersCard } from './players.js';
import { rulesCard } from './rules.js';
import { Thinker } from './thinker.js';
import { TypedMoves } from './typed.js';
import { statusText } from './words.js';

/** How often the clocks are looked at and, running, kept: in milliseconds. */
const [TICK, KEEP] = [100, 1000];

export class PlayTable {
  constructor(root) {
    this.root = root;
    this.session = new Session();
    this.pane = new Pane(this.session, {
      mayMove: () => model.mayMove(this.session.game),
      statusText: () => this.statusText(),
      onundo: () => this.takeBack(),
    });
    this.thinker = new Thinker(this.session, () => {
      this.pane.status.textContent = this.statusText();
    });
    this.players = new PlayersCard();
    this.typed = new TypedMoves((move) => this.pane.maker.make({ move }));
    this.review = h('div');
    this.heading = h('h1');
    this.side = this.sideCards();
    this.listening = new AbortController();
    const { signal } = this.listening;
    // A move that comes when the page is left is kept, but nothing is shown or asked any more.
    this.session.addEventListener('change', () => (signal.aborted ? this.keep() : this.changed()));
    addEventListener('keydown', (event) => this.key(event), { signal });
    this.session.addEventListener('clock', () => this.players.show(this.session.game, this.session.view), { signal });
    this.keeper = new Keeper(this.session, () => !this.loading, signal);
    addEventListener('visibilitychange', () => this.tick(), { signal });
    this.timers = [setInterval(() => this.tick(), TICK), setInterval(() => this.keepClock(), KEEP)];
  }

  sideCards() {
    const { session } = this;
    const button = (id, onclick, label, hint) =>
      h('button', { type: 'button', 'data-do': id, title: hint, onclick }, label);
    const open = (place, moves) => {
      location.hash = gameAddress({ ...place, moves }, session.game.seats);
    };
    const analyse = () => {
      location.hash = `#/analyse?${session.params()}`;
    };
    this.buttons = {
      undo: button('undo', () => this.takeBack(), t('table.undo'), t('table.undo.hint')),
      redo: button('redo', () => this.redo(), t('table.redo'), t('table.redo.hint')),
      hint: button('hint', () => this.hint(), t('table.hint'), t('table.hint.hint')),
      pause: button('pause', () => session.change(model.setPaused, !session.game.paused), t('table.pause')),
      go: button('go', () => session.change(model.urge), t('table.go'), t('table.go.hint')),
    };
    const more = [
      button('new', () => this.newGame(), t('table.new'), t('table.new.hint')),
      button('again', () => this.again(), t('table.again'), t('table.again.hint')),
      button('exchange', () => exchange(session, open), t('table.exchange')),
      button('analyse', analyse, t('table.analyse'), t('table.analyse.hint')),
    ];
    return h(
      'aside.side',
      {},
      this.players.element,
      rulesCard(session),
      h('section.card.actions', { 'aria-label': t('pane.game') }, h('div.row', {}, Object.values(this.buttons))),
      h('section.card', {}, h('h2', {}, t('pane.moves')), this.pane.moves),
      this.typed.element,
      h('section.card', { 'aria-label': t('table.more') }, h('div.row', {}, more)),
      this.review,
    );
  }

  unmount() {
    this.keep();
    this.thinker.stop();
    this.timers.forEach(clearInterval);
    this.listening.abort();
    this.session.stop();
    this.pane.unmount();
    this.reviewCard?.unmount();
  }

  /** Shows the game of an address, or the one of this browser that is meant. */
  async load(params, id) {
    if (!id && !this.loading && params.toString() === this.address) return;
    const before = this.session.game;
    const { hash } = location;
    this.keep();
    this.loading = true;
    this.session.change(model.leave);
    this.thinker.follow();
    try {
      // Whoever has gone elsewhere in the meantime shall stay there.
      if (!(await this.open(params, id)) || location.hash !== hash) return;
    } catch (error) {
      this.loading = false;
      if (this.session.view) this.session.change(model.enter, model.nodeAt(before).standing);
      throw error;
    }
    this.loading = false;
    const name = title(this.session.place.game);
    this.heading.textContent = name;
    document.title = `${name} – Melee`;
    fill(this.root, h('div.head', {}, this.heading), h('div.table', {}, this.pane.element, this.side));
    this.pane.update();
    this.changed();
  }

  async open(params, id) {
    const own = kept(id ?? history.state?.game);
    if (own) return this.session.resume(own);
    if (id) throw new Error(t('table.gone'));
    const { place, moves, at, seats, clock } = readAddress(params, firstGame());
    const seatsFor = (players) => {
      if (seats?.length === players) return seats;
      if (seats) toast(t('table.seatCount', { seats: seats.length, players }), 'error');
      return defaultSeats(place.game, players);
    };
    return this.session.load(place, moves, at, { seatsFor, clock });
  }

  keep() {
    this.keeper.keep();
  }

  keepClock() {
    if (this.session.game.clock?.running) this.keep();
  }

  /** Everything that follows from a change of the state. */
  changed() {
    const { game, view } = this.session;
    if (this.loading || !view) return;
    const params = this.session.params();
    params.set('seats', game.seats.join('|'));
    if (game.clockText) params.set('clock', game.clockText);
    this.address = params.toString();
    history.replaceState({ game: game.id }, '', `#/play?${params}`);
    this.keep();
    this.players.show(game, view);
    this.showButtons(game, view);
    this.typed.show(model.mayMove(game) ? view.moves : []);
    this.showReview(game);
    if (view.outcome) fill(this.pane.extra, afterGame(game, view, { look: () => this.lookBack() }));
    this.thinker.follow();
  }

  /** Once a game is over it can be looked back at. */
  showReview(game) {
    const over = model.isOver(game) ? game.id : null;
    if (over === this.reviewed) return;
    this.reviewed = over;
    this.reviewCard?.unmount();
    this.reviewCard = over ? reviewCard(this.session) : null;
    fill(this.review, this.reviewCard?.card ?? []);
    this.reviewCard?.follow();
  }

  lookBack() {
    const { review } = this;
    if (!this.reviewCard.review) this.reviewCard.run();
    review.scrollIntoView({ block: 'nearest' });
  }

  showButtons(game, view) {
    const { undo, redo, hint, pause, go } = this.buttons;
    const engines = game.seats.filter((seat) => !isHuman(seat)).length;
    pause.hidden = engines < game.seats.length;
    pause.textContent = t(game.paused ? 'table.goOn' : 'table.pause');
    go.hidden = engines === 0;
    go.disabled = Boolean(game.asked) || view.to_move === null || isHuman(game.seats[view.to_move - 1]);
    hint.disabled = view.to_move === null;
    undo.disabled = turnBefore(game) === null;
    redo.disabled = turnAfter(game) === null;
    if (model.flagged(game) !== null) {
      const playOn = () => this.session.change(model.dropClock);
      fill(this.pane.extra, h('button', { type: 'button', onclick: playOn }, t('table.withoutClocks')));
    }
  }

  statusText() {
    return statusText(this.session.game, this.session.view, this.thinker.words());
  }

  tick() {
    const { game } = this.session;
    if (!game.clock || this.loading) return;
    this.session.change(model.tick);
    this.players.tick(performance.now());
    if (model.flagged(game) !== model.flagged(this.session.game)) announce(this.pane.status.textContent);
  }

  key(event) {
    const isMeant = !isTyping(event) && !event.target.closest?.('dialog') && !event.ctrlKey && !event.metaKey;
    if (event.key === 'n' && isMeant) this.newGame();
  }

  newGame() {
    const { place, seats, clockText } = this.session.game;
    newGame({ ...place, seats: [...seats], clock: clockText });
  }

  again() {
    const { place, seats, clockText } = this.session.game;
    location.hash = gameAddress(place, seats, clockText);
  }

  takeBack() {
    const node = turnBefore(this.session.game);
    if (node !== null) this.session.go(node, { by: model.returnTo });
  }

  redo() {
    const node = turnAfter(this.session.game);
    if (node !== null) this.session.go(node, { animate: true });
  }

  async hint() {
    const { view } = this.session;
    if (!view.to_move) return;
    // What was refused before is not what is asked now.
    this.pane.maker.cancel();
    const seat = `${strongest(view.game, view.players)}@700ms`;
    const hear = (event, data) => {
      if (this.session.view !== view) return;
      if (event === 'error') toast(data.error, 'error');
      if (event !== 'done') return;
      const move = view.moves.find(({ move: text }) => text === data.best_move);
      if (move) this.pane.board.arrows([{ route: move.route, kind: 'a', title: data.best_move }]);
      toast(t('table.hint.said', { move: data.best_move }));
    };
    const { signal } = this.listening;
    try {
      const question = { place: this.session.here, seat };
      await streamUntilDone('think', () => question, hear, { signal });
    } catch (error) {
      if (!signal.aborted && this.session.view === view) toast(error.message, 'error');
    }
  }
}
