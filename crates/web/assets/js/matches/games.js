// The games of a match, a page at a time.

import { post } from '../api.js';
import { chip } from '../chip.js';
import { fill, h } from '../dom.js';
import { t } from '../model/text.js';
import { link, path, pointsText, table } from './common.js';

const PAGE = 25;

export class GameList {
  constructor(name) {
    this.name = name;
    this.from = 0;
    this.listed = -1;
    this.detail = null;
    this.element = h('section.card', { 'aria-label': t('match.games') });
  }

  /** Lists the games anew if there are others to be seen. */
  async show(detail, force = false) {
    this.detail = detail;
    const total = detail.standings ? detail.standings.games + detail.standings.failed : 0;
    if (!force && (this.listed === total || (detail.running && this.listed >= this.from + PAGE))) return;
    this.listed = total;
    const { games, total: all } = await post(path(this.name, 'games'), { from: this.from, count: PAGE });
    fill(
      this.element,
      h('h2', {}, t('match.games')),
      games.length
        ? table(
            ['', t('match.seats'), `#${t('match.plies')}`, t('match.ending')],
            games.map((game) => this.row(game)),
          )
        : h('p.quiet', {}, t('match.noGames')),
      all > PAGE ? this.pager(all) : null,
    );
  }

  row({ number, seating, points, plies, failure, ending }) {
    const { plan, names } = this.detail;
    const player = (algorithm, seat) =>
      h(
        'span',
        { style: 'white-space:nowrap;margin-right:.7rem' },
        chip(plan.game, seat + 1),
        ` ${names[algorithm]} `,
        h('b', {}, pointsText(points[seat])),
      );
    const page = h(
      'a',
      { href: link(this.name, number), 'data-game-number': number },
      t('match.gameNumber', { number: number + 1 }),
    );
    return h(
      'tr',
      {},
      h('th', { scope: 'row' }, page),
      h('td', {}, seating.map(player)),
      h('td.number', {}, plies),
      h('td', {}, failure ?? ending),
    );
  }

  pager(all) {
    const { from } = this;
    const turn = (by) => () => {
      this.from = Math.max(0, from + by);
      this.show(this.detail, true);
    };
    return h(
      'div.row',
      {},
      h('button', { type: 'button', disabled: from === 0, onclick: turn(-PAGE) }, t('match.earlier')),
      t('match.range', { first: from + 1, last: Math.min(all, from + PAGE), all }),
      h('button', { type: 'button', disabled: from + PAGE >= all, onclick: turn(PAGE) }, t('match.later')),
    );
  }
}
