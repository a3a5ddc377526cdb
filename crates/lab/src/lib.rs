//! Published tables, re-run.
//!
//! Each file in `experiments/` holds what a thesis printed and what to run. An experiment is a list of numbered units
//! that know nothing of each other, and a function from their results to the table ([`Study`]): [`Experiment::run`]
//! does them on this machine, [`cluster`] on many.

// Types here have names from the field; a line that only repeated them would help nobody.
#![allow(missing_docs)]

mod abalone_complexity;
pub mod aiba;
mod best_case;
mod big;
mod billabong_states;
mod budget;
pub mod claims;
mod closed;
pub mod cluster;
mod contest;
mod depth;
mod experiment;
mod files;
mod local;
mod map;
mod matches;
mod measured;
mod nodes;
pub mod numbers;
mod pear;
mod playouts;
mod pool;
mod positions;
mod provenance;
mod random_games;
pub mod report;
mod rwth;
mod sample;
mod searching;
mod seats;
mod size;
mod study;
mod trees;

pub use budget::Budget;
pub use experiment::{Experiment, LabError, Reproducibility};
pub use local::LocalRun;
pub use measured::{Agreement, Estimate, MeasuredTable, Row, Scale};
pub use positions::{Phase, self_play_position};
pub use provenance::built_from;
pub use report::TableReport;
pub use sample::{Blocks, Sample};
pub use study::{Section, Study, Times, UnitResult};
