//! Published tables, re-run.
//!
//! Each file in `experiments/` holds what a thesis printed and what to run; [`Experiment::run`]
//! puts the measured numbers beside the published ones.

mod abalone_complexity;
pub mod aiba;
mod big;
mod billabong_states;
mod closed;
mod contest;
mod depth;
mod experiment;
mod match_table;
mod matches;
mod nodes;
mod playouts;
mod positions;
mod rwth;

pub use experiment::{Budget, Experiment, LabError, Outcome, Row};
pub use matches::{Match, MatchResult, PlayedGame, seatings, wilson};
pub use positions::{Phase, self_play_positions};
