//! How perfect a game was.

use super::position::Position;
use super::solver::{Goal, Solver};

/// One move of a game and what would have been best.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReviewedPly {
    /// The column played, counted from 0.
    pub column: usize,
    /// The score of the player to move before it.
    pub score: i32,
    /// All best columns.
    pub best: Vec<usize>,
}

impl ReviewedPly {
    /// Was it one of the best?
    pub fn is_perfect(&self) -> bool {
        self.best.contains(&self.column)
    }
}

/// A game, move by move.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Review {
    /// The first move with a verdict, counted from 0; more than 0 only if the solver was cancelled.
    pub first: usize,
    /// The moves from there.
    pub plies: Vec<ReviewedPly>,
}

impl Review {
    /// How many moves of a player were perfect, of how many; 0 is who moved first.
    pub fn perfect(&self, player: usize) -> (usize, usize) {
        let moves = || self.plies.iter().skip((self.first + player) % 2).step_by(2);
        (moves().filter(|ply| ply.is_perfect()).count(), moves().count())
    }
}

impl Solver {
    /// Looks at every move of a game from a position; ends where a column is full.
    ///
    /// It begins with the last move, where solving is easy, so that the table already knows
    /// what the earlier ones lead to.
    pub fn review(&mut self, start: &Position, columns: &[usize]) -> Review {
        self.review_telling(start, columns, &mut |_| {})
    }

    /// The same, telling which move, counted from 0, has its verdict. If the solver is cancelled, the
    /// moves before that one have none.
    pub fn review_telling(&mut self, start: &Position, columns: &[usize], on_ply: &mut dyn FnMut(usize)) -> Review {
        let mut positions = vec![*start];
        for &column in columns {
            let last = positions[positions.len() - 1];
            match last.play(column) {
                Some(next) if !last.wins(column) && !next.is_full() => positions.push(next),
                Some(_) => break,
                None => {
                    positions.pop();
                    break;
                }
            }
        }
        let mut first = positions.len().min(columns.len());
        let mut plies = Vec::new();
        for (position, &column) in positions.iter().zip(columns).rev() {
            let score = self.score(position, Goal::Score);
            let best = self.best_columns(position, Goal::Score, score);
            if self.is_cancelled() {
                break;
            }
            plies.push(ReviewedPly { column, score, best });
            first -= 1;
            on_ply(first);
        }
        plies.reverse();
        Review { first, plies }
    }
}
