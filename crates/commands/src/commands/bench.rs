//! `melee bench`: speeds, and a node signature per game and algorithm.
//!
//! A signature is the number of nodes over fixed positions at a fixed depth: a change of the code
//! leaves the searches as they were if, and only if, all signatures stay.

mod floors;
mod page;
mod solver;
mod threads;
mod time;

use std::path::PathBuf;

use anyhow::bail;
use melee::core::BenchPlan;
use melee::{GameInfo, GameOptions, Limits, Position, Registry};
use serde_json::{Value, json};

use self::floors::FloorRatio;
use self::threads::Gain;
use self::time::Time;
use crate::interrupt::Interrupt;
use crate::numbers::{grouped, parse_search_threads, rate};
use crate::output::Progress;
use crate::{Answer, output};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Only this game
    game: Option<String>,
    /// Only the node signatures, no times
    #[arg(long)]
    signatures: bool,
    /// Instead: what so many threads are worth, over 20 positions a game; on a machine that does nothing else
    #[arg(long, value_name = "N", conflicts_with = "signatures", value_parser = parse_search_threads)]
    threads: Option<usize>,
    /// Instead: how many times as many leaves each search sees as the smallest tree has that proves the same value, in trees
    /// that are small enough to be walked whole
    #[arg(long, conflicts_with_all = ["signatures", "threads"])]
    floors: bool,
    /// Write the speeds into this page too, as a table between the marks that are there for it
    #[arg(long, value_name = "FILE", conflicts_with_all = ["signatures", "threads", "floors"])]
    page: Option<PathBuf>,
    /// The speeds that an earlier --json has printed, instead of measuring
    #[arg(long, value_name = "FILE", requires = "page", conflicts_with_all = ["game", "json"])]
    from: Option<PathBuf>,
    /// One JSON object
    #[arg(long)]
    json: bool,
}

struct Speed {
    game: &'static str,
    work: String,
    unit: &'static str,
    count: u64,
    seconds: f64,
}

impl Speed {
    /// How many a second; for what takes long, how long each.
    fn pace(&self) -> String {
        match (self.unit, 1e3 * self.seconds / self.count as f64) {
            ("solved", ms) if ms < 1e3 => format!("{ms:.3} ms each"),
            ("solved", ms) => format!("{:.2} s each", ms / 1e3),
            _ => rate(self.count, self.seconds),
        }
    }
}

struct Signature {
    game: &'static str,
    algorithm: &'static str,
    depth: u32,
    nodes: u64,
}

/// What was measured so far.
struct Results<'a> {
    speeds: Vec<Speed>,
    signatures: Vec<Signature>,
    gains: Vec<Gain>,
    floors: Vec<FloorRatio>,
    json: bool,
    interrupt: &'a Interrupt,
}

impl Results<'_> {
    fn add_speed(&mut self, speed: Speed) {
        self.speeds.push(speed);
        self.interrupt.remember(self.tell());
    }

    fn add_signature(&mut self, signature: Signature) {
        self.signatures.push(signature);
        self.interrupt.remember(self.tell());
    }

    fn add_gain(&mut self, gain: Gain) {
        self.gains.push(gain);
        self.interrupt.remember(self.tell());
    }

    fn add_floor(&mut self, floor: FloorRatio) {
        self.floors.push(floor);
        self.interrupt.remember(self.tell());
    }

    fn tell(&self) -> String {
        let (gains, floors) = (self.gains.iter(), self.floors.iter());
        if self.json {
            let mut json = as_json(&self.speeds, &self.signatures);
            if !self.gains.is_empty() {
                json["gains"] = gains.map(Gain::json).collect();
            }
            if !self.floors.is_empty() {
                json["floors"] = floors.map(FloorRatio::json).collect();
            }
            format!("{json}\n")
        } else {
            as_text(&self.speeds, &self.signatures)
                + &gains.map(Gain::text).chain(floors.map(FloorRatio::text)).collect::<String>()
        }
    }
}

pub(crate) fn run(args: &Args, registry: &Registry, interrupt: &Interrupt) -> anyhow::Result<Answer> {
    if let (Some(page), Some(file)) = (&args.page, &args.from) {
        page::write(page, &page::read(file)?)?;
        return Ok(Answer::Yes);
    }
    let mut results = Results {
        speeds: Vec::new(),
        signatures: Vec::new(),
        gains: Vec::new(),
        floors: Vec::new(),
        json: args.json,
        interrupt,
    };
    interrupt.remember(results.tell());
    interrupt.advise("what was measured; name a game to measure only that".to_string());
    let games = match &args.game {
        Some(name) => std::slice::from_ref(registry.game(name)?),
        None => registry.games(),
    };
    if let ([game], Some(_)) = (games, &args.game)
        && game.description.benches.is_empty()
    {
        bail!("{}: its description has no benches", game.name);
    }
    for game in games {
        for plan in game.description.benches {
            if let Some(threads) = args.threads {
                threads::measure(game, plan, threads, interrupt, &mut |gain| results.add_gain(gain))?;
                continue;
            }
            if args.floors {
                floors::measure(game, plan, interrupt, &mut |floor| results.add_floor(floor))?;
                continue;
            }
            if !args.signatures {
                measure(game, plan, &mut results)?;
            }
            sign(game, plan, &mut results)?;
        }
        if game.name == solver::GAME && args.threads.is_none() && !args.floors {
            if !args.signatures {
                solver::measure(&mut results)?;
            }
            results.add_signature(solver::sign()?);
        }
    }
    interrupt.settle();
    if let Some(page) = &args.page {
        page::write(page, &as_json(&results.speeds, &results.signatures))?;
    }
    output::print(&results.tell())?;
    Ok(Answer::Yes)
}

