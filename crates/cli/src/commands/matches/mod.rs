//! `melee match`

mod perfect;

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, bail};
use melee_arena::statistics::{Decision, SequentialTest};
use melee_arena::tournament::{
    Contestant, MatchPlan, OpenMatch, PlayedGame, Run, Standings, Store, block_shares,
};
use serde_json::{Value, json};

use self::perfect::Rate;
use crate::options::{GameArgs, LimitArgs, parse_spec};
use crate::output::Progress;
use crate::{Answer, output};

#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// An algorithm; give at least two. NAME@LIMIT has a limit of its own: brs+@5000 (nodes), brs+@250ms, brs+@d4 (depth)
    #[arg(long = "algo", value_name = "SPEC", required = true)]
    algorithms: Vec<String>,
    /// So many games (default: one of every seating)
    #[arg(long, value_name = "N")]
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
    #[arg(long, value_name = "N", default_value_t = 2)]
    random_plies: u32,
    /// A game that is not over after so many plies is shared by all
    #[arg(long, value_name = "N", default_value_t = 1000)]
    ply_cap: u32,
    /// The seed of openings and noise
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// So many games at a time (default: one a core)
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    /// Keep value, depth, nodes and time of every move
    #[arg(long, requires = "out")]
    records: bool,
    /// Stop when it is known whether the first algorithm's share is larger than the second's by this much (such as 10%)
    #[arg(long, value_name = "D", value_parser = parse_difference)]
    until: Option<f64>,
    /// Also tell how often each played a perfect move from the thirteenth ply on (connect4)
    #[arg(long)]
    perfect: bool,
    /// Write the games as CSV
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// One JSON object
    #[arg(long)]
    json: bool,
}

impl Args {
    /// Where to keep the games.
    pub(super) fn out(&self) -> Option<&Path> {
        self.out.as_deref()
    }

    /// How many games, or one of every seating.
    pub(super) fn games(&self, plan: &MatchPlan) -> anyhow::Result<u64> {
        Ok(match self.games {
            Some(games) => games,
            None => plan.open()?.block_len() as u64,
        })
    }

    pub(super) fn wants_json(&self) -> bool {
        self.json
    }

    /// An option that was given and means nothing where many machines share a match.
    pub(super) fn only_for_one_machine(&self) -> Option<&'static str> {
        let options = [
            (self.threads.is_some(), "--threads"),
            (self.records, "--records"),
            (self.until.is_some(), "--until"),
            (self.perfect, "--perfect"),
            (self.csv.is_some(), "--csv"),
        ];
        let mut given = options.into_iter().filter(|(given, _)| *given);
        given.next().map(|(_, name)| name)
    }
}

