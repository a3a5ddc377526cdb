// Boards set up by hand: #/edit?game=... begins with a position. What can be put there, and whether it is a position of
// the game, the server says.

import { post } from './api.js';
import { Board } from './board.js';
import { pieceShape } from './board/pieces.js';
import { fill, h, s } from './dom.js';
import { firstGame, pieceName, playerName, title } from './games.js';
import { gameAddress, paramsOf, readAddress } from './model/address.js';
import { arrange, put, readArranged, wiped, withMover } from './model/arranged.js';
import { capital, t } from './model/text.js';
import { ifWanted } from './model/wanted.js';
import { askView } from './view.js';
import { choice, field } from './setup/fields.js';

export const page = {
  async mount(root, params, _rest, signal) {
    const editor = new Editor(root, signal);
    await editor.load(params, history.state?.arranged);
    return { update: (next) => editor.load(next, history.state?.arranged) };
  },
};

class Editor {
  constructor(root, signal) {
    this.root = root;
    this.signal = signal;
    this.tool = null;
    this.checking = null;
    this.boardBox = h('div.board-box');
    this.board = new Board(this.boardBox, { onclick: (cell) => this.change(put(this.arranged, cell, this.tool)) });
    this.heading = h('h1');
    this.problem = h('p.error', { role: 'alert' });
    this.state = h('p.status', { role: 'status' });
    this.palette = h('div.palette', { role: 'radiogroup', 'aria-label': t('edit.pieces') });
    this.mover = h('div');
    this.text = h('textarea', { rows: 3, 'aria-label': t('exchange.position'), spellcheck: 'false', 'data-in': 'pos' });
    const button = (label, id, onclick) => h('button', { type: 'button', 'data-do': id, onclick }, label);
    this.goOn = [
      button(t('edit.play'), 'play', () => this.open('play')),
      button(t('edit.analyse'), 'analyse', () => this.open('analyse')),
    ];
    this.goOn[0].classList.add('primary');
    this.side = h(
      'aside.side',
      {},
      h('section.card', {}, h('h2', {}, t('edit.pieces')), this.palette, this.mover),
      h(
        'section.card',
        {},
        h(
          'div.row',
          {},
          button(t('edit.wipe'), 'wipe', () => this.change(wiped(this.arranged))),
          button(t('edit.start'), 'start', () => this.restart()),
        ),
      ),
      h(
        'section.card',
        {},
        h('h2', {}, t('exchange.position')),
        this.text,
        button(t('edit.read'), 'read', () => this.read()),
      ),
      h('section.card', {}, h('div.row', {}, this.goOn)),
    );
    signal.addEventListener('abort', () => {
      this.checking?.abort();
      this.board.unmount();
    });
  }

  async load(params, kept) {
    // Whoever is under way to another board does not arrive.
    this.way = {};
    if (params.toString() === this.address) return;
    const { place, moves, at } = readAddress(params, firstGame());
    if (!(await this.begin({ ...place, moves: moves.slice(0, at) }, kept))) return;
    this.heading.textContent = t('edit.title', { game: title(place.game) });
    document.title = `${this.heading.textContent} – Melee`;
    // What is wrong stands below: the board is not to jump away from under a finger when the answer comes.
    const pane = h('section.pane', { 'aria-label': t('pane.label') }, this.state, this.boardBox, this.problem);
    fill(this.root, h('div.head', {}, this.heading), h('div.table', {}, pane, this.side));
  }

  /** Begins with a position; with another board on it, if one was kept. False if another was asked for meanwhile. */
  async begin(place, kept = null) {
    const { moves = [], ...start } = place;
    const { signal, way } = this;
    const asked = [askView(start, moves, [], { still: true, signal }), post('kit', { place }, { signal })];
    const found = await ifWanted(Promise.all(asked), () => way === this.way);
    if (!found) return false;
    const [view, { kit }] = found;
    this.place = place;
    this.view = view;
    this.kit = kit;
    this.tool = kit[0] ?? null;
    this.board.show(view);
    this.drawTools();
    const { cells } = this.board.outline;
    this.change(readArranged(kept, cells.length, view.players) ?? arrange(view));
    return true;
  }

