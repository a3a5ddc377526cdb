//! `melee tune GAME`: weights of an evaluation.

use std::path::PathBuf;
use std::time::Instant;

use anyhow::bail;
use melee::{GameOptions, Limits, Registry, SeatSpec};
use melee_arena::tournament::{LARGEST_PLY_CAP, MOST_RANDOM_PLIES, MatchPlan};
use melee_arena::tuning::{Event, Spsa, TuneError, TunePlan, Tuning, line_up, plot};
use serde_json::{Value, json};

use crate::interrupt::Interrupt;
use crate::numbers::{parse_threads, parse_within};
use crate::options::{GameArgs, LimitArgs, check_search, parse_search};
use crate::output::Progress;
use crate::{Answer, outfile};

#[derive(clap::Args)]
pub(crate) struct WeightArgs {
    #[command(flatten)]
    game: GameArgs,
    /// The weights to begin with: an evaluation by name, or weights such as centre:40+push:20
    #[arg(long, value_name = "NAME")]
    eval: String,
    /// Only these weights, separated by commas (default: all that are not zero)
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    weights: Vec<String>,
    /// The algorithm that plays, without an evaluation (default: alphabeta, or brs+ for more than two players)
    #[arg(long, value_name = "SPEC")]
    algo: Option<String>,
    /// Limits for each move (default: 1000 nodes)
    #[command(flatten)]
    limits: LimitArgs,
    /// So many iterations
    #[arg(long, value_name = "N", default_value_t = 300, value_parser = parse_within(1u64, 10_000_000))]
    iterations: u64,
    /// Blocks of games in an iteration; a block has every seating
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = parse_within(1u64, 100_000))]
    blocks: u64,
    /// The change that is tried first, as a part of each weight
    #[arg(long, value_name = "PART", default_value_t = 0.25, value_parser = parse_part)]
    spread: f64,
    /// The first step after a clear result, as a part of each weight
    #[arg(long, value_name = "PART", default_value_t = 0.1, value_parser = parse_part)]
    step: f64,
    /// Play the weights so far against those at the start after so many iterations (0: only at the end)
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = parse_within(0, u64::MAX))]
    test_every: u64,
    /// Blocks of such a match
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = parse_within(1u64, 1_000_000))]
    test_blocks: u64,
    /// A named start; several take turns by block
    #[arg(long = "start", value_name = "NAME")]
    starts: Vec<String>,
    /// Random plies before the algorithms take over
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = parse_within(0, MOST_RANDOM_PLIES))]
    random_plies: u32,
    /// A game that is not over after so many plies is shared by all
    #[arg(long, value_name = "N", default_value_t = 300, value_parser = parse_within(1, LARGEST_PLY_CAP))]
    ply_cap: u32,
    /// The seed of everything
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = parse_within(0, u64::MAX))]
    seed: u64,
    /// So many games at a time (default: one a core)
    #[arg(long, value_name = "N", value_parser = parse_threads)]
    threads: Option<usize>,
    /// Keep every iteration in this file, and go on where it ends
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Draw the way of the weights and the test matches
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// One JSON object
    #[arg(long)]
    json: bool,
}

fn parse_part(text: &str) -> Result<f64, String> {
    let part = text.parse::<f64>().ok();
    part.filter(|p| (0.001..=2.0).contains(p)).ok_or_else(|| "expected a part such as 0.1, from 0.001 to 2".to_string())
}

pub(crate) fn run(args: &WeightArgs, registry: &Registry, interrupt: &Interrupt) -> anyhow::Result<Answer> {
    let plan = plan(args, registry)?;
    let out = args.out.as_deref();
    outfile::check(&[("--out", out)], &[("--svg", args.svg.as_deref())])?;
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = args.threads.unwrap_or(cores);
    let mut tuning = Tuning::open(registry, plan, out, threads)?;
    tuning.stop = interrupt.flag().clone();
    let leave_word = |tuning: &Tuning| {
        interrupt.remember(tell(args, tuning));
        interrupt.advise(how_to_go_on(args, tuning.done()));
    };
    leave_word(&tuning);
    let (before, begin, mut progress) = (tuning.done(), Instant::now(), Progress::new());
    let iterations = args.iterations;
    tuning.run(&mut |tuning| {
        let done = tuning.done();
        let each = begin.elapsed().as_secs_f64() / (done - before).max(1) as f64;
        let left = each * (iterations - done) as f64 / 60.0;
        let share = match last_test(tuning) {
            Some((share, ..)) => format!(", {:.1} % against the start", 100.0 * share),
            None => String::new(),
        };
        let weights = tuning.evaluation();
        progress.show(&format!("{done}/{iterations} iterations, {left:.1} min left{share}, {weights}"));
        leave_word(tuning);
    })?;
    drop(progress);
    let is_interrupted = interrupt.settle();
    leave_word(&tuning);
    let written = args.svg.as_ref().map(|file| outfile::write("--svg", file, plot(&tuning).as_bytes()));
    super::finish(interrupt, is_interrupted, written, &tell(args, &tuning))
}

