// Play: people and algorithms at one board. Without a game in the address: the choice of games.

import { ApiError, stream } from './api.js';
import { Board } from './board.js';
import { announce, fill, h, short, toast } from './dom.js';
import { about, countText, placeFor, playable, playerName, seatText, strongest, title, usualPlayers } from './games.js';
import { Pane, chip, resultText } from './pane.js';
import { Clocks, clockText, parseClock } from './clock.js';
import { defaultSeats, gameAddress, newGame } from './setup.js';
import { isHuman, readSeat, seatWords } from './seats.js';
import { Session, askView, placeOf } from './session.js';
import { reviewCard } from './solver.js';
import { exchange } from './transfer.js';

const STORE = 'melee.play';

export const page = {
  path: 'play',
  title: 'Play',
  async mount(root, params) {
    if (!params.has('game')) return home(root);
    const table = new PlayTable(root);
    await table.load(params);
    return { update: (next) => (next.has('game') ? table.load(next) : false), unmount: () => table.unmount() };
  },
};

/** The games to choose from, each with a board on which something happens. */
async function home(root) {
  const cards = h('div.games');
  const other = h(
    'button',
    { type: 'button', 'data-do': 'new', onclick: () => newGame() },
    'Other players, boards, starts …',
  );
  fill(root, h('div.head', {}, h('h1', {}, 'What shall we play?'), other), cards);
  for (const info of playable()) {
    const players = usualPlayers(info);
    const place = placeFor(info, players);
    const { moves = [], ...sample } = info.samples[0]?.place ?? place;
    const card = h('section.card.game-card', { 'aria-label': info.title });
    cards.append(card);
    askView(sample, moves)
      .then((view) => {
        new Board(card).show(view);
        card.querySelector('svg').setAttribute('aria-hidden', 'true');
        for (const cell of card.querySelectorAll('[tabindex]')) cell.removeAttribute('tabindex');
        const text = info.summary.replace(/ \([^)]*\)$/, '');
        card.append(
          h('h2', {}, info.title),
          h('p', {}, `${text[0].toUpperCase()}${text.slice(1)}. ${countText(info.players)}.`),
          h(
            'div.row',
            {},
            h(
              'a.button.primary',
              { href: gameAddress(place, defaultSeats(info.name, players)), 'data-game': info.name },
              'Play',
            ),
            h('button', { type: 'button', onclick: () => newGame({ game: info.name }) }, 'Options …'),
          ),
        );
      })
      .catch((error) => card.append(h('p.error', {}, error.message)));
  }
  return { update: () => false };
}

class PlayTable {
  constructor(root) {
    this.root = root;
    this.session = new Session();
    this.seats = [];
    this.search = null;
    this.paused = false;
    this.pane = new Pane(this.session, {
      mayMove: () => this.mayMove(),
      statusText: () => this.statusText(),
      onundo: () => this.takeBack(),
    });
    this.players = h('ul.players', { 'aria-label': 'Players' });
    this.counters = h('div');
    this.review = h('div');
    this.heading = h('h1');
    const button = (label, id, action, hint) =>
      h('button', { type: 'button', 'data-do': id, title: hint, onclick: action }, label);
    const open = (place, moves) => {
      location.hash = gameAddress({ ...place, moves }, this.seats);
    };
    const analyse = () => {
      location.hash = `#/analyse?${this.session.params()}`;
    };
    this.pauseButton = button('Pause', 'pause', () => this.togglePause());
    this.goButton = button('Engine, move on', 'go', () => this.engineTurn(true), 'Let the engine move from here');
    this.side = h(
      'aside.side',
      {},
      h('section.card', { 'aria-label': 'Players' }, this.players, this.counters),
      h(
        'section.card',
        { 'aria-label': 'Game' },
        h(
          'div.row',
          {},
          button('Take back', 'undo', () => this.takeBack(), 'Back to your last move (u)'),
          button('Redo', 'redo', () => this.redo(), 'Forward to your next move'),
          button('Hint', 'hint', () => this.hint(), 'What would the engine play?'),
          this.pauseButton,
          this.goButton,
        ),
      ),
      h('section.card', {}, h('h2', {}, 'Moves'), this.pane.moves),
      h(
        'section.card',
        { 'aria-label': 'More' },
        h(
          'div.row',
          {},
          button('New game', 'new', () => this.newGame(), 'New game (n)'),
          button('Again', 'again', () => this.again(), 'The same game from its start'),
          button('Share, save, load', 'exchange', () => exchange(this.session, open)),
          button('Analyse', 'analyse', analyse, 'Look at this position with several algorithms'),
        ),
      ),
      this.review,
    );
    this.onkey = (event) => {
      const isMeant = !event.target.closest?.('input, textarea, select, dialog') && !event.ctrlKey && !event.metaKey;
      if (event.key === 'n' && isMeant) this.newGame();
    };
    addEventListener('keydown', this.onkey);
    this.session.addEventListener('change', () => this.changed());
    this.clockTimer = setInterval(() => this.showClocks(), 100);
  }

