// Connect Four is solved: what every column is worth, and how perfect a game was.

import { stream } from './api.js';
import { fill, h, short } from './dom.js';
import { chip } from './pane.js';

/** What a player with this score does: 0 draws, +1 wins with the last stone, +2 with the last but one. */
export function scoreText(score) {
  if (score === 0) return 'draws';
  return `${score > 0 ? 'wins' : 'loses'} (${score > 0 ? '+' : '−'}${Math.abs(score)})`;
}

function ask(path, place, host, ondone, signal) {
  fill(host, h('p.quiet', {}, 'Solving …'));
  return stream(path, { place }, (event, data) => {
    if (signal?.aborted) return;
    if (event === 'nodes') fill(host, h('p.quiet', {}, `Solving … ${short(data.nodes)} nodes`));
    if (event === 'report') fill(host, h('p.quiet', {}, `Reviewed from move ${data.first} on …`));
    if (event === 'queued') fill(host, h('p.quiet', {}, `Waiting (${data.ahead} before it)`));
    if (event === 'error') fill(host, h('p.error', {}, data.error));
    if (event === 'done') ondone(data);
  }, signal).catch((error) => {
    if (error.name !== 'AbortError') fill(host, h('p.error', {}, error.message));
  });
}

/** How many moves of each player were perfect. */
export function reviewCard(session) {
  const host = h('div');
  const card = h('section.card', { 'aria-label': 'Perfect moves' }, h('h2', {}, 'Perfect moves'), host);
  const { game } = session.place;
  fill(host, h('button', { type: 'button', 'data-do': 'review', onclick: () => ask('review', session.here, host, ({ first, plies, perfect }) => {
    const shift = session.node.ply - session.view.plies.length;
    const errors = plies.flatMap((ply, i) => (ply.perfect ? [] : [{ ...ply, ply: i + first }]));
    fill(host,
      h('ul.players', { 'data-review': '' }, perfect.map(([good, all], i) => h('li', {}, chip(game, i + 1),
        h('span', {}, all ? `${good} of ${all} perfect (${Math.round((100 * good) / all)} %)` : 'no move')))),
      errors.length ? h('p.small', {}, 'Better were: ', errors.map(({ ply, move, best }, i) => {
        let node = session.root;
        for (let at = session.node; at; at = at.parent) if (at.ply === ply + shift) node = at;
        return [i ? ', ' : '', h('button', { type: 'button', class: 'move', onclick: () => session.go(node) }, `${ply}. ${move} → ${best.join(' or ')}`)];
      })) : h('p.small', {}, 'Nobody has erred.'),
      first > 1 ? h('p.small.quiet', {}, `The first ${first - 1} moves would have taken too long.`) : null);
  }) }, 'Count them'));
  return card;
}

/** What every column is worth: a card that solves when asked, and again after every move once it is on. */
export function solveCard(session) {
  const host = h('div');
  let search = null;
  let isOn = false;
  const run = () => {
    search?.abort();
    if (!isOn || session.place.game !== 'connect4') return;
    if (!session.view?.to_move) {
      fill(host, h('p.quiet', {}, 'The game is over.'));
      return;
    }
    search = new AbortController();
    ask('solve', session.here, host, ({ score, columns }) => {
      fill(host, h('p', {}, `Player ${session.view.to_move} ${scoreText(score)}.`),
        h('div.columns', {}, columns.map((value, i) => h('button', {
          type: 'button', disabled: value === null, class: `column${value !== null && value === score ? ' best' : ''}`,
          onclick: () => session.play(String(i + 1)),
        }, h('strong', {}, String(i + 1)), h('span', {}, value === null ? '–' : value === 0 ? '0' : `${value > 0 ? '+' : '−'}${Math.abs(value)}`)))));
    }, search.signal);
  };
  const toggle = h('button', { type: 'button', 'aria-pressed': 'false', 'data-do': 'solve', onclick: () => {
    isOn = !isOn;
    toggle.setAttribute('aria-pressed', String(isOn));
    fill(host);
    run();
  } }, 'Solve');
  const card = h('section.card', { 'aria-label': 'Solver' }, h('div.head', {}, h('h2', {}, 'Perfect play'), toggle), host);
  session.addEventListener('change', run);
  return { card, unmount: () => search?.abort() };
}
