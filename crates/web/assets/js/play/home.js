// The first page: games to go on with, and games to choose from. The pictures are the buttons.

import { fill, h, sentence, sure } from '../dom.js';
import { countText, defaultSeats, isKnown, opponentText, placeFor, playable, title, usualPlayers } from '../games.js';
import { gameAddress } from '../model/address.js';
import { movesTo } from '../model/lines.js';
import { isHuman } from '../model/seat.js';
import { t } from '../model/text.js';
import { patiently } from '../modules.js';
import { Pictures } from '../pictures.js';
import { analyses, forget, gamesInProgress } from '../store.js';

const button = (label, words, id, onclick) =>
  h('button', { type: 'button', 'aria-label': words, 'data-do': id, onclick }, label);

/** Whoever sets up a game waits for the form, not everybody. */
const setUp = async (wish = {}) => (await patiently(() => import('../setup.js'))).newGame(wish);

/** A picture to click on, with words and a button below it. */
function card(pictures, place, { href, id, name, words, tool, heading = 'h2' }) {
  const picture = h('div.picture');
  pictures.draw(picture, place);
  const link = { href, ...id };
  return h('div.game-choice', {}, h('a.card.game-card', link, picture, h(heading, {}, name), h('p', {}, words)), tool);
}

export function home(root, signal) {
  const pictures = new Pictures(signal);
  const other = h('button', { type: 'button', 'data-do': 'new', onclick: () => setUp() }, t('home.setUp'));
  const choices = playable().map((info) => gameCard(pictures, info));
  fill(
    root,
    h('div.head', {}, h('h1', {}, t('home.title')), other),
    continueSection(pictures),
    analysesSection(pictures),
    h('div.games', {}, choices),
  );
  return { update: () => false };
}

/** One click, and one plays. */
function gameCard(pictures, info) {
  const { name, samples, summary, title: words } = info;
  const players = usualPlayers(info);
  const place = placeFor(info, players);
  return card(pictures, samples[0]?.place ?? place, {
    href: gameAddress(place, defaultSeats(name, players)),
    id: { 'data-game': name },
    name: words,
    words: `${sentence(summary.replace(/ \([^)]*\)$/, ''))} ${countText(info.players)}.`,
    tool: button(t('home.options'), t('home.optionsOf', { game: words }), 'options', () => setUp({ game: name })),
  });
}

/** The games that were left before their end. */
const continueSection = (pictures) =>
  keptSection(pictures, gamesInProgress(), {
    page: 'play',
    label: t('home.inProgress'),
    heading: t('home.continue'),
    words: ({ place, seats, lines, at }) =>
      t('home.played', { opponents: opponents(place.game, seats), moves: lines[at].ply }),
    tool: t('home.giveUp'),
    toolOf: (game) => t('home.giveUpGame', { game }),
  });

/** What was tried and noted, and is held by this browser alone. */
const analysesSection = (pictures) =>
  keptSection(pictures, analyses(), {
    page: 'analyse',
    label: t('home.analyses'),
    heading: t('home.analyses'),
    words: ({ lines }) => t('home.analysis', { moves: lines.length - 1 }),
    tool: t('home.delete'),
    toolOf: (game) => t('home.deleteOf', { game }),
  });

function keptSection(pictures, all, { page, label, heading, words, tool, toolOf }) {
  const games = all.filter(({ place }) => isKnown(place.game));
  if (!games.length) return null;
  const list = h('div.games.in-progress');
  const section = h('section', { 'aria-label': label }, h('h2', {}, heading), list);
  for (const game of games) {
    const { id, place, lines, at } = game;
    const name = title(place.game);
    const giveUp = async () => {
      if (!(await sure(toolOf(name), t('home.sure'), tool))) return;
      forget(id);
      choice.remove();
      if (!list.children.length) section.remove();
    };
    const choice = card(
      pictures,
      { ...place, moves: movesTo(lines, at) },
      {
        href: `#/${page}/${id}`,
        id: { 'data-continue': id },
        heading: 'h3',
        name,
        words: words(game),
        tool: button(tool, toolOf(name), 'forget', giveUp),
      },
    );
    list.append(choice);
  }
  return section;
}

function opponents(game, seats) {
  const words = seats.filter((seat) => !isHuman(seat)).map((seat) => opponentText(game, seats.length, seat));
  const engines = [...new Set(words)];
  return engines.length ? t('home.against', { names: engines.join(t('player.and')) }) : t('home.people');
}
