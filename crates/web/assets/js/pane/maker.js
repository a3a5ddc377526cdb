// How a person makes a move on the board: clicks and drags that are followed until a move is meant, pieces of a hand,
// the chooser where several are meant, and words about what is asked and why something cannot be done.

import { post } from '../api.js';
import { announce, fill, h, sentence, toast } from '../dom.js';
import { LESSON_LANGUAGE, inGameWords, look } from '../games.js';
import { askText } from '../model/ask.js';
import { Gesture } from '../model/gesture.js';
import { GroupGesture } from '../model/group.js';
import { refusal } from '../model/refusal.js';
import { capital, t } from '../model/text.js';
import { Effects } from './effect.js';
import { marksFor } from './marks.js';
import { Tray } from './tray.js';

/** So many targets are told one by one. */
const MOST_TOLD = 12;
/** So many pixels of the wheel turn a piece: a notch of a mouse, or as far on a touchpad. A line is some of them. */
const [A_TURN, A_LINE] = [100, 34];

export class MoveMaker {
  /** options: mayMove() tells whether a person may move now; onmove(move) is called instead of playing. */
  constructor(session, options) {
    this.session = session;
    this.options = options;
    /** @type {Gesture | GroupGesture} */
    this.gesture = new Gesture([]);
    this.hovered = null;
    this.refused = '';
    /** The rule that forbids it, in the game's own words. */
    this.rule = '';
    this.wheeled = 0;
    /** The cell over which a finger has moved a piece, and the piece. */
    this.aimed = null;
    this.board = null;
    this.ask = h('p.ask');
    this.chooser = h('div.chooser', { hidden: true, role: 'group', 'aria-label': t('pane.which') });
    this.tray = new Tray(() => this.picked());
    this.effects = new Effects(session, () => this.show());
  }

  /** What the board is to tell. */
  get events() {
    return {
      onclick: (cell, how) => this.click(cell, how),
      onhover: (cell) => this.hover(cell),
      onaway: () => this.cancel(),
      candrag: (cell) => this.mayDrag(cell),
      lifted: (cell) => this.gesture.lifted(cell),
      ondrag: (cell) => {
        this.gesture.drag(cell);
        this.closeChooser();
        this.show();
      },
      ondrop: (from, to) => this.dropped(from, to),
      isHeld: () => Boolean(this.tray.held),
      onwheel: (event) => this.wheel(event),
      onflip: () => this.tray.flip(),
    };
  }

  /** Another position is on the board, or another may move. A move that was begun in the same one goes on. */
  update(view) {
    const may = this.options.mayMove();
    if (view === this.view && may === this.may) return;
    this.view = view;
    this.may = may;
    this.gesture = new (look(view.game).groups ? GroupGesture : Gesture)(view.moves);
    this.refused = '';
    this.aimed = null;
    this.closeChooser();
    this.tray.show(view, may, this.board.plainCentres);
  }

  unmount() {
    this.asking?.abort();
    this.effects.stop();
  }

  mayDrag(cell) {
    const { gesture } = this;
    if (!this.options.mayMove() || this.tray.held || !gesture.canStart(cell)) return false;
    return gesture.path.includes(cell) || gesture.next([cell]).size > 0;
  }

  /** Marks what is selected and where one can go. */
  show(hovered = this.hovered) {
    const { view } = this.session;
    if (!view || !this.board.view) return;
    this.hovered = hovered;
    // Of a game that is over nothing is asked.
    const may = Boolean(view.to_move) && this.options.mayMove();
    this.tell(may ? this.refused || this.words() : '', may && this.refused ? this.rule : '');
    this.ask.classList.toggle('refused', may && Boolean(this.refused));
    this.board.svg.classList.toggle('holding', Boolean(this.tray.held));
    if (!may) {
      this.board.mark({});
      return;
    }
    if (this.tray.held) {
      this.board.mark(this.tray.marks(hovered));
      return;
    }
    const meant = hovered === null ? [] : this.gesture.meant(hovered);
    const effect = this.effects.of(meant.length === 1 ? meant[0] : null);
    this.board.mark({ ...marksFor(this.gesture, hovered, view), effect });
  }

  /** The line above the board; it stays as it is while it says the same. */
  tell(words, rule) {
    if (this.ask.textContent === (rule ? `${words} ${rule}` : words)) return;
    fill(this.ask, words, rule ? h('span.rule', { lang: this.ruleLanguage }, ` ${rule}`) : null);
  }

  /** What is asked. */
  words() {
    const { view } = this.session;
    return this.tray.held ? t('tray.ask') : askText(view.prompt, this.gesture, look(view.game).piece);
  }

  hover(cell) {
    if (cell !== this.hovered) this.show(cell);
  }

  cancel() {
    this.refused = '';
    this.gesture.cancel();
    this.tray.putBack();
    this.closeChooser();
    this.show();
  }

