//! Slurm: array jobs.

use std::collections::BTreeMap;

use super::{Argv, ClusterEngine, Submission, argv, shell_words};
use crate::cluster::Indices;

/// Array jobs of at most a thousand tasks.
pub const SLURM: ClusterEngine = ClusterEngine {
    name: "slurm",
    needs: Some(("sbatch", "a login node of a Slurm cluster has it")),
    commands,
    at_a_time: |_submission| usize::MAX,
};

/// Slurm's own limit is 1001 (`MaxArraySize`) unless the site has raised it, and counts the numbers themselves, so
/// later arrays begin at 0 again and are told what to add.
const ARRAY: u64 = 1000;

fn commands(submission: &Submission) -> Vec<Argv> {
    let mut arrays: BTreeMap<u64, Vec<u64>> = BTreeMap::new();
    for index in submission.shards.iter() {
        arrays.entry(index / ARRAY).or_default().push(index % ARRAY);
    }
    let array =
        |(number, indices): (u64, Vec<u64>)| command(submission, number * ARRAY, &indices.into_iter().collect());
    arrays.into_iter().map(array).collect()
}

fn command(submission: &Submission, offset: u64, indices: &Indices) -> Argv {
    let mut shard = shell_words(submission.shard_command());
    if offset > 0 {
        shard += &format!(" --offset {offset}");
    }
    let minutes = submission.time_limit.as_secs().div_ceil(60).max(1);
    // Requeued when its node is lost.
    let mut command = argv(["sbatch", "--wait", "--requeue"]);
    command.extend([
        format!("--job-name={}", submission.name),
        format!("--array={indices}"),
        "--ntasks=1".to_string(),
        "--cpus-per-task=1".to_string(),
        format!("--time={minutes}"),
        format!("--output={}", submission.log("slurm-%A_%a.log")),
        "--open-mode=append".to_string(),
    ]);
    command.extend(submission.options.iter().cloned());
    command.push(format!("--wrap=exec {shard}"));
    command
}
