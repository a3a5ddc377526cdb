// The keys of the page, and its settings.

import { dialog, h } from './dom.js';
import { LANGUAGES, t } from './model/text.js';
import { prefs, setPref } from './prefs.js';

const KEYS = [
  'steps',
  'sides',
  'ends',
  'board',
  'escape',
  'piece',
  'undo',
  'turn',
  'zoom',
  'new',
  'analysis',
  'marks',
  'best',
  'help',
];
const SWITCHES = ['coordinates', 'letters', 'legal', 'sound'];

function keyRow(name) {
  const [keys, does] = [t(/** @type {any} */ (`key.${name}`)), t(/** @type {any} */ (`key.${name}.does`))];
  return h('tr', {}, h('th', { scope: 'row' }, keys), h('td', {}, does));
}

function setting(name) {
  const onchange = (event) => setPref(name, event.target.checked);
  const box = h('input', { type: 'checkbox', checked: prefs[name], onchange });
  return h('label.check', {}, box, t(/** @type {any} */ (`help.${name}`)));
}

function choiceOf(name, values) {
  const onchange = (event) => setPref(name, event.target.value);
  const option = (value) =>
    h('option', { value, selected: value === prefs[name] }, t(/** @type {any} */ (`${name}.${value}`)));
  const select = h('select', { 'data-pref': name, onchange }, values.map(option));
  return h('label.field', {}, h('span', {}, t(/** @type {any} */ (`help.${name}`))), select);
}

/** Everything is said anew by loading the page again: the game is kept. */
function languageMenu() {
  const onchange = (event) => {
    setPref('language', event.target.value);
    location.reload();
  };
  const option = (value, words) => h('option', { value, selected: value === prefs.language }, words);
  const menu = h('select', { 'data-pref': 'language', onchange }, option('auto', t('help.browserLanguage')));
  // Every language has its own name; one that cannot be loaded cannot be chosen.
  const add = async (name) => {
    const { default: texts } = await import(`./texts/${name}.js`);
    menu.append(option(name, texts['language.name']));
  };
  for (const name of LANGUAGES) add(name).catch(() => {});
  return h('label.field', {}, h('span', {}, t('help.language')), menu);
}

export function help() {
  const keys = h('table.keys', {}, h('tbody', {}, KEYS.map(keyRow)));
  dialog(
    t('help.title'),
    keys,
    h('h3', {}, t('help.settings')),
    SWITCHES.map(setting),
    choiceOf('pace', ['none', 'short', 'long']),
    languageMenu(),
  );
}
