//! `HyperQueue`: an array job for the workers of a running server.

use super::{Argv, ClusterEngine, Submission, argv};

/// The default on clusters. Its server and workers are started by the user, or by its automatic allocation on top
/// of Slurm or PBS.
pub const HYPERQUEUE: ClusterEngine = ClusterEngine {
    name: "hq",
    needs: Some(("hq", "https://github.com/It4innovations/hyperqueue/releases")),
    commands,
    at_a_time: |_submission| 1,
};

/// So many shards may fail before the rest is not tried: something is wrong with all of them.
const MAX_FAILS: &str = "20";
/// A shard that was lost so often with its worker is suspected of killing it.
const CRASH_LIMIT: &str = "5";

fn commands(submission: &Submission) -> Vec<Argv> {
    let mut command = argv(["hq", "submit", "--name", &submission.name]);
    command.extend(argv(["--array", &submission.shards.to_string()]));
    // A core of its own for each shard, so that times mean something.
    command.extend(argv(["--cpus", "1", "--pin", "taskset"]));
    command.extend(argv(["--max-fails", MAX_FAILS, "--crash-limit", CRASH_LIMIT]));
    let limit = format!("{}s", submission.time_limit.as_secs());
    command.extend(argv(["--time-limit", &limit]));
    // Only those who failed leave a file.
    let errors = submission.log("%{TASK_ID}.err") + ":rm-if-finished";
    command.extend(argv(["--stdout", "none", "--stderr", &errors]));
    command.extend(submission.options.iter().cloned());
    command.extend(argv(["--wait", "--"]));
    command.extend(argv(submission.shard_command()));
    vec![command]
}
