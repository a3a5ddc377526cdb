// Games that are solved: what every move is worth, and how perfect a game was.

import { stream } from './api.js';
import { chip } from './chip.js';
import { fill, h, short } from './dom.js';
import { about } from './games.js';

const signed = (score) => (score === 0 ? '0' : `${score > 0 ? '+' : '−'}${Math.abs(score)}`);

/** What a player with this score does; a greater score wins sooner, or loses later. */
export function scoreText(score) {
  return score === 0 ? 'draws' : `${score > 0 ? 'wins' : 'loses'} (${signed(score)})`;
}

function ask(path, session, host, ondone, signal) {
  const say = (text) => fill(host, h('p.quiet', {}, text));
  say('Solving …');
  return stream(
    path,
    { place: session.here, session: session.id },
    (event, data) => {
      if (signal?.aborted) return;
      if (event === 'nodes') say(`Solving … ${short(data.nodes)} nodes`);
      if (event === 'report') say(`Reviewed from move ${data.first} on …`);
      if (event === 'queued') say(`Waiting (${data.ahead} before it)`);
      if (event === 'error') fill(host, h('p.error', {}, data.error));
      if (event === 'done') ondone(data);
    },
    signal,
  ).catch((error) => {
    if (error.name !== 'AbortError') fill(host, h('p.error', {}, error.message));
  });
}

/** How many moves of each player were perfect. */
export function reviewCard(session) {
  const host = h('div');
  const { game } = session.place;
  const show = ({ first, plies, perfect }) => {
    const shift = session.at().ply - session.view.plies.length;
    const errors = plies.flatMap((ply, i) => (ply.perfect ? [] : [{ ...ply, ply: i + first }]));
    const error = ({ ply, move, best }, i) => {
      const node = session.line()[ply + shift];
      const text = `${ply}. ${move} → ${best.join(' or ')}`;
      return [i ? ', ' : '', h('button', { type: 'button', class: 'move', onclick: () => session.go(node) }, text)];
    };
    const count = ([good, all]) =>
      all ? `${good} of ${all} perfect (${Math.round((100 * good) / all)} %)` : 'no move';
    fill(
      host,
      h(
        'ul.players',
        { 'data-review': '' },
        perfect.map((counts, i) => h('li', {}, chip(game, i + 1), h('span', {}, count(counts)))),
      ),
      errors.length ? h('p.small', {}, 'Better were: ', errors.map(error)) : h('p.small', {}, 'Nobody has erred.'),
      first > 1 ? h('p.small.quiet', {}, `The first ${first - 1} moves would have taken too long.`) : null,
    );
  };
  const begin = () => ask('review', session, host, show);
  fill(host, h('button', { type: 'button', 'data-do': 'review', onclick: begin }, 'Count them'));
  return h('section.card', { 'aria-label': 'Perfect moves' }, h('h2', {}, 'Perfect moves'), host);
}

/** What every move is worth: a card that solves when asked, and again after every move once it is on. */
export function solveCard(session) {
  const host = h('div');
  let search = null;
  let isOn = false;
  const show = ({ score, moves }) => {
    const button = ({ move, score: own }) =>
      h(
        'button',
        {
          type: 'button',
          class: `move-score${own === score ? ' best' : ''}`,
          onclick: () => session.play(move),
        },
        h('strong', {}, move),
        h('span', {}, signed(own)),
      );
    fill(
      host,
      h('p', {}, `Player ${session.view.to_move} ${scoreText(score)}.`),
      h('div.move-scores', {}, moves.map(button)),
    );
  };
  const run = () => {
    search?.abort();
    if (!isOn || !about(session.place.game).solver) return;
    if (!session.view?.to_move) {
      fill(host, h('p.quiet', {}, 'The game is over.'));
      return;
    }
    search = new AbortController();
    ask('solve', session, host, show, search.signal);
  };
  const toggle = h(
    'button',
    {
      type: 'button',
      'aria-pressed': 'false',
      'data-do': 'solve',
      onclick: () => {
        isOn = !isOn;
        toggle.setAttribute('aria-pressed', String(isOn));
        fill(host);
        run();
      },
    },
    'Solve',
  );
  const card = h(
    'section.card',
    { 'aria-label': 'Solver' },
    h('div.head', {}, h('h2', {}, 'Perfect play'), toggle),
    host,
  );
  session.addEventListener('change', run);
  return { card, unmount: () => search?.abort() };
}
