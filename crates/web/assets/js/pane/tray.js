// The hands of a game: pieces beside the board that are picked, turned, turned over and laid. Mouse: click, wheel or
// right button, click. Keyboard: Tab and Enter, arrows, r and x, Enter. Touch: tap, drag, the buttons, tap again.

import { pieceShape } from '../board/pieces.js';
import { chip } from '../chip.js';
import { fill, h, s } from '../dom.js';
import { glyphOf, seatText } from '../games.js';
import { Laying, turned } from '../model/hand.js';
import { capital, t } from '../model/text.js';

export class Tray {
  /** `onchange` is called when another piece is held, or held in another way. */
  constructor(onchange) {
    this.onchange = onchange;
    this.held = null;
    this.element = h('div.tray', { hidden: true });
    const button = (label, id, action) => h('button', { type: 'button', 'data-do': id, onclick: action }, label);
    this.tools = h(
      'div.row.tray-tools',
      { hidden: true },
      button(t('tray.turn'), 'turn-piece', () => this.turn(1)),
      button(t('tray.flip'), 'flip-piece', () => this.flip()),
      button(t('tray.back'), 'put-back', () => this.putBack()),
    );
    this.hands = h('div.hands');
    this.element.append(this.tools, this.hands);
  }

  /** Shows the hands of a view; `centres` are the middles of its cells before the board is turned. */
  show(view, mayMove, centres) {
    this.view = view;
    this.held = null;
    this.element.hidden = !view.hands.length;
    if (this.element.hidden) return;
    this.laying = new Laying(mayMove ? view.moves : [], centres);
    fill(
      this.hands,
      view.hands.map((hand) => this.hand(hand, mayMove)),
    );
    this.update();
  }

  hand(hand, mayMove) {
    const { game } = this.view;
    const isOpen = hand.to_move && mayMove;
    const pieces = hand.pieces.map((piece) => {
      const hasRoom = isOpen && this.laying.hasRoom(piece.squares);
      const label = t(isOpen && !hasRoom ? 'tray.noRoom' : 'tray.piece', { name: piece.name });
      return h(
        'button.held',
        {
          type: 'button',
          'aria-label': label,
          'aria-pressed': isOpen ? 'false' : null,
          disabled: !hasRoom,
          'data-piece': piece.name,
          onclick: () => this.pick(hand, piece),
        },
        picture(game, hand, piece.squares),
      );
    });
    const head = h('summary', {}, hand.player ? chip(game, hand.player) : null, ` ${this.headOf(hand)}`);
    const many = h('span.quiet.small', {}, ` ${t('tray.count', { count: hand.pieces.length })}`);
    head.append(many);
    return h('details.hand', { open: hand.to_move, 'data-hand': hand.glyph }, head, h('div.pieces-held', {}, pieces));
  }

  /** Whose hand it is; who has several is told which. */
  headOf({ player, glyph }) {
    const { game, hands } = this.view;
    const piece = glyphOf(game, glyph)?.name ?? glyph;
    if (!player) return capital(piece);
    const owner = seatText(game, player);
    const isOnly = hands.filter((hand) => hand.player === player).length === 1;
    return isOnly ? t('tray.hand', { owner }) : t('tray.handOf', { owner, piece });
  }

  pick(hand, piece) {
    const isSame = this.held?.piece === piece;
    this.held = isSame ? null : { hand, piece, turns: 0, isFlipped: false };
    this.change();
  }

  /** The squares of the piece as it is held. */
  get squares() {
    const { piece, turns, isFlipped } = this.held;
    return turned(piece.squares, turns, isFlipped);
  }

  turn(by) {
    if (!this.held) return false;
    this.held.turns = (this.held.turns + by + 4) % 4;
    return this.change();
  }

  flip() {
    if (!this.held) return false;
    // Turned over is what one sees: left and right change places, however it was turned before.
    this.held.isFlipped = !this.held.isFlipped;
    this.held.turns = (4 - this.held.turns) % 4;
    return this.change();
  }

  putBack() {
    if (!this.held) return false;
    this.held = null;
    return this.change();
  }

  change() {
    this.update();
    this.onchange();
    return true;
  }

  update() {
    this.tools.hidden = !this.held;
    for (const button of this.hands.querySelectorAll('.held')) {
      const isHeld = this.held?.piece.name === button.dataset.piece && !button.disabled;
      if (button.hasAttribute('aria-pressed')) button.setAttribute('aria-pressed', String(Boolean(isHeld)));
      if (isHeld) fill(button, picture(this.view.game, this.held.hand, this.squares));
    }
  }

  /** What to mark on the board when the piece is held over a cell, or null. */
  marks(over) {
    const targets = this.laying.places(this.squares);
    if (over === null) return { hints: targets };
    const { hand } = this.held;
    const cells = this.laying.covered(this.squares, over);
    const fits = Boolean(this.moveAt(over));
    return { hints: targets, laid: { cells, fits, owner: hand.player, glyph: hand.glyph } };
  }

  /** The cells that it would cover there; none if some of it would be off the board. */
  cellsAt(over) {
    const cells = this.laying.covered(this.squares, over);
    return cells.length === this.squares.length ? cells : [];
  }

  /** The move that lays it there, if it fits. */
  moveAt(over) {
    return this.laying.moveAt(this.squares, over);
  }
}

/** A piece as a small picture. */
function picture(game, { player, glyph }, squares) {
  const [width, height] = [0, 1].map((axis) => Math.max(...squares.map((square) => square[axis])) + 1);
  const side = Math.max(3, width, height);
  const [left, top] = [(side - width) / 2, (side - height) / 2];
  return s(
    'svg.held-piece',
    { viewBox: `-0.5 -0.5 ${side} ${side}`, 'aria-hidden': 'true' },
    squares.map(([x, y]) =>
      s('g', { transform: `translate(${x + left} ${y + top})` }, pieceShape(game, player, glyph)),
    ),
  );
}
