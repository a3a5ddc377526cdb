//! What is kept of a game: a record that `melee replay` reads, and the result.

use std::fmt::Write;
use std::time::Duration;

use melee_core::{Outcome, Player};

/// How a game ended for everybody.
#[derive(Clone, Debug)]
pub struct GameReport {
    pub map: String,
    /// The group of each player.
    pub groups: Vec<u8>,
    pub outcome: Outcome,
    /// Stones of each player at the end.
    pub stones: Vec<u32>,
    /// Who was disqualified, and why.
    pub disqualified: Vec<(Player, String)>,
    /// Moves and bombs.
    pub plies: usize,
    /// The longest time each player took for a move.
    pub slowest: Vec<Duration>,
    /// The moves, with comments: a record that `melee replay reversixt --map FILE` reads.
    pub record: String,
}

/// A record that is being written.
pub(crate) struct Record {
    text: String,
    pub(crate) plies: usize,
    pub(crate) disqualified: Vec<(Player, String)>,
    pub(crate) slowest: Vec<Duration>,
}

impl Record {
    pub(crate) fn new(map: &str, groups: &[u8]) -> Self {
        let mut text = format!("# ReversiXT on {map}\n");
        for (i, group) in groups.iter().enumerate() {
            // Writing to a string does not fail.
            let _ = writeln!(text, "# player {}: group {group}", i + 1);
        }
        Record { text, plies: 0, disqualified: Vec::new(), slowest: vec![Duration::ZERO; groups.len()] }
    }

    pub(crate) fn add_move(&mut self, player: Player, mv: &str, took: Duration) {
        self.plies += 1;
        let slowest = &mut self.slowest[player.index()];
        *slowest = took.max(*slowest);
        let _ = writeln!(self.text, "{mv} # player {player}, {} ms", took.as_millis());
    }

    pub(crate) fn add_disqualification(&mut self, player: Player, reason: &str) {
        let reason: String = reason.chars().filter(|c| !c.is_control()).collect();
        let _ = writeln!(self.text, "dq:{player} # {reason}");
        self.disqualified.push((player, reason));
    }

    pub(crate) fn into_text(self) -> String {
        self.text
    }
}
