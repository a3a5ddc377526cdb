// The frame of the page: which page is shown, navigation, theme, help.
//
// A page is a module with `export const page = { path, title, mount(root, params, rest) }`. `path` is
// what follows #/ in the address, `params` the URLSearchParams behind the ?, `rest` what follows the
// path. `mount` fills `root` and may return { update(params, rest), unmount() }; `update` hears of another
// address of the same page, and answers false if it had better be mounted anew.

import { page as analyse } from './analyse.js';
import './language.js';
import { fill, h, isTyping, toast } from './dom.js';
import { loadGames } from './games.js';
import { help } from './help.js';
import { page as learn } from './learn.js';
import { page as matches } from './matches.js';
import { t } from './model/text.js';
import { page as play } from './play.js';
import { applyPrefs, prefs, setPref } from './prefs.js';

const pages = [play, analyse, matches, learn];
const titleOf = (page) => t(/** @type {any} */ (`page.${page.path}`));
let current = null;

function address() {
  const [path, query = ''] = location.hash.replace(/^#\/?/, '').split('?');
  const [name, ...rest] = path.split('/').map(decodeURIComponent);
  return { name: name || 'play', rest, params: new URLSearchParams(query) };
}

async function route() {
  const { name, rest, params } = address();
  const page = pages.find((candidate) => candidate.path === name) ?? play;
  if (current?.page === page && current.shown?.update) {
    try {
      if ((await current.shown.update(params, rest)) !== false) return;
    } catch (error) {
      toast(error.message, 'error');
      return;
    }
  }
  current?.shown?.unmount?.();
  const root = document.getElementById('page');
  fill(root);
  root.className = `page-${page.path}`;
  document.title = `${titleOf(page)} – Melee`;
  for (const link of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('#nav a'))) {
    if (link.dataset.path === page.path) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
  current = { page, shown: null };
  const mine = current;
  try {
    await loadGames();
    const shown = await page.mount(root, params, rest);
    if (mine === current) mine.shown = shown;
    else shown?.unmount?.();
  } catch (error) {
    if (mine !== current) return;
    fill(root, h('p.error', { role: 'alert' }, error.message), h('p', {}, h('a', { href: '#/play' }, t('page.start'))));
  }
}

applyPrefs();
fill(
  document.getElementById('nav'),
  pages.map((page) => h('a', { href: `#/${page.path}`, 'data-path': page.path }, titleOf(page))),
);
document.querySelector('[data-skip]').addEventListener('click', (event) => {
  event.preventDefault();
  document.getElementById('page').focus();
});
document.getElementById('help').addEventListener('click', help);
document.getElementById('theme').addEventListener('click', () => {
  const isDark =
    prefs.theme === 'dark' || (prefs.theme === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches);
  setPref('theme', isDark ? 'light' : 'dark');
});
addEventListener('keydown', (event) => {
  if (event.key === '?' && !isTyping(event) && !document.querySelector('dialog[open]')) help();
});
addEventListener('hashchange', route);
route();
