//! Looking on while the games of a match are played.

use melee::{Error, Position};

use super::plan::{OpenMatch, Pairing};

/// Somebody who looks on, from all threads that play.
pub trait Onlooker: Send + Sync {
    /// A move was made in a game. Says whether to go on: otherwise the game ends and does not count.
    fn moved(&self, pairing: &Pairing, position: &Position) -> bool;
}

impl OpenMatch {
    /// Tells who looks on of a move.
    pub(super) fn tell_move(&self, pairing: &Pairing, position: &Position) -> Result<(), Error> {
        match &self.onlooker {
            Some(onlooker) if !onlooker.moved(pairing, position) => Err(Error::Stopped),
            _ => Ok(()),
        }
    }
}