  /** Shows another board, and asks whether it is a position. */
  change(arranged) {
    this.arranged = arranged;
    const bare = { last: [], winning: [], threatened: [], recent: [], route: [] };
    this.board.show({ ...this.view, ...bare, pieces: arranged.pieces });
    this.board.mark({});
    const { moves = [], ...start } = this.place;
    const params = paramsOf(start, moves);
    this.address = params.toString();
    history.replaceState({ arranged }, '', `#/edit?${params}`);
    this.drawMover();
    this.check();
  }

  async check() {
    this.checking?.abort();
    this.checking = new AbortController();
    const { signal } = this.checking;
    this.found = null;
    this.allow();
    const { pieces, toMove } = this.arranged;
    try {
      const found = await post('setup', { place: this.place, pieces, to_move: toMove }, { signal });
      if (signal.aborted) return;
      this.found = found;
      this.problem.textContent = '';
      this.state.textContent = found.over
        ? t('edit.over')
        : capital(t('pane.toMove', { player: playerName(this.view.game, toMove) }));
      if (document.activeElement !== this.text) this.text.value = found.pos;
      this.allow();
    } catch (error) {
      if (signal.aborted) return;
      this.state.textContent = t('edit.none');
      this.problem.textContent = error.message;
    }
  }

  /** Only positions are played and looked at, and only those that are not over are played. */
  allow() {
    const [play, analyse] = this.goOn;
    play.disabled = !this.found || this.found.over;
    analyse.disabled = !this.found;
  }

  async read() {
    await this.attempt(async () => {
      const { moves: _, ...start } = this.place;
      const { place, problem } = await post('import', { place: start, text: this.text.value }, { signal: this.signal });
      if (problem) throw new Error(problem);
      return place;
    });
  }

  async restart() {
    const { pos: _, moves: _moves, ...start } = this.place;
    await this.attempt(() => start);
  }

  /** Begins with another place, if there is one. */
  async attempt(find) {
    const way = {};
    this.way = way;
    try {
      const place = await ifWanted(find(), () => way === this.way);
      if (place) await this.begin(place);
    } catch (error) {
      if (!this.signal.aborted) this.problem.textContent = error.message;
    }
  }

  open(where) {
    location.hash = gameAddress(this.found.place, null, null, where);
  }

  drawTools() {
    const { game } = this.view;
    const tool = (kind, label, picture) =>
      h(
        'button.held',
        {
          type: 'button',
          role: 'radio',
          'aria-checked': String(kind === this.tool),
          'aria-label': label,
          title: label,
          'data-kind': kind ? kind.join('') : '',
          onclick: () => {
            this.tool = kind;
            this.drawTools();
            /** @type {HTMLElement} */ (this.palette.querySelector('[aria-checked=true]')).focus();
          },
        },
        picture,
      );
    const sign = ([owner, glyph]) =>
      s('svg.rule-sign', { viewBox: '-0.5 -0.5 1 1', 'aria-hidden': 'true' }, pieceShape(game, owner, glyph));
    const pieces = this.kit.map((kind) => tool(kind, pieceName(game, ...kind), sign(kind)));
    fill(this.palette, pieces.length ? [...pieces, tool(null, t('edit.nothing'), '✕')] : t('edit.noKit'));
  }

  drawMover() {
    const { game, players } = this.view;
    const seats = Array.from({ length: players }, (_, i) => [String(i + 1), capital(playerName(game, i + 1))]);
    const set = (value) => this.change(withMover(this.arranged, Number(value)));
    fill(this.mover, field(t('edit.mover'), choice(String(this.arranged.toMove), seats, set)));
  }
}