fn parse_difference(text: &str) -> Result<f64, String> {
    let percent = text.strip_suffix('%').and_then(|t| t.parse::<f64>().ok());
    percent
        .filter(|p| (0.1..=100.0).contains(p))
        .map(|p| p / 100.0)
        .ok_or_else(|| "expected a difference of shares such as 10%".to_string())
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Answer> {
    let plan = plan(args)?;
    let open = plan.open()?;
    if args.perfect && plan.game != "connect4" {
        bail!("--perfect: only connect4 can be solved");
    }
    let games = args.games.unwrap_or(open.block_len() as u64);
    let mut store = match &args.out {
        Some(file) => Some(Store::open(file, &plan)?),
        None => None,
    };
    let done = store.as_ref().map(Store::games).transpose()?;
    let done = done.unwrap_or_default();
    let before = done.len();
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let run = Run {
        games,
        threads: args.threads.unwrap_or(cores).clamp(1, 1024),
        keep_moves: args.records,
    };
    let (names, begin, mut progress) = (open.names(), Instant::now(), Progress::new());
    let test = args.until.map(SequentialTest::new);
    let all = run.play(&open, done, &mut |new, all| {
        if let Some(store) = &mut store {
            store.put(new)?;
        }
        let standings = Standings::new(&names, all, open.block_len(), false);
        let played = (all.len() - before) as f64;
        let left = (games as f64 - all.len() as f64) * begin.elapsed().as_secs_f64() / played;
        progress.show(&progress_line(&standings, games, left));
        let decided = test.map(|t| t.decide(&block_differences(&open, all)));
        Ok(matches!(decided, None | Some(Decision::Continue)))
    })?;
    drop(progress);
    let standings = Standings::new(&names, &all, open.block_len(), true);
    if let Some(file) = &args.csv {
        let written = std::fs::write(file, csv(&names, &all));
        written.with_context(|| format!("--csv {}", file.display()))?;
    }
    let verdict = test.map(|t| t.decide(&block_differences(&open, &all)));
    let rates = if args.perfect {
        Some(perfect::rates(&plan, &open, &all)?)
    } else {
        None
    };
    if args.json {
        output::print_json(&as_json(&open, &standings, verdict, rates.as_deref()))?;
    } else {
        output::print(&as_text(&standings, verdict, &names))?;
        for (name, rate) in names.iter().zip(rates.iter().flatten()) {
            let share = 100.0 * rate.share().unwrap_or_default();
            let (perfect, moves) = (rate.perfect, rate.moves);
            output::print(&format!(
                "{name}: {perfect} of {moves} moves perfect ({share:.1} %)\n"
            ))?;
        }
    }
    for game in all.iter().filter(|g| !g.counts()).take(5) {
        let why = game.failure.as_deref().unwrap_or_default();
        output::complain(&format!("game {} does not count: {why}", game.number));
    }
    Ok(match verdict {
        Some(Decision::NotBetter) => Answer::No,
        _ => Answer::Yes,
    })
}

pub(super) fn plan(args: &Args) -> anyhow::Result<MatchPlan> {
    let common = args.limits.limits();
    let mut players_in = Vec::new();
    for text in &args.algorithms {
        let (name, limit) = match text.rsplit_once('@') {
            Some((name, limit)) => (name, Some(limit)),
            None => (text.as_str(), None),
        };
        let limits = match limit {
            None => common,
            Some(limit) => parse_limit(limit).with_context(|| {
                format!("--algo {text}: expected a limit such as 5000, 250ms or d4")
            })?,
        };
        // As it was read, so that equal algorithms have one name.
        let spec = parse_spec(name)?;
        players_in.push(Contestant::new(&spec.to_string(), limits));
    }
    let options = args.game.options()?;
    Ok(MatchPlan {
        game: args.game.name().to_string(),
        players: options.players,
        size: options.size,
        rules: options.rules,
        map: options.map,
        starts: args.starts.clone(),
        random_plies: args.random_plies,
        players_in,
        ply_cap: args.ply_cap,
        seed: args.seed,
    })
}

fn parse_limit(text: &str) -> anyhow::Result<melee_arena::Limits> {
    use melee_arena::Limits;
    if let Some(depth) = text.strip_prefix('d') {
        return Ok(Limits::depth(depth.parse()?));
    }
    if let Ok(nodes) = text.parse::<u64>() {
        if nodes == 0 {
            bail!("no nodes");
        }
        return Ok(Limits::nodes(nodes));
    }
    let time = crate::numbers::parse_duration(text);
    time.map(Limits::time).map_err(|e| anyhow::anyhow!("{e}"))
}

/// By how much the first algorithm's share is above the second's in each whole block.
fn block_differences(open: &OpenMatch, games: &[PlayedGame]) -> Vec<f64> {
    let shares = |algorithm| block_shares(games, open.block_len(), algorithm);
    let both = shares(0).into_iter().zip(shares(1));
    both.map(|(first, second)| first - second).collect()
}

fn progress_line(standings: &Standings, games: u64, seconds: f64) -> String {
    let mut line = format!("{}/{games} games", standings.games);
    for algorithm in &standings.algorithms {
        let _ = write!(
            line,
            ", {} {:.1} %",
            algorithm.name,
            100.0 * algorithm.share
        );
    }
    let minutes = (seconds / 60.0).max(0.0);
    let _ = write!(line, ", {minutes:.1} min left");
    line
}

fn verdict_text(verdict: Decision) -> &'static str {
    match verdict {
        Decision::Better => "yes",
        Decision::NotBetter => "no",
        Decision::Continue => "not known yet",
    }
}

