//! Published tables, re-run.
//!
//! Each file in `experiments/` holds what a thesis printed and what to run; [`Experiment::run`]
//! puts the measured numbers beside the published ones.

mod abalone_complexity;
pub mod aiba;
mod bench;
mod best_case;
mod big;
mod billabong_states;
mod budget;
mod closed;
pub mod cluster;
mod contest;
mod depth;
mod experiment;
mod files;
mod nodes;
pub mod numbers;
mod outcome;
mod pear;
mod playouts;
mod pool;
mod positions;
pub mod report;
mod rwth;
mod seats;
mod series;
mod size;

pub use bench::Bench;
pub use budget::Budget;
pub use experiment::{Experiment, LabError, State};
pub use outcome::{Agreement, Estimate, Outcome, Row, Scale};
pub use positions::{Phase, self_play_positions};
pub use report::Report;
pub use series::Series;
