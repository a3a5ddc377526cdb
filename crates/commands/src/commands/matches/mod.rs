//! `melee match`

mod export;
mod perfect;
mod show;

use std::mem::ManuallyDrop;
use std::path::Path;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::bail;
use melee::search::parse_duration;
use melee::{GameOptions, Registry};
use melee_arena::program::Patience;
use melee_arena::statistics::{Decision, SequentialTest};
use melee_arena::tournament::{
    LARGEST_PLY_CAP, MOST_RANDOM_PLIES, MatchPlan, OpenMatch, Run, Scoreboard, Standings, Store,
};
use serde_json::json;

pub(super) use self::show::as_text;
use self::show::{SequentialResult, as_json, progress_line, standings_text};
use crate::interrupt::Interrupt;
use crate::numbers::{parse_difference, parse_threads, parse_within};
use crate::options::{GameArgs, LimitArgs, TimeBy, parse_player};
use crate::output::Progress;
use crate::{Answer, output};

#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// An algorithm; give at least two. SPEC@LIMIT has a limit of its own: brs+@5000 (nodes), brs+@250ms, brs+@d4
    /// (depth). The name of a level (beginner to master) has one, too. "program:PATH ARGS" is another program that speaks the protocol of `melee engine`
    #[arg(long = "algo", value_name = "SPEC", required = true)]
    algorithms: Vec<String>,
    /// So many games (default: one of every seating)
    #[arg(long, value_name = "N", value_parser = parse_within(1, MOST_GAMES))]
    games: Option<u64>,
    #[command(flatten)]
    limits: LimitArgs,
    /// Keep the games in this file, and go on where it ends
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// A named start; several take turns by block
    #[arg(long = "start", value_name = "NAME")]
    starts: Vec<String>,
    /// Random plies before the algorithms take over, the same in a block of all seatings
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = parse_within(0, MOST_RANDOM_PLIES))]
    random_plies: u32,
    /// A game that is not over after so many plies is shared by all
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = parse_within(1, LARGEST_PLY_CAP))]
    ply_cap: u32,
    /// The seed of openings and noise
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = parse_within(0, u64::MAX))]
    seed: u64,
    /// So many games at a time (default: one a core)
    #[arg(long, value_name = "N", value_parser = parse_threads)]
    threads: Option<usize>,
    /// Keep value, depth, nodes and time of every move in the file
    #[arg(long, requires = "out")]
    keep_moves: bool,
    /// Programs may take so long to answer, and for a move that has no time limit
    #[arg(long, value_name = "D", default_value = "30s", value_parser = parse_duration)]
    patience: Duration,
    /// Programs may take so much longer than the time of a move
    #[arg(long, value_name = "D", default_value = "500ms", value_parser = parse_duration)]
    grace: Duration,
    /// What time limits of searches are measured by
    #[arg(long, value_name = "WHAT", value_enum, default_value_t = TimeBy::Wall)]
    time_by: TimeBy,
    /// Stop when it is known whether the first algorithm's share is larger than the second's by this much (such as 10%)
    #[arg(long, value_name = "D", value_parser = parse_difference)]
    until: Option<f64>,
    /// Also tell how often each played a perfect move from the thirteenth ply on, where the game can be solved
    #[arg(long)]
    perfect: bool,
    #[command(flatten)]
    exports: export::Exports,
    /// One JSON object
    #[arg(long)]
    json: bool,
}

/// The standings are shown so often: to work them out costs more than a short game.
const BETWEEN_LOOKS: Duration = Duration::from_millis(200);
/// And at least so many times as long as the last look took.
const LOOKING_PAYS: u32 = 30;
/// More than any match has; every game is kept in memory.
const MOST_GAMES: u64 = 10_000_000;

impl Args {
    /// Where to keep the games.
    pub(super) fn out(&self) -> Option<&Path> {
        self.out.as_deref()
    }

    /// How many games, or one of every seating.
    pub(super) fn games(&self, plan: &MatchPlan, registry: &Registry) -> anyhow::Result<u64> {
        Ok(match self.games {
            Some(games) => games,
            None => plan.open(registry)?.block_len() as u64,
        })
    }

    pub(super) fn wants_json(&self) -> bool {
        self.json
    }

    /// An option that was given and means nothing where many machines share a match.
    pub(super) fn only_for_one_machine(&self) -> Option<&'static str> {
        let options = [
            (self.threads.is_some(), "--threads"),
            (self.keep_moves, "--keep-moves"),
            (self.time_by == TimeBy::Processor, "--time-by"),
            (self.until.is_some(), "--until"),
            (self.perfect, "--perfect"),
        ];
        let mut given = options.into_iter().filter(|(given, _)| *given);
        let option = given.next().map(|(_, name)| name);
        option.or_else(|| self.exports.given())
    }
}

