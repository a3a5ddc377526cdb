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

/// All levels of a game for a number of players.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ladder {
    /// Who plays on every rung. It is not simply the champion: a stronger one must not move levels that were measured.
    pub player: &'static str,
    /// The weakest first.
    pub rungs: Rungs,
}

/// What the levels of a ladder are, the weakest first.
pub type Rungs = [Rung; LEVELS.len()];

/// The ladder on which somebody plays: the random moves of a hundred, and the nodes, of every level.
pub const fn ladder(player: &'static str, blunders: [u8; LEVELS.len()], nodes: [u32; LEVELS.len()]) -> Ladder {
    let mut rungs = USUAL;
    let mut level = 0;
    while level < LEVELS.len() {
        rungs[level] = rung(blunders[level], nodes[level]);
        level += 1;
    }
    Ladder { player, rungs }
}

/// The names of the levels, the weakest first.
pub const LEVELS: [&str; 8] =
    ["beginner", "novice", "casual", "hobbyist", "experienced", "skilled", "expert", "master"];

/// What a game has that nobody has measured.
pub const USUAL: Rungs = [
    rung(65, 100),
    rung(45, 100),
    rung(28, 100),
    rung(14, 100),
    rung(0, 100),
    rung(0, 1_000),
    rung(0, 10_000),
    rung(0, 100_000),
];

impl Rung {
    /// How somebody on this rung searches: `pvs:best,blunders=28%`.
    pub fn search(self, player: &str) -> String {
        match self.blunders {
            0 => player.to_string(),
            share if player.contains(':') => format!("{player},blunders={share}%"),
            share => format!("{player}:blunders={share}%"),
        }
    }

    /// The seat of somebody on this rung: `pvs:best,blunders=28%@100`.
    pub fn seat(self, player: &str) -> String {
        format!("{}@{}", self.search(player), self.nodes)
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
    /// The ladder for so many players: their own, or else that of the nearest number. What two play is another search
    /// than what more play, so they share no ladder.
    pub fn ladder(&self, players: usize) -> Ladder {
        let alike = self.ladders.iter().filter(|(count, _)| (*count == 2) == (players == 2));
        let nearest = alike.min_by_key(|(count, _)| count.abs_diff(players));
        let usual = Ladder { player: self.strongest_by_depth(players), rungs: USUAL };
        nearest.map_or(usual, |(_, ladder)| *ladder)
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
        let ladder = self.ladder(players);
        ladder.rungs.iter().map(|rung| rung.seat(ladder.player)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A ladder that is known by its first rung.
    const fn known_by(blunders: u8) -> Ladder {
        let mut rungs = USUAL;
        rungs[0] = rung(blunders, 1);
        Ladder { player: "brs", rungs }
    }

    #[test]
    fn a_number_of_players_without_a_ladder_takes_the_nearest() {
        const LADDERS: &[(usize, Ladder)] = &[(2, known_by(2)), (3, known_by(3)), (6, known_by(6))];
        let game = Description { ladders: LADDERS, ..Description::new("Halma", "a race over a star") };
        let first = |players: usize| game.ladder(players).rungs[0].blunders;
        assert_eq!([2, 3, 4, 5, 6].map(first), [2, 3, 3, 6, 6]);
        let other = Description { ladders: &LADDERS[1..], ..game };
        assert_eq!(
            other.ladder(2),
            Ladder { player: "pvs:best", rungs: USUAL },
            "what more than two play says nothing about two"
        );
    }

    #[test]
    fn a_new_champion_leaves_the_levels_where_they_were() {
        const LADDERS: &[(usize, Ladder)] = &[(3, known_by(3))];
        let game = Description { ladders: LADDERS, ..Description::new("Halma", "a race over a star") };
        let levels = game.levels(3);
        let other = Description { champions: &[(3, "mcts")], ..game };
        assert_eq!(other.levels(3), levels);
        assert!(levels[0].starts_with("brs"), "{}", levels[0]);
    }
}
