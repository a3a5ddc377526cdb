//! The games by name.
//!
//! Callers get a game as a *type*, through a visitor, so that whatever they build around it is
//! compiled for that game. A new game is one line in [`NAMES`] and one in [`visit`].

use melee_core::{Game, PlayableGame};

use crate::abalone::Abalone;
use crate::billabong::Billabong;
use crate::chess4::Chess4;
use crate::connect4::Connect4;
use crate::reversixt::ReversiXt;
use crate::uniform::Uniform;

/// All games, in the order they are listed to people.
pub const NAMES: [&str; 6] = [
    Connect4::NAME,
    Billabong::NAME,
    Abalone::NAME,
    Chess4::NAME,
    ReversiXt::NAME,
    Uniform::NAME,
];

/// Something to do with a game once its type is known.
pub trait Visitor {
    /// What comes of it.
    type Output;
    /// Does it.
    fn visit<G: PlayableGame>(self) -> Self::Output;
}

/// Runs the visitor with the game of this name; `None` if there is no such game.
pub fn visit<V: Visitor>(name: &str, visitor: V) -> Option<V::Output> {
    match name {
        Connect4::NAME => Some(visitor.visit::<Connect4>()),
        Billabong::NAME => Some(visitor.visit::<Billabong>()),
        Abalone::NAME => Some(visitor.visit::<Abalone>()),
        Chess4::NAME => Some(visitor.visit::<Chess4>()),
        ReversiXt::NAME => Some(visitor.visit::<ReversiXt>()),
        Uniform::NAME => Some(visitor.visit::<Uniform>()),
        _ => None,
    }
}
