// The games that this browser keeps, each under a key of its own. Which game a tab shows stands in the state of its
// history: a reload and the way back find it, another address is another game. Tabs that show the same game hear of
// each other's moves.

import { Cache } from './model/cache.js';
import { isAnalysis, isInProgress, pack, toForget, unpack } from './model/stored.js';

const KEY = 'melee.game.';
/** So many are kept. */
const MOST = 30;
/** In letters. A browser keeps about five million for a site; one game is not worth all the others. */
const LARGEST = 3_500_000;
/** What could not be stored is known to this tab until it is closed. */
const unstored = new Cache(4);

/** Everything that is stored, whether or not it can be read. */
function entries() {
  const keys = Array.from({ length: localStorage.length }, (_, i) => localStorage.key(i));
  return keys.filter((key) => key.startsWith(KEY)).map((key) => ({ key, text: localStorage.getItem(key) }));
}

/** All games, the latest first. */
function stored() {
  const games = entries().map(({ text }) => unpack(text));
  return games.filter(Boolean).sort((a, b) => b.touched - a.touched);
}

/** A browser may keep nothing, as in private browsing. */
function attempt(action, otherwise = null) {
  try {
    return action();
  } catch {
    return otherwise;
  }
}

function makeRoom(most) {
  for (const key of toForget(entries(), most)) localStorage.removeItem(key);
}

/**
 * Keeps a game, unless another tab has gone further with it: then nothing is written over, and the later state is
 * returned.
 */
export function keep(game) {
  const other = kept(game.id);
  if (other && other.revision > game.revision) return other;
  const key = KEY + game.id;
  const text = pack(game, performance.now(), Date.now());
  const isStored = attempt(() => {
    if (text.length > LARGEST) return false;
    if (localStorage.getItem(key) === null) makeRoom(MOST - 1);
    // What others have stored may leave less room than expected.
    for (let most = MOST / 2; most > 0; most = Math.floor(most / 2)) {
      if (attempt(() => (localStorage.setItem(key, text), true))) return true;
      makeRoom(most);
    }
    return false;
  }, false);
  if (!isStored) unstored.set(key, text);
  return null;
}

export function forget(id) {
  attempt(() => localStorage.removeItem(KEY + id));
}

/** Calls with a game of this tab when another tab has stored it, and this one nothing since. */
export function whenPlayedElsewhere(isOwn, call, signal) {
  const hear = ({ key, newValue }) => {
    if (newValue === null || !key?.startsWith(KEY) || !isOwn(key.slice(KEY.length))) return;
    if (attempt(() => localStorage.getItem(key)) !== newValue) return;
    const other = unpack(newValue);
    if (other) call(other.game);
  };
  addEventListener('storage', hear, { signal });
}

/** The game of this name, if it is kept. */
export const kept = (id) =>
  unpack(attempt(() => localStorage.getItem(KEY + id)) ?? unstored.get(KEY + id))?.game ?? null;

/** The games one may go on with, the latest first. */
export const gamesInProgress = () =>
  attempt(stored, [])
    .filter(({ game, over }) => isInProgress(game, over))
    .map(({ game }) => game);

/** The analyses that nothing but this browser holds, the latest first. */
export const analyses = () =>
  attempt(stored, [])
    .filter(({ game }) => isAnalysis(game))
    .map(({ game }) => game);
