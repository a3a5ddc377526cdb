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
    /// Its moves.
    pub plies: Vec<ReviewedPly>,
}

impl Review {
    /// How many moves of a player were perfect, of how many; 0 is who moved first.
    pub fn perfect(&self, player: usize) -> (usize, usize) {
        let moves = || self.plies.iter().skip(player).step_by(2);
        (
            moves().filter(|ply| ply.is_perfect()).count(),
            moves().count(),
        )
    }

    /// The share of a player's moves that were perfect.
    pub fn rate(&self, player: usize) -> Option<f64> {
        let (perfect, moves) = self.perfect(player);
        (moves > 0).then(|| perfect as f64 / moves as f64)
    }
}

impl Solver {
    /// Looks at every move of a game from a position; ends where a column is full.
    ///
    /// It begins with the last move, where solving is easy, so that the table already knows
    /// what the earlier ones lead to.
    pub fn review(&mut self, start: &Position, columns: &[usize]) -> Review {
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
        let mut plies: Vec<ReviewedPly> = positions
            .iter()
            .zip(columns)
            .rev()
            .map(|(position, &column)| {
                let score = self.score(position, Goal::Score);
                ReviewedPly {
                    column,
                    score,
                    best: self.best_columns(position, Goal::Score, score),
                }
            })
            .collect();
        plies.reverse();
        Review { plies }
    }
}
