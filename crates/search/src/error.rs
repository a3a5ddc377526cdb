//! Why a search cannot be made.

use melee_core::value::{MAX_PLIES, Value, WIN};

use crate::driver::MAX_DEPTH;
use crate::limits::MAX_THREADS;
use crate::{SpecError, TableError};

/// Why a search cannot be made.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SearchError {
    /// The game has no such evaluation.
    #[error("unknown evaluation '{name}'; known: {known}")]
    UnknownEvaluation { name: String, known: String },
    /// The game has no such ordering.
    #[error("unknown ordering '{name}'; known: {known}")]
    UnknownOrdering { name: String, known: String },
    /// An algorithm for another number of players.
    #[error("{algorithm} is for {} players, the game has {players}", if *needed == 2 { "two".to_string() } else { needed.to_string() })]
    Players { algorithm: String, needed: usize, players: usize },
    /// The specification is wrong.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// No memory for the table.
    #[error(transparent)]
    Table(#[from] TableError),
    /// There is nothing to search.
    #[error("the game is over")]
    GameOver,
    /// A search among moves that nobody can choose here.
    #[error("none of the moves asked for is one that the player to move can choose")]
    NoSuchMove,
    /// Neither depth nor nodes nor time.
    #[error("a search needs a limit: depth, nodes or time")]
    NoLimit,
    /// A time limit, and no clock to measure it.
    #[error("there is no clock here: give a depth or a number of nodes, or lend a clock")]
    NoClock,
    /// Depth 0 or a depth beyond every table.
    #[error("depth {0}: expected 1 to {MAX_DEPTH}")]
    Depth(u32),
    /// A node limit of 0.
    #[error("a search needs at least one node")]
    NoNodes,
    /// No thread at all, or more than anybody has.
    #[error("threads {0}: expected 1 to {MAX_THREADS}")]
    Threads(usize),
    /// Several threads, where there is only one.
    #[error("there are no threads here: search with one")]
    NoThreads,
    /// A goal among the values of wins and losses.
    #[error("goal {least}: expected a number from {} to {}", MAX_PLIES - WIN, WIN - MAX_PLIES)]
    Goal { least: Value },
    /// A list that outgrew its bound.
    #[error("{algorithm} would have to remember more nodes than its option memory allows; raise it, or use mtd(+inf)")]
    OutOfMemory { algorithm: String },
    /// The search cannot do that; one line says why.
    #[error("{0}")]
    Other(String),
}
