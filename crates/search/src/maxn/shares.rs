//! Scores as shares of one whole: never negative, with a constant sum, whatever the evaluation.

use melee_core::{Knowledge, Outcome, Player, Scores, Value};

use super::ends::over;
use crate::{Walk, World};

/// One, in the units of shares.
pub(super) const WHOLE: Value = 1_000_000;

/// More plies than any search goes below its root. A share closer to the whole than that is a game won so many plies
/// below the root; no evaluation comes so close.
const MOST_PLIES: Value = 1000;

/// Everybody's share by the evaluation.
pub(crate) fn evaluated_shares<W: World>(walk: &mut Walk<W>) -> Scores {
    let scores = walk.evaluate_all();
    if walk.knowledge.max_sum(walk.game) == Some(WHOLE) {
        return scores;
    }
    of_scores(&scores, walk.knowledge.worth_of_win())
}

/// Everybody's share if the game is over.
#[inline]
pub(crate) fn finished_shares<W: World>(walk: &mut Walk<W>) -> Option<Scores> {
    over(walk).map(|outcome| of_outcome(&outcome, walk.ply()))
}

/// What everybody has of the whole: the part of a player who stands at the mean is what a won game is worth, and one who
/// is that far below the mean has nothing.
fn of_scores(scores: &Scores, worth_of_win: Value) -> Scores {
    let all = scores.as_slice();
    let sum: i64 = all.iter().map(|&score| i64::from(score)).sum();
    let mean = sum.div_euclid(all.len() as i64);
    let weight = |score: Value| (i64::from(worth_of_win) + i64::from(score) - mean).max(0);
    let total: i64 = all.iter().map(|&score| weight(score)).sum();
    let mut shares = Scores::new(all.len());
    for player in Player::all(all.len()) {
        let share = (i64::from(WHOLE) * weight(scores[player]) / total.max(1)) as Value;
        shares[player] = share.min(WHOLE - MOST_PLIES);
    }
    shares
}

/// The points of a game that ended so many plies below the root: who wins alone wins the sooner the better. That takes from
/// the sum, which may be less than the whole.
fn of_outcome(outcome: &Outcome, ply: u32) -> Scores {
    let mut shares = Scores::new(outcome.players());
    for player in Player::all(outcome.players()).filter(|&player| outcome.is_first(player)) {
        shares[player] = match outcome.firsts() {
            1 => WHOLE - ply as Value,
            // Rounded down: together they are never more than the whole.
            firsts => WHOLE / firsts as Value,
        };
    }
    shares
}

/// A share as a table keeps it: a win counts its plies from the position.
pub(super) fn to_table(share: Value, ply: u32) -> Value {
    if share > WHOLE - MOST_PLIES { share + ply as Value } else { share }
}

/// The same back again.
pub(super) fn from_table(share: Value, ply: u32) -> Value {
    if share > WHOLE - MOST_PLIES { share - ply as Value } else { share }
}
