//! Adversarial searches over any game of `melee-core`.
//!
//! * [`tree`]: the alpha-beta family under an opponent policy, for two or more players;
//! * [`maxn`]: every player for himself;
//! * [`montecarlo`]: random games, flat and as a tree;
//! * [`twoplayer`]: the classics, each readable next to its pseudo-code in Pantel 1997;
//! * [`table`], [`ordering`]: what they remember;
//! * [`record`]: the tree that a search has walked, to be looked at;
//! * [`spec`]: algorithms by name, with options;
//! * [`Engine`]: an algorithm with its memory, ready to be asked for moves.
//!
//! A search never names a game, prints nothing, and takes its clock and its stop signal from
//! outside. The same position, algorithm, seed and depth or node limit give the same move, value
//! and node count everywhere.

mod counts;
mod deepening;
mod engine;
mod game_clock;
mod limits;
mod line;
pub mod maxn;
pub mod montecarlo;
mod observer;
pub mod ordering;
pub mod record;
mod report;
mod simple;
pub mod spec;
pub mod table;
pub mod tree;
pub mod twoplayer;
mod walk;

pub use counts::Counts;
pub use deepening::{DepthSearch, Found};
pub use engine::{Engine, SearchError};
pub use game_clock::GameClock;
pub use limits::{Clock, Limits, NoClock, Watch};
pub use line::{Line, Ply};
pub use observer::{Bound, Chooser, Finding, Observer, Sampled, Silent};
pub use report::{Proven, ProvenResult, Report};
pub use spec::Spec;
pub use walk::{Noise, Stopped, Walk};
