//! How strong opponents are, in eight steps from a beginner to the strongest there is.
//!
//! A step should win about three of four games against the one below it. How much better one plays for fewer random moves
//! and more nodes differs from game to game, so each has its ladders in a file `levels.rs` in its folder, by the number of
//! players; `cargo run --release -p melee-arena --example levels` fits and measures them and writes the table of
//! `docs/web.md`. Games and numbers of players that nobody has fitted have the usual ladder.

use std::fmt;

use crate::Description;

/// What tells one level from another: how often a random move is played, and how far is searched otherwise.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rung {
    /// Of a hundred moves so many are random.
    pub blunders: u8,
    /// Nodes for every other move.
    pub nodes: u32,
}

/// A rung of the ladder.
pub const fn rung(blunders: u8, nodes: u32) -> Rung {
    Rung { blunders, nodes }
}

/// All levels of a game.
pub type Ladder = [Rung; LEVELS.len()];

/// The names of the levels, the weakest first.
pub const LEVELS: [&str; 8] =
    ["beginner", "novice", "casual", "hobbyist", "experienced", "skilled", "expert", "strongest"];

/// What most games are content with.
pub const USUAL: Ladder = [
    rung(65, 100),
    rung(45, 100),
    rung(28, 100),
    rung(14, 100),
    rung(0, 100),
    rung(0, 1_000),
    rung(0, 10_000),
    rung(0, 100_000),
];

/// For champions that play random games: ten of their nodes make one guess, and cost less than those of a tree.
pub const SAMPLED: Ladder = [
    rung(65, 1_000),
    rung(45, 1_000),
    rung(28, 1_000),
    rung(14, 1_000),
    rung(0, 1_000),
    rung(0, 10_000),
    rung(0, 50_000),
    rung(0, 400_000),
];

impl Rung {
    /// The seat of this level for a player who is as strong as can be: `pvs:best,blunders=28%@100`.
    pub fn seat(self, strongest: &str) -> String {
        let blunders = match self.blunders {
            0 => String::new(),
            share if strongest.contains(':') => format!(",blunders={share}%"),
            share => format!(":blunders={share}%"),
        };
        format!("{strongest}{blunders}@{}", self.nodes)
    }
}

impl fmt::Display for Rung {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.blunders {
            0 => write!(f, "{} nodes", self.nodes),
            share => write!(f, "{} nodes, {share} % random", self.nodes),
        }
    }
}

impl Description {
    /// The ladder for so many players.
    pub fn ladder(&self, players: usize) -> Ladder {
        let own = self.ladders.iter().find(|(count, _)| *count == players);
        own.map_or(USUAL, |(_, ladder)| *ladder)
    }

    /// The seats of all levels for so many players, the weakest first.
    ///
    /// ```
    /// use melee_core::Description;
    /// let seats = Description::new("Halma", "a race over a star").levels(2);
    /// assert_eq!(seats.first().map(String::as_str), Some("pvs:best,blunders=65%@100"));
    /// assert_eq!(seats.last().map(String::as_str), Some("pvs:best@100000"));
    /// ```
    pub fn levels(&self, players: usize) -> Vec<String> {
        self.ladder(players).iter().map(|rung| rung.seat(self.strongest(players))).collect()
    }
}
