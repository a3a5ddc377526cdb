//! The interface on which games and searches meet.
//!
//! A game implements [`Game`] (its rules; [`SmallGame`] is the short way), [`Notation`] (its text) and
//! [`Draw`] (its board), brings [`Knowledge`] about itself and a [`Description`], and is then a
//! [`PlayableGame`]. A search is generic over the rules and the knowledge, and never learns which game
//! it plays.
//!
//! Nothing in this crate does input or output, reads a clock or starts a thread.

pub mod chances;
mod description;
pub mod diagram;
mod game;
mod game_table;
mod inputs;
mod knowledge;
pub mod levels;
mod named_files;
pub mod net;
mod notation;
mod options;
mod outcome;
mod perft;
mod playable;
mod player;
mod playout;
mod policy;
mod small;
mod text;
pub mod value;
pub mod zobrist;

pub use description::{
    BenchPlan, BoardStyle, Description, Dialect, GameOption, Glyph, Look, NamedPlayer, PieceStyle, PlayerCounts,
    RecordFormat, SampleMoves, SeatStyle,
};
pub use diagram::{Diagram, Draw};
pub use game::Game;
pub use game_table::{GameTable, TableBuild, TableFile, TableTrouble};
pub use inputs::{Inputs, Marks};
pub use knowledge::{Bounded, Knowledge, NoKnowledge, OrderView, Verdict, Window};
pub use named_files::{read_files_with, read_named_file};
pub use notation::{Notation, NotationError, Record, Setup, Start};
pub use options::{GameOptions, OptionError};
pub use outcome::Outcome;
pub use perft::{DEEPEST_PERFT, divide, perft, perft_until};
pub use playable::PlayableGame;
pub use player::{MAX_PLAYERS, Player, Scores};
pub use playout::{random_playout, seeded_rng};
pub use policy::{Policy, Rest, Searchers};
pub use small::{SmallGame, SmallState, stable_hash};
pub use text::{abridged, shortened};
pub use value::Value;

pub use rand_core::Rng;
pub use rand_xoshiro::Xoshiro256PlusPlus;
