//! How chances follow from scores, fitted to games.
//!
//! A player's chance is `exp(score / scale)` divided by the sum of that over all players: of two whose scores differ by the
//! scale, the better wins 2.7 times as often. What an evaluation's units are worth differs from game to game and with the
//! number of players, so each game has what was fitted in a file `chances.rs` in its folder;
//! `cargo run --release -p melee-arena --example chances` lets its player play itself and writes the lines.

use crate::Description;

/// What was fitted for an evaluation and a number of players.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Chances {
    pub evaluation: &'static str,
    pub players: usize,
    /// In the evaluation's own units.
    pub scale: f64,
}

/// A line of a game's table.
pub const fn chances(evaluation: &'static str, players: usize, scale: f64) -> Chances {
    Chances { evaluation, players, scale }
}

impl Description {
    /// The scale of an evaluation, the game's first if it has no name, for so many players or the nearest number: what two
    /// do to each other says nothing about more. `None` if nobody has fitted it.
    ///
    /// ```
    /// use melee_core::Description;
    /// use melee_core::chances::chances;
    /// const FITTED: &[melee_core::chances::Chances] = &[chances("steps", 2, 80.0), chances("steps", 3, 120.0)];
    /// let game = Description { evaluations: &["steps"], chances: FITTED, ..Description::new("Halma", "a race") };
    /// assert_eq!(game.chance_scale("", 2), Some(80.0));
    /// assert_eq!(game.chance_scale("steps", 6), Some(120.0));
    /// assert_eq!(game.chance_scale("jumps", 2), None);
    /// ```
    pub fn chance_scale(&self, evaluation: &str, players: usize) -> Option<f64> {
        let name =
            if evaluation.is_empty() { self.evaluations.first().copied().unwrap_or_default() } else { evaluation };
        let alike = self.chances.iter().filter(|one| one.evaluation == name && (one.players == 2) == (players == 2));
        alike.min_by_key(|one| one.players.abs_diff(players)).map(|one| one.scale)
    }
}
