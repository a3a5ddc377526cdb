//! Experiments on many machines, by whatever engine is there.
//!
//! [`Run::plan`] cuts an experiment into shards of a few minutes and writes them into a directory;
//! [`Run::play_shard`] plays one; [`Run::merge`] checks that all are there and makes the table. An engine
//! ([`engine`]) has only to call the program with every number of a shard at least once, in any order, on
//! machines that see the directory: a game depends on the experiment and its number, a part is there whole or
//! not at all, and one that is there is not played again.
//!
//! ```text
//! RUN/manifest.json   what is played, by which version; its hash
//! RUN/plan.jsonl      one line a shard
//! RUN/parts/7.jsonl   what shard 7 has played
//! RUN/log/            what engines and shards had to say
//! RUN/games.jsonl     after the merge: all games in order, the same bytes wherever they were played
//! RUN/store/1.db      the same as stores of the arena, one for each row
//! RUN/measured.csv    how long each game took, and on which processor
//! RUN/tables/         each table as `melee reproduce` writes it
//! RUN/report.html     the tables, and what the run has cost
//! ```

mod cost;
mod costs;
pub mod engine;
mod indices;
mod machine;
mod manifest;
mod merge;
mod part;
mod report;
mod shard;
mod tables;

pub use cost::{Cost, Forecast};
pub use costs::{Costs, SectionCost, TableCost};
pub use indices::Indices;
pub use manifest::{Job, Planned, Run, Shard, ShardSize};
pub use merge::{Merge, Merged};
pub use shard::ShardPlayed;
pub use tables::MergedTable;

use crate::LabError;

/// Why a run cannot be planned, played or merged: one line that says what to do.
#[derive(Debug, thiserror::Error)]
pub enum ClusterError {
    #[error(transparent)]
    Lab(#[from] LabError),
    #[error(transparent)]
    Store(#[from] melee_arena::tournament::StoreError),
    #[error("{0}: nothing to play; give a larger budget")]
    Nothing(String),
    #[error("{0}: not a run directory (it has no manifest.json); `melee plan` makes one")]
    NoRun(String),
    #[error("{path}: {why}; plan the run again in a new directory")]
    BadRun { path: String, why: String },
    #[error("{run}: planned by melee {theirs}, this is melee {ours}; use that version, or plan a new directory")]
    OtherVersion { run: String, theirs: String, ours: &'static str },
    #[error("{run}: holds another run ({theirs}); give another directory")]
    OtherRun { run: String, theirs: String },
    /// The same experiment with other contents.
    #[error("{run}: {what} is another experiment in this program; plan a new directory")]
    Changed { run: String, what: String },
    #[error("{run}: no shard {index}; it has shards 0 to {last}")]
    NoShard { run: String, index: u64, last: u64 },
    #[error("{path}: {why}; `melee shard --run {run} --index {index}` plays it again")]
    BadPart { path: String, why: String, run: String, index: u64 },
    #[error("{path}: no part of this run; move it away")]
    Stray { path: String },
    #[error("{0}: another merge is under way; wait until it has ended")]
    Merging(String),
}

fn io_error(path: &std::path::Path) -> impl Fn(std::io::Error) -> ClusterError {
    move |error| LabError::file(path, &error).into()
}
