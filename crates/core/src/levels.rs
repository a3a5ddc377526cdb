//! How strong opponents are, in eight steps from a beginner to a master.
//!
//! A step should win about three of four games against the one below it. How much better one plays for fewer random moves
//! and more nodes differs from game to game, so each has its ladders in a file `levels.rs` in its folder, by the number of
//! players; `cargo run --release -p melee-arena --example levels` fits and measures them and writes the table of
//! `docs/web.md`. Eight such steps do not reach from a child to the strongest there is in every game: what is beyond the
//! master is an algorithm with a limit.

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
    ["beginner", "novice", "casual", "hobbyist", "experienced", "skilled", "expert", "master"];

/// What a game has that nobody has measured.
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
    /// The ladder for so many players: their own, or else that of the nearest number for which the same champion is
    /// known.
    pub fn ladder(&self, players: usize) -> Ladder {
        let same = self.ladders.iter().filter(|(count, _)| self.strongest(*count) == self.strongest(players));
        same.min_by_key(|(count, _)| count.abs_diff(players)).map_or(USUAL, |(_, ladder)| *ladder)
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

#[cfg(test)]
mod tests {
    use super::*;

    /// A ladder that is known by its first rung.
    const fn known_by(blunders: u8) -> Ladder {
        let mut ladder = USUAL;
        ladder[0] = rung(blunders, 1);
        ladder
    }

    #[test]
    fn a_number_of_players_without_a_ladder_takes_the_nearest_with_the_same_champion() {
        const LADDERS: &[(usize, Ladder)] = &[(2, known_by(2)), (3, known_by(3)), (6, known_by(6))];
        let game = Description {
            champions: &[(5, "mcts"), (6, "mcts")],
            ladders: LADDERS,
            ..Description::new("Halma", "a race over a star")
        };
        let first = |players: usize| game.ladder(players)[0].blunders;
        assert_eq!([2, 3, 4, 5, 6].map(first), [2, 3, 3, 6, 6]);
        let other = Description { champions: &[(4, "mcts")], ..game };
        assert_eq!(other.ladder(4), USUAL, "nobody knows what its champion makes of so many nodes");
    }
}
