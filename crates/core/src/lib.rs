//! The interface on which games and searches meet.
//!
//! A game implements [`Game`] (its rules), [`Notation`] (its text) and [`Draw`] (its board), and
//! brings knowledge about itself as [`Evaluator`], [`MoveOrder`] and [`NoisyMoves`]. A search is
//! generic over these traits and never learns which game it plays.
//!
//! Nothing in this crate does input or output, reads a clock or starts a thread.

pub mod diagram;
mod evaluation;
mod game;
mod notation;
mod ordering;
mod outcome;
mod perft;
mod playable;
mod player;
mod playout;
pub mod value;
pub mod zobrist;

pub use diagram::{Diagram, Draw};
pub use evaluation::{Bounded, Evaluator, Knowledge, Verdict, Window};
pub use game::Game;
pub use notation::{Notation, NotationError, Record, Setup, Start};
pub use ordering::{MoveOrder, NoisyMoves, OrderView};
pub use outcome::Outcome;
pub use perft::{divide, perft};
pub use playable::{About, GameOptions, OptionError, PlayableGame};
pub use player::{MAX_PLAYERS, Player, Scores};
pub use playout::{random_playout, seeded_rng};
pub use value::Value;

pub use rand_core::Rng;
pub use rand_xoshiro::Xoshiro256PlusPlus;
