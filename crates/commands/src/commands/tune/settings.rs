//! `melee tune settings`

use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::bail;
use melee::{GameOptions, Limits, Registry, SeatSpec};
use melee_arena::tournament::{LARGEST_PLY_CAP, MOST_RANDOM_PLIES, MatchPlan};
use melee_arena::tuning::settings::{SettingsPlan, SettingsSearch, Test, as_markdown};
use serde_json::{Value, json};

use crate::interrupt::Interrupt;
use crate::numbers::{parse_difference, parse_threads, parse_within};
use crate::options::{GameArgs, TimeBy, check_search, parse_search};
use crate::output::Progress;
use crate::{Answer, outfile};

#[derive(clap::Args)]
pub(crate) struct SettingArgs {
    #[command(flatten)]
    game: GameArgs,
    /// Who is to be beaten (default: the game's champion for so many players and the time)
    #[arg(long, value_name = "SPEC")]
    algo: Option<String>,
    /// Limits for each move, each with a search of its own: 10ms, 5000 (nodes) (default: 10ms,100ms,1s)
    #[arg(long, value_name = "LIMITS", value_delimiter = ',')]
    limits: Vec<String>,
    /// Try other algorithms too
    #[arg(long)]
    algorithms: bool,
    /// Try only these options, separated by commas (default: all that are about strength)
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    options: Vec<String>,
    /// Try this too, before all else; may be given several times
    #[arg(long = "also", value_name = "SPEC")]
    also: Vec<String>,
    /// The difference of shares that is looked for, such as 10%
    #[arg(long, value_name = "D", default_value = "10%", value_parser = parse_difference)]
    until: f64,
    /// A test that is not decided after so many blocks has found nothing; a block has every seating
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = parse_within(1u64, 1_000_000))]
    blocks: u64,
    /// Blocks of the match between what was found and the champion at the start, on other openings
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = parse_within(1u64, 1_000_000))]
    test_blocks: u64,
    /// A named start; several take turns by block
    #[arg(long = "start", value_name = "NAME")]
    starts: Vec<String>,
    /// Random plies before the algorithms take over
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = parse_within(0, MOST_RANDOM_PLIES))]
    random_plies: u32,
    /// A game that is not over after so many plies is shared by all
    #[arg(long, value_name = "N", default_value_t = 600, value_parser = parse_within(1, LARGEST_PLY_CAP))]
    ply_cap: u32,
    /// The seed of openings
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = parse_within(0, u64::MAX))]
    seed: u64,
    /// So many games at a time (default: one a core)
    #[arg(long, value_name = "N", value_parser = parse_threads)]
    threads: Option<usize>,
    /// What time limits are measured by
    #[arg(long, value_name = "WHAT", value_enum, default_value_t = TimeBy::Processor)]
    time_by: TimeBy,
    /// Keep every block of games in this file, and go on where it ends
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Write what was tried as Markdown
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    /// One JSON object
    #[arg(long)]
    json: bool,
}

/// The time controls that count.
const LIMITS: [Duration; 3] = [Duration::from_millis(10), Duration::from_millis(100), Duration::from_secs(1)];

pub(crate) fn run(args: &SettingArgs, registry: &Registry, interrupt: &Interrupt) -> anyhow::Result<Answer> {
    let plan = plan(args, registry)?;
    outfile::check(&[("--out", args.out.as_deref())], &[("--report", args.report.as_deref())])?;
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = args.threads.unwrap_or(cores);
    let mut search = SettingsSearch::open(registry, plan, args.out.as_deref(), threads)?;
    search.stop = interrupt.flag().clone();
    let leave_word = |search: &SettingsSearch| {
        interrupt.remember(tell(args, search));
        interrupt.advise(how_to_go_on(args, search));
    };
    leave_word(&search);
    let (mut progress, mut looked) = (Progress::new(), Instant::now());
    search.run(&mut |search| {
        let Some(test) = search.tests().last() else { return };
        let (share, interval) = test.share();
        let half = 50.0 * (interval.high - interval.low);
        progress.show(&format!(
            "{}: {} of {} games {:.1} % (+-{half:.1}) {}",
            search.tests().len(),
            test.candidate,
            test.games,
            100.0 * share,
            test.verdict.name()
        ));
        if looked.elapsed() > BETWEEN_LOOKS {
            looked = Instant::now();
            leave_word(search);
        }
    })?;
    drop(progress);
    let is_interrupted = interrupt.settle();
    leave_word(&search);
    let written = args.report.as_ref().map(|file| outfile::write("--report", file, as_markdown(&search).as_bytes()));
    super::finish(interrupt, is_interrupted, written, &tell(args, &search))
}

