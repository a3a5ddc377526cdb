//! What a search found.

use std::time::Duration;

use melee_core::{Scores, Value};

use crate::{Counts, Line, Ply};

/// The result of a search, or of one iteration of it. Moves are of a game, or as text.
#[derive(Clone, Debug)]
pub struct Report<M> {
    /// The last completed iteration, or how deep the line goes where a search knows no iterations; 0 if
    /// not even the first was completed.
    pub depth: u32,
    /// The search was stopped, and this move comes from the iteration it had begun.
    pub partial: bool,
    /// The root player's value.
    pub value: Value,
    /// One value per player, from searches that know them.
    pub values: Option<Scores>,
    /// The expected line, beginning with the best move; never empty.
    pub line: Line<M>,
    /// What was done so far.
    pub counts: Counts,
    /// How long it took so far.
    pub elapsed: Duration,
    /// The result of the game, where the search saw to its end.
    pub proven: Option<Proven>,
}

impl<M> Report<M> {
    /// What to play.
    pub fn best(&self) -> &Ply<M> {
        &self.line[0]
    }

    /// The same with the moves of the line written differently.
    pub fn with_line<N>(&self, line: Line<N>) -> Report<N> {
        Report {
            depth: self.depth,
            partial: self.partial,
            value: self.value,
            values: self.values,
            line,
            counts: self.counts,
            elapsed: self.elapsed,
            proven: self.proven,
        }
    }
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

impl ProvenResult {
    /// As it stands in reports.
    pub fn name(self) -> &'static str {
        match self {
            ProvenResult::Win => "win",
            ProvenResult::Draw => "draw",
            ProvenResult::Loss => "loss",
        }
    }
}