  newGame() {
    newGame({ ...this.session.place, seats: [...this.seats], clock: this.clockSpec });
  }

  unmount() {
    this.stopSearch();
    this.clocks?.stop();
    clearInterval(this.clockTimer);
    removeEventListener('keydown', this.onkey);
    this.pane.unmount();
  }

  async load(params) {
    const { place, moves, at } = placeOf(params);
    const text = params.toString();
    if (text === this.address) return;
    this.stopSearch();
    this.loading = true;
    this.clocks?.stop();
    this.clocks = null;
    this.flagged = null;
    this.paused = false;
    this.clockSpec = params.get('clock') ?? '';
    const given = params.get('seats')?.split('|').filter(Boolean).map(readSeat);
    this.seats = given ?? [];
    await this.session.load(place, moves, at);
    const { players } = this.session.view;
    if (this.seats.length !== players) {
      if (given) toast(`The address has ${given.length} seats, the game ${players}.`, 'error');
      this.seats = defaultSeats(place.game, players);
    }
    const clock = parseClock(this.clockSpec);
    if (clock) this.clocks = new Clocks(clock, players, (player) => this.outOfTime(player));
    fill(this.root, h('div.head', {}, this.heading), h('div.table', {}, this.pane.element, this.side));
    this.heading.textContent = title(place.game);
    document.title = `${title(place.game)} – Melee`;
    this.restore();
    this.loading = false;
    this.changed();
    this.pane.update();
  }

  /** Side lines and clocks of this tab, if they belong to this game. */
  restore() {
    try {
      const stored = JSON.parse(sessionStorage.getItem(STORE) ?? 'null');
      if (!stored || JSON.stringify(stored.place) !== JSON.stringify(this.session.place)) return;
      if (this.session.node.ply > 0 || this.session.node.children.length) {
        this.session.unpack(stored);
        if (this.clocks && stored.clocks?.length === this.clocks.left.length) this.clocks.left = stored.clocks;
      }
    } catch {
      /* nothing is stored */
    }
  }

  remember() {
    try {
      const clocks = this.clocks?.left.map((_, i) => this.clocks.of(i + 1));
      sessionStorage.setItem(STORE, JSON.stringify({ ...this.session.pack(), clocks }));
    } catch {
      /* private browsing */
    }
  }

  seatOf(player) {
    return this.seats[player - 1];
  }

  seatName(player) {
    const seat = this.seatOf(player);
    if (isHuman(seat)) return this.seats.filter(isHuman).length > 1 ? `Person ${player}` : 'You';
    return seatWords(seat);
  }

  mayMove() {
    const { view } = this.session;
    return Boolean(view?.to_move) && !this.flagged && isHuman(this.seatOf(view.to_move));
  }

