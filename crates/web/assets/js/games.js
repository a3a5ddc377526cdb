// The games as the server describes them. The page knows none by name: titles, seats, colours, pieces and
// options are data. `loadGames` is awaited before the first page is shown.

import { once, onceAsked } from './api.js';
import { HUMAN, seatWords } from './model/seat.js';
import { colourText, phrase, spoken, t } from './model/text.js';
import { prefs } from './prefs.js';

const NOBODY = { fill: '#6b6b6b', ink: '#fff' };

/** What games, algorithms and lessons say by themselves; everything else is a translation. */
export const LESSON_LANGUAGE = 'en';

let all = [];
let byName = new Map();
/** What games say in the language of the page, by their names and the English words; of English there is none. */
let words = {};

export async function loadGames() {
  const language = spoken();
  const isPlain = language === LESSON_LANGUAGE;
  const [games, its] = await Promise.all([once('games'), isPlain ? {} : onceAsked('words', { language })]);
  words = its;
  all = games.map(inWords);
  byName = new Map(all.map((game) => [game.name, game]));
}

/** A description in the language of the page. */
function inWords(game) {
  const say = (text) => inGameWords(game.name, text);
  const { look: its } = game;
  return {
    ...game,
    title: say(game.title),
    summary: say(game.summary),
    unit: say(game.unit),
    start_word: say(game.start_word),
    starts: game.starts.map((start) => ({ ...start, summary: say(start.summary) })),
    options: game.options.map((option) => ({
      ...option,
      label: say(option.name),
      choices: option.choices.map((choice) => ({ ...choice, summary: say(choice.summary) })),
    })),
    seats: game.seats.map((seat) => ({ ...seat, name: seat.name && colourText(seat.name) })),
    look: {
      ...its,
      piece: say(its.piece),
      glyphs: its.glyphs.map((glyph) => ({ ...glyph, name: say(glyph.name) })),
    },
  };
}

/** What a game says, in the language of the page. */
export const inGameWords = (name, text) => phrase(words[name], text);

/** A view in the language of the page: what is asked, counted and chosen, and why the game is over. */
export function viewInWords(view) {
  if (!words[view.game]) return view;
  const say = (text) => inGameWords(view.game, text);
  const { prompt, outcome } = view;
  return {
    ...view,
    prompt: { phase: say(prompt.phase), ask: say(prompt.ask) },
    outcome: outcome && { ...outcome, reason: say(outcome.reason) },
    counters: view.counters.map((counter) => ({ ...counter, name: say(counter.name) })),
    moves: view.moves.map((move) => ({ ...move, choice: say(move.choice), question: say(move.question) })),
  };
}

/** All games. */
export const games = () => all;

/** The games that people play, without those for studying searches. */
export const playable = () => all.filter((game) => !game.is_study);

/** The game that a page begins with. */
export const firstGame = () => (playable()[0] ?? all[0]).name;

export const isKnown = (name) => byName.has(name);

/** What is said about a game; of one that is not there no more than its name. */
export function about(name) {
  return (
    byName.get(name) ?? {
      name,
      title: name,
      summary: '',
      unit: '',
      players: [2],
      seats: [],
      options: [],
      starts: [],
      start_word: t('start.word'),
      algorithms: [],
      named_players: [],
      strongest: {},
      levels: {},
      solver: null,
      record: { extension: 'txt' },
      sample: null,
      look: { board: 'flat', pieces: 'disc', piece: 'stone', glyphs: [], turns: true },
    }
  );
}

export const look = (name) => about(name).look;

export const title = (name) => about(name).title;

/** The strongest algorithm for so many players. */
export function strongest(name, players) {
  return about(name).strongest[players] ?? 'best';
}

/** What comes after the last level may think so long. */
const LONG = '2s';

/** The levels of opponents for so many players: [{name, seat}], the weakest first and the strongest there is last. */
export function levels(name, players) {
  const measured = about(name).levels[players] ?? [];
  return [...measured, { name: 'best', seat: `${strongest(name, players)}@${LONG}` }];
}

export const levelText = (level) => t(/** @type {any} */ (`level.${level}`));

/** Who has a seat, in words: the name of a level, or else the algorithm with its limit. */
export function opponentText(game, players, seat) {
  const level = levels(game, players).find((one) => one.seat === seat);
  if (level) return levelText(level.name);
  return seat === about(game).solver ? t('level.perfect') : seatWords(seat);
}

/** The seats of a new game: a person against opponents of the level that was chosen last. */
export function defaultSeats(game, players) {
  const all = levels(game, players);
  const { seat } = all.find(({ name }) => name === prefs.level) ?? all[0];
  return Array.from({ length: players }, (_, i) => (i === 0 ? HUMAN : seat));
}

/** The numbers of players that a game has a start for. */
export function playerCounts({ players, starts }) {
  return players.filter((n) => startsFor({ starts }, n).length);
}

/** The starts for so many players. */
export function startsFor({ starts }, players) {
  return starts.filter((start) => start.players === null || start.players === players);
}

/** How many play if nobody says otherwise: as in the game's picture. */
export function usualPlayers(info) {
  return info.sample?.players ?? info.players[0];
}

/** Where a game for so many players begins, from one of its starts. */
export function placeFor(info, players, start) {
  const place = { game: info.name };
  if (info.players.length > 1) place.players = players;
  const chosen = startsFor(info, players).find(({ name }) => name === start) ?? startsFor(info, players)[0];
  // The first of all starts is the game's own and need not be said.
  if (chosen && chosen !== info.starts[0]) place.start = chosen.name;
  return place;
}

/** "2, 3 or 6 players", "2 to 4 players". */
export function countText(counts) {
  const last = counts.at(-1);
  if (counts.length === 1) return t('count.players', { last });
  if (counts.length > 2 && last - counts[0] === counts.length - 1) return t('count.range', { first: counts[0], last });
  return t('count.list', { others: counts.slice(0, -1).join(', '), last });
}

/** Fill, ink and name of a player's colour; player 0 is nobody. */
export function colour(game, player) {
  return about(game).seats[player - 1] ?? { ...NOBODY, name: t('player.neutral') };
}

/** "yellow (2)", or "player 2" for a seat without a name. */
export function seatText(game, player) {
  const { name } = colour(game, player);
  return name ? t('player.seat', { name, player }) : t('player.numbered', { player });
}

/** "player 2 (yellow)". */
export function playerName(game, player) {
  if (player === 0) return t('player.nobody');
  const { name } = colour(game, player);
  return name ? t('player.named', { name, player }) : t('player.numbered', { player });
}

export const glyphOf = (game, letter) => look(game).glyphs.find((glyph) => glyph.letter === letter);

/** What a piece is called by a screen reader. */
export function pieceName(game, owner, letter) {
  const name = glyphOf(game, letter)?.name;
  if (owner === 0) return name ?? t('piece.neutral', { letter });
  const seat = colour(game, owner).name;
  const piece = name ?? look(game).piece;
  return seat ? t('piece.named', { seat, player: owner, piece }) : t('piece.numbered', { player: owner, piece });
}