/// A position of a game with the parameters that its text has.
fn open(game: &GameInfo, text: &str) -> Result<Position, melee::Error> {
    game.open(&GameOptions::default().at(text))?.opening()
}

fn measure(game: &GameInfo, plan: &BenchPlan, results: &mut Results) -> anyhow::Result<()> {
    let mut progress = Progress::new();
    let mut start = open(game, plan.position)?;
    let opened = start.game();
    let mut random = opened.seeded_engine("random", 1)?;
    for _ in 0..plan.random_plies {
        random.take_turn(&mut start, Limits::NONE)?;
    }
    let on_start = match plan.random_plies {
        0 => String::new(),
        // Named starts are told, whole boards are not.
        plies if plan.position.len() < 20 => format!(", {} after {plies} plies", plan.position),
        plies => format!(", after {plies} plies"),
    };
    let mut add = |work: String, unit, run: &mut dyn FnMut() -> anyhow::Result<u64>| {
        let work = work + &on_start;
        progress.show(&format!("{}: {work}", game.name));
        let (count, seconds) = best_of_three(run)?;
        results.add_speed(Speed { game: game.name, work, unit, count, seconds });
        anyhow::Ok(())
    };
    let depth = plan.perft_depth;
    add(format!("perft {depth}"), "leaves", &mut || Ok(start.perft(depth)))?;
    add("random playouts".to_string(), "playouts", &mut || {
        start.playouts(plan.playouts, 1, plan.max_plies);
        Ok(plan.playouts)
    })?;
    let simulations = plan.playouts.clamp(MOST_SIMULATIONS / 20, MOST_SIMULATIONS);
    add("mcts".to_string(), "simulations", &mut || {
        let report = start.search(&*format!("mcts:playouts={simulations}"), Limits::NONE)?;
        Ok(report.counts.leaves)
    })?;
    for &(algorithm, depth) in plan.searches {
        let work = format!("{algorithm} to depth {depth}");
        add(work, "nodes", &mut || {
            let report = start.search(algorithm, Limits::depth(depth))?;
            Ok(report.counts.nodes)
        })?;
    }
    Ok(())
}

/// More simulations of a Monte-Carlo tree search than this are not timed.
const MOST_SIMULATIONS: u64 = 10_000;

/// The fastest of three runs: the machine's other work only ever adds time.
fn best_of_three(run: &mut dyn FnMut() -> anyhow::Result<u64>) -> anyhow::Result<(u64, f64)> {
    let mut best = f64::INFINITY;
    let mut count = 0;
    for _ in 0..3 {
        let start = Time::now(1);
        count = run()?;
        best = best.min(start.elapsed());
    }
    Ok((count, best))
}

fn sign(game: &GameInfo, plan: &BenchPlan, results: &mut Results) -> anyhow::Result<()> {
    let mut progress = Progress::new();
    for &(algorithm, depth) in plan.signatures {
        progress.show(&format!("{}: signature of {algorithm}", game.name));
        let mut nodes = 0;
        for text in plan.signature_positions {
            let report = open(game, text)?.search(algorithm, Limits::depth(depth))?;
            nodes += report.counts.nodes;
        }
        results.add_signature(Signature { game: game.name, algorithm, depth, nodes });
    }
    Ok(())
}

fn as_json(speeds: &[Speed], signatures: &[Signature]) -> Value {
    let speeds: Vec<Value> = speeds
        .iter()
        .map(|s| {
            json!({
                "game": s.game,
                "work": s.work,
                "unit": s.unit,
                "count": s.count,
                "seconds": s.seconds,
                "per_second": s.count as f64 / s.seconds,
            })
        })
        .collect();
    let signatures: Vec<Value> = signatures
        .iter()
        .map(|s| {
            json!({
                "game": s.game,
                "algorithm": s.algorithm,
                "depth": s.depth,
                "nodes": s.nodes,
            })
        })
        .collect();
    json!({"speeds": speeds, "signatures": signatures})
}

fn as_text(speeds: &[Speed], signatures: &[Signature]) -> String {
    let mut out = String::new();
    for s in speeds {
        out += &format!(
            "{:<16} {:<44} {:>15} {:<8} {:>8.3} s  {:>13}\n",
            s.game,
            s.work,
            grouped(s.count),
            s.unit,
            s.seconds,
            s.pace()
        );
    }
    if !speeds.is_empty() {
        out.push('\n');
    }
    for s in signatures {
        let work = format!("{} depth {}", s.algorithm, s.depth);
        out += &format!("{:<16} {work:<44} {:>15} nodes\n", s.game, grouped(s.nodes));
    }
    out
}