  statusText() {
    const { view } = this.session;
    if (this.seats.length !== view.players) return '';
    if (view.outcome) return resultText(view);
    if (this.flagged) return `The time of ${playerName(view.game, this.flagged)} is up.`;
    const who = seatText(view.game, view.to_move);
    if (isHuman(this.seatOf(view.to_move))) {
      return this.seats.filter(isHuman).length > 1 ? `Your move, ${who}` : `Your move: you are ${who}`;
    }
    return `${this.seatName(view.to_move)} is to move for ${who}`;
  }

  changed() {
    if (this.loading || !this.session.view) return;
    this.stopSearch();
    const params = this.session.params();
    params.set('seats', this.seats.join('|'));
    if (this.clockSpec) params.set('clock', this.clockSpec);
    this.address = params.toString();
    history.replaceState(null, '', `#/play?${params}`);
    this.remember();
    const { view, node } = this.session;
    if (this.clocks) {
      if (view.outcome || node.children.length || node.ply === 0) this.clocks.pause();
      else this.clocks.turn(view.to_move);
    }
    this.showPlayers();
    const anyEngine = this.seats.some((seat) => !isHuman(seat));
    this.pauseButton.hidden = !anyEngine || !this.seats.every((seat) => !isHuman(seat));
    this.goButton.hidden = !anyEngine;
    this.side.querySelector('[data-do=undo]').disabled = !node.parent;
    this.side.querySelector('[data-do=redo]').disabled = !node.children.length;
    this.goButton.disabled = Boolean(view.outcome) || isHuman(this.seatOf(view.to_move) ?? 'human');
    fill(this.review, view.outcome && about(view.game).solver ? reviewCard(this.session) : []);
    this.engineTurn();
  }

  showPlayers() {
    const { view } = this.session;
    const rank = (n) => h('span.quiet', {}, ` · ${n}${['st', 'nd', 'rd'][n - 1] ?? 'th'}`);
    const item = (_, i) => {
      const isMover = view.to_move === i + 1;
      return h(
        'li',
        { class: `${isMover ? 'to-move' : ''} ${view.alive[i] ? '' : 'out'}`, 'aria-current': isMover ? 'true' : null },
        chip(view.game, i + 1),
        h('span.who', {}, this.seatName(i + 1), view.outcome ? rank(view.outcome.ranks[i]) : null),
        this.clocks ? h('span.clock', { 'data-player': i + 1 }, clockText(this.clocks.of(i + 1))) : null,
      );
    };
    fill(this.players, this.seats.map(item));
    const counter = ({ name, values }) =>
      h(
        'tr',
        {},
        h('th', { scope: 'row' }, name),
        values.map((value) => h('td', {}, String(value))),
      );
    fill(
      this.counters,
      view.counters.length
        ? h(
            'table.counters',
            {},
            h(
              'thead',
              {},
              h(
                'tr',
                {},
                h('td'),
                this.seats.map((_, i) => h('td', {}, chip(view.game, i + 1))),
              ),
            ),
            h('tbody', {}, view.counters.map(counter)),
          )
        : [],
    );
  }

  showClocks() {
    if (!this.clocks) return;
    for (const face of this.players.querySelectorAll('.clock')) {
      const left = this.clocks.of(Number(face.dataset.player));
      face.textContent = clockText(left);
      face.classList.toggle('low', left < 20_000);
    }
  }

  outOfTime(player) {
    this.flagged = player;
    this.stopSearch();
    this.pane.update();
    announce(this.statusText());
    fill(
      this.pane.extra,
      h(
        'button',
        {
          type: 'button',
          onclick: () => {
            this.flagged = null;
            this.clocks.stop();
            this.clocks = null;
            this.clockSpec = '';
            this.changed();
            this.pane.update();
          },
        },
        'Play on without clocks',
      ),
    );
  }

  stopSearch() {
    this.search?.abort();
    this.search = null;
  }

