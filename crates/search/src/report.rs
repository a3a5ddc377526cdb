//! What a search found.

use std::time::Duration;

use melee_core::{Scores, Value};

use crate::{Counts, Line, Ply};

/// The result of a search, or of one iteration of it.
#[derive(Clone, Debug)]
pub struct Report<M> {
    /// The last completed iteration; 0 if not even the first was completed.
    pub depth: u32,
    /// The search was stopped, and this move comes from the iteration it had begun.
    pub partial: bool,
    /// The root player's value.
    pub value: Value,
    /// One value per player, from searches that know them.
    pub values: Option<Scores>,
    /// What to play.
    pub best: Ply<M>,
    /// The expected line, beginning with the best move.
    pub line: Line<M>,
    /// What was done so far.
    pub counts: Counts,
    /// How long it took so far.
    pub elapsed: Duration,
    /// The result of the game, where the search saw to its end.
    pub proven: Option<Proven>,
}

/// How the game ends with best play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Proven {
    /// For the root player.
    pub result: ProvenResult,
    /// Plies to the end; unknown for a draw whose line was cut short by a table.
    pub plies: Option<u32>,
}

/// Won, drawn or lost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ProvenResult {
    /// The root player wins.
    Win,
    /// Nobody can force a win.
    Draw,
    /// The root player loses.
    Loss,
}
