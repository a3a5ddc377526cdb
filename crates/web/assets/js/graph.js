// The course of a game: the evaluation of every player after every move of the main line.

import { fill, h, s } from './dom.js';
import { colour, playerName } from './games.js';
import { t } from './model/text.js';

const [WIDTH, HEIGHT, PAD] = [320, 120, 8];

/** A card that draws the course of the game when asked, and keeps it up to date then. */
export function graphCard(session) {
  const host = h('div');
  let isOn = false;
  let drawing = 0;
  const draw = async () => {
    if (!isOn) return;
    const mine = ++drawing;
    const nodes = session.line();
    const views = [];
    try {
      for (const node of nodes) {
        views.push(await session.viewOf(node));
        if (mine !== drawing) return;
      }
    } catch (error) {
      fill(host, h('p.error', {}, error.message));
      return;
    }
    const { players, game, worth_of_win: worth } = session.view;
    const scores = views.map((view) => {
      if (view.outcome) return view.outcome.points.map((points) => (points - 1 / players) * worth);
      const mean = view.scores.reduce((sum, score) => sum + score, 0) / players;
      return view.scores.map((score) => score - mean);
    });
    const most = Math.max(1, ...scores.flat().map(Math.abs));
    const x = (i) => PAD + (i * (WIDTH - 2 * PAD)) / Math.max(1, nodes.length - 1);
    const y = (score) => HEIGHT / 2 - (score / most) * (HEIGHT / 2 - PAD);
    const lines = Array.from({ length: players }, (_, player) =>
      s(
        'polyline',
        {
          points: scores.map((all, i) => `${x(i).toFixed(1)},${y(all[player]).toFixed(1)}`).join(' '),
          stroke: colour(game, player + 1).fill,
          class: `course d${player}`,
        },
        s('title', {}, playerName(game, player + 1)),
      ),
    );
    const at = nodes.indexOf(session.node);
    const picture = s(
      'svg',
      {
        viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
        class: 'graph',
        role: 'img',
        'aria-label': t('course.label', { players, moves: nodes.length - 1 }),
      },
      s('line', { x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2, class: 'zero' }),
      s('line', { x1: x(at), x2: x(at), y1: 0, y2: HEIGHT, class: 'now' }),
      ...lines,
    );
    picture.addEventListener('click', (event) => {
      const box = picture.getBoundingClientRect();
      const share = (((event.clientX - box.left) / box.width) * WIDTH - PAD) / (WIDTH - 2 * PAD);
      session.go(nodes[Math.max(0, Math.min(nodes.length - 1, Math.round(share * (nodes.length - 1))))]);
    });
    fill(host, picture, h('p.small.quiet', {}, t('course.note')));
  };
  const toggle = h(
    'button',
    {
      type: 'button',
      'aria-pressed': 'false',
      'data-do': 'graph',
      onclick: () => {
        isOn = !isOn;
        toggle.setAttribute('aria-pressed', String(isOn));
        fill(host);
        draw();
      },
    },
    t('course.draw'),
  );
  session.addEventListener('change', draw);
  return h(
    'section.card',
    { 'aria-label': t('course.title') },
    h('div.head', {}, h('h2', {}, t('course.title')), toggle),
    host,
  );
}
