//! Matches of several algorithms over all seats, that can be stopped and resumed.
//!
//! A [`MatchPlan`] says what is played. Games come in blocks: in a block every algorithm sits on every seat
//! equally often and all games begin with the same opening. Game *i* depends only on the plan and *i*, so a
//! match gives the same games on any number of threads, in one go or in pieces.
//!
//! ```
//! use melee::{Limits, Registry, SeatSpec};
//! use melee_arena::tournament::{MatchPlan, Run};
//! let seat = |name| SeatSpec::search(name, Limits::depth(3));
//! let plan = MatchPlan {
//!     game: "connect4".into(),
//!     options: Default::default(),
//!     starts: Vec::new(),
//!     random_plies: 2,
//!     entrants: vec![seat("alphabeta"), seat("random")],
//!     ply_cap: 100,
//!     by_processor: false,
//!     seed: 1,
//! };
//! let run = Run { games: 4, threads: 1, keep_moves: false };
//! let games = run.play(&plan.open(Registry::standard())?, Vec::new(), &mut |_, _| Ok(true))?;
//! assert_eq!(games.len(), 4);
//! # Ok::<(), melee_arena::tournament::MatchError>(())
//! ```

mod game;
mod meeting;
mod moves;
mod onlooker;
mod plan;
mod processor;
mod run;
mod seating;
mod standings;
mod store;

use melee::search::SearchError;

pub(crate) use game::play_random_plies;
pub use game::{Bench, Ending, Forfeit, MoveRecord, PlayedGame, SeatWork, play_game};
pub use meeting::Meeting;
pub use moves::MoveList;
pub use onlooker::Onlooker;
pub use plan::{LARGEST_PLY_CAP, MOST_RANDOM_PLIES, MatchPlan, OpenMatch, Pairing};
pub use processor::ProcessorClock;
pub use run::Run;
pub use seating::{Blocks, Seating, count_seatings, seatings};
pub use standings::{AlgorithmStanding, Scoreboard, Standings, block_shares};
pub use store::{SCHEMA_VERSION, Store, StoreError, Wanted};

use crate::program::CommandError;

/// Why a match cannot be played: one line for a person.
#[derive(Debug, thiserror::Error)]
pub enum MatchError {
    /// The game, a position or a search refused.
    #[error(transparent)]
    Game(#[from] melee::Error),
    /// A match needs two.
    #[error("a match needs at least two algorithms, not {0}")]
    TooFew(usize),
    /// More than an opening.
    #[error("{plies} random plies before each game: expected 0 to {most}")]
    RandomPlies { plies: u32, most: u32 },
    /// Nobody could move, or games would never end.
    #[error("a cap of {plies} plies: expected 1 to {most}")]
    PlyCap { plies: u32, most: u32 },
    /// Nobody is asked in a match.
    #[error("a match is played by algorithms and programs, not by people")]
    Person,
    /// Moves would never end.
    #[error("{0}: give a limit for each move (depth, nodes or time)")]
    NoLimit(String),
    /// A limit within which there is no move.
    #[error("{algorithm}: {error}")]
    Limit {
        /// Whose.
        algorithm: String,
        error: SearchError,
    },
    /// A program that cannot be run.
    #[error(transparent)]
    Program(#[from] CommandError),
    /// A start with another number of seats.
    #[error("start '{start}' has {seats} seats, the first one {needed}: a match has one number of seats")]
    OtherSeats {
        start: String,
        seats: usize,
        /// Those of the first start.
        needed: usize,
    },
    /// A match of an earlier version.
    #[error("game {0} was seated in the order of an earlier version, which was not fair to all: play the match anew")]
    OtherOrder(u64),
    /// Nothing to play.
    #[error("a match of no games")]
    NoGames,
    #[error(transparent)]
    Store(#[from] StoreError),
}
