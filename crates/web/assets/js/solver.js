// Games that are solved: what every move is worth.

import { streamUntilDone } from './api.js';
import { fill, h, short } from './dom.js';
import { about } from './games.js';
import { t } from './model/text.js';

const signed = (score) => (score === 0 ? '0' : `${score > 0 ? '+' : '−'}${Math.abs(score)}`);

/** What a player with this score does; a greater score wins sooner, or loses later. */
export function scoreText(score) {
  return score === 0 ? t('solver.draws') : t(score > 0 ? 'solver.wins' : 'solver.loses', { score: signed(score) });
}

function ask(session, host, ondone, signal) {
  const say = (text) => fill(host, h('p.quiet', {}, text));
  say(t('solver.solving'));
  const question = { place: session.here, session: session.id };
  return streamUntilDone(
    'solve',
    () => question,
    (event, data) => {
      if (signal.aborted) return;
      if (event === 'nodes') say(t('solver.solvingNodes', { nodes: short(data.nodes) }));
      if (event === 'queued') say(t('solver.waiting', { ahead: data.ahead }));
      if (event === 'error') fill(host, h('p.error', {}, data.error));
      if (event === 'done') ondone(data);
    },
    { signal, onwait: (error) => say(error.message) },
  ).catch((error) => {
    if (error.name !== 'AbortError') fill(host, h('p.error', {}, error.message));
  });
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
      h('p', {}, t('solver.says', { player: session.view.to_move, verdict: scoreText(score) })),
      h('div.move-scores', {}, moves.map(button)),
    );
  };
  const run = () => {
    search?.abort();
    if (!isOn || !about(session.place.game).solver) return;
    if (!session.view?.to_move) {
      fill(host, h('p.quiet', {}, t('analysis.over')));
      return;
    }
    search = new AbortController();
    ask(session, host, show, search.signal);
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
    t('solver.solve'),
  );
  const card = h(
    'section.card',
    { 'aria-label': t('solver.label') },
    h('div.head', {}, h('h2', {}, t('solver.play')), toggle),
    host,
  );
  session.addEventListener('change', run);
  return { card, unmount: () => search?.abort() };
}
