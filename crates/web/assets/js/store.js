// The games that this browser keeps, each under a key of its own, so that tabs do not disturb each other. Which game a
// tab shows stands in the state of its history: a reload and the way back find it, another address is another game.
// Two tabs that go on with the same game part ways: the one whose game was written by the other takes a new name.

import { isInProgress, pack, unpack } from './model/stored.js';

const KEY = 'melee.game.';
/** So many are kept; the oldest go first. */
const MOST = 30;

/** All of them, the latest first. */
function stored() {
  const keys = Array.from({ length: localStorage.length }, (_, i) => localStorage.key(i));
  const games = keys.filter((key) => key.startsWith(KEY)).map((key) => unpack(localStorage.getItem(key)));
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

export function keep(game) {
  attempt(() => {
    const key = KEY + game.id;
    const isNew = localStorage.getItem(key) === null;
    localStorage.setItem(key, pack(game, performance.now(), Date.now()));
    if (isNew) for (const { game: old } of stored().slice(MOST)) forget(old.id);
  });
}

export function forget(id) {
  attempt(() => localStorage.removeItem(KEY + id));
}

/** Calls when another tab writes a game of this name. */
export function whenTaken(isOwn, call, signal) {
  const hear = ({ key, newValue }) => {
    if (newValue !== null && key?.startsWith(KEY) && isOwn(key.slice(KEY.length))) call();
  };
  addEventListener('storage', hear, { signal });
}

/** The game of this name, if it is kept. */
export const kept = (id) => attempt(() => unpack(localStorage.getItem(KEY + id)))?.game ?? null;

/** The games one may go on with, the latest first. */
export const gamesInProgress = () =>
  attempt(stored, [])
    .filter(({ game, over }) => isInProgress(game, over))
    .map(({ game }) => game);
