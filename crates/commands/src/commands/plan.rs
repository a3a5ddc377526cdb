//! `melee plan`

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, bail};
use melee::Registry;
use melee::search::parse_duration;
use melee_lab::Budget;
use melee_lab::cluster::{Job, Planned, Run, ShardSize};
use serde_json::json;

use super::matches;
use crate::interrupt::Interrupt;
use crate::numbers::{counted, grouped, parse_within};
use crate::output::Progress;
use crate::{Answer, output};

#[derive(clap::Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub(crate) struct Args {
    /// Published tables, such as esser-6.1; `melee reproduce --list` lists them. Several become one run
    #[arg(required = true, value_name = "IDS")]
    experiments: Vec<String>,
    /// How much to spend: smoke (seconds), quick (minutes), standard (ten times that) or paper (as the thesis did)
    #[arg(long, default_value = "quick")]
    budget: Budget,
    /// The directory of the run; one that is there is left as it is
    #[arg(long, value_name = "RUN", required = true)]
    out: Option<PathBuf>,
    #[command(flatten)]
    cut: CutArgs,
    #[command(subcommand)]
    own: Option<Own>,
}

#[derive(clap::Subcommand)]
enum Own {
    /// Plan a match of one's own; options as for `melee match`, and --out is the directory of the run
    Match(Box<MatchArgs>),
}

#[derive(clap::Args)]
struct MatchArgs {
    #[command(flatten)]
    lineup: matches::Args,
    #[command(flatten)]
    shards: ShardArgs,
}

/// How to cut, and how to tell.
#[derive(clap::Args)]
struct CutArgs {
    #[command(flatten)]
    shards: ShardArgs,
    /// One JSON object
    #[arg(long)]
    json: bool,
}

#[derive(clap::Args)]
struct ShardArgs {
    /// So many games in a shard (default: about two minutes of them, from a short measurement)
    #[arg(long, value_name = "N", value_parser = parse_within(1, u64::MAX))]
    shard_games: Option<u64>,
    /// About so long a shard, such as 10min, from a short measurement; at least one game
    #[arg(long, value_name = "D", value_parser = parse_duration, conflicts_with = "shard_games")]
    shard_length: Option<Duration>,
}

impl ShardArgs {
    fn size(&self) -> ShardSize {
        let length = self.shard_length.unwrap_or(ShardSize::USUAL);
        self.shard_games.map_or(ShardSize::About(length), ShardSize::Units)
    }
}

pub(crate) fn run(args: &Args, registry: &Registry, interrupt: &Interrupt) -> anyhow::Result<Answer> {
    interrupt.advise("nothing is planned".to_string());
    if let Some(Own::Match(own)) = &args.own {
        let (job, out) = own_match(&own.lineup, registry)?;
        return plan(registry, &job, &out, own.shards.size(), own.lineup.wants_json(), interrupt);
    }
    let Some(out) = &args.out else {
        bail!("where to (--out RUN)?");
    };
    let (ids, budget) = (args.experiments.clone(), args.budget);
    let job = match &ids[..] {
        [] => bail!("which table? `melee reproduce --list` lists them"),
        [id] => Job::Experiment { id: id.clone(), budget },
        _ => Job::Experiments { ids: once_each(ids)?, budget },
    };
    plan(registry, &job, out, args.cut.shards.size(), args.cut.json, interrupt)
}

/// A table that is named twice would be played twice.
fn once_each(ids: Vec<String>) -> anyhow::Result<Vec<String>> {
    for (number, id) in ids.iter().enumerate() {
        if ids[..number].contains(id) {
            bail!("{id}: named twice; once is enough");
        }
    }
    Ok(ids)
}

fn own_match(lineup: &matches::Args, registry: &Registry) -> anyhow::Result<(Job, PathBuf)> {
    if let Some(option) = lineup.only_for_one_machine() {
        bail!("{option}: not for a match on many machines; use it on the stores that `melee merge` makes");
    }
    let out = lineup.out().context("--out RUN: where shall the run go?")?;
    let plan = matches::plan(lineup, registry)?;
    let games = lineup.games(&plan, registry)?;
    Ok((Job::Match { plan, games }, out.to_path_buf()))
}

/// Nobody looks at the flag: a plan is there when its last file is, so a signal may end it anywhere.
fn plan(
    registry: &Registry,
    job: &Job,
    out: &Path,
    size: ShardSize,
    as_json: bool,
    interrupt: &Interrupt,
) -> anyhow::Result<Answer> {
    let mut progress = Progress::new();
    let Planned { run, existed } = Run::plan(registry, out, job, size, &mut |work| {
        progress.show(work);
        interrupt.advise(format!("nothing is planned, only {work}; --shard-games N measures nothing"));
    })?;
    drop(progress);
    interrupt.settle();
    let shards = run.shards.len() as u64;
    let (seconds, to_play) = (run.planned_seconds(), run.to_play().len() as u64);
    if as_json {
        output::print_json(&json!({
            "run": run.name(), "job": run.job.name(), "units": run.units(), "shards": shards,
            "to_play": to_play, "seconds": seconds, "existed": existed,
        }))?;
        return Ok(Answer::Yes);
    }
    let [one, many] = run.unit_names();
    let mut text = format!("{}: {}\n", run.name(), run.job.name());
    text += &format!("{}, {} in all", counted(shards, "shard", "shards"), counted(run.units(), one, many));
    if seconds > 0.0 {
        text += &format!("; about {} of one core", hours(seconds));
    }
    text.push('\n');
    if existed {
        let done = grouped(shards - to_play);
        text += &format!("it was planned before and is left as it is: {done} shards are played\n");
    }
    text += &format!("next: melee submit --engine local {}\n", run.name());
    output::print(&text)?;
    Ok(Answer::Yes)
}

fn hours(seconds: f64) -> String {
    match seconds {
        s if s < 600.0 => format!("{s:.0} s"),
        s if s < 36_000.0 => format!("{:.0} min", s / 60.0),
        s => format!("{:.0} h", s / 3600.0),
    }
}