  /** Turns the piece that is held, with Shift over. With Ctrl the wheel is the browser's. */
  wheel({ deltaX, deltaY, deltaMode, shiftKey, ctrlKey }) {
    if (!this.tray.held || ctrlKey) return false;
    this.wheeled += (deltaY || deltaX) * (deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 1 : A_LINE);
    if (Math.abs(this.wheeled) < A_TURN) return true;
    const by = Math.sign(this.wheeled);
    this.wheeled = 0;
    return shiftKey ? this.tray.flip() : this.tray.turn(by);
  }

  /** A piece of a hand is held now, or held in another way, or no longer. */
  picked() {
    this.refused = '';
    this.wheeled = 0;
    if (this.aimed?.piece !== this.tray.held?.piece) this.aimed = null;
    this.gesture.cancel();
    this.show();
    if (this.tray.held) announce(`${t('tray.piece', { name: this.tray.held.piece.name })}. ${t('tray.ask')}`);
  }

  click(cell, { isTouch = false } = {}) {
    if (!this.options.mayMove()) return;
    this.closeChooser();
    this.refused = '';
    if (this.tray.held) {
      this.lay(cell, isTouch);
      return;
    }
    const before = [...this.gesture.path];
    const wasBegun = before.length > 0;
    const moves = this.gesture.click(cell);
    const isGivenUp = wasBegun && this.gesture.canStart(cell);
    if (!moves.length && !this.gesture.path.length && !isGivenUp) this.refuse(cell, before);
    this.follow(moves);
  }

  /** One move is made, of several one is chosen. */
  follow(moves) {
    if (moves.length === 1) this.make(moves[0]);
    else if (moves.length > 1) this.choose(moves);
    else {
      this.show();
      if (this.gesture.path.length) this.announcePicked();
    }
  }

  /** Who does not see the board hears what is picked, and how many cells it can go to. */
  announcePicked() {
    const name = (cell) => this.board.outline.cells[cell].id;
    const cells = this.gesture.selected.map(name).join(', ');
    const targets = [...this.gesture.next()];
    const first = targets.slice(0, MOST_TOLD).map(name).join(', ');
    announce(
      t('say.picked', { cells, count: targets.length, targets: targets.length > MOST_TOLD ? `${first} …` : first }),
    );
  }

  /** A finger first moves the piece there; a tap on the same cell lays it. */
  lay(cell, isTouch) {
    const move = this.tray.moveAt(cell);
    const isAiming = isTouch && this.aimed?.cell !== cell;
    this.aimed = { cell, piece: this.tray.held.piece };
    if (move && !isAiming) {
      this.make(move);
      return;
    }
    if (!isAiming) this.say(t('why.unfit', { ask: this.session.view.prompt.ask }), this.tray.cellsAt(cell));
    this.show(cell);
  }

  dropped(from, to) {
    if (to === null || to === from) {
      this.cancel();
      return;
    }
    const moves = this.gesture.drop(to);
    if (!moves.length && !this.gesture.path.length) this.say(t('why.noTarget'), [from, to]);
    this.follow(moves);
  }

  /** Says why a click does nothing, after those before it. */
  refuse(cell, before) {
    const isBegun = before.length > 0;
    const { view } = this.session;
    const owner = view.pieces.find(([at]) => at === cell)?.[1] ?? 0;
    const needsPiece = view.moves.some(({ paths }) => paths.some((path) => path.length > 1)) && !view.hands.length;
    const { piece } = look(view.game);
    const words = refusal({ owner, mover: view.to_move, isBegun, needsPiece, ask: view.prompt.ask, piece });
    this.say(words, [...before, cell]);
  }

  /** Says what cannot be done and, as soon as the game has told, which rule forbids to click on these cells. */
  async say(words, cells) {
    this.refused = words;
    this.rule = '';
    this.asking?.abort();
    this.asking = new AbortController();
    const { signal } = this.asking;
    const { view, here: place } = this.session;
    announce(words);
    const asked = post('why', { place, cells }, { isPatient: false, signal });
    const { why } = await asked.catch(() => ({ why: null }));
    const isMeant = !signal.aborted && this.session.view === view && this.refused === words;
    if (!why || !isMeant) return;
    const said = inGameWords(view.game, why);
    this.rule = sentence(said);
    this.ruleLanguage = said === why ? LESSON_LANGUAGE : null;
    this.show();
    announce(`${words} ${this.rule}`);
  }

  choose(moves) {
    const [{ question }] = moves;
    const button = (move) =>
      h('button', { type: 'button', 'data-move': move.move, onclick: () => this.make(move) }, move.choice ?? move.move);
    fill(
      this.chooser,
      h('span', {}, question ? `${capital(question)}?` : t('pane.whichOne')),
      moves.map(button),
      h('button.icon', { type: 'button', 'aria-label': t('frame.cancel'), onclick: () => this.cancel() }, '✕'),
    );
    this.chooser.hidden = false;
    this.chooser.querySelector('button').focus();
  }

  closeChooser() {
    this.chooser.hidden = true;
  }

  async make(move) {
    this.closeChooser();
    this.gesture.cancel();
    this.effects.of(null);
    this.hovered = null;
    try {
      if (this.options.onmove) await this.options.onmove(move.move);
      else await this.session.play(move.move);
    } catch (error) {
      toast(error.message, 'error');
    }
  }
}
