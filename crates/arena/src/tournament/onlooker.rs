//! Looking on while the games of a match are played.

use melee::Position;

use super::plan::{OpenMatch, Pairing};

/// Somebody who looks on, from all threads that play.
pub trait Onlooker: Send + Sync {
    /// A move was made in a game.
    fn moved(&self, pairing: &Pairing, position: &Position);
}

impl OpenMatch {
    /// Tells who looks on of a move.
    pub(super) fn tell_move(&self, pairing: &Pairing, position: &Position) {
        if let Some(onlooker) = &self.onlooker {
            onlooker.moved(pairing, position);
        }
    }
}
