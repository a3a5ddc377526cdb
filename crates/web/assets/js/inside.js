// A look into the network that comes with a game: everybody's share beside that of the evaluation made by hand, and the
// pieces that matter most to the player to move.

import { post } from './api.js';
import { fill, h } from './dom.js';
import { chanceBars } from './engine/bars.js';
import { number, t } from './model/text.js';

/** So many pieces are named. */
const MOST = 6;

const points = (change) => `${change < 0 ? '−' : '+'}${number(Math.abs(100 * change), 1)}`;

/** The pieces without which the player to move would have most more or less, the largest difference first. */
function weightiest(without, mover) {
  const changes = without.map(({ cell, changes: all }) => ({ cell, worth: -all[mover - 1] }));
  return changes.sort((a, b) => Math.abs(b.worth) - Math.abs(a.worth)).slice(0, MOST);
}

/** A card that looks inside when asked, and again after every move once it is on. */
export function insideCard(session, board) {
  const host = h('div');
  let asking = null;
  let isOn = false;
  const show = ({ net }) => {
    if (!net) {
      fill(host, h('p.quiet', {}, t('inside.none')));
      return;
    }
    const { game, to_move: mover } = session.view;
    // The arrows of algorithms come back afterwards, unless there are newer ones by then.
    let own = null;
    let theirs = [];
    const ring = (cell) => {
      if (board.arrowList !== own) theirs = board.arrowList ?? [];
      else if (cell === null) board.arrows(theirs);
      if (cell === null) return;
      own = [{ route: [cell], kind: 'a' }];
      board.arrows(own);
    };
    const piece = ({ cell, worth }) =>
      h(
        'button.move-score',
        {
          type: 'button',
          'data-cell': cell,
          onmouseenter: () => ring(cell),
          onmouseleave: () => ring(null),
          onfocus: () => ring(cell),
          onblur: () => ring(null),
        },
        h('strong', {}, board.outline.cells[cell].id),
        h('span', {}, points(worth)),
      );
    const pieces = weightiest(net.without, mover);
    fill(
      host,
      h('h3', {}, t('inside.net')),
      chanceBars(game, net.shares),
      h('h3', {}, t('inside.hand')),
      chanceBars(game, net.by_hand),
      pieces.length > 0 && h('p.small', {}, t('inside.pieces', { player: mover })),
      pieces.length > 0 && h('div.move-scores', {}, pieces.map(piece)),
    );
  };
  const run = async () => {
    asking?.abort();
    if (!isOn) return;
    if (!session.view?.to_move) {
      fill(host, h('p.quiet', {}, t('analysis.over')));
      return;
    }
    asking = new AbortController();
    const { signal } = asking;
    try {
      const answer = await post('inside', { place: session.here }, { signal });
      if (!signal.aborted) show(answer);
    } catch (error) {
      if (!signal.aborted) fill(host, h('p.error', {}, error.message));
    }
  };
  const toggle = h(
    'button',
    {
      type: 'button',
      'aria-pressed': 'false',
      'data-do': 'inside',
      onclick: () => {
        isOn = !isOn;
        toggle.setAttribute('aria-pressed', String(isOn));
        fill(host);
        run();
      },
    },
    t('inside.look'),
  );
  const card = h(
    'section.card',
    { 'aria-label': t('inside.label'), 'data-inside': '' },
    h('div.head', {}, h('h2', {}, t('inside.label')), toggle),
    host,
  );
  session.addEventListener('change', run);
  return { card, unmount: () => asking?.abort() };
}
