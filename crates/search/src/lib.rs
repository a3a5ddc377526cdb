//! Adversarial searches over any game of `melee-core`.
//!
//! * [`tree`]: the alpha-beta family under an opponent policy, for two or more players;
//! * [`maxn`]: every player for himself;
//! * [`bestfirst`]: the tree grows where the best play is thought to be, until it is proven;
//! * [`montecarlo`]: random games, flat and as a tree;
//! * [`twoplayer`]: the classics, each readable next to its pseudo-code in Pantel 1997;
//! * [`proof`]: whether a player can force a result against all others;
//! * [`table`], [`ordering`]: what they remember;
//! * [`record`]: the tree that a search has walked, to be looked at;
//! * [`Search`]: what an algorithm is, its names and options included; [`Catalogue`]: where they are found;
//! * [`Engine`]: an algorithm with its memory, bound to a game.
//!
//! A search never names a game and prints nothing; its stop signal, and its clock if it is to have
//! another than the machine's, come from outside. The same position, algorithm, seed and depth or
//! node limit give the same move, value and node count everywhere.

pub mod bestfirst;
mod busy;
mod catalogue;
mod clock;
mod configuration;
mod counts;
mod driver;
mod engine;
mod erased;
mod error;
mod floor;
mod game_clock;
mod limits;
mod line;
pub mod maxn;
pub mod montecarlo;
mod mpmix;
mod observer;
mod opponents;
pub mod options;
mod order;
pub mod ordering;
mod pacing;
mod past;
mod probmaxn;
pub mod proof;
pub mod record;
mod report;
mod search;
mod shared_table;
mod simple;
mod slots;
mod spec;
mod standard;
mod standstill;
pub mod table;
mod team;
pub mod tree;
pub mod twoplayer;
mod walk;
mod world;

pub use catalogue::{Catalogue, Configured};
#[cfg(target_family = "wasm")]
pub use clock::lend_clock;
pub use clock::{Clock, Stopwatch, Watch};
pub use configuration::{AlgorithmList, Configuration};
pub use counts::Counts;
pub use driver::MAX_DEPTH;
pub use engine::{BEST_EVALUATION, Engine, ExactScores, named_knowledge};
pub use error::SearchError;
pub use floor::minimal_leaves;
pub use game_clock::GameClock;
pub use limits::{LimitError, Limits, MAX_THREADS, duration_text, parse_duration};
pub use line::{Line, Ply};
pub use melee_core::shortened;
pub use observer::{Bound, Chooser, NodeValue, Observer, Sampled, Silent};
pub use options::{Neighbours, Opt, OptionInfo, SizeError, parse_size, size_text};
pub use report::{Proven, ProvenResult, RankedLine, Report};
pub use search::{
    Algorithm, AlgorithmInfo, AnyTimeSearch, Best, CommonSettings, DepthSearch, Method, MoveScores, OnProgress, Pace,
    Search, SearchOf, Variant,
};
pub use spec::{Setting, Spec, SpecError};
pub use standard::{SearchSet, StandardSearches, TakesSearches};
pub use table::TableError;
pub use walk::{Noise, Stopped, Walk};
pub use world::{Move, State, Undo, World};