/// Rounded, and never a zero with a minus.
fn whole(value: f64) -> f64 {
    value.round() + 0.0
}

pub(super) fn as_text(
    standings: &Standings,
    verdict: Option<Decision>,
    names: &[String],
) -> String {
    let width = names.iter().map(String::len).max().unwrap_or(0);
    let mut text = String::new();
    for a in &standings.algorithms {
        let [wins, draws, losses] = a.wins_draws_losses;
        let _ = write!(
            text,
            "{:<width$}  {:>8.2} points  {:>5.1} % ({:.1}-{:.1})  +{wins} ={draws} -{losses}  depth {:.1}",
            a.name,
            a.points,
            100.0 * a.share,
            100.0 * a.low,
            100.0 * a.high,
            a.mean_depth,
        );
        if let Some(rating) = a.rating {
            let _ = write!(
                text,
                "  rating {:+.0} ({:+.0} to {:+.0})",
                whole(rating.value),
                whole(rating.low),
                whole(rating.high)
            );
        }
        text.push('\n');
    }
    let seats: Vec<String> = standings
        .seats
        .iter()
        .map(|s| format!("{:.1} %", 100.0 * s))
        .collect();
    let _ = writeln!(
        text,
        "{} games, {} whole blocks, mean length {:.1} plies; seats {}",
        standings.games,
        standings.blocks,
        standings.mean_plies,
        seats.join(", ")
    );
    for (count, what) in [
        (standings.duplicates, "played before, move for move"),
        (standings.capped, "shared at the cap on plies"),
        (standings.failed, "could not be played on and do not count"),
    ] {
        if count > 0 {
            let _ = writeln!(text, "{count} games {what}");
        }
    }
    if let Some(verdict) = verdict {
        let _ = writeln!(
            text,
            "the first is {} than the second by that much",
            verdict_text(verdict)
        );
    }
    text
}

fn as_json(
    open: &OpenMatch,
    standings: &Standings,
    verdict: Option<Decision>,
    rates: Option<&[Rate]>,
) -> Value {
    let mut value = serde_json::to_value(standings).unwrap_or_default();
    for (i, rate) in rates.unwrap_or_default().iter().enumerate() {
        value["algorithms"][i]["perfect"] =
            json!({"moves": rate.moves, "perfect": rate.perfect, "rate": rate.share()});
    }
    if let Value::Object(map) = &mut value {
        map.insert("game".into(), json!(open.table.game()));
        map.insert("verdict".into(), json!(verdict.map(verdict_text)));
    }
    value
}

/// One line a game.
fn csv(names: &[String], games: &[PlayedGame]) -> String {
    let quote = |text: &str| format!("\"{}\"", text.replace('"', "\"\""));
    let mut text = "number,block,seating,start,points,ranks,ending,plies,moves\n".to_string();
    for game in games {
        let list = |items: Vec<String>| quote(&items.join(" | "));
        let seating = game.seating.iter().map(|&a| names[a].clone()).collect();
        let points = game.points.iter().map(ToString::to_string).collect();
        let ranks = game.ranks.iter().map(ToString::to_string).collect();
        let _ = writeln!(
            text,
            "{},{},{},{},{},{},{:?},{},{}",
            game.number,
            game.block,
            list(seating),
            quote(game.start.as_deref().unwrap_or_default()),
            list(points),
            list(ranks),
            game.ending,
            game.moves.len(),
            quote(&game.moves.join(" ")),
        );
    }
    text
}
