// The board with everything around it that play and analysis share: clicks that make moves, the
// chooser, the way back and forth, the list of moves, the keyboard.

import { Board } from './board.js';
import { resultText } from './chip.js';
import { announce, fill, h, s, toast } from './dom.js';
import { look, playerName } from './games.js';
import { askText } from './model/ask.js';
import { Gesture } from './model/gesture.js';
import { capital, t } from './model/text.js';
import { moveList } from './movelist.js';
import { prefs } from './prefs.js';
import { ROOT, askView } from './session.js';
import { sound } from './sound.js';

const ICONS = {
  first: 'M5 4v12M16 4l-8 6 8 6z',
  back: 'M14 4l-8 6 8 6z',
  forward: 'M6 4l8 6-8 6z',
  last: 'M15 4v12M4 4l8 6-8 6z',
  turn: 'M15.500 7.500a6.200 6.200 0 1 0 .7 3.500M16.500 3v5h-5',
};
const icon = (name) =>
  s(
    'svg',
    { viewBox: '0 0 20 20', width: 20, height: 20, class: `icon-${name}`, 'aria-hidden': 'true' },
    s('path', { d: ICONS[name] }),
  );

export class Pane {
  /** options: mayMove() tells whether a person may move now; onmove(move) is called instead of playing. */
  constructor(session, options = {}) {
    this.session = session;
    this.options = options;
    this.gesture = new Gesture([]);
    this.board = null;
    this.position = h('p.position');
    this.boardBox = h('div.board-box', {}, this.position);
    this.status = h('p.status');
    this.ask = h('p.ask');
    this.chooser = h('div.chooser', { hidden: true, role: 'group', 'aria-label': t('pane.which') });
    this.extra = h('div.extra');
    this.moves = h('div.moves', { role: 'region', 'aria-label': t('pane.moves'), tabindex: 0 });
    const button = (label, sign, action, id) =>
      h('button.icon', { type: 'button', 'aria-label': label, title: label, 'data-do': id, onclick: action }, sign);
    this.controls = h(
      'div.controls',
      { role: 'toolbar', 'aria-label': t('pane.game') },
      button(t('pane.first'), icon('first'), () => session.first(), 'first'),
      button(t('pane.back'), icon('back'), () => session.back(), 'back'),
      button(t('pane.forward'), icon('forward'), () => session.forward(), 'forward'),
      button(t('pane.last'), icon('last'), () => session.last(), 'last'),
      button(t('pane.turn'), icon('turn'), () => this.turn(), 'turn'),
    );
    this.element = h(
      'section.pane',
      { 'aria-label': t('pane.label') },
      this.status,
      this.ask,
      this.boardBox,
      this.chooser,
      this.extra,
      this.controls,
    );
    this.board = new Board(this.boardBox, {
      onclick: (cell) => this.click(cell),
      onhover: (cell) => this.hover(cell),
      onaway: () => this.cancel(),
      candrag: (cell) => this.mayMove() && this.gesture.canStart(cell) && this.gesture.next([cell]).size > 0,
      ondrag: (cell) => {
        this.gesture.path = [cell];
        this.closeChooser();
        this.show();
      },
      ondrop: (from, to) => {
        if (to !== null && to !== from && this.gesture.next().has(to)) this.click(to);
        else this.cancel();
      },
    });
    this.onchange = (event) => this.update(event.detail);
    this.onkey = (event) => this.key(event);
    this.onprefs = () => this.show();
    session.addEventListener('change', this.onchange);
    addEventListener('keydown', this.onkey);
    addEventListener('prefs', this.onprefs);
  }

  unmount() {
    this.session.removeEventListener('change', this.onchange);
    removeEventListener('keydown', this.onkey);
    removeEventListener('prefs', this.onprefs);
    this.board.unmount();
  }

  mayMove() {
    return !this.isPreview && (this.options.mayMove?.() ?? true);
  }

  update({ animate = false } = {}) {
    const { view } = this.session;
    if (!view) return;
    this.isPreview = false;
    this.gesture = new Gesture(view.moves);
    this.closeChooser();
    this.board.show(view, { animate });
    this.board.arrows([]);
    // A game need not have a board.
    this.position.textContent = this.board.outline.cells.length ? '' : view.pos;
    if (animate) {
      sound(view.outcome ? 'end' : 'move');
      const last = view.plies.at(-1);
      const next = view.outcome ? resultText(view) : t('pane.next', { player: playerName(view.game, view.to_move) });
      const player = last && playerName(view.game, last.player);
      if (last) announce(t('pane.played', { player, move: last.move, next }));
    }
    const usual = view.outcome
      ? resultText(view)
      : capital(t('pane.toMove', { player: playerName(view.game, view.to_move) }));
    this.status.textContent = this.options.statusText?.() ?? usual;
    const disable = (id, isOff) => {
      this.controls.querySelector(`[data-do=${id}]`).disabled = isOff;
    };
    for (const id of ['back', 'first']) disable(id, this.session.node === ROOT);
    for (const id of ['forward', 'last']) disable(id, !this.session.at().children.length);
    disable('turn', !look(view.game).turns);
    const moveButton = (move) =>
      h(
        'button.primary',
        { type: 'button', 'data-move': move.move, onclick: () => this.make(move) },
        move.choice ?? (move.move === 'pass' ? t('pane.pass') : move.move),
      );
    fill(this.extra, this.mayMove() ? this.gesture.buttons.map(moveButton) : []);
    moveList(this.moves, this.session);
    this.show();
  }

