//! Published tables, re-run.
//!
//! Each file in `experiments/` holds what a thesis printed and what to run; [`Experiment::run`]
//! puts the measured numbers beside the published ones.

mod abalone_complexity;
pub mod aiba;
mod big;
mod billabong_states;
mod budget;
mod closed;
pub mod cluster;
mod contest;
mod depth;
mod experiment;
mod match_table;
mod matches;
mod nodes;
mod playouts;
mod positions;
mod rwth;

pub use budget::Budget;
pub use experiment::{Experiment, LabError, Outcome, Row};
pub use matches::{Match, MatchResult, PlayedGame, seatings};
pub use positions::{Phase, self_play_positions};
