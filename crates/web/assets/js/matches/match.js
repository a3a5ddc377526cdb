// A match: how it stands, what is played, its games.

import { get, post } from '../api.js';
import { announce, fill, h, toast } from '../dom.js';
import { title } from '../games.js';
import { MatchFeed } from '../model/feed.js';
import { t } from '../model/text.js';
import { plot } from '../plot.js';
import { path } from './common.js';
import { exportLinks } from './exports.js';
import { GameList } from './games.js';
import { LiveBoards } from './live.js';
import { drawMeetings } from './meetings.js';
import { drawStandings } from './standings.js';

const EVENTS = ['standings', 'boards', 'end'];

/** The server, as a feed needs it. */
const world = (name) => ({
  listen(hear, lost) {
    const source = new EventSource(`/api/${path(name, 'live')}`);
    for (const event of EVENTS) source.addEventListener(event, ({ data }) => hear(event, JSON.parse(data)));
    source.onerror = lost;
    return () => source.close();
  },
  ask: () => get(path(name), { isPatient: false }),
  wait: (ms) =>
    new Promise((resolve) => {
      setTimeout(resolve, ms);
    }),
});

export async function matchPage(root, name, signal) {
  const head = h('div.head', {}, h('h1', {}, name));
  const state = h('div', { role: 'status' }, h('p.quiet', { 'data-loading': '' }, t('page.loading')));
  const standings = h('section.card', { 'aria-label': t('match.standings') });
  const meetings = h('section.card', { 'aria-label': t('match.meetings'), hidden: true });
  const chart = h('section.card', { 'aria-label': t('match.shares') });
  const boards = new LiveBoards();
  const games = new GameList(name);
  const all = h('p.small', {}, h('a', { href: '#/matches' }, t('match.all')));
  fill(root, all, head, state, boards.element, standings, meetings, chart, games.element, exportLinks(name));

  async function act(what, body) {
    try {
      await post(path(name, what), body);
      feed.take(await get(path(name), { signal }));
    } catch (error) {
      if (!signal.aborted) toast(error.message, 'error');
    }
  }

  let names = [];
  const running = new RunningState(() => act('stop', {}));
  function draw(detail) {
    ({ names } = detail);
    const blocks = h('span.quiet', {}, t('match.blocks', { game: title(detail.plan.game), block: detail.block }));
    fill(head, h('h1', {}, name), blocks, h('p.small.quiet', { 'data-plan': '' }, planText(detail.plan)));
    if (detail.running) running.show(state, detail);
    else fill(state, restingState(detail, act), detail.failure ? h('p.error', {}, detail.failure) : null);
    drawStandings(standings, detail);
    drawMeetings(meetings, detail);
    fill(
      chart,
      h('h2', {}, t('match.course')),
      detail.history.length ? plot(detail.names, detail.history) : h('p.quiet', {}, t('match.afterFirst')),
    );
    games.show(detail).catch((error) => signal.aborted || toast(error.message, 'error'));
  }

  const feed = new MatchFeed(world(name), {
    detail: draw,
    boards: (list) => boards.show(list, names),
    end: ({ failure }) => announce(t(failure ? 'match.brokenOff' : 'match.ended')),
    gone: (message) => fill(state, h('p.error', { role: 'alert', 'data-gone': '' }, message)),
    lost: (message) => fill(state, h('p.error', { 'data-lost': '' }, t('match.again', { reason: message }))),
  });
  signal.addEventListener('abort', () => {
    feed.close();
    boards.unmount();
  });
  feed.take(await get(path(name), { signal }));
}

/** What somebody needs to play the same match again, beside who plays what. */
function planText({ game: _game, entrants: _entrants, random_plies: random, ply_cap: cap, seed, ...options }) {
  const said = Object.entries(options).filter(([, value]) => value !== null && typeof value !== 'object');
  const parts = said.map(([option, value]) => `${option} ${value}`);
  return [...parts, t('match.plan', { seed, random, cap })].join(' · ');
}

const gamesPlayed = ({ standings }) => standings?.games ?? 0;

/** A match that is played: how far it is, and how to stop it. Its button stays while games end. */
class RunningState {
  constructor(onstop) {
    this.badge = h('span.badge-live');
    this.words = h('span');
    this.button = h('button', { type: 'button', 'data-do': 'stop', onclick: onstop }, t('match.stop'));
    this.part = h('i');
    this.bar = h(
      'div.progress',
      { role: 'progressbar', 'aria-label': t('match.played'), 'aria-valuemin': 0 },
      this.part,
    );
    this.row = h('div.row', {}, this.badge, this.words, this.button);
  }

  /** Takes its place in an element, unless it is there already. */
  show(host, detail) {
    const { target, stopping } = detail;
    const played = gamesPlayed(detail);
    this.badge.textContent = t(stopping ? 'match.stopping' : 'match.running');
    this.words.textContent = t('match.progress', { played, target });
    this.button.disabled = stopping;
    this.bar.setAttribute('aria-valuemax', String(target));
    this.bar.setAttribute('aria-valuenow', String(played));
    this.part.style.width = `${Math.min(100, (100 * played) / target)}%`;
    if (this.row.parentNode !== host) fill(host, this.row, this.bar);
  }
}

/** A match that is not played: how to go on with it. */
function restingState(detail, act) {
  const played = gamesPlayed(detail);
  const more = h('input', {
    type: 'number',
    min: 1,
    max: 100000,
    value: String(Math.max(detail.target ?? 0, played + detail.block)),
    'aria-label': t('match.until'),
  });
  const resume = () => act('resume', { games: Number(more.value) });
  return h(
    'div.row',
    {},
    t('match.soFar', { played }),
    h('label.row', {}, t('match.playUntil'), more),
    h('button.primary', { type: 'button', 'data-do': 'resume', onclick: resume }, t('match.resume')),
  );
}
