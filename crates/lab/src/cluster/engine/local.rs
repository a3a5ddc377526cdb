//! Processes on this machine, one a shard.

use super::{Argv, ClusterEngine, Submission, argv};

/// No engine at all.
pub const LOCAL: ClusterEngine =
    ClusterEngine { name: "local", needs: None, commands, at_a_time: |submission| submission.jobs.max(1) };

fn commands(submission: &Submission) -> Vec<Argv> {
    let command = |index: u64| {
        let mut command = argv(submission.shard_command());
        command.extend(argv(["--index", &index.to_string()]));
        command
    };
    submission.shards.iter().map(command).collect()
}
