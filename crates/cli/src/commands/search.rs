//! `melee search`

use std::sync::atomic::AtomicBool;

use anyhow::bail;
use melee_arena::{Proven, ProvenResult, Stopwatch, ThinkReport, Watch};
use serde_json::{Value, json};

use crate::numbers::{grouped, rate, value};
use crate::options::{LimitArgs, PositionArgs, parse_spec};
use crate::output::Progress;
use crate::{Answer, output};

#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// The algorithm, NAME or NAME:OPTION=VALUE,...; `melee algorithms` lists them
    #[arg(long, value_name = "SPEC")]
    algo: String,
    #[command(flatten)]
    limits: LimitArgs,
    /// Report every iteration; searches depth by depth even if only a depth is given
    #[arg(long)]
    all_depths: bool,
    /// The seed, where chance plays a part
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Threads; searches use one so far
    #[arg(long, value_name = "N", default_value_t = 1)]
    threads: u32,
    /// One JSON object, or one a line with --all-depths
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Answer> {
    if args.threads != 1 {
        bail!("--threads {}: searches use one thread so far", args.threads);
    }
    let table = args.position.table()?;
    let position = args.position.position(table.as_ref())?;
    let mut spec = parse_spec(&args.algo)?;
    spec.deepen |= args.all_depths;
    let mut thinker = table.thinker(&spec, args.seed)?;
    let (clock, stop) = (Stopwatch::start(), AtomicBool::new(false));
    let watch = Watch::new(&clock, &stop);
    let show = |report: &ThinkReport| {
        if args.json {
            output::print_json(&as_json(table.game(), &spec.to_string(), report))
        } else if args.all_depths {
            output::print(&as_line(report))
        } else {
            output::print(&as_text(report))
        }
    };
    let mut progress = Progress::new();
    let mut printed = Ok(());
    let mut iterations = 0;
    let report = thinker.think(
        position.as_ref(),
        args.limits.limits(),
        watch,
        &mut |report| {
            iterations += 1;
            if !args.all_depths {
                progress.show(as_line(report).trim_end());
            } else if printed.is_ok() {
                printed = show(report);
            }
        },
    )?;
    drop(progress);
    printed?;
    if !args.all_depths || iterations == 0 || report.partial {
        show(&report)?;
    }
    Ok(Answer::Yes)
}

fn moves_of(report: &ThinkReport) -> Vec<&str> {
    report.line.iter().map(|(_, mv)| mv.as_str()).collect()
}

fn as_json(game: &str, algorithm: &str, report: &ThinkReport) -> Value {
    let proven = report.proven.map(|Proven { result, .. }| match result {
        ProvenResult::Win => "win",
        ProvenResult::Draw => "draw",
        ProvenResult::Loss => "loss",
    });
    json!({
        "game": game,
        "algorithm": algorithm,
        "best_move": report.best_move,
        "value": report.value,
        "values": report.values.map(|v| v.as_slice().to_vec()),
        "depth": report.depth,
        "nodes": report.counts.nodes,
        "leaves": report.counts.leaves,
        "seconds": report.elapsed.as_secs_f64(),
        "pv": moves_of(report),
        "proven": proven,
        "plies": report.proven.and_then(|p| p.plies),
        "partial": report.partial,
        "evaluations": report.counts.evaluations,
        "tests": report.counts.tests,
        "cutoffs": report.counts.cutoffs,
        "table_hits": report.counts.table_hits,
        "table_cuts": report.counts.table_cuts,
    })
}

/// One iteration on a line; also what `play` shows while it thinks.
pub(crate) fn as_line(report: &ThinkReport) -> String {
    format!(
        "depth {:>2}  {:>10}  {:>13} nodes  {:>7.2} s  {}\n",
        report.depth,
        value(report.value, report.proven),
        grouped(report.counts.nodes),
        report.elapsed.as_secs_f64(),
        moves_of(report).join(" ")
    )
}

fn as_text(report: &ThinkReport) -> String {
    let counts = &report.counts;
    let seconds = report.elapsed.as_secs_f64();
    format!(
        "best move  {}\nvalue      {}\nline       {}\ndepth      {}\n\
         nodes      {} ({} leaves, {} cut-offs), {seconds:.3} s, {}\n",
        report.best_move,
        value(report.value, report.proven),
        moves_of(report).join(" "),
        report.depth,
        grouped(counts.nodes),
        grouped(counts.leaves),
        grouped(counts.cutoffs),
        rate(counts.nodes, seconds)
    )
}
