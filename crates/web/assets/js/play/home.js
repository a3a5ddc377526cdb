// The first page: games to go on with, and games to choose from. The pictures are the buttons.

import { fill, h, sentence } from '../dom.js';
import { countText, isKnown, placeFor, playable, title, usualPlayers } from '../games.js';
import { gameAddress } from '../model/address.js';
import { movesTo } from '../model/lines.js';
import { isHuman, seatWords } from '../model/seat.js';
import { Pictures } from '../pictures.js';
import { newGame } from '../setup.js';
import { defaultSeats } from '../setup/seatfields.js';
import { forget, gamesInProgress } from '../store.js';

const button = (label, words, id, onclick) =>
  h('button', { type: 'button', 'aria-label': words, 'data-do': id, onclick }, label);

/** A picture to click on, with words and a button below it. */
function card(pictures, place, { href, id, label, name, words, tool }) {
  const picture = h('div.picture');
  pictures.draw(picture, place);
  const link = { href, ...id, 'aria-label': `${label} ${name}` };
  return h('div.game-choice', {}, h('a.card.game-card', link, picture, h('h2', {}, name), h('p', {}, words)), tool);
}

export function home(root) {
  const pictures = new Pictures();
  const other = h('button', { type: 'button', 'data-do': 'new', onclick: () => newGame() }, 'Set up a game …');
  const choices = playable().map((info) => gameCard(pictures, info));
  fill(
    root,
    continueSection(pictures),
    h('div.head', {}, h('h1', {}, 'What shall we play?'), other),
    h('div.games', {}, choices),
  );
  return { update: () => false, unmount: () => pictures.unmount() };
}

/** One click, and one plays. */
function gameCard(pictures, info) {
  const { name, samples, summary, title: words } = info;
  const players = usualPlayers(info);
  const place = placeFor(info, players);
  return card(pictures, samples[0]?.place ?? place, {
    href: gameAddress(place, defaultSeats(name, players)),
    id: { 'data-game': name },
    label: 'Play',
    name: words,
    words: `${sentence(summary.replace(/ \([^)]*\)$/, ''))} ${countText(info.players)}.`,
    tool: button('Options …', `Options of ${words}`, 'options', () => newGame({ game: name })),
  });
}

/** The games that were left before their end. */
function continueSection(pictures) {
  const games = gamesInProgress().filter(({ place }) => isKnown(place.game));
  if (!games.length) return null;
  const list = h('div.games.in-progress');
  const section = h('section', { 'aria-label': 'Games in progress' }, h('h1', {}, 'Continue'), list);
  for (const { id, place, lines, at, seats } of games) {
    const name = title(place.game);
    const giveUp = () => {
      forget(id);
      choice.remove();
      if (!list.children.length) section.remove();
    };
    const choice = card(
      pictures,
      { ...place, moves: movesTo(lines, at) },
      {
        href: `#/play/${id}`,
        id: { 'data-continue': id },
        label: 'Continue',
        name,
        words: `${opponents(seats)} ${lines[at].ply} moves played.`,
        tool: button('Give up', `Give up ${name}`, 'forget', giveUp),
      },
    );
    list.append(choice);
  }
  return section;
}

function opponents(seats) {
  const engines = [...new Set(seats.filter((seat) => !isHuman(seat)))].map(seatWords);
  return engines.length ? `Against ${engines.join(' and ')}.` : 'Among people.';
}
