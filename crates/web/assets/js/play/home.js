// The first page: games to go on with, and games to choose from. The pictures are the buttons.

import { Board } from '../board.js';
import { fill, h } from '../dom.js';
import { countText, isKnown, placeFor, playable, title, usualPlayers } from '../games.js';
import { gameAddress } from '../model/address.js';
import { movesTo } from '../model/lines.js';
import { isHuman, seatWords } from '../model/seat.js';
import { askView } from '../session.js';
import { newGame } from '../setup.js';
import { defaultSeats } from '../setup/seatfields.js';
import { forget, gamesInProgress } from '../store.js';

const sentence = (text) => `${text[0].toUpperCase()}${text.slice(1)}.`;

/** Fills the page; every board it draws goes with it. */
export function home(root) {
  const boards = [];
  const picture = (host, place, moves) =>
    askView(place, moves)
      .then((view) => {
        const board = new Board(host);
        boards.push(board);
        board.show(view);
        board.quieten();
        return view;
      })
      .catch((error) => host.append(h('p.error', {}, error.message)));
  const other = h(
    'button',
    { type: 'button', 'data-do': 'new', onclick: () => newGame() },
    'Other players, boards, starts …',
  );
  fill(
    root,
    continueSection(picture),
    h('div.head', {}, h('h1', {}, 'What shall we play?'), other),
    h(
      'div.games',
      {},
      playable().map((info) => gameCard(info, picture)),
    ),
  );
  return { update: () => false, unmount: () => boards.forEach((board) => board.unmount()) };
}

/** One click, and one plays. */
function gameCard(info, picture) {
  const players = usualPlayers(info);
  const place = placeFor(info, players);
  const { moves = [], ...sample } = info.samples[0]?.place ?? place;
  const link = h(
    'a.card.game-card',
    {
      href: gameAddress(place, defaultSeats(info.name, players)),
      'data-game': info.name,
      'aria-label': `Play ${info.title}`,
    },
    h('div.picture'),
    h('h2', {}, info.title),
    h('p', {}, sentence(info.summary.replace(/ \([^)]*\)$/, '')), ` ${countText(info.players)}.`),
  );
  picture(link.querySelector('.picture'), sample, moves);
  const options = () => newGame({ game: info.name });
  return h(
    'div.game-choice',
    {},
    link,
    h('button', { type: 'button', 'aria-label': `Options of ${info.title}`, onclick: options }, 'Options …'),
  );
}

/** The games that were left before their end. */
function continueSection(picture) {
  const games = gamesInProgress().filter(({ place }) => isKnown(place.game));
  if (!games.length) return null;
  const section = h('section', { 'aria-label': 'Games in progress' }, h('h1', {}, 'Continue'));
  const list = h('div.games.in-progress');
  const card = (game) => {
    const link = h(
      'a.card.game-card',
      { href: `#/play/${game.id}`, 'data-continue': game.id, 'aria-label': `Continue ${title(game.place.game)}` },
      h('div.picture'),
      h('h2', {}, title(game.place.game)),
      h('p', {}, opponents(game), ` ${game.lines[game.at].ply} moves played.`),
    );
    picture(link.querySelector('.picture'), game.place, movesTo(game.lines, game.at));
    const remove = () => {
      forget(game.id);
      choice.remove();
      if (!list.children.length) section.remove();
    };
    const choice = h(
      'div.game-choice',
      {},
      link,
      h(
        'button',
        { type: 'button', 'data-do': 'forget', 'aria-label': `Give up ${title(game.place.game)}`, onclick: remove },
        'Give up',
      ),
    );
    return choice;
  };
  fill(list, games.map(card));
  section.append(list);
  return section;
}

function opponents({ seats }) {
  const engines = [...new Set(seats.filter((seat) => !isHuman(seat)))].map(seatWords);
  return engines.length ? `Against ${engines.join(' and ')}.` : 'Among people.';
}