  /** Marks what is selected and where one can go. */
  show(hovered = this.hovered) {
    if (!this.session.view || !this.board.view) return;
    this.hovered = hovered;
    const may = this.mayMove();
    const { gesture } = this;
    this.ask.textContent = may ? askText(this.session.view.prompt, gesture, look(this.session.view.game).piece) : '';
    if (!may) {
      this.board.mark({});
      return;
    }
    if (gesture.path.length) {
      const marks = { selected: gesture.path, targets: [...gesture.next()] };
      if (hovered !== null && hovered !== undefined && gesture.next().has(hovered)) {
        const moves = gesture.complete([...gesture.path, hovered]);
        if (moves.length) marks.route = moves[0].route;
      }
      this.board.mark(marks);
      return;
    }
    const marks = { hints: [] };
    if (hovered !== null && hovered !== undefined && gesture.canStart(hovered)) {
      const next = gesture.next([hovered]);
      const done = gesture.complete([hovered]);
      if (next.size) Object.assign(marks, { targets: prefs.legal ? [...next] : [], selected: [hovered] });
      else if (done.length) marks.ghost = this.ghost(done[0]);
    } else if (prefs.legal) {
      const single = gesture.moves.every((move) => move.paths.every((path) => path.length === 1));
      if (single && gesture.moves.length <= 200) {
        marks.hints = [...new Set(gesture.moves.flatMap((move) => move.route.slice(-1)))];
      }
    }
    this.board.mark(marks);
  }

  /** A stone that would be put there. */
  ghost(move) {
    const { view } = this.session;
    const cell = move.route.at(-1);
    const isTaken = view.pieces.some(([at, owner]) => at === cell && owner);
    if (cell === undefined || look(view.game).pieces === 'chess' || isTaken) return undefined;
    const own = view.pieces.find(([, owner]) => owner === view.to_move);
    return { cell, owner: view.to_move, glyph: own?.[2] ?? String(view.to_move) };
  }

  hover(cell) {
    if (cell !== this.hovered) this.show(cell);
  }

  cancel() {
    this.gesture.cancel();
    this.closeChooser();
    this.show();
  }

  click(cell) {
    if (!this.mayMove()) return;
    this.closeChooser();
    const moves = this.gesture.click(cell);
    if (moves.length === 1) this.make(moves[0]);
    else if (moves.length > 1) this.choose(moves);
    else this.show();
  }

  choose(moves) {
    fill(
      this.chooser,
      h('span', {}, t('pane.whichOne')),
      moves.map((move) =>
        h(
          'button',
          { type: 'button', 'data-move': move.move, onclick: () => this.make(move) },
          move.choice ?? move.move,
        ),
      ),
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
    this.hovered = null;
    try {
      if (this.options.onmove) await this.options.onmove(move.move);
      else await this.session.play(move.move);
    } catch (error) {
      toast(error.message, 'error');
    }
  }

  /** Shows the position after a line that a search thought of; an empty line goes back. */
  async preview(line) {
    const wanted = line ?? [];
    this.previewed = wanted;
    if (!wanted.length) {
      if (this.isPreview) this.update();
      return;
    }
    try {
      const { view: before } = this.session;
      const view = await askView(this.session.place, this.session.moves(), wanted);
      if (this.previewed !== wanted || this.session.view !== before) return;
      this.isPreview = true;
      this.board.show(view);
      this.board.mark({});
      this.board.arrows([]);
    } catch (error) {
      toast(error.message, 'error');
    }
  }

  turn() {
    if (this.session.view && look(this.session.view.game).turns) this.board.rotate(1);
  }

  key(event) {
    if (event.target.closest?.('input, textarea, select') || document.querySelector('dialog[open]')) return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { session } = this;
    const actions = {
      ArrowLeft: () => session.back(),
      k: () => session.back(),
      ArrowRight: () => session.forward(),
      j: () => session.forward(),
      ArrowUp: () => session.sibling(-1),
      ArrowDown: () => session.sibling(1),
      Home: () => session.first(),
      End: () => session.last(),
      f: () => this.turn(),
      Escape: () => this.cancel(),
      u: () => (this.options.onundo ?? (() => session.back()))(),
    };
    if (event.target.closest?.('[role=region]') && event.key.startsWith('Arrow') && !event.target.closest('.moves'))
      return;
    const action = actions[event.key];
    if (action) {
      event.preventDefault();
      action();
    }
  }
}
