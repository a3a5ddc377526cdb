// The frame of the page: which page is shown, navigation, theme, help.
//
// A page is a module with `export const page = { mount(root, params, rest, signal) }`, loaded when it is first shown.
// Its name follows #/ in the address; `params` are the URLSearchParams behind the ?, `rest` what follows the name. The
// signal tells that the page is left, which may be before all of it is there: then everything it listens to and asks
// for has to end. `mount` fills `root` and may return { update(params, rest) }, which hears of another address of the
// same page, and answers false if it had better be mounted anew.

import './language.js';
import { fill, h, isTyping, toast } from './dom.js';
import { loadGames } from './games.js';
import { t } from './model/text.js';
import { patiently, withStyles } from './modules.js';
import { applyPrefs, prefs, setPref } from './prefs.js';

const PAGES = {
  play: () => import('./play.js'),
  analyse: () => withStyles(import('./analyse.js')),
  matches: () => withStyles(import('./matches.js')),
  learn: () => withStyles(import('./learn.js')),
  edit: () => withStyles(import('./edit.js')),
};
/** Where everybody goes; to the others there is a way from these. */
const SHOWN = ['play', 'analyse', 'matches', 'learn'];
const titleOf = (path) => t(/** @type {any} */ (`page.${path}`));
/** Milliseconds after which somebody wonders whether anything comes. */
const LONG = 500;
let current = null;

function address() {
  const [path, query = ''] = location.hash.replace(/^#\/?/, '').split('?');
  const nowhere = { name: 'play', rest: [], params: new URLSearchParams() };
  try {
    const [name, ...rest] = path.split('/').map(decodeURIComponent);
    return { name: name || 'play', rest, params: new URLSearchParams(query) };
  } catch {
    // Somebody has cut an address off in the middle of a letter.
    return nowhere;
  }
}

/** Who comes from another page reads on at its heading. */
function goToHeading(root) {
  const heading = root.querySelector('h1');
  if (!heading || document.querySelector('dialog[open]')) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

function showFrame(root, path) {
  fill(root);
  root.className = `page-${path}`;
  document.title = `${titleOf(path)} – Melee`;
  for (const link of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('#nav a'))) {
    if (link.dataset.path === path) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
}

async function route() {
  const { name, rest, params } = address();
  const path = Object.hasOwn(PAGES, name) ? name : 'play';
  const root = document.getElementById('page');
  const isFirst = current === null;
  if (current?.path === path && current.shown?.update) {
    try {
      if ((await current.shown.update(params, rest)) !== false) {
        goToHeading(root);
        return;
      }
    } catch (error) {
      if (error.name !== 'AbortError') toast(error.message, 'error');
      return;
    }
  }
  current?.leaving.abort();
  current = { path, shown: null, leaving: new AbortController() };
  const mine = current;
  showFrame(root, path);
  const notice = noticeOfLoading(root);
  try {
    const [{ page }] = await Promise.all([patiently(PAGES[path], mine.leaving.signal), loadGames()]);
    if (mine !== current) return;
    const shown = await page.mount(root, params, rest, mine.leaving.signal);
    if (mine !== current) return;
    mine.shown = shown;
    if (!isFirst) goToHeading(root);
  } catch (error) {
    if (mine !== current) return;
    mine.leaving.abort();
    fill(
      root,
      h('h1', {}, t('page.error')),
      h('p.error', { role: 'alert' }, error.message),
      h('p', {}, h('a', { href: '#/play' }, t('page.start'))),
    );
    if (!isFirst) goToHeading(root);
  } finally {
    notice.end();
  }
}

/** Says that a page is on its way, if nothing of it is there after a while. */
function noticeOfLoading(root) {
  const notice = h('p.quiet', { role: 'status' }, t('page.loading'));
  const timer = setTimeout(() => root.childElementCount || root.append(notice), LONG);
  return {
    end() {
      clearTimeout(timer);
      notice.remove();
    },
  };
}

applyPrefs();
fill(
  document.getElementById('nav'),
  SHOWN.map((path) => h('a', { href: `#/${path}`, 'data-path': path }, titleOf(path))),
);
document.querySelector('[data-skip]').addEventListener('click', (event) => {
  event.preventDefault();
  document.getElementById('page').focus();
});
async function help() {
  const { help: show } = await patiently(() => import('./help.js'));
  if (!document.querySelector('dialog[open]')) show();
}
document.getElementById('help').addEventListener('click', help);
document.getElementById('theme').addEventListener('click', () => {
  const isDark =
    prefs.theme === 'dark' || (prefs.theme === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches);
  setPref('theme', isDark ? 'light' : 'dark');
});
addEventListener('keydown', (event) => {
  if (event.key === '?' && !isTyping(event) && !document.querySelector('dialog[open]')) help();
});
// What nobody has waited for fails in sight, too.
addEventListener('unhandledrejection', ({ reason }) => {
  if (reason?.name !== 'AbortError') toast(reason?.message ?? String(reason), 'error');
});
addEventListener('hashchange', route);
route();
// The frame of the page is there without a connection, so that it can be installed; of a site without a server, all is.
if ('serviceWorker' in navigator) navigator.serviceWorker.register('worker.js').catch(() => {});
