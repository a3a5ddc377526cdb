// What is said about a game: who sits where, whose turn it is, how it ended.

import { resultText } from '../chip.js';
import { opponentText, playerName, seatText } from '../games.js';
import { flagged } from '../model/game.js';
import { fateOf } from '../model/levels.js';
import { isHuman } from '../model/seat.js';
import { capital, t } from '../model/text.js';

const people = (game) => game.seats.filter(isHuman).length;

/** Who has a seat, in words. */
export function seatName(game, player) {
  const seat = game.seats[player - 1];
  if (isHuman(seat)) return people(game) > 1 ? t('seat.person', { player }) : t('seat.you');
  return opponentText(game.place.game, game.seats.length, seat);
}

/** How it ended, for whoever has played it. */
function endText(game, view) {
  const { ranks, reason } = view.outcome;
  const fate = fateOf(game.seats, ranks);
  if (fate !== 'won' && fate !== 'lost') return resultText(view);
  const winners = ranks.flatMap((rank, i) => (rank === 1 ? [seatName(game, i + 1)] : []));
  const names = [...new Set(winners)].join(t('player.and'));
  const result = fate === 'won' ? t('result.youWon') : t('result.youLost', { winners: names });
  return reason ? t('result.reason', { result, reason: capital(reason) }) : result;
}

/** What is going on, for the line above the board; `progress` is how far an engine is. */
export function statusText(game, view, progress) {
  if (view.outcome) return endText(game, view);
  const late = flagged(game);
  if (late !== null) return t('status.timeUp', { player: playerName(view.game, late) });
  const who = seatText(view.game, view.to_move);
  if (isHuman(game.seats[view.to_move - 1])) {
    return t(people(game) > 1 ? 'status.yourMove' : 'status.youAre', { player: who });
  }
  const name = seatName(game, view.to_move);
  if (game.trouble !== null) return t('status.trouble', { player: name, trouble: game.trouble });
  return game.asked
    ? t('status.progress', { player: name, progress })
    : t('status.toMove', { player: name, seat: who });
}
