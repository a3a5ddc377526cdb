// A game in the page: the state of model/game.js, and what the server says about its positions. Everything that is
// shown hears of a change by the event `change`, or `clock` where only the clocks of another tab have gone on.

import { firstGame } from './games.js';
import { paramsOf } from './model/address.js';
import { Cache } from './model/cache.js';
import * as model from './model/game.js';
import * as lines from './model/lines.js';
import { checkLines } from './model/checked.js';
import { ifWanted } from './model/wanted.js';
import { askView } from './view.js';

export { ROOT } from './model/lines.js';

/** Tells games apart, so that the server can keep the engines of one from move to move. */
const newId = () => crypto.getRandomValues(new Uint32Array(4)).join('-');

const now = () => performance.now();

/** What the game has to know of a view. */
const standingOf = (view) => ({ toMove: view.to_move ?? null, ranks: view.outcome?.ranks ?? null });

/** So many positions are known without asking again: large boards with many moves take their room. */
const MOST_VIEWS = 200;

/** What is known of nodes: [node, view] each. */
function viewsOf(...known) {
  const views = new Cache(MOST_VIEWS);
  for (const [node, view] of known) views.set(node, view);
  return views;
}

export class Session extends EventTarget {
  constructor() {
    super();
    const nowhere = { id: newId(), place: { game: firstGame() }, players: 0 };
    /** @type {model.Game} */
    this.game = model.begin(nowhere, { toMove: null, ranks: null }, now());
    /** What the server says about a node; of a long game not of all. */
    this.views = viewsOf();
    this.asked = 0;
    /** How many games were asked for. */
    this.begun = 0;
    /** Ends what is asked when nobody wants to know any more. */
    this.leaving = new AbortController();
    this.following = new AbortController();
    this.shownAt = -Infinity;
  }

  get id() {
    return this.game.id;
  }

  get place() {
    return this.game.place;
  }

  /** The node that is shown. */
  get node() {
    return this.game.at;
  }

  get view() {
    return this.views.get(this.game.at) ?? null;
  }

  /** What is known of a node: its move, who made it, what follows. */
  at(node = this.node) {
    return this.game.lines[node];
  }

  /** The moves from the start to a node. */
  moves(node = this.node) {
    return lines.movesTo(this.game.lines, node);
  }

  /** The nodes from the start to the end of the line that is shown. */
  line() {
    return lines.pathTo(this.game.lines, lines.endOf(this.game.lines, this.node));
  }

  /** The current place with its moves, for requests. */
  get here() {
    return { ...this.place, moves: this.moves() };
  }

  /** The address of the line through the current node. */
  params() {
    return paramsOf(this.place, this.moves(this.line().at(-1)), this.at().ply);
  }

  /**
   * Begins anew: a place, the moves of its line, and which of them is shown. `seatsFor` says who plays when it is known
   * how many there are.
   */
  async load(place, moves = [], at = moves.length, { seatsFor = (_players) => [], clock = '' } = {}) {
    const { moves: _, ...start } = place;
    const how = { signal: this.leaving.signal };
    const look = async () => {
      // One request tells whether all moves are legal.
      const last = await askView(start, moves, [], how);
      return { last, shown: at === moves.length ? last : await askView(start, moves.slice(0, at), [], how) };
    };
    const looked = await this.another(look());
    if (!looked) return false;
    const { last, shown } = looked;
    // A position may tell of moves before it, so that the last ones are those of the line.
    const movers = moves.length ? last.plies.slice(-moves.length).map(({ player }) => player) : [];
    const wish = { id: newId(), place: start, moves, movers, at, players: last.players, clock };
    const game = model.begin({ ...wish, seats: seatsFor(last.players) }, standingOf(shown), now());
    this.views = viewsOf([moves.length, last], [at, shown]);
    return this.set(game);
  }

  /**
   * Begins with lines that were read: the server looks at each of them to its end, and refuses in words what is not
   * legal. Nobody plays; all is to be looked at. `tell(done, all)` hears how far it is; the signal gives it up.
   */
  async loadLines(place, read, { signal = this.leaving.signal, tell = undefined } = {}) {
    const look = async () => {
      const first = await askView(place, [], [], { signal });
      return [first, await checkLines(read, (moves) => askView(place, moves, [], { signal, still: true }), tell)];
    };
    const looked = await this.another(look());
    if (!looked) return false;
    const [first, checked] = looked;
    const wish = { id: newId(), place, lines: checked, at: lines.ROOT, players: first.players };
    this.views = viewsOf([lines.ROOT, first]);
    return this.set(model.begin(wish, standingOf(first), now()));
  }

