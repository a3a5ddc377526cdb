//! `melee learn data`

use std::path::PathBuf;
use std::time::Instant;

use anyhow::bail;
use melee::{GameOptions, Registry, Spec};
use melee_arena::learning::{DataPlan, GAMES_A_CHUNK, Totals};
use serde_json::json;

use crate::interrupt::Interrupt;
use crate::numbers::{counted, grouped, parse_threads, parse_within, rate};
use crate::options::{GameArgs, parse_search};
use crate::output::Progress;
use crate::{Answer, outfile, output};

#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// So many games, rounded up to whole chunks of 16
    #[arg(long, value_name = "N", value_parser = parse_within(1u64, 1_000_000_000))]
    games: u64,
    /// Nodes a move
    #[arg(long, value_name = "N", default_value_t = 500, value_parser = parse_within(1, u64::MAX))]
    nodes: u64,
    /// Where the positions go; a file that is there already is gone on with
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// An algorithm that may sit at the board; of several one is drawn for every seat and game (default: a mixture)
    #[arg(long = "seat", value_name = "SPEC")]
    seats: Vec<String>,
    /// A named start
    #[arg(long, value_name = "NAME")]
    start: Option<String>,
    /// Play so many games on a board made at random and then on another one, for games that are played on any board
    #[arg(long, value_name = "N", value_parser = parse_within(1, u64::MAX))]
    games_a_board: Option<u64>,
    /// Up to so many random plies before the algorithms take over; how many is drawn for every game
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = parse_within(0u32, 1000))]
    random_plies: u32,
    /// So often a move is drawn by seats that err; others err half as often, or never
    #[arg(long, value_name = "PERCENT", default_value = "6%", value_parser = parse_permille)]
    blunders: u32,
    /// Keep only so many of the positions
    #[arg(long, value_name = "PERCENT", default_value = "100%", value_parser = parse_permille)]
    keep: u32,
    /// A game that is not over after so many plies is shared out by the evaluation
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = parse_within(1u32, 65_535))]
    ply_cap: u32,
    /// The seed of everything
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = parse_within(0, u64::MAX))]
    seed: u64,
    /// So many games at a time (default: one a core)
    #[arg(long, value_name = "N", value_parser = parse_threads)]
    threads: Option<usize>,
    /// One JSON object
    #[arg(long)]
    json: bool,
}

/// `12%` or `0.5%`, in thousandths.
fn parse_permille(text: &str) -> Result<u32, String> {
    let percent = text.strip_suffix('%').and_then(|number| number.parse::<f64>().ok());
    let permille = percent.filter(|percent| (0.0..=100.0).contains(percent)).map(|percent| (10.0 * percent).round());
    permille.map(|permille| permille as u32).ok_or_else(|| "expected 0% to 100%".to_string())
}

pub(crate) fn run(args: &Args, registry: &Registry, interrupt: &Interrupt) -> anyhow::Result<Answer> {
    if args.keep == 0 {
        bail!("--keep 0%: nothing would be kept");
    }
    let plan = plan(args, registry)?.open(registry)?;
    if !args.out.is_file() {
        outfile::check(&[], &[("--out", Some(&args.out))])?;
    }
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let stop = interrupt.flag().clone();
    let (begin, mut progress, mut before) = (Instant::now(), Progress::new(), None);
    let how_to_go_on = |totals: Totals| {
        let (games, file) = (GAMES_A_CHUNK * totals.chunks, args.out.display());
        format!("{} of {} games are in {file}; the same command goes on", grouped(games), grouped(args.games))
    };
    let totals = plan.collect(&args.out, args.games, args.threads.unwrap_or(cores), &stop, &mut |totals| {
        interrupt.advise(how_to_go_on(totals));
        let new = totals.positions - *before.get_or_insert(totals.positions);
        let (games, speed) = (GAMES_A_CHUNK * totals.chunks, rate(new, begin.elapsed().as_secs_f64()));
        progress.show(&format!("{games}/{} games, {} positions, {speed}", args.games, totals.positions));
    })?;
    drop(progress);
    let is_interrupted = interrupt.settle();
    tell(args, totals, totals.positions - before.unwrap_or(0), begin)?;
    Ok(if is_interrupted { interrupt.answer() } else { Answer::Yes })
}

fn plan(args: &Args, registry: &Registry) -> anyhow::Result<DataPlan> {
    let options = GameOptions { start: args.start.clone(), ..args.game.options(registry)? };
    let players = registry.open(args.game.name(), &options)?.players();
    let own: Result<Vec<Spec>, _> = args.seats.iter().map(|text| spec_of(text)).collect();
    let own = own?;
    Ok(DataPlan {
        game: args.game.name().to_string(),
        options,
        games_a_board: args.games_a_board,
        seats: if own.is_empty() { DataPlan::usual_seats(players) } else { own },
        nodes: args.nodes,
        random_plies: args.random_plies,
        blunders_permille: args.blunders,
        keep_permille: args.keep,
        ply_cap: args.ply_cap,
        seed: args.seed,
    })
}

fn spec_of(text: &str) -> anyhow::Result<Spec> {
    let (spec, limits) = parse_search("--seat", text)?;
    if !limits.is_none() {
        bail!("--seat {text}: the limit of all seats is --nodes");
    }
    Ok(spec)
}

fn tell(args: &Args, totals: Totals, new: u64, begin: Instant) -> anyhow::Result<()> {
    let games = GAMES_A_CHUNK * totals.chunks;
    let seconds = begin.elapsed().as_secs_f64();
    if args.json {
        return output::print_json(&json!({
            "file": args.out.display().to_string(),
            "games": games,
            "positions": totals.positions,
            "bytes": totals.bytes,
            "new_positions": new,
            "seconds": seconds,
        }));
    }
    let (file, positions) = (args.out.display(), counted(totals.positions, "position", "positions"));
    let (bytes, speed) = (grouped(totals.bytes), rate(new, seconds));
    output::print(&format!("{file}: {positions} of {} games, {bytes} bytes ({speed})\n", grouped(games)))
}