  /** If an engine is to move at the end of the line, it thinks. */
  async engineTurn(forced = false) {
    const { view, node } = this.session;
    if (!view.to_move || this.flagged || (this.paused && !forced)) return;
    const seat = this.seatOf(view.to_move);
    if (isHuman(seat) || (node.children.length && !forced)) return;
    this.stopSearch();
    const search = new AbortController();
    this.search = search;
    const player = view.to_move;
    const question = { place: this.session.here, seat, session: this.session.id, seed: node.ply };
    if (this.clocks) {
      this.clocks.turn(player);
      question.clock = { left: Math.max(1, Math.round(this.clocks.of(player))), increment: this.clocks.increment };
    }
    const name = this.seatName(player);
    const say = (text) => {
      this.pane.status.textContent = `${name} ${text}`;
    };
    say('is thinking …');
    for (;;) {
      try {
        let best = null;
        let failure = null;
        await stream(
          'think',
          question,
          (event, data) => {
            if (search.signal.aborted) return;
            if (event === 'done') best = data;
            else if (event === 'error') failure = data.error;
            else if (event === 'queued') say(`waits for its turn to think (${data.ahead} before it)`);
            else if (event === 'nodes' && seat === about(view.game).solver)
              say(`is solving … ${short(data.nodes)} nodes`);
            else if (event === 'report') say(`is thinking … depth ${data.depth}, ${short(data.nodes)} nodes`);
          },
          search.signal,
        );
        if (search.signal.aborted) return;
        if (failure) throw new ApiError(400, failure);
        if (!best) throw new ApiError(0, 'the server ended the search');
        this.search = null;
        this.lastReport = { player, best };
        await this.session.play(best.best_move);
        return;
      } catch (error) {
        if (error.name === 'AbortError' || search.signal.aborted) return;
        if (error.status !== 429) {
          this.search = null;
          say(`cannot move: ${error.message}`);
          toast(error.message, 'error');
          return;
        }
        this.pane.status.textContent = `The server is busy: ${error.message}`;
        await new Promise((resolve) => {
          setTimeout(resolve, 1500);
        });
        if (search.signal.aborted) return;
      }
    }
  }

  togglePause() {
    this.paused = !this.paused;
    this.pauseButton.textContent = this.paused ? 'Go on' : 'Pause';
    if (this.paused) {
      this.stopSearch();
      this.clocks?.pause();
      this.pane.update();
    } else this.engineTurn();
  }

  /** Back to the last turn of a person. */
  takeBack() {
    let { node } = this.session;
    if (!node.parent) return;
    do node = node.parent;
    while (node.parent && !isHuman(this.seatOf(node.children[0]?.player ?? 1)));
    const mover = node.children[0]?.player;
    if (mover && !isHuman(this.seatOf(mover))) node = this.session.node.parent;
    this.session.go(node);
  }

  /** Forward to the next turn of a person. */
  redo() {
    let { node } = this.session;
    if (!node.children.length) return;
    do [node] = node.children;
    while (node.children.length && !isHuman(this.seatOf(node.children[0].player ?? 1)));
    this.session.go(node, { animate: true });
  }

  again() {
    location.hash = gameAddress(this.session.place, this.seats, this.clockSpec);
  }

  async hint() {
    const { view, node } = this.session;
    if (!view.to_move) return;
    const seat = `${strongest(view.game, view.players)}@700ms`;
    try {
      await stream('think', { place: this.session.here, seat }, (event, data) => {
        if (event === 'error') toast(data.error, 'error');
        if (event !== 'done' || this.session.node !== node) return;
        const move = view.moves.find(({ move: text }) => text === data.best_move);
        if (move) this.pane.board.arrows([{ route: move.route, kind: 'a', title: data.best_move }]);
        toast(`The engine would play ${data.best_move}.`);
      });
    } catch (error) {
      toast(error.message, 'error');
    }
  }
}
