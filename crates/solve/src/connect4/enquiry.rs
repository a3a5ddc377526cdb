//! From questions to scores.

use std::sync::atomic::Ordering;

use super::bounds::win_score;
use super::core::{Core, ScoreRange, SearchContext};
use super::position::Position;
use super::solver::Goal;
use super::window::next_question;

/// Asks a core about positions, and counts what it took.
pub(super) struct Enquiry<'a> {
    pub(super) core: &'a dyn Core,
    pub(super) context: SearchContext<'a>,
    pub(super) nodes: u64,
}

impl<'a> Enquiry<'a> {
    pub(super) fn new(core: &'a dyn Core, context: SearchContext<'a>) -> Self {
        let nodes = 0;
        Enquiry { core, context, nodes }
    }

    /// Does a position score more than `alpha`? The answer means nothing once the monitor is cancelled.
    pub(super) fn ask(&mut self, position: &Position, alpha: i32) -> ScoreRange {
        if self.context.monitor.is_cancelled() {
            return ScoreRange::exactly(0);
        }
        let in_book = (self.context.book)
            .filter(|book| position.stones() <= book.plies())
            .and_then(|book| book.score(position.own, position.occupied));
        match in_book {
            Some(score) => ScoreRange::exactly(score.into()),
            None => (self.core).ask(position, alpha, self.context, &mut self.nodes),
        }
    }

    /// The score of the player to move.
    pub(super) fn score(&mut self, position: &Position, goal: Goal) -> i32 {
        let (cells, stones) = (position.cells(), position.stones());
        let mut lower = -win_score(cells, stones + 2);
        let mut upper = win_score(cells, stones + 1);
        if goal == Goal::Outcome {
            (lower, upper) = (lower.max(-1), upper.min(1));
        }
        while lower < upper {
            let monitor = self.context.monitor;
            monitor.lower.store(lower, Ordering::Relaxed);
            monitor.upper.store(upper, Ordering::Relaxed);
            let alpha = next_question(lower, upper, &self.context.techniques);
            let verdict = self.ask(position, alpha);
            lower = lower.max(verdict.lower);
            upper = upper.min(verdict.upper);
        }
        // A verdict beyond the bounds of a weak solve has moved one of them past the other.
        match goal {
            Goal::Score => lower,
            Goal::Outcome => lower.min(upper).clamp(-1, 1),
        }
    }
}