pub(crate) fn run(args: &Args, registry: &Registry, interrupt: &Interrupt) -> anyhow::Result<Answer> {
    let plan = plan(args, registry)?;
    let mut open = plan.open(registry)?;
    open.patience = Patience { answer: args.patience, grace: args.grace };
    args.exports.check(args.out.as_deref())?;
    let games = args.games.unwrap_or(open.block_len() as u64);
    let mut board = Scoreboard::new(&open.names(), open.block_len());
    interrupt.advise("nothing new was played; the same command goes on".to_string());
    let solver = args.perfect.then(|| perfect::solver(&open, registry));
    let solver = solver.transpose()?;
    let mut store = match &args.out {
        Some(file) => Some(Store::open(file, &plan)?),
        None => None,
    };
    let done = store.as_ref().map(Store::games).transpose()?;
    let done = done.unwrap_or_default();
    let before = done.len();
    if before as u64 > games {
        output::complain(&format!("--games {games}: {before} are stored, and all count"));
    }
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let run = Run {
        games,
        threads: args.threads.unwrap_or(cores),
        keep_moves: args.keep_moves || args.exports.needs_moves(),
    };
    board.count(&done);
    leave_word(args, interrupt, &open, &board.standings(), before);
    open.stop = interrupt.flag().clone();
    let (begin, mut progress) = (Instant::now(), Progress::new());
    let test = args.until.map(SequentialTest::new);
    let (mut searching, mut next_look) = (0, begin);
    let played = run.play(&open, done, &mut |new, count| {
        searching += new.iter().flat_map(|g| &g.work).map(|w| w.micros).sum::<u64>();
        if let Some(store) = &mut store {
            store.put(new)?;
        }
        board.count(new);
        let look = Instant::now();
        if look >= next_look {
            let standings = board.standings();
            let played = (count - before) as f64;
            let left = (games as f64 - count as f64) * begin.elapsed().as_secs_f64() / played;
            progress.show(&progress_line(&standings, games, left));
            leave_word(args, interrupt, &open, &standings, count);
            // Standings of many games take long: they must not take more of the time than the games do.
            next_look = Instant::now() + BETWEEN_LOOKS.max(LOOKING_PAYS * look.elapsed());
        }
        let decided = test.map(|t| t.decide(&block_differences(&board)));
        Ok(matches!(decided, None | Some(Decision::Continue)))
    })?;
    // The process ends with the match: to give back the memory of a million games, move by move, would only take time.
    let all = ManuallyDrop::new(played);
    drop(progress);
    if let Some(failed) = all.first().filter(|_| all.iter().all(|game| !game.counts())) {
        bail!("no game could be played to its end: {}", failed.failure.as_deref().unwrap_or_default());
    }
    let seconds = begin.elapsed().as_secs_f64();
    // Tables need no standings; and who should have read those may be gone.
    let written = interrupt.undisturbed(|| args.exports.write(&open, &all, store.as_ref()));
    let quick = board.standings();
    leave_word(args, interrupt, &open, &quick, all.len());
    let thread_seconds = seconds * run.threads as f64;
    let searching = searching as f64 * 1e-6;
    let rates = match solver {
        Some(mut solver) if !interrupt.is_set() => perfect::rates(&open, &all, &mut solver)?,
        _ => None,
    };
    // Ratings and tests of many games take seconds, which nobody waits for after an interrupt.
    let standings = if interrupt.unwatch() { quick } else { quick.with_ratings(&board, &all) };
    let is_interrupted = interrupt.settle();
    // What was done now: all threads, with the store and with waiting for the last games.
    let this_run = json!({
        "games": all.len() - before,
        "threads": run.threads,
        "seconds": seconds,
        "search_seconds": searching,
        "outside_searches": 1.0 - searching / thread_seconds.max(1e-9),
        "interrupted": is_interrupted,
    });
    let verdict = test.map(|test| SequentialResult {
        difference: test.difference,
        decision: test.decide(&block_differences(&board)),
    });
    let told = if args.json {
        output::print_json(&as_json(&open, &standings, verdict, rates.as_deref(), this_run))
    } else {
        output::print(&standings_text(&open, &standings, verdict, rates.as_deref()))
    };
    written?;
    told?;
    // As many as there are: of a million games that all count, none is looked at.
    for game in all.iter().filter(|g| !g.counts()).take(standings.failed.min(5) as usize) {
        let why = game.failure.as_deref().unwrap_or_default();
        output::complain(&format!("game {} does not count: {why}", game.number));
    }
    if is_interrupted {
        return Ok(interrupt.answer());
    }
    Ok(match verdict.map(|verdict| verdict.decision) {
        Some(Decision::NotBetter) => Answer::No,
        _ => Answer::Yes,
    })
}

/// What is said of a match that is interrupted now, and does not stop by itself.
fn leave_word(args: &Args, interrupt: &Interrupt, open: &OpenMatch, standings: &Standings, done: usize) {
    interrupt.remember(if args.json {
        format!("{}\n", as_json(open, standings, None, None, json!({"interrupted": true})))
    } else {
        as_text(standings, None, &open.names())
    });
    let games = args.games.unwrap_or(open.block_len() as u64);
    interrupt.advise(match &args.out {
        Some(file) => format!("{done} of {games} games are in {}; the same command goes on", file.display()),
        None => format!("{done} of {games} games; with --out FILE they are kept, and the same command goes on"),
    });
}

pub(super) fn plan(args: &Args, registry: &Registry) -> anyhow::Result<MatchPlan> {
    let common = args.limits.limits();
    let options = args.game.options(registry)?;
    let first = GameOptions { start: args.starts.first().cloned(), ..options.clone() };
    let game = registry.open(args.game.name(), &first)?;
    let entrants = args.algorithms.iter();
    let entrants = entrants.map(|text| Ok(parse_player(&game, "--algo", text)?.or_limits(common)));
    let plan = MatchPlan {
        game: args.game.name().to_string(),
        options,
        starts: args.starts.clone(),
        random_plies: args.random_plies,
        entrants: entrants.collect::<anyhow::Result<_>>()?,
        ply_cap: args.ply_cap,
        by_processor: false,
        seed: args.seed,
    };
    Ok(if args.time_by == TimeBy::Processor { plan.timed_by_processor() } else { plan })
}

/// By how much the first algorithm's share is above the second's in each whole block.
fn block_differences(board: &Scoreboard) -> Vec<f64> {
    let both = board.block_shares(0).iter().zip(board.block_shares(1));
    both.map(|(first, second)| first - second).collect()
}
