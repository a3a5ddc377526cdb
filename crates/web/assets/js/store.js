// The games that this browser keeps, each under a key of its own. Which game a tab shows stands in the state of its
// history: a reload and the way back find it, another address is another game. Tabs that show the same game hear of
// each other's moves.

import { Cache } from './model/cache.js';
import { inOrderOfLeaving, isAnalysis, isInProgress, pack, unpack } from './model/stored.js';
import { GAME_KEY as KEY } from './prefs.js';

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

/** Reviews can be made again: they go before any game. */
const REVIEWS = 'melee.reviews';

const isSet = (key, text) => attempt(() => (localStorage.setItem(key, text), true), false);

/** Stores a text, and tells which others had to go for it; null if all of them are not room enough: then they stay. */
function storeInTheirPlace(key, text) {
  if (isSet(key, text)) return [];
  const reviews = { key: REVIEWS, text: localStorage.getItem(REVIEWS), missed: null };
  const others = inOrderOfLeaving(entries().filter((entry) => entry.key !== key));
  const gone = [];
  for (const entry of [reviews, ...others]) {
    if (entry.text === null) continue;
    localStorage.removeItem(entry.key);
    gone.push(entry);
    if (isSet(key, text)) return gone;
  }
  for (const entry of gone.toReversed()) isSet(entry.key, entry.text);
  return null;
}

/** Only so many are kept: makes room for one more, and tells which had to go. */
function makeRoom() {
  const all = entries();
  const gone = all.length < MOST ? [] : inOrderOfLeaving(all).slice(0, all.length - MOST + 1);
  for (const { key } of gone) localStorage.removeItem(key);
  return gone;
}

/**
 * Keeps a game, unless another tab has gone further with it: then nothing is written over, and the later state is
 * returned. `onforget(games)` hears of those that had to go and that somebody may miss, `onlack()` of too little room.
 */
export function keep(game, { onforget = (_games) => {}, onlack = () => {} } = {}) {
  const other = kept(game.id);
  if (other && other.revision > game.revision) return other;
  const key = KEY + game.id;
  const text = pack(game, performance.now(), Date.now());
  const gone = attempt(() => {
    if (text.length > LARGEST) return null;
    const tooMany = localStorage.getItem(key) === null ? makeRoom() : [];
    const inTheWay = storeInTheirPlace(key, text);
    return inTheWay && [...tooMany, ...inTheWay];
  });
  const missed = (gone ?? []).map((entry) => entry.missed).filter(Boolean);
  if (missed.length) onforget(missed);
  if (!gone) {
    unstored.set(key, text);
    onlack();
  }
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
