// Moves without the board: a field to type one into, and a list of all that are legal.

import { announce, fill, h } from '../dom.js';
import { t } from '../model/text.js';

/** More than this is no list to read. */
const MOST = 120;

export class TypedMoves {
  /** `play(move)` makes a move. */
  constructor(play) {
    this.play = play;
    this.moves = [];
    this.field = h('input', {
      type: 'text',
      'aria-label': t('typed.field'),
      'data-in': 'move',
      autocomplete: 'off',
      autocapitalize: 'off',
      spellcheck: 'false',
      oninput: () => this.list(),
    });
    this.note = h('p.small', { role: 'status' });
    this.choices = h('div.row.typed-moves');
    const form = h(
      'form.row',
      { onsubmit: (event) => this.submit(event) },
      this.field,
      h('button', { type: 'submit', 'data-do': 'type' }, t('typed.play')),
    );
    this.element = h(
      'details.card.typed-card',
      { ontoggle: () => this.list() },
      h('summary', {}, t('typed.title')),
      form,
      this.note,
      this.choices,
    );
  }

  /** The moves that are legal now; none if it is nobody's turn here. */
  show(moves) {
    this.moves = moves;
    this.list();
  }

  get matching() {
    const begun = this.field.value.trim().toLowerCase();
    return this.moves.filter(({ move }) => move.toLowerCase().startsWith(begun));
  }

  list() {
    if (!this.element.open) return;
    const { matching } = this;
    this.note.textContent = t('typed.count', { count: matching.length, all: this.moves.length });
    const button = ({ move, choice }) =>
      h(
        'button.move',
        { type: 'button', 'data-move': move, title: choice, onclick: () => this.make(move) },
        choice && matching.length < MOST ? `${move} (${choice})` : move,
      );
    fill(this.choices, matching.slice(0, MOST).map(button), matching.length > MOST ? '…' : null);
  }

  make(move) {
    this.field.value = '';
    this.play(move);
  }

  submit(event) {
    event.preventDefault();
    const text = this.field.value.trim();
    const exact = this.moves.find(({ move }) => move.toLowerCase() === text.toLowerCase());
    const [only, ...others] = this.matching;
    const meant = exact ?? (others.length ? undefined : only);
    if (meant && text) this.make(meant.move);
    else {
      this.note.textContent = t('typed.illegal', { move: text });
      announce(this.note.textContent);
    }
  }
}
