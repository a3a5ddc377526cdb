//! Where games and searches meet.
//!
//! Inside, a search is compiled for its game. At the edge, programs ask for a game by name and get
//! an object: a [`Table`] is a game to be played, a [`Position`] a game in progress, a
//! [`Thinker`] an algorithm that chooses moves in it.
//!
//! ```
//! use melee_arena::{GameOptions, Limits, Watch, open};
//! let table = open("connect4", &GameOptions::default())?;
//! let mut position = table.position(Some("444"), None, &[])?;
//! let mut thinker = table.thinker(&"alphabeta".parse()?, 0)?;
//! let report = thinker.think(position.as_ref(), Limits::depth(6), Watch::nothing(), &mut |_| {})?;
//! position.play(&report.best_move)?;
//! assert_eq!(position.plies().len(), 4);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod export;
mod facade;
pub mod program;
pub mod protocol;
mod report;
pub mod search_tree;
mod seated;
pub mod statistics;
mod stopwatch;
pub mod tournament;
pub mod tuning;

pub use facade::{
    ArenaError, GameInfo, Imagined, Opened, Position, Table, Thinker, Weights, game_names, open,
    open_position, weights_of,
};
pub use report::ThinkReport;
pub use stopwatch::Stopwatch;

pub use melee_core::diagram::{Counter, Diagram, Gesture, MarkKind};
pub use melee_core::{About, GameOptions, Outcome, Player, Record, Scores, Start};
pub use melee_search::{
    Clock, Counts, GameClock, Limits, NoClock, Proven, ProvenResult, Spec, Watch, spec,
};
