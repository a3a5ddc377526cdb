//! Looking on while the games of a match are played.

use super::plan::{OpenMatch, Pairing};
use crate::facade::{ArenaError, Position};

/// Somebody who looks on, from all threads that play.
pub trait Onlooker: Send + Sync {
    /// A move was made in a game. Says whether to go on: otherwise the game ends and does not count.
    fn moved(&self, pairing: &Pairing, position: &dyn Position) -> bool;
}

impl OpenMatch {
    /// Tells who looks on of a move.
    pub(super) fn tell_move(
        &self,
        pairing: &Pairing,
        position: &dyn Position,
    ) -> Result<(), ArenaError> {
        match &self.onlooker {
            Some(onlooker) if !onlooker.moved(pairing, position) => Err(ArenaError::Stopped),
            _ => Ok(()),
        }
    }
}
