//! Search reports in words.

use std::time::Duration;

use melee_core::{Player, Scores, Value};
use melee_search::{Counts, Proven};

/// What a search found, in the game's notation.
#[derive(Clone, Debug)]
pub struct ThinkReport {
    /// The last completed iteration.
    pub depth: u32,
    /// The search was stopped, and this move comes from the iteration it had begun.
    pub partial: bool,
    /// The root player's value.
    pub value: Value,
    /// One value per player, from searches that know them.
    pub values: Option<Scores>,
    /// What to play.
    pub best_move: String,
    /// The expected line.
    pub line: Vec<(Player, String)>,
    /// What was done so far.
    pub counts: Counts,
    /// How long it took so far.
    pub elapsed: Duration,
    /// The result of the game, where the search saw to its end.
    pub proven: Option<Proven>,
}
