//! `melee search`

use anyhow::bail;
use melee::{Limits, Registry, Report, Task, Watch};
use serde_json::{Value, json};

use crate::interrupt::Interrupt;
use crate::numbers::{grouped, rate, value};
use crate::options::{LimitArgs, PositionArgs, check_search, parse_search};
use crate::output::Progress;
use crate::{Answer, output};

#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// The algorithm, NAME or NAME:OPTION=VALUE,..., with @LIMIT behind it if you like; `melee algorithms` lists them
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

pub(crate) fn run(args: &Args, registry: &Registry, interrupt: &Interrupt) -> anyhow::Result<Answer> {
    if args.threads != 1 {
        bail!("--threads {}: searches use one thread so far", args.threads);
    }
    let game = args.position.open(registry)?;
    let position = args.position.position(&game)?;
    let (spec, own_limits) = parse_search("--algo", &args.algo)?;
    check_search(&game, &spec)?;
    let algorithm = spec.to_string();
    interrupt.advise("the best move so far; a search cannot be resumed".to_string());
    let mut engine = game.seeded_engine(spec, args.seed)?;
    let show = |report: &Report| {
        if args.json {
            output::print_json(&as_json(game.name(), &algorithm, report))
        } else if args.all_depths {
            output::print(&as_line(report))
        } else {
            output::print(&as_text(report))
        }
    };
    let mut progress = Progress::new();
    let mut printed = Ok(());
    let mut iterations = 0;
    let mut on_report = |report: &Report| {
        iterations += 1;
        if !args.all_depths {
            progress.show(as_line(report).trim_end());
        } else if printed.is_ok() {
            printed = show(report);
        }
    };
    let limits = Limits { deepen: args.all_depths, ..own_limits.or(args.limits.limits()) };
    let task = Task::new(limits).watch(Watch::new().stopping_on(interrupt.flag())).on_report(&mut on_report);
    let report = engine.search(&position, task)?;
    drop(progress);
    let is_interrupted = interrupt.settle();
    printed?;
    if !args.all_depths || iterations == 0 || report.partial {
        show(&report)?;
    }
    if is_interrupted {
        return Ok(interrupt.answer());
    }
    Ok(Answer::Yes)
}

fn moves_of(report: &Report) -> Vec<&str> {
    report.line.iter().map(|ply| ply.mv.as_str()).collect()
}

fn as_json(game: &str, algorithm: &str, report: &Report) -> Value {
    json!({
        "game": game,
        "algorithm": algorithm,
        "best_move": report.best().mv,
        "value": report.value,
        "values": report.values.map(|v| v.as_slice().to_vec()),
        "depth": report.depth,
        "nodes": report.counts.nodes,
        "leaves": report.counts.leaves,
        "seconds": report.elapsed.as_secs_f64(),
        "pv": moves_of(report),
        "proven": report.proven.map(|proven| proven.result.name()),
        "plies": report.proven.and_then(|proven| proven.plies),
        "partial": report.partial,
        "evaluations": report.counts.evaluations,
        "tests": report.counts.tests,
        "cutoffs": report.counts.cutoffs,
        "table_hits": report.counts.table_hits,
        "table_cuts": report.counts.table_cuts,
    })
}

/// One iteration on a line; also what `play` shows while it searches.
pub(crate) fn as_line(report: &Report) -> String {
    format!(
        "depth {:>2}  {:>10}  {:>13} nodes  {:>7.2} s  {}\n",
        report.depth,
        value(report.value, report.proven),
        grouped(report.counts.nodes),
        report.elapsed.as_secs_f64(),
        moves_of(report).join(" ")
    )
}

fn as_text(report: &Report) -> String {
    let counts = &report.counts;
    let seconds = report.elapsed.as_secs_f64();
    format!(
        "best move  {}\nvalue      {}\nline       {}\ndepth      {}\n\
         nodes      {} ({} leaves, {} cut-offs), {seconds:.3} s, {}\n",
        report.best().mv,
        value(report.value, report.proven),
        moves_of(report).join(" "),
        report.depth,
        grouped(counts.nodes),
        grouped(counts.leaves),
        grouped(counts.cutoffs),
        rate(counts.nodes, seconds)
    )
}
