// The part of the first page that is about what was begun before: games to go on with, and analyses.

import { h, sure } from '../dom.js';
import { isKnown, opponentText, title } from '../games.js';
import { movesTo } from '../model/lines.js';
import { isHuman } from '../model/seat.js';
import { t } from '../model/text.js';
import { analyses, forget, gamesInProgress } from '../store.js';
import { button, card } from './card.js';

/** The games that were left before their end. */
export const continueSection = (pictures) =>
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
export const analysesSection = (pictures) =>
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
