// The moves of a game as a list: the main line, with side lines where they branch off.

import { fill, h } from './dom.js';
import { colour } from './games.js';
import { t } from './model/text.js';
import { ROOT } from './session.js';

const dot = (game, player) => (player ? h('span.dot', { style: `background:${colour(game, player).fill}` }) : null);

const tool = (sign, words, label, onclick) =>
  h('button.icon.small', { type: 'button', title: words, 'aria-label': label, onclick }, sign);

/** Writes the moves of a session into an element, and scrolls to the one that is shown. */
export function moveList(host, session) {
  const path = new Set(session.line().slice(0, session.at().ply + 1));
  const { children } = session.at(ROOT);
  fill(
    host,
    remark(session.at(ROOT)),
    children.length ? line(session, path, children[0]) : h('p.quiet', {}, t('moves.none')),
  );
  // Where the move is, is known when everything else has its place, which should be found once.
  requestAnimationFrame(() => {
    const mark = host.querySelector('.current');
    host.scrollTop = mark ? Math.max(0, mark.offsetTop - host.clientHeight / 2) : 0;
  });
}

/** A line from one node to its end. */
function line(session, path, first) {
  const parts = [];
  for (let node = first; node !== undefined; [node] = session.at(node).children) {
    parts.push(item(session, path, node), remark(session.at(node)));
    const [main, ...others] = session.at(session.at(node).parent).children;
    if (main === node) parts.push(others.map((side) => sideLine(session, path, side)));
  }
  return parts;
}

/** What was noted about a position. */
const remark = ({ notes }) => (notes.comment ? h('span.remark', {}, notes.comment) : null);

function item(session, path, node) {
  const { ply, move, player, notes } = session.at(node);
  const isCurrent = node === session.node;
  return h(
    'button',
    {
      type: 'button',
      class: `move${isCurrent ? ' current' : ''}${path.has(node) ? ' on-path' : ''}`,
      'aria-current': isCurrent ? 'step' : null,
      'data-ply': ply,
      onclick: () => session.go(node),
    },
    h('span.number', {}, `${ply}.`),
    dot(session.place.game, player),
    move,
    notes.marks.length ? h('span.has-marks', { 'aria-label': t('moves.marked') }, '◦') : null,
  );
}

function sideLine(session, path, node) {
  const { move } = session.at(node);
  const promote = tool('↑', t('moves.promote'), t('moves.promoteMove', { move }), () => session.promote(node));
  const remove = tool('✕', t('moves.delete'), t('moves.deleteMove', { move }), () => session.remove(node));
  return h('div.side-line', {}, line(session, path, node), h('span.side-tools', {}, promote, remove));
}
