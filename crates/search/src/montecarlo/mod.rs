//! Searches by random games: flat Monte-Carlo and MCTS.
//!
//! Both are anytime: they run until a limit, or until their number of play-outs is used up, and
//! then answer with what they have. Values are mean points in millionths.

mod flat;
mod mcts;
mod playout;

pub use flat::{FlatSearch, FlatSettings};
pub use mcts::{Backup, Indifference, MctsSearch, MctsSettings, Trees};
pub use playout::{PlayoutScore, PlayoutSettings};

use melee_core::{Player, Scores, Value};

fn millionths(points: f64) -> Value {
    (points * 1e6).round() as Value
}

/// Mean points per player as values.
fn mean_scores(points: &[f64], visits: u64) -> Scores {
    let mut scores = Scores::new(points.len());
    for player in Player::all(points.len()) {
        scores[player] = millionths(points[player.index()] / visits.max(1) as f64);
    }
    scores
}
