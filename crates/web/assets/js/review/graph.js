// The course of a game: everybody's chance after every move. It is a slider, too: arrow keys, Home and End go to other
// positions, and what is said of each is what the picture shows there.

import { s } from '../dom.js';
import { colour, playerName } from '../games.js';
import { chanceText } from '../model/chance.js';
import { plyForKey } from '../model/review.js';
import { t } from '../model/text.js';

const [WIDTH, HEIGHT, PAD] = [320, 130, 8];

export class CourseGraph {
  /**
   * points: [{played, chances}]; plies: of the whole game; least: so many are played before the first position that can
   * be shown; slips: [{ply, player, kept, slip}]; onpick(played).
   */
  constructor(game, points, plies, { least = 0, slips = [], onpick }) {
    this.game = game;
    this.points = points;
    this.plies = plies;
    this.least = least;
    this.slips = slips;
    this.onpick = onpick;
    this.now = plies;
    const { length: players } = points[0].chances;
    this.x = (played) => PAD + (played * (WIDTH - 2 * PAD)) / Math.max(1, plies);
    const y = (chance) => HEIGHT - PAD - chance * (HEIGHT - 2 * PAD);
    const line = (_, player) =>
      s(
        'polyline',
        {
          points: points
            .map(({ played, chances }) => `${this.x(played).toFixed(1)},${y(chances[player]).toFixed(1)}`)
            .join(' '),
          stroke: colour(game, player + 1).fill,
          class: `course d${player}`,
        },
        s('title', {}, playerName(game, player + 1)),
      );
    const mark = ({ ply, player, kept, slip }) =>
      s('circle', { cx: this.x(ply), cy: y(kept), r: 3.5, fill: colour(game, player).fill, class: `slip ${slip}` });
    this.here = s('line', { y1: 0, y2: HEIGHT, class: 'now' });
    this.picture = s(
      'svg',
      {
        viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
        class: 'graph',
        role: 'slider',
        tabindex: 0,
        'aria-label': t('review.graph', { players, moves: plies }),
        'aria-valuemin': least,
        'aria-valuemax': plies,
        onclick: (event) => this.click(event),
        onkeydown: (event) => this.key(event),
      },
      s('line', { x1: 0, x2: WIDTH, y1: y(1 / players), y2: y(1 / players), class: 'zero' }),
      this.here,
      Array.from({ length: players }, line),
      slips.map(mark),
    );
    this.move(null);
  }

  /** Another position is shown, after so many plies; null for one that is not of this line. */
  move(now) {
    this.here.setAttribute('visibility', now === null ? 'hidden' : 'visible');
    if (now !== null) this.now = now;
    for (const end of ['x1', 'x2']) this.here.setAttribute(end, this.x(this.now));
    this.picture.setAttribute('aria-valuenow', String(this.now));
    this.picture.setAttribute('aria-valuetext', this.words());
  }

  /** What the picture shows where one is. */
  words() {
    const { game, now: played, plies: moves } = this;
    const chances = this.points.find((point) => point.played === played)?.chances ?? [];
    const name = (chance, i) => `${playerName(game, i + 1)} ${chanceText(chance)}`;
    const slip = this.slips.find(({ ply }) => ply === played)?.slip;
    const word = slip && t(/** @type {any} */ (`review.${slip}`));
    return [t('review.at', { played, moves }), word, ...chances.map(name)].filter(Boolean).join(', ');
  }

  click({ clientX }) {
    const box = this.picture.getBoundingClientRect();
    const share = (((clientX - box.left) / box.width) * WIDTH - PAD) / (WIDTH - 2 * PAD);
    this.onpick(Math.max(0, Math.min(this.plies, Math.round(share * this.plies))));
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const next = plyForKey(event.key, this.now, this.least, this.plies);
    if (next === null) return;
    // Elsewhere in the page these keys do the same by steps of their own.
    event.preventDefault();
    event.stopPropagation();
    this.onpick(next);
  }
}