fn tell(args: &WeightArgs, tuning: &Tuning) -> String {
    if args.json { format!("{}\n", as_json(args, tuning)) } else { as_text(tuning) }
}

/// What becomes of the iterations of a search that is interrupted.
fn how_to_go_on(args: &WeightArgs, done: u64) -> String {
    let all = args.iterations;
    match &args.out {
        Some(file) => format!("{done} of {all} iterations are in {}; the same command goes on", file.display()),
        None => format!("{done} of {all} iterations; with --out FILE they are kept, and the same command goes on"),
    }
}

fn plan(args: &WeightArgs, registry: &Registry) -> anyhow::Result<TunePlan> {
    let (game, options) = (args.game.name(), args.game.options(registry)?);
    let opened = registry.open(game, &GameOptions { start: args.starts.first().cloned(), ..options.clone() })?;
    let info = registry.game(game)?;
    let weights = |evaluation: &str| info.weights(evaluation);
    let named = info.description.evaluations.iter().copied();
    let with_weights: Vec<&str> = named.filter(|name| weights(name).is_some()).collect();
    let Some(start) = weights(&args.eval) else {
        let hint = match with_weights.first() {
            Some(first) => {
                let names: Vec<&str> = weights(first).unwrap_or_default().iter().map(|(name, _)| *name).collect();
                let evaluations = with_weights.join(", ");
                format!("known: {evaluations}, or weights of {}", names.join(", "))
            }
            None => "no evaluation of this game has".to_string(),
        };
        return Err(TuneError::NoWeights { game: game.to_string(), evaluation: args.eval.clone(), hint }.into());
    };
    let usual = with_weights.first().and_then(|first| weights(first));
    let default = if opened.players() == 2 { "alphabeta" } else { "brs+" };
    let algorithm = args.algo.as_deref().unwrap_or(default);
    let (spec, own_limits) = parse_search("--algo", algorithm)?;
    let limits = own_limits.or(args.limits.limits()).or(Limits::nodes(1000));
    if limits.time.is_some() {
        bail!("--time: games under a time limit are not the same again; expected --nodes or --depth");
    }
    check_search(&opened, &spec)?;
    Ok(TunePlan {
        game: game.to_string(),
        weights: TunePlan::weights(&start, &usual.unwrap_or_default(), &args.weights)?,
        spsa: Spsa { iterations: args.iterations, spread: args.spread, step: args.step, seed: args.seed },
        blocks: args.blocks,
        test_every: args.test_every,
        test_blocks: args.test_blocks,
        base: MatchPlan {
            game: game.to_string(),
            options,
            starts: args.starts.clone(),
            random_plies: args.random_plies,
            entrants: line_up(&SeatSpec::search(spec, limits))?,
            ply_cap: args.ply_cap,
            by_processor: false,
            seed: 0,
        },
    })
}

/// Share, interval, games and iterations of the last match against the start.
fn last_test(tuning: &Tuning) -> Option<(f64, [f64; 2], u64, u64)> {
    tuning.events().iter().rev().find_map(|event| match event {
        Event::Test { after, games, share, interval } => Some((*share, [interval.low, interval.high], *games, *after)),
        Event::Step { .. } => None,
    })
}

fn as_text(tuning: &Tuning) -> String {
    let start = tuning.plan().evaluation(&tuning.plan().start());
    let mut text = format!("start  {start}\ntuned  {}\n", tuning.evaluation());
    if let Some((share, [low, high], games, after)) = last_test(tuning) {
        text += &format!(
            "after {after} iterations the tuned weights have {:.1} % ({:.1}-{:.1}) against the start in {games} games\n",
            100.0 * share,
            100.0 * low,
            100.0 * high
        );
    }
    text
}

fn as_json(args: &WeightArgs, tuning: &Tuning) -> Value {
    let test = last_test(tuning)
        .map(|(share, [low, high], games, _)| json!({"share": share, "low": low, "high": high, "games": games}));
    json!({
        "game": args.game.name(),
        "iterations": tuning.done(),
        "start": tuning.plan().evaluation(&tuning.plan().start()),
        "tuned": tuning.evaluation(),
        "against_start": test,
    })
}
