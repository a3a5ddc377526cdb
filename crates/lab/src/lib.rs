//! Published tables, re-run.
//!
//! Each file in `experiments/` holds what a thesis printed and what to run; [`Experiment::run`]
//! puts the measured numbers beside the published ones.

pub mod aiba;
mod billabong_states;
mod depth;
mod experiment;
mod matches;
mod nodes;
mod positions;

pub use experiment::{Budget, Experiment, LabError, Outcome, Row};
pub use matches::{Match, MatchResult, PlayedGame, seatings};
pub use positions::{Phase, self_play_positions};
