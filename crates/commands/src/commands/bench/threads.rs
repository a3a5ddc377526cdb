//! What several threads are worth: the time to a depth, and random games in a time, over twenty positions a game.

use std::time::Duration;

use melee::core::BenchPlan;
use melee::{GameInfo, Limits, Position, Report};
use serde_json::{Value, json};

use super::open;
use crate::interrupt::Interrupt;
use crate::output::Progress;

/// Positions of each game, each searched so often with one thread and with several; the fastest counts.
const POSITIONS: u64 = 20;
const REPETITIONS: usize = 3;

/// How long random games are played.
const SAMPLE: Duration = Duration::from_millis(250);

/// What was gained, as a mean of ratios.
pub(super) struct Gain {
    game: &'static str,
    work: String,
    positions: usize,
    /// Times as fast, or as many random games.
    factor: f64,
    /// Nodes of several threads for each of one.
    nodes: f64,
}

impl Gain {
    pub(super) fn text(&self) -> String {
        let Gain { game, work, positions, factor, nodes } = self;
        format!("{game:<16} {work:<44} {factor:>6.2} times, {nodes:.2} times the nodes, {positions} positions\n")
    }

    pub(super) fn json(&self) -> Value {
        let Gain { game, work, positions, factor, nodes } = self;
        json!({"game": game, "work": work, "positions": positions, "factor": factor, "node_factor": nodes})
    }
}

/// Measures the searches of a game's plan, and random games.
pub(super) fn measure(
    game: &GameInfo,
    plan: &BenchPlan,
    threads: usize,
    interrupt: &Interrupt,
    add: &mut dyn FnMut(Gain),
) -> anyhow::Result<()> {
    let mut progress = Progress::new();
    let start = open(game, plan.position)?;
    let positions = (1..=POSITIONS).map(|seed| after_random_plies(&start, plan.random_plies.max(4), seed));
    let positions = positions.collect::<Result<Vec<_>, melee::Error>>()?;
    let by_depth = plan.searches.iter().map(|&(algorithm, depth)| (algorithm, Limits::depth(depth)));
    let sampled = std::iter::once(("mcts", Limits::time(SAMPLE)));
    for (algorithm, limits) in by_depth.chain(sampled) {
        let (mut factors, mut nodes) = (Vec::new(), Vec::new());
        for position in positions.iter().filter(|position| position.to_move().is_some()) {
            if interrupt.flag().load(std::sync::atomic::Ordering::Relaxed) {
                return Ok(());
            }
            progress.show(&format!("{}: {algorithm} on {threads} threads", game.name));
            let alone = fastest(position, algorithm, limits)?;
            let together = fastest(position, algorithm, Limits { threads, ..limits })?;
            let pace = |report: &Report| match limits.time {
                Some(_) => report.counts.leaves as f64 / report.elapsed.as_secs_f64(),
                None => 1.0 / report.elapsed.as_secs_f64().max(1e-9),
            };
            factors.push(pace(&together) / pace(&alone));
            nodes.push(together.counts.nodes as f64 / alone.counts.nodes as f64);
        }
        let work = match limits.depth {
            Some(depth) => format!("{algorithm} to depth {depth}"),
            None => format!("{algorithm}, random games"),
        };
        let positions = factors.len();
        add(Gain { game: game.name, work, positions, factor: geometric_mean(&factors), nodes: geometric_mean(&nodes) });
    }
    Ok(())
}

fn after_random_plies(start: &Position, plies: u32, seed: u64) -> Result<Position, melee::Error> {
    let mut position = start.clone();
    let mut random = position.game().seeded_engine("random", seed)?;
    for _ in 0..plies {
        if position.to_move().is_none() {
            break;
        }
        random.take_turn(&mut position, Limits::NONE)?;
    }
    Ok(position)
}

/// The machine's other work only ever adds time.
fn fastest(position: &Position, algorithm: &str, limits: Limits) -> anyhow::Result<Report> {
    let mut best: Option<Report> = None;
    for _ in 0..REPETITIONS {
        let report = position.search(algorithm, limits)?;
        let is_faster = |best: &Report| match limits.time {
            Some(_) => report.counts.leaves > best.counts.leaves,
            None => report.elapsed < best.elapsed,
        };
        if best.as_ref().is_none_or(is_faster) {
            best = Some(report);
        }
    }
    best.ok_or_else(|| anyhow::anyhow!("nothing was searched"))
}

fn geometric_mean(ratios: &[f64]) -> f64 {
    (ratios.iter().map(|ratio| ratio.ln()).sum::<f64>() / ratios.len().max(1) as f64).exp()
}
