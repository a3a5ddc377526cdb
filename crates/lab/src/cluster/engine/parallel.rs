//! GNU parallel: a list of shards for this machine, or for several over ssh.

use super::{Argv, ClusterEngine, Submission, argv, shell_words};

/// `--option=--sshlogin=a,b,c` adds machines.
pub const PARALLEL: ClusterEngine = ClusterEngine {
    name: "parallel",
    needs: Some(("parallel", "the package `parallel` of most systems")),
    commands,
    at_a_time: |_submission| 1,
};

fn commands(submission: &Submission) -> Vec<Argv> {
    let mut command = argv(["parallel", "--jobs", &submission.jobs.to_string()]);
    let seconds = submission.time_limit.as_secs().to_string();
    command.extend(argv(["--timeout", &seconds]));
    command.extend(argv(["--joblog", &submission.log("parallel.joblog")]));
    command.extend(submission.options.iter().cloned());
    let shard = shell_words(submission.shard_command());
    command.extend([format!("{shard} --index {{}}"), ":::".to_string()]);
    command.extend(submission.shards.iter().map(|index| index.to_string()));
    vec![command]
}
