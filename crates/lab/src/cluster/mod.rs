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
//! RUN/report.html     the table, and what the run has cost
//! ```

mod cost;
mod durable;
pub mod engine;
mod games;
mod hash;
mod indices;
mod machine;
mod manifest;
mod merge;
mod part;
mod report;
mod shard;
mod tables;
mod units;

pub use cost::{Cost, Forecast};
pub use indices::Indices;
pub use manifest::{Job, Planned, Run, Shard, ShardSize};
pub use merge::{Merge, Merged};
pub use shard::ShardPlayed;
pub use units::{Divisible, Done, Section, Times, Worker};

pub(crate) use games::Games;
pub(crate) use tables::{Matches, NodeTable};

use crate::{Budget, LabError};

/// Why a run cannot be planned, played or merged: one line that says what to do.
#[derive(Debug, thiserror::Error)]
pub enum ClusterError {
    /// The experiment itself.
    #[error(transparent)]
    Lab(#[from] LabError),
    /// The store.
    #[error(transparent)]
    Store(#[from] melee_arena::tournament::StoreError),
    /// Nothing to share out.
    #[error(
        "{id} is not cut into games or positions that machines could share: `melee reproduce {id} --budget {budget}` \
         runs it on one"
    )]
    NotDivisible {
        /// The experiment.
        id: String,
        /// As asked for.
        budget: Budget,
    },
    /// Nothing at all.
    #[error("{0}: nothing to play; give a larger budget")]
    Nothing(String),
    /// No run directory.
    #[error("{0}: not a run directory (it has no manifest.json); `melee plan` makes one")]
    NoRun(String),
    /// A file of the run that cannot be read.
    #[error("{path}: {why}; plan the run again in a new directory")]
    BadRun {
        /// The file.
        path: String,
        /// What is wrong.
        why: String,
    },
    /// Another version of the program.
    #[error(
        "{run}: planned by melee {theirs}, this is melee {ours}; use that version, or plan a new directory"
    )]
    OtherVersion {
        /// The run.
        run: String,
        /// Its version.
        theirs: String,
        /// Our version.
        ours: &'static str,
    },
    /// Another experiment in the directory.
    #[error("{run}: holds another run ({theirs}); give another directory")]
    OtherRun {
        /// The run.
        run: String,
        /// What it plays.
        theirs: String,
    },
    /// The same experiment with other contents.
    #[error("{run}: {what} is another experiment in this program; plan a new directory")]
    Changed {
        /// The run.
        run: String,
        /// The experiment.
        what: String,
    },
    /// There are not so many.
    #[error("{run}: no shard {index}; it has shards 0 to {last}")]
    NoShard {
        /// The run.
        run: String,
        /// As asked for.
        index: u64,
        /// The last.
        last: u64,
    },
    /// A damaged part.
    #[error("{path}: {why}; `melee shard --run {run} --index {index}` plays it again")]
    BadPart {
        /// The file.
        path: String,
        /// What is wrong.
        why: String,
        /// The run.
        run: String,
        /// The shard.
        index: u64,
    },
    /// A file that is no part.
    #[error("{path}: no part of this run; move it away")]
    Stray {
        /// The file.
        path: String,
    },
    /// Two at once.
    #[error("{0}: another merge is under way; wait until it has ended")]
    Merging(String),
    /// The disk.
    #[error("{path}: {why}")]
    Io {
        /// The file.
        path: String,
        /// What the system says.
        why: String,
    },
}

fn io_error(path: &std::path::Path) -> impl Fn(std::io::Error) -> ClusterError {
    move |error| ClusterError::Io {
        path: path.display().to_string(),
        why: error.to_string(),
    }
}
