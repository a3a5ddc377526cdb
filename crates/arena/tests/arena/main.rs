//! Matches, other programs, tuning and exports, as their users see them.

mod archive;
mod files;
mod learning;
#[cfg(feature = "parquet")]
mod parquet;
mod program;
mod protocol;
mod seating;
mod spsa;
mod statistics;
mod tournament;
mod tuning;

use melee::{Limits, SeatSpec};

/// Players with the same limits.
fn entrants(names: &[&str], limits: Limits) -> Vec<SeatSpec> {
    let seat = |name: &&str| name.parse::<SeatSpec>().expect("a seat").or_limits(limits);
    names.iter().map(seat).collect()
}
