// One game of a match on the board.

import { get } from '../api.js';
import { chip } from '../chip.js';
import { fill, h, short } from '../dom.js';
import { paramsOf } from '../model/address.js';
import { number, t } from '../model/text.js';
import { Pane } from '../pane.js';
import { valueText } from '../searchtree/words.js';
import { Session } from '../session.js';
import { link, path, pointsText } from './common.js';

export async function gamePage(root, name, index, signal) {
  const { place, game, names, records } = await get(path(name, 'games', index), { signal });
  const session = new Session();
  const pane = new Pane(session, { mayMove: () => false });
  signal.addEventListener('abort', () => {
    session.stop();
    pane.unmount();
  });
  const thought = h('p.quiet', { role: 'status' });
  const { moves, ...start } = place;
  const random = moves.length - records.length;
  session.addEventListener('change', () => {
    const record = records[session.at().ply - 1 - random];
    if (record) {
      thought.textContent = t('match.value', {
        who: names[game.seating[record.seat]],
        move: record.mv,
        value: valueText(record.value),
        depth: record.depth,
        nodes: short(record.nodes),
        ms: number(record.micros / 1000, 1),
      });
    } else thought.textContent = session.at().ply && session.at().ply <= random ? t('match.random') : '';
  });
  await session.load(start, moves, moves.length);
  const player = (algorithm, seat) =>
    h(
      'li',
      {},
      chip(place.game, seat + 1),
      h('span.who', {}, names[algorithm]),
      h('b', {}, pointsText(game.points[seat])),
    );
  fill(
    root,
    h('p.small', {}, h('a', { href: link(name) }, `← ${name}`)),
    h(
      'div.head',
      {},
      h('h1', {}, t('match.gameNumber', { number: game.number + 1 })),
      h('a.button', { href: `#/analyse?${paramsOf(start, moves)}`, 'data-do': 'analyse' }, t('page.analyse')),
    ),
    h(
      'div.table',
      {},
      pane.element,
      h(
        'aside.side',
        {},
        h('section.card', {}, h('h2', {}, t('table.players')), h('ul.players', {}, game.seating.map(player))),
        h('section.card', {}, h('h2', {}, t('pane.moves')), pane.moves, thought),
      ),
    ),
  );
  pane.update();
}