  /** Goes on with a game that was left. */
  async resume(game) {
    const moves = lines.movesTo(game.lines, game.at);
    const view = await this.another(askView(game.place, moves, [], { signal: this.leaving.signal }));
    if (!view) return false;
    this.views = viewsOf([game.at, view]);
    return this.set(model.enter(game, standingOf(view), now()));
  }

  /** Another tab has gone on with the game: this one looks on. */
  async follow(game) {
    if (this.game.watching && game.revision === this.game.revision) return this.setClock(game.clock);
    // It may go on every second, and the server may be away for longer.
    this.following.abort();
    this.following = new AbortController();
    const signal = AbortSignal.any([this.following.signal, this.leaving.signal]);
    const moves = lines.movesTo(game.lines, game.at);
    const isSame = this.view && String(moves) === String(this.moves());
    const view = await this.latest(isSame ? this.view : askView(game.place, moves, [], { signal }));
    if (!view) return false;
    this.views = viewsOf([game.at, view]);
    return this.set(model.enter({ ...game, watching: true }, standingOf(view), now()), { animate: !isSame });
  }

  /** Nothing but time has passed: whoever has begun a move here can go on with it. */
  setClock(clock) {
    this.game = { ...this.game, clock };
    this.dispatchEvent(new CustomEvent('clock'));
    return true;
  }

  /** Nobody looks at it any more. A move that is on its way is still made. */
  stop() {
    this.leaving.abort();
  }

  /** The answers to all older questions come too late. */
  ask() {
    this.asked += 1;
    return this.asked;
  }

  /** The answer to a question for a position; null if by then another was asked. */
  latest(answer) {
    const question = this.ask();
    return ifWanted(answer, () => question === this.asked);
  }

  /** The same for another game: what is done in this one meanwhile does not keep it from coming. */
  async another(answer) {
    this.begun += 1;
    const mine = this.begun;
    this.ask();
    const found = await ifWanted(answer, () => mine === this.begun);
    if (found) this.ask();
    return found;
  }

  async viewOf(node) {
    const { views } = this;
    const known = views.get(node);
    if (known) return known;
    const view = await askView(this.place, this.moves(node), [], { signal: this.leaving.signal });
    views.set(node, view);
    return view;
  }

  /** The next state; nothing happens if it is the one there is. */
  set(game, detail = {}) {
    if (game === this.game) return false;
    // Since when the position is seen that is shown.
    if (game.at !== this.game.at || game.id !== this.game.id) this.shownAt = now();
    this.game = game;
    this.dispatchEvent(new CustomEvent('change', { detail }));
    return true;
  }

  /** Makes the next state by a function of the model that wants to know the time. */
  change(transition, ...given) {
    return this.set(transition(this.game, ...given, now()));
  }

  /** Shows another node. */
  async go(node, { animate = false, by = model.look } = {}) {
    const view = await this.latest(this.viewOf(node));
    if (!view) return false;
    return this.set(by(this.game, node, standingOf(view), now()), { animate });
  }

  /** Makes a move: goes on in the line, or opens a side line. */
  async play(move, { animate = true, question = null } = {}) {
    const { game, views } = this;
    const known = lines.childOf(game.lines, game.at, move);
    // Somebody may have gone elsewhere in the meantime, here or in another tab.
    const isHere = () => this.game.id === game.id && this.game.at === game.at && this.views === views;
    const view = await ifWanted(views.get(known) ?? askView(this.place, [...this.moves(), move]), isHere);
    if (!view) return false;
    const standing = standingOf(view);
    const next =
      question === null
        ? model.play(this.game, move, standing, now())
        : model.answer(this.game, question, move, standing, now());
    if (next === this.game) return false;
    this.ask();
    this.views.set(next.at, view);
    return this.set(next, { animate });
  }

  back() {
    const { parent } = this.at();
    return parent === null ? false : this.go(parent);
  }

  forward() {
    const [next] = this.at().children;
    return next === undefined ? false : this.go(next, { animate: true });
  }

  first() {
    return this.go(lines.ROOT);
  }

  last() {
    return this.go(this.line().at(-1));
  }

  /** The next or previous side line at the same place. */
  sibling(by) {
    const { parent } = this.at();
    const beside = parent === null ? [] : this.at(parent).children;
    const other = beside[beside.indexOf(this.node) + by];
    return other === undefined ? false : this.go(other);
  }

  /** The line through this node becomes the main line. */
  promote(node) {
    this.change(model.promote, node);
  }

  /** Notes something about the position that is shown. */
  annotate(notes) {
    this.change(model.annotate, notes);
  }

  /** Removes a node and what follows. */
  async remove(node) {
    const { parent } = this.at(node);
    if (parent === null) return;
    if (model.isShown(this.game, node) && !(await this.go(parent))) return;
    this.change(model.cut, node);
  }
}