const BETWEEN_LOOKS: Duration = Duration::from_millis(200);

fn tell(args: &SettingArgs, search: &SettingsSearch) -> String {
    if args.json { format!("{}\n", as_json(args, search)) } else { as_markdown(search) }
}

/// What becomes of the games of a search that is interrupted.
fn how_to_go_on(args: &SettingArgs, search: &SettingsSearch) -> String {
    let games: u64 = search.tests().iter().map(|test| test.games).sum();
    match &args.out {
        Some(file) => format!("{games} games are in {}; the same command goes on", file.display()),
        None => format!("{games} games; with --out FILE they are kept, and the same command goes on"),
    }
}

fn plan(args: &SettingArgs, registry: &Registry) -> anyhow::Result<SettingsPlan> {
    let (name, options) = (args.game.name(), args.game.options(registry)?);
    let game = registry.open(name, &GameOptions { start: args.starts.first().cloned(), ..options.clone() })?;
    let limits = if args.limits.is_empty() {
        LIMITS.map(Limits::time).to_vec()
    } else {
        let read = |text: &String| text.parse::<Limits>().map_err(|error| anyhow::anyhow!("--limits {text}: {error}"));
        args.limits.iter().map(read).collect::<anyhow::Result<Vec<Limits>>>()?
    };
    if let Some(twice) = limits.iter().enumerate().find_map(|(i, limit)| limits[..i].contains(limit).then_some(limit)) {
        bail!("--limits: {twice} is given twice");
    }
    let mut champions = Vec::new();
    for &limits in &limits {
        let (spec, own) = match &args.algo {
            Some(text) => parse_search("--algo", text)?,
            None => (game.description().strongest(game.players()).into(), Limits::NONE),
        };
        if !own.is_none() {
            bail!("--algo: the limits are given by --limits");
        }
        check_search(&game, &spec)?;
        champions.push(SeatSpec::search(spec, limits));
    }
    for text in &args.also {
        let (spec, own) = parse_search("--also", text)?;
        if !own.is_none() {
            bail!("--also: the limits are given by --limits");
        }
        check_search(&game, &spec)?;
    }
    Ok(SettingsPlan {
        base: MatchPlan {
            game: name.to_string(),
            options,
            starts: args.starts.clone(),
            random_plies: args.random_plies,
            entrants: vec![champions[0].clone(); 2],
            ply_cap: args.ply_cap,
            by_processor: false,
            seed: args.seed,
        },
        champions,
        algorithms: args.algorithms,
        options: args.options.clone(),
        also: args.also.clone(),
        difference: args.until,
        blocks: args.blocks,
        confirming: args.test_blocks,
        by_processor: args.time_by == TimeBy::Processor,
    })
}

fn as_json(args: &SettingArgs, search: &SettingsSearch) -> Value {
    let test = |test: &Test| {
        // What was not played has no share.
        let share = (test.games > 0).then(|| test.share());
        json!({
            "candidate": test.candidate.to_string(),
            "champion": test.champion.to_string(),
            "games": test.games,
            "share": share.map(|(share, _)| share),
            "low": share.map(|(_, interval)| interval.low),
            "high": share.map(|(_, interval)| interval.high),
            "verdict": test.verdict.name(),
        })
    };
    let champions: Vec<String> = search.champions().iter().map(ToString::to_string).collect();
    json!({
        "game": args.game.name(),
        "champions": champions,
        "tests": search.tests().iter().map(test).collect::<Vec<_>>(),
    })
}
