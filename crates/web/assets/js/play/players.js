// Who plays: names, whose turn it is, clocks, and what the game counts.

import { chip } from '../chip.js';
import { fill, h } from '../dom.js';
import { clockText, timeLeft } from '../model/clock.js';
import { t } from '../model/text.js';
import { seatName } from './words.js';

/** A clock with less than this is to be looked at. */
const LOW = 20_000;

export class PlayersCard {
  constructor() {
    this.list = h('ul.players', { 'aria-label': t('table.players') });
    this.counters = h('div');
    this.element = h('section.card', { 'aria-label': t('table.players') }, this.list, this.counters);
  }

  show(game, view) {
    this.game = game;
    const item = (_, i) => {
      const isMover = view.to_move === i + 1;
      const rank = view.outcome ? h('span.quiet', {}, ` · ${t('table.rank', { rank: view.outcome.ranks[i] })}`) : null;
      return h(
        'li',
        { class: `${isMover ? 'to-move' : ''} ${view.alive[i] ? '' : 'out'}`, 'aria-current': isMover ? 'true' : null },
        chip(view.game, i + 1),
        h('span.who', {}, seatName(game, i + 1), rank),
        game.clock ? h('span.clock', { 'data-player': i + 1 }) : null,
      );
    };
    fill(this.list, game.seats.map(item));
    const counter = ({ name, values }) =>
      h(
        'tr',
        {},
        h('th', { scope: 'row' }, name),
        values.map((value) => h('td', {}, String(value))),
      );
    const heads = game.seats.map((_, i) => h('td', {}, chip(view.game, i + 1)));
    const table = h(
      'table.counters',
      {},
      h('thead', {}, h('tr', {}, h('td'), heads)),
      h('tbody', {}, view.counters.map(counter)),
    );
    fill(this.counters, view.counters.length ? table : []);
    this.tick(performance.now());
  }

  tick(now) {
    if (!this.game?.clock) return;
    for (const face of this.list.querySelectorAll('.clock')) {
      const left = timeLeft(this.game.clock, Number(face.dataset.player), now);
      face.textContent = clockText(left);
      face.classList.toggle('low', left < LOW);
    }
  }
}
