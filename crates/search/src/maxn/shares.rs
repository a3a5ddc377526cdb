//! Scores as shares of one whole: never negative, with a constant sum, whatever the evaluation.

use melee_core::{Outcome, Player, Scores, Value};

/// One, in the units of shares.
pub(super) const WHOLE: Value = 1_000_000;

/// What everybody has of the whole. Who is behind the mean by what a won game is worth has nothing.
pub(super) fn of_scores(scores: &Scores, worth_of_win: Value) -> Scores {
    let all = scores.as_slice();
    let sum: i64 = all.iter().map(|&score| i64::from(score)).sum();
    let mean = sum.div_euclid(all.len() as i64);
    let weight = |score: Value| (i64::from(worth_of_win) + i64::from(score) - mean).max(0);
    let total: i64 = all.iter().map(|&score| weight(score)).sum();
    let mut shares = Scores::new(all.len());
    for player in Player::all(all.len()) {
        shares[player] = (i64::from(WHOLE) * weight(scores[player]) / total.max(1)) as Value;
    }
    shares
}

/// The points of a finished game.
pub(super) fn of_outcome(outcome: &Outcome) -> Scores {
    let mut shares = Scores::new(outcome.players());
    for player in Player::all(outcome.players()) {
        // Rounded down: together they are never more than the whole.
        shares[player] = if outcome.is_first(player) { WHOLE / outcome.firsts() as Value } else { 0 };
    }
    shares
}
