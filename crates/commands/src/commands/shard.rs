//! `melee shard`

use std::path::PathBuf;

use anyhow::{Context, bail};
use melee::Registry;
use melee_lab::cluster::{Run, ShardPlayed};
use serde_json::json;

use crate::interrupt::Interrupt;
use crate::numbers::{counted, parse_within};
use crate::output::Progress;
use crate::{Answer, output};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The directory that `melee plan` made
    #[arg(long, value_name = "RUN")]
    run: PathBuf,
    #[arg(long, value_name = "N", help = "The shard (default: what HQ_TASK_ID or SLURM_ARRAY_TASK_ID says)", value_parser = parse_within(0, u64::MAX))]
    index: Option<u64>,
    /// Add this to the shard's number
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = parse_within(0, u64::MAX))]
    offset: u64,
    /// One JSON object
    #[arg(long)]
    json: bool,
}

/// Where engines say which task this is; `HyperQueue` first, whose workers may run inside a Slurm job.
const TASK_VARIABLES: [&str; 2] = ["HQ_TASK_ID", "SLURM_ARRAY_TASK_ID"];

pub(crate) fn run(args: &Args, registry: &Registry, interrupt: &Interrupt) -> anyhow::Result<Answer> {
    let index = index(args.index)?;
    let index = index.checked_add(args.offset).context("--offset: too large")?;
    let run = Run::open(registry, &args.run)?;
    let mut progress = Progress::new();
    interrupt.advise(format!("shard {index}; a shard is kept whole or not at all"));
    let played = run.play_shard(index, &mut |done, all| {
        progress.show(&format!("shard {index}: {done} of {all}"));
        interrupt.advise(format!("shard {index}, {done} of {all}; a shard is kept whole or not at all"));
    })?;
    drop(progress);
    interrupt.settle();
    let [one, many] = run.unit_names();
    if args.json {
        let (units, seconds) = match played {
            ShardPlayed::Before => (0, 0.0),
            ShardPlayed::Now { units, seconds } => (units, seconds),
        };
        let before = played == ShardPlayed::Before;
        let value = json!({"shard": index, "played_before": before, "units": units, "seconds": seconds});
        output::print_json(&value)?;
        return Ok(Answer::Yes);
    }
    output::print(&match played {
        ShardPlayed::Before => format!("shard {index}: played before\n"),
        ShardPlayed::Now { units, seconds } => {
            format!("shard {index}: {} in {seconds:.1} s\n", counted(units, one, many))
        }
    })?;
    Ok(Answer::Yes)
}

fn index(given: Option<u64>) -> anyhow::Result<u64> {
    if let Some(index) = given {
        return Ok(index);
    }
    for name in TASK_VARIABLES {
        if let Some(value) = std::env::var_os(name) {
            let number = value.to_str().and_then(|text| text.parse().ok());
            return number.with_context(|| format!("{name}: expected the number of a shard"));
        }
    }
    bail!("which shard? Give --index N; engines give {}", TASK_VARIABLES.join(" or "))
}
