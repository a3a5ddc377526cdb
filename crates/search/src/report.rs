//! What a search found.

use std::time::Duration;

use melee_core::{Scores, Value};

use crate::{Counts, Line, Ply};

/// The result of a search, or of one iteration of it. Moves are of a game, or as text.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own about the result")]
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
    /// On how many threads it was done at most: fewer than asked for where a search cannot be divided.
    pub threads: usize,
    /// How long it took so far.
    pub elapsed: Duration,
    /// The result of the game, where the search saw to its end.
    pub proven: Option<Proven>,
    /// No guess is left in the value: it is what the game ends with if everybody plays as the search supposes. With two
    /// players that is a proof.
    pub complete: bool,
    /// Values are points of games, in millionths: means, or shares of one whole. Else they are in the evaluation's units.
    pub are_points: bool,
    /// Values are the evaluation's scores, or shares that it makes of them, and not what a search has counted.
    pub are_scores: bool,
    /// How much better than the others one stands by that evaluation whose game is as good as won.
    pub worth_of_win: Value,
    /// What chances follow from these scores by, where that was fitted to games: see [`melee_core::chances`].
    pub chance_scale: Option<f64>,
    /// Everybody's scores at the end of the best line by the same evaluation, where the values are the root player's alone.
    pub standing: Option<Scores>,
    /// The next best root moves, best first, where more than one [line](crate::Limits::lines) was asked for.
    pub others: Vec<RankedLine<M>>,
}

/// A root move with what it is worth, one of several.
#[derive(Clone, Debug)]
pub struct RankedLine<M> {
    /// How deep it was searched, as [`Report::depth`]: a search that was stopped may have come less far here.
    pub depth: u32,
    /// The root player's value.
    pub value: Value,
    /// One value per player, from searches that know them.
    pub values: Option<Scores>,
    /// The expected line, beginning with the move; never empty.
    pub line: Line<M>,
    /// The result of the game after this move, where the search saw to its end.
    pub proven: Option<Proven>,
    /// As [`Report::complete`].
    pub complete: bool,
}

impl<M> RankedLine<M> {
    fn with_line<N>(&self, line: Line<N>) -> RankedLine<N> {
        let RankedLine { depth, value, values, proven, complete, .. } = *self;
        RankedLine { depth, value, values, line, proven, complete }
    }
}

impl<M> Report<M> {
    /// What to play.
    pub fn best(&self) -> &Ply<M> {
        &self.line[0]
    }

    /// All lines, the best first.
    pub fn lines(&self) -> Vec<RankedLine<M>>
    where
        M: Clone,
    {
        let Report { depth, value, values, proven, complete, .. } = *self;
        let best = RankedLine { depth, value, values, line: self.line.clone(), proven, complete };
        std::iter::once(best).chain(self.others.iter().cloned()).collect()
    }

    /// The same with the moves of the lines written differently.
    pub fn with_lines<N>(&self, write: &dyn Fn(&[Ply<M>]) -> Line<N>) -> Report<N> {
        let mut others = Vec::with_capacity(self.others.len());
        for other in &self.others {
            others.push(other.with_line(write(&other.line)));
        }
        Report {
            depth: self.depth,
            partial: self.partial,
            value: self.value,
            values: self.values,
            line: write(&self.line),
            counts: self.counts,
            threads: self.threads,
            elapsed: self.elapsed,
            proven: self.proven,
            complete: self.complete,
            are_points: self.are_points,
            are_scores: self.are_scores,
            worth_of_win: self.worth_of_win,
            chance_scale: self.chance_scale,
            standing: self.standing,
            others,
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
