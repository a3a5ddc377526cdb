//! `melee search`

use std::num::NonZeroUsize;

use melee::search::RankedLine;
use melee::{Limits, Ply, Registry, Report, Task, Watch};
use serde_json::{Value, json};

use crate::interrupt::Interrupt;
use crate::numbers::{counted, grouped, parse_lines, parse_search_threads, parse_within, rate, value};
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
    /// So many of the best moves, each with its value and line
    #[arg(long, value_name = "N", value_parser = parse_lines)]
    lines: Option<NonZeroUsize>,
    /// The seed, where chance plays a part
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = parse_within(0, u64::MAX))]
    seed: u64,
    /// So many threads look for the answer; with one the search is the same from run to run
    #[arg(long, value_name = "N", default_value = "1", value_parser = parse_search_threads)]
    threads: usize,
    /// Also the fewest leaves that prove the value at the depth reached, and how many times as many were seen; searches the
    /// whole tree once more, if it has no more than 1,500,000 nodes
    #[arg(long)]
    floor: bool,
    /// One JSON object, or one a line with --all-depths
    #[arg(long)]
    json: bool,
}

/// The most nodes of a tree that is searched whole to find its floor.
pub(super) const LARGEST_TREE: usize = 1_500_000;

pub(crate) fn run(args: &Args, registry: &Registry, interrupt: &Interrupt) -> anyhow::Result<Answer> {
    let game = args.position.open(registry)?;
    let position = args.position.position(&game)?;
    let (spec, own_limits) = parse_search("--algo", &args.algo)?;
    check_search(&game, &spec)?;
    let algorithm = spec.to_string();
    interrupt.advise("the best move so far; a search cannot be resumed".to_string());
    let mut engine = game.seeded_engine(spec, args.seed)?;
    let show = |report: &Report, floor: Option<u64>| {
        let ratio = floor.map(|floor| report.counts.leaves as f64 / floor as f64);
        if args.json {
            let mut json = as_json(game.name(), &algorithm, report);
            if args.floor {
                json["floor"] = json!(floor);
                json["floor_ratio"] = json!(ratio);
            }
            if args.lines.is_some() {
                json["lines"] = report.lines().iter().map(line_as_json).collect();
            }
            return output::print_json(&json);
        }
        let first = if args.all_depths { as_line(report) } else { as_text(report) };
        let lines = if args.lines.is_some() { lines_as_text(report) } else { String::new() };
        let floor = match (floor, ratio) {
            (Some(floor), Some(ratio)) => {
                format!("floor      {} leaves, {ratio:.2} times as many seen\n", grouped(floor))
            }
            _ if args.floor && !args.all_depths => "floor      not known\n".to_string(),
            _ => String::new(),
        };
        output::print(&(first + &lines + &floor))
    };
    let mut progress = Progress::new();
    let mut printed = Ok(());
    let mut iterations = 0;
    let mut on_report = |report: &Report| {
        iterations += 1;
        if !args.all_depths {
            progress.show(as_line(report).trim_end());
        } else if printed.is_ok() {
            printed = show(report, None);
        }
    };
    let lines = args.lines.map_or(1, NonZeroUsize::get);
    let threads = args.threads;
    let limits = Limits { deepen: args.all_depths, lines, threads, ..own_limits.or(args.limits.limits()) };
    let task = Task::new(limits).watch(Watch::new().stopping_on(interrupt.flag())).on_report(&mut on_report);
    // Without lines it tells what would be played.
    let task = if args.lines.is_some() { task.for_study() } else { task };
    let mut report = engine.search(&position, task)?;
    drop(progress);
    let is_interrupted = interrupt.settle();
    // Between two iterations too: more was asked for than was done.
    report.partial |= is_interrupted;
    printed?;
    if !args.all_depths || iterations == 0 || report.partial {
        let floor = if args.floor && !report.partial && report.depth > 0 {
            let watch = Watch::new().stopping_on(interrupt.flag());
            engine.minimal_leaves(&position, report.depth, LARGEST_TREE, watch)?
        } else {
            None
        };
        show(&report, floor)?;
    }
    if is_interrupted {
        return Ok(interrupt.answer());
    }
    Ok(Answer::Yes)
}

fn moves_of(line: &[Ply<String>]) -> Vec<&str> {
    line.iter().map(|ply| ply.mv.as_str()).collect()
}

fn line_as_json(line: &RankedLine<String>) -> Value {
    json!({
        "move": line.line[0].mv,
        "value": line.value,
        "values": line.values.map(|v| v.as_slice().to_vec()),
        "depth": line.depth,
        "pv": moves_of(&line.line),
        "proven": line.proven.map(|proven| proven.result.name()),
        "plies": line.proven.and_then(|proven| proven.plies),
    })
}

fn lines_as_text(report: &Report) -> String {
    let numbered = (1..).zip(report.lines());
    let text = |(number, line): (usize, RankedLine<String>)| {
        let (value, moves) = (value(&line, report.are_points), moves_of(&line.line).join(" "));
        format!("{number:>4}.  depth {:>2}  {value:>10}  {moves}\n", line.depth)
    };
    numbered.map(text).collect()
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
        "threads": report.threads,
        "pv": moves_of(&report.line),
        "proven": report.proven.map(|proven| proven.result.name()),
        "plies": report.proven.and_then(|proven| proven.plies),
        "partial": report.partial,
        "complete": report.complete,
        "are_points": report.are_points,
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
        "depth {:>2}  {:>10}  {:>13} {:<5}  {:>7.2} s  {}\n",
        report.depth,
        value(&report.lines()[0], report.are_points),
        grouped(report.counts.nodes),
        if report.counts.nodes == 1 { "node" } else { "nodes" },
        report.elapsed.as_secs_f64(),
        moves_of(&report.line).join(" ")
    )
}

fn as_text(report: &Report) -> String {
    let counts = &report.counts;
    let seconds = report.elapsed.as_secs_f64();
    format!(
        "best move  {}\nvalue      {}\nline       {}\ndepth      {}\n\
         nodes      {} ({}, {}), {seconds:.3} s, {}\n",
        report.best().mv,
        value(&report.lines()[0], report.are_points),
        moves_of(&report.line).join(" "),
        report.depth,
        grouped(counts.nodes),
        counted(counts.leaves, "leaf", "leaves"),
        counted(counts.cutoffs, "cut-off", "cut-offs"),
        rate(counts.nodes, seconds)
    )
}
