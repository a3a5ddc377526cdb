//! `melee submit`

use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use melee::Registry;
use melee::search::parse_duration;
use melee_lab::cluster::engine::{
    ClusterEngine, Followed, HYPERQUEUE, LOCAL, PARALLEL, SLURM, Submission, follow, shell_words,
};
use melee_lab::cluster::{Indices, Job, Run};

use super::merge;
use crate::interrupt::Interrupt;
use crate::numbers::parse_within;
use crate::output::Progress;
use crate::{Answer, output};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The directory that `melee plan` made
    run: PathBuf,
    #[arg(
        long,
        value_enum,
        default_value_t = EngineName::Hq,
        help = "What runs the shards (hq: HyperQueue)"
    )]
    engine: EngineName,
    /// So many shards at a time, with local and parallel (default: one a core)
    #[arg(long, value_name = "N", value_parser = parse_within(1, u16::MAX))]
    jobs: Option<u16>,
    /// Only these shards, such as 3,7-9
    #[arg(long, value_name = "SHARDS")]
    shards: Option<Indices>,
    /// Stop a shard that takes longer (default: ten times as long as planned, at least an hour)
    #[arg(long, value_name = "D", value_parser = parse_duration)]
    time_limit: Option<Duration>,
    /// Submit what is missing at the end again, so many times
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = parse_within(0, u32::MAX))]
    retries: u32,
    /// Our program, where the machines have it (default: this one)
    #[arg(long, value_name = "PATH")]
    program: Option<String>,
    /// An option for the engine, such as --option=--partition=long; several are possible
    #[arg(long = "option", value_name = "OPTION", allow_hyphen_values = true)]
    options: Vec<String>,
    /// Print the engine's commands and do nothing
    #[arg(long)]
    dry_run: bool,
    /// Do not merge at the end
    #[arg(long)]
    no_merge: bool,
    /// One JSON object, as of `melee merge`
    #[arg(long)]
    json: bool,
}

#[derive(clap::ValueEnum, Clone, Copy)]
enum EngineName {
    Local,
    Hq,
    Slurm,
    Parallel,
}

impl EngineName {
    fn engine(self) -> ClusterEngine {
        match self {
            EngineName::Local => LOCAL,
            EngineName::Hq => HYPERQUEUE,
            EngineName::Slurm => SLURM,
            EngineName::Parallel => PARALLEL,
        }
    }
}

pub(crate) fn run(args: &Args, registry: &Registry, interrupt: &Interrupt) -> anyhow::Result<Answer> {
    let run = Run::open(registry, &args.run)?;
    let engine = args.engine.engine();
    let wanted = wanted(args, &run)?;
    if args.dry_run {
        let submission = submission(args, &run, to_play(&run, &wanted))?;
        for argv in (engine.commands)(&submission) {
            output::print(&format!("{}\n", shell_words(argv.iter().map(String::as_str))))?;
        }
        return Ok(Answer::Yes);
    }
    play(args, &run, &engine, &wanted, interrupt)?;
    leave_word(&run, interrupt);
    if interrupt.unwatch() {
        interrupt.settle();
        return Ok(interrupt.answer());
    }
    if args.no_merge {
        let missing = to_play(&run, &wanted);
        if !missing.is_empty() {
            output::complain(&format!("{}: not played: {missing}", run.name()));
            return Ok(Answer::No);
        }
        return Ok(Answer::Yes);
    }
    merge::merge(&run, args.json, interrupt)
}

fn leave_word(run: &Run, interrupt: &Interrupt) {
    let (done, all) = (run.count_parts(), run.shards.len());
    interrupt.advise(format!(
        "{done} of {all} shards are played; the same command goes on, and what the engine has begun elsewhere may end"
    ));
}

/// Submits what is missing, and again what is missing then.
fn play(args: &Args, run: &Run, engine: &ClusterEngine, wanted: &Indices, interrupt: &Interrupt) -> anyhow::Result<()> {
    let logs = run.dir.join("log");
    std::fs::create_dir_all(&logs).with_context(|| logs.display().to_string())?;
    let log = logs.join(format!("{}.log", engine.name));
    leave_word(run, interrupt);
    let mut progress = Bar::new(run);
    let mut left = to_play(run, wanted);
    for _ in 0..=args.retries {
        if left.is_empty() || interrupt.is_set() {
            return Ok(());
        }
        let submission = submission(args, run, left.clone())?;
        let followed = follow(engine, &submission, &log, interrupt.flag(), &mut || progress.show(run))?;
        let Followed { failed, last_line } = followed;
        if interrupt.is_set() {
            return Ok(());
        }
        let now = to_play(run, wanted);
        if now.len() == left.len() && failed > 0 {
            // Once more would not help.
            let word = match last_line.as_str() {
                "" => "without a word",
                line => line,
            };
            let (engine, log) = (engine.name, log.display());
            bail!("--engine {engine}: no shard was played ({word}); see {log}");
        }
        left = now;
    }
    Ok(())
}

fn wanted(args: &Args, run: &Run) -> anyhow::Result<Indices> {
    let Some(shards) = &args.shards else {
        return Ok(run.indices());
    };
    if let Some(&last) = shards.last() {
        run.shard(last).context("--shards")?;
    }
    Ok(shards.clone())
}

fn to_play(run: &Run, wanted: &Indices) -> Indices {
    let all = run.to_play();
    all.iter().filter(|&i| wanted.contains(&i)).collect()
}

fn submission(args: &Args, run: &Run, shards: Indices) -> anyhow::Result<Submission> {
    let own = || -> anyhow::Result<String> {
        let path = std::env::current_exe()?;
        let text = path.to_str().context("--program: give a path in UTF-8")?;
        Ok(text.to_string())
    };
    let path = std::fs::canonicalize(&run.dir).with_context(|| run.name())?;
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    Ok(Submission {
        program: args.program.clone().map_or_else(own, Ok)?,
        run: path.to_str().context("RUN: give a path in UTF-8")?.to_string(),
        name: match &run.job {
            Job::Experiment { id, .. } => format!("melee-{id}"),
            Job::Experiments { ids, .. } => format!("melee-{}-tables", ids.len()),
            Job::Match { plan, .. } => format!("melee-{}", plan.game),
        },
        shards,
        time_limit: args.time_limit.unwrap_or_else(|| time_limit(run)),
        jobs: args.jobs.map_or(cores, usize::from),
        options: args.options.clone(),
    })
}

fn time_limit(run: &Run) -> Duration {
    let longest = run.shards.iter().map(|s| s.seconds).fold(0.0, f64::max);
    Duration::from_secs_f64((10.0 * longest).clamp(3600.0, 30.0 * 86_400.0))
}

/// How far the parts have come.
struct Bar {
    progress: Progress,
    begin: Instant,
    before: u64,
}

impl Bar {
    fn new(run: &Run) -> Self {
        Bar { progress: Progress::new(), begin: Instant::now(), before: run.count_parts() }
    }

    fn show(&mut self, run: &Run) {
        const WIDTH: u64 = 30;
        let (all, done) = (run.shards.len() as u64, run.count_parts());
        let full = (WIDTH * done / all.max(1)).min(WIDTH);
        let bar = "#".repeat(full as usize) + &".".repeat((WIDTH - full) as usize);
        let new = done.saturating_sub(self.before);
        let mut line = format!("[{bar}] {done}/{all} shards");
        if new > 0 {
            let each = self.begin.elapsed().as_secs_f64() / new as f64;
            let minutes = each * all.saturating_sub(done) as f64 / 60.0;
            line += &format!(", {minutes:.1} min left");
        }
        self.progress.show(&line);
    }
}
