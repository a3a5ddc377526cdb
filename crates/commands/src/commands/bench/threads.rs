//! What several threads are worth: the time to a depth, and random games in a time, over twenty positions a game.
//!
//! Cores that share caches, memory or even arithmetic units are slower when all of them work. So it is measured as well what
//! the machine gives: as many searches as there are threads beside each other that have nothing to do with each other.

use std::thread;
use std::time::Duration;

use melee::core::BenchPlan;
use melee::{GameInfo, Limits, Position, Report};
use serde_json::{Value, json};

use super::open;
use crate::interrupt::Interrupt;
use crate::output::Progress;

/// Positions of each game, each searched so often with one thread and with several; the fastest counts.
const POSITIONS: u64 = 20;
const REPETITIONS: usize = 2;

/// How long random games are played.
const SAMPLE: Duration = Duration::from_millis(100);

/// To a depth that takes one thread less than this, several do not search faster: they have to be started.
const LEAST: Duration = Duration::from_millis(30);

/// A search that takes longer tells no more, and there are hundreds of them.
const MOST: Duration = Duration::from_millis(250);

/// Deeper than the plan says it is searched by so much at most.
const DEEPER: u32 = 6;

/// What was gained, as a mean of ratios.
pub(super) struct Gain {
    game: &'static str,
    work: String,
    positions: usize,
    /// Times as fast, or as many random games.
    factor: f64,
    /// As much more would be done in the same time if the threads had nothing to do with each other.
    possible: f64,
    /// Nodes of several threads for each of one.
    nodes: f64,
}

impl Gain {
    pub(super) fn text(&self) -> String {
        let Gain { game, work, positions, factor, possible, nodes } = self;
        format!(
            "{game:<16} {work:<44} {factor:>6.2} times ({possible:.2} apart), {nodes:.2} times the nodes, \
             {positions} positions\n"
        )
    }

    pub(super) fn json(&self) -> Value {
        let Gain { game, work, positions, factor, possible, nodes } = self;
        json!({
            "game": game, "work": work, "positions": positions,
            "factor": factor, "possible_factor": possible, "node_factor": nodes,
        })
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
    let sampled = std::iter::once(("mcts:playouts=1000000000", Limits::time(SAMPLE)));
    for (algorithm, limits) in by_depth.chain(sampled) {
        let limits = fitting(&positions, algorithm, limits)?;
        let (mut factors, mut possible, mut nodes) = (Vec::new(), Vec::new(), Vec::new());
        for position in positions.iter().filter(|position| position.to_move().is_some()) {
            if interrupt.flag().load(std::sync::atomic::Ordering::Relaxed) {
                return Ok(());
            }
            progress.show(&format!("{}: {algorithm} on {threads} threads", game.name));
            let paced = |report: Report| Paced { pace: pace(&report, limits), nodes: report.counts.nodes };
            let alone = fastest(|| Ok(paced(position.search(algorithm, limits)?)))?;
            let together = fastest(|| Ok(paced(position.search(algorithm, Limits { threads, ..limits })?)))?;
            let apart = fastest(|| slowest(beside(threads, position, algorithm, limits)?.map(paced)))?;
            factors.push(together.pace / alone.pace);
            possible.push(threads as f64 * apart.pace / alone.pace);
            nodes.push(together.nodes as f64 / alone.nodes as f64);
        }
        let work = match limits.depth {
            Some(depth) => format!("{algorithm} to depth {depth}"),
            None => "mcts, random games".to_owned(),
        };
        add(Gain {
            game: game.name,
            work,
            positions: factors.len(),
            factor: geometric_mean(&factors),
            possible: geometric_mean(&possible),
            nodes: geometric_mean(&nodes),
        });
    }
    Ok(())
}

/// A search that was timed.
struct Paced {
    pace: f64,
    nodes: u64,
}

/// How much is done a second: searches to a depth, or random games.
fn pace(report: &Report, limits: Limits) -> f64 {
    let work = if limits.depth.is_some() { 1.0 } else { report.counts.leaves as f64 };
    work / report.elapsed.as_secs_f64().max(1e-9)
}

/// The depth nearest to the planned one at which the first position takes long enough, and not too long.
fn fitting(positions: &[Position], algorithm: &str, limits: Limits) -> anyhow::Result<Limits> {
    let Some(planned) = limits.depth else {
        return Ok(limits);
    };
    let takes = |depth| anyhow::Ok(positions[0].search(algorithm, Limits::depth(depth))?.elapsed);
    let mut depth = planned;
    while depth > 1 && takes(depth)? > MOST {
        depth -= 1;
    }
    while depth < planned + DEEPER && takes(depth)? < LEAST {
        depth += 1;
    }
    Ok(Limits::depth(depth))
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

/// The same search so many times beside each other.
fn beside(
    count: usize,
    position: &Position,
    algorithm: &str,
    limits: Limits,
) -> anyhow::Result<impl Iterator<Item = Report>> {
    let reports: Vec<_> = thread::scope(|scope| {
        let searches: Vec<_> = (0..count).map(|_| scope.spawn(|| position.search(algorithm, limits))).collect();
        searches.into_iter().map(thread::ScopedJoinHandle::join).collect()
    });
    let searched = |report: thread::Result<Result<Report, melee::Error>>| {
        Ok(report.map_err(|_| anyhow::anyhow!("a search has panicked"))??)
    };
    let reports: Vec<Report> = reports.into_iter().map(searched).collect::<anyhow::Result<_>>()?;
    Ok(reports.into_iter())
}

fn slowest(searches: impl Iterator<Item = Paced>) -> anyhow::Result<Paced> {
    let slowest = searches.min_by(|a, b| a.pace.total_cmp(&b.pace));
    slowest.ok_or_else(|| anyhow::anyhow!("nothing was searched"))
}

/// The best of some: the machine's other work only ever adds time.
fn fastest(search: impl Fn() -> anyhow::Result<Paced>) -> anyhow::Result<Paced> {
    let mut best = search()?;
    for _ in 1..REPETITIONS {
        let again = search()?;
        if again.pace > best.pace {
            best = again;
        }
    }
    Ok(best)
}

fn geometric_mean(ratios: &[f64]) -> f64 {
    (ratios.iter().map(|ratio| ratio.ln()).sum::<f64>() / ratios.len().max(1) as f64).exp()
}
