//! Processes on this machine, one a shard.

use super::{Argv, Engine, Submission, argv};

/// No engine at all.
pub struct Local;

impl Engine for Local {
    fn name(&self) -> &'static str {
        "local"
    }

    fn needs(&self) -> Option<(&'static str, &'static str)> {
        None
    }

    fn commands(&self, submission: &Submission) -> Vec<Argv> {
        let command = |index: u64| {
            let mut command = argv(submission.shard_command());
            command.extend(argv(["--index", &index.to_string()]));
            command
        };
        submission.shards.iter().map(command).collect()
    }

    fn at_a_time(&self, submission: &Submission) -> usize {
        submission.jobs.max(1)
    }
}
