// The board with everything around it that play and analysis share: clicks that make moves, the
// chooser, the way back and forth, the list of moves, the keyboard.

import { Board } from './board.js';
import { resultText } from './chip.js';
import { announce, fill, h, s, toast } from './dom.js';
import { look, playerName } from './games.js';
import { toggleMark } from './model/notes.js';
import { capital, t } from './model/text.js';
import { moveList } from './movelist.js';
import { MoveMaker } from './pane/maker.js';
import { ROOT } from './session.js';
import { askView } from './view.js';
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
  /**
   * options: mayMove() tells whether a person may move now; onmove(move) is called instead of playing; with `notes`,
   * marks can be drawn on the board.
   */
  constructor(session, options = {}) {
    this.session = session;
    this.options = options;
    this.position = h('p.position');
    this.boardBox = h('div.board-box', {}, this.position);
    this.status = h('p.status');
    this.maker = new MoveMaker(session, { mayMove: () => this.mayMove(), onmove: options.onmove });
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
      button(t('pane.zoomIn'), '+', () => this.board.zoom.in(), 'zoom-in'),
      button(t('pane.zoomOut'), '−', () => this.board.zoom.out(), 'zoom-out'),
    );
    this.zoomHint = h('p.small.quiet', { hidden: true, 'data-zoom-hint': '' }, t('pane.zoomHint'));
    this.element = h(
      'section.pane',
      { 'aria-label': t('pane.label') },
      this.status,
      this.maker.ask,
      h('div.board-row', {}, this.boardBox, this.maker.tray.element),
      this.maker.chooser,
      this.extra,
      this.controls,
      this.zoomHint,
    );
    this.board = new Board(this.boardBox, { ...this.maker.events, ...(options.notes && this.markEvents()) });
    this.maker.board = this.board;
    this.onchange = (event) => this.update(event.detail);
    this.onkey = (event) => this.key(event);
    this.onprefs = () => this.maker.show();
    session.addEventListener('change', this.onchange);
    addEventListener('keydown', this.onkey);
    addEventListener('prefs', this.onprefs);
    this.sizes = new ResizeObserver(() => this.board.view && this.offerZoom());
    this.sizes.observe(this.boardBox);
  }

  unmount() {
    this.session.removeEventListener('change', this.onchange);
    removeEventListener('keydown', this.onkey);
    removeEventListener('prefs', this.onprefs);
    this.sizes.disconnect();
    this.previewing?.abort();
    this.maker.unmount();
    this.board.unmount();
  }

  /** What is drawn on the board is noted. */
  markEvents() {
    const name = (cell) => this.board.outline.cells[cell].id;
    return {
      onmark: (from, to) => {
        if (this.isPreview) return;
        this.session.annotate(toggleMark(this.session.at().notes, name(from), name(to)));
        announce(t(from === to ? 'notes.circled' : 'notes.drawn', { from: name(from), to: name(to) }));
      },
      onmarkbegun: (cell) => announce(t('notes.begun', { from: name(cell) })),
    };
  }

  mayMove() {
    return !this.isPreview && (this.options.mayMove?.() ?? true);
  }

  update({ animate = false } = {}) {
    const { view } = this.session;
    if (!view) return;
    this.isPreview = false;
    // A note changes nothing on the board but what is drawn there.
    if (animate || this.board.view !== view) this.board.show(view, { animate });
    this.board.arrows([]);
    this.board.drawn(this.session.at().notes.marks);
    this.maker.update(view);
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
    this.status.classList.toggle('over', Boolean(view.outcome));
    const disable = (id, isOff) => {
      this.controls.querySelector(`[data-do=${id}]`).disabled = isOff;
    };
    for (const id of ['back', 'first']) disable(id, this.session.node === ROOT);
    for (const id of ['forward', 'last']) disable(id, !this.session.at().children.length);
    disable('turn', !look(view.game).turns);
    // To ask for the size of the same board again would lay out the page in the midst of its changes.
    if (this.sized !== this.board.outline) this.offerZoom();
    const moveButton = (move) =>
      h(
        'button.primary',
        { type: 'button', 'data-move': move.move, onclick: () => this.maker.make(move) },
        move.choice ?? (move.move === 'pass' ? t('pane.pass') : move.move),
      );
    fill(this.extra, this.mayMove() ? this.maker.gesture.buttons.map(moveButton) : []);
    moveList(this.moves, this.session);
    this.maker.show();
  }

  /** Shows the position after a line that a search thought of; an empty line goes back. */
  async preview(line) {
    const wanted = line ?? [];
    this.previewing?.abort();
    this.previewing = new AbortController();
    const { signal } = this.previewing;
    if (!wanted.length) {
      if (this.isPreview) this.update();
      return;
    }
    try {
      const { view: before } = this.session;
      const how = { isPatient: false, signal };
      const view = await askView(this.session.place, this.session.moves(), wanted, how);
      if (signal.aborted || this.session.view !== before) return;
      this.isPreview = true;
      this.board.show(view);
      this.board.mark({});
      this.board.arrows([]);
      this.board.drawn([]);
    } catch (error) {
      if (!signal.aborted) toast(error.message, 'error');
    }
  }

  /** Boards whose cells are large enough need no zoom. */
  offerZoom() {
    this.sized = this.board.outline;
    const { isUseful } = this.board.zoom;
    for (const id of ['zoom-in', 'zoom-out']) this.controls.querySelector(`[data-do=${id}]`).hidden = !isUseful;
    this.zoomHint.hidden = !isUseful;
    this.board.svg.classList.toggle('zoomable', isUseful);
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
      Escape: () => this.maker.cancel(),
      r: () => this.maker.tray.turn(1),
      R: () => this.maker.tray.turn(-1),
      x: () => this.maker.tray.flip(),
      '+': () => this.board.zoom.in(),
      '-': () => this.board.zoom.out(),
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
