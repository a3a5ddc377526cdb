// The first page: games to go on with, and games to choose from. The pictures are the buttons.

import { fill, h, sentence } from '../dom.js';
import { countText, defaultSeats, levelText, levels, placeFor, playable, usualPlayers } from '../games.js';
import { gameAddress } from '../model/address.js';
import { t } from '../model/text.js';
import { patiently, withStyles } from '../modules.js';
import { Pictures } from '../pictures.js';
import { hasGames, prefs, setPref } from '../prefs.js';
import { button, card } from './card.js';

/** Whose rules they are stands in the lesson about the game. */
const SOURCE = / \([^)]*\d{4}[^)]*\)/;

/** Whoever sets up a game waits for the form, not everybody. */
const setUp = async (wish = {}) => (await patiently(() => withStyles(import('../setup.js')))).newGame(wish);

/** What somebody may go on with; who is here for the first time need not wait for what that takes. */
async function keptSections(pictures, signal) {
  if (!hasGames()) return [];
  const { continueSection, analysesSection } = await patiently(() => import('./unfinished.js'), signal);
  signal.throwIfAborted();
  return [continueSection(pictures), analysesSection(pictures)];
}

export async function home(root, signal) {
  const pictures = new Pictures(signal);
  const kept = await keptSections(pictures, signal);
  const other = h('button', { type: 'button', 'data-do': 'new', onclick: () => setUp() }, t('home.setUp'));
  const choices = playable().map((info) => gameCard(pictures, info));
  const level = levelChoice(() => playable().forEach((info, i) => aim(choices[i], info)));
  fill(root, h('div.head', {}, h('h1', {}, t('home.title')), other), level, kept, h('div.games', {}, choices));
  return { update: () => false };
}

/** Against whom the pictures begin a game. */
function levelChoice(onchange) {
  const [{ name, players }] = playable();
  const option = (level) => h('option', { value: level, selected: level === prefs.level }, levelText(level));
  const choose = (event) => {
    setPref('level', event.target.value);
    onchange();
  };
  const select = h(
    'select',
    { 'data-level': '', onchange: choose },
    levels(name, players[0]).map((one) => option(one.name)),
  );
  return h('p.row.quiet', {}, h('span', {}, t('home.level')), h('label.row', {}, t('home.opponent'), select));
}

/** The address of a new game against an opponent of the level that is chosen. */
function addressOf(info) {
  const players = usualPlayers(info);
  return gameAddress(placeFor(info, players), defaultSeats(info.name, players));
}

/** Another level, another address. */
function aim(choice, info) {
  choice.querySelector('[data-game]').setAttribute('href', addressOf(info));
}

/** One click, and one plays. */
function gameCard(pictures, info) {
  const { name, sample, summary, title: words } = info;
  return card(pictures, sample ?? placeFor(info, usualPlayers(info)), {
    href: addressOf(info),
    id: { 'data-game': name },
    name: words,
    words: `${sentence(summary.replace(SOURCE, ''))} ${countText(info.players)}.`,
    tool: button(t('home.options'), t('home.optionsOf', { game: words }), 'options', () => setUp({ game: name })),
  });
}
