// What a person prefers, kept in the browser.

const DEFAULTS = {
  theme: 'auto',
  sound: false,
  coordinates: true,
  letters: true,
  legal: true,
  level: 'casual',
  language: 'auto',
  pace: 'short',
  lines: 1,
};

function read() {
  try {
    return { ...DEFAULTS, ...JSON.parse(localStorage.getItem('melee.prefs') ?? '{}') };
  } catch {
    return { ...DEFAULTS };
  }
}

export const prefs = read();

export function setPref(name, value) {
  prefs[name] = value;
  try {
    localStorage.setItem('melee.prefs', JSON.stringify(prefs));
  } catch {
    /* private browsing */
  }
  applyPrefs();
  dispatchEvent(new CustomEvent('prefs', { detail: name }));
}

export function applyPrefs() {
  const root = document.documentElement;
  if (prefs.theme === 'auto') delete root.dataset.theme;
  else root.dataset.theme = prefs.theme;
  root.classList.toggle('no-coordinates', !prefs.coordinates);
  root.classList.toggle('no-letters', !prefs.letters);
}

/** The names of kept games begin like this. */
export const GAME_KEY = 'melee.game.';

/** Is any game kept here? */
export function hasGames() {
  try {
    return Object.keys(localStorage).some((key) => key.startsWith(GAME_KEY));
  } catch {
    return false;
  }
}
