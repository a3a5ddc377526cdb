// What is said about a game: who sits where, whose turn it is, how it ended.

import { resultText } from '../chip.js';
import { playerName, seatText } from '../games.js';
import { flagged } from '../model/game.js';
import { isHuman, seatWords } from '../model/seat.js';

const people = (game) => game.seats.filter(isHuman).length;

/** Who has a seat, in words. */
export function seatName(game, player) {
  const seat = game.seats[player - 1];
  if (isHuman(seat)) return people(game) > 1 ? `Person ${player}` : 'You';
  return seatWords(seat);
}

/** What is going on, for the line above the board; `progress` is how far an engine is. */
export function statusText(game, view, progress) {
  if (view.outcome) return resultText(view);
  const late = flagged(game);
  if (late !== null) return `The time of ${playerName(view.game, late)} is up.`;
  const who = seatText(view.game, view.to_move);
  if (isHuman(game.seats[view.to_move - 1])) {
    return people(game) > 1 ? `Your move, ${who}` : `Your move: you are ${who}`;
  }
  const name = seatName(game, view.to_move);
  if (game.trouble !== null) return `${name} cannot move: ${game.trouble}`;
  return game.asked ? `${name} ${progress}` : `${name} is to move for ${who}`;
}
