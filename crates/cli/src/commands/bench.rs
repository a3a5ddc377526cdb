//! `melee bench`: speeds, and a node signature per game and algorithm.
//!
//! A signature is the number of nodes over fixed positions at a fixed depth: a change of the code
//! leaves the searches as they were if, and only if, all signatures stay.

use std::time::Instant;

use melee_arena::{Limits, Table, Watch, open};
use serde_json::{Value, json};

use crate::numbers::{grouped, rate};
use crate::options::parse_spec;
use crate::output::Progress;
use crate::{Answer, output};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Only this game
    game: Option<String>,
    /// Only the node signatures, no times
    #[arg(long)]
    signatures: bool,
    /// One JSON object
    #[arg(long)]
    json: bool,
}

/// What is measured for one game.
struct Plan {
    game: &'static str,
    perft_depth: u32,
    playouts: u64,
    max_plies: u32,
    /// Algorithm and depth, from the start.
    searches: &'static [(&'static str, u32)],
    signature_positions: &'static [&'static str],
    /// Algorithm and depth, from each of those positions.
    signatures: &'static [(&'static str, u32)],
}

const PLANS: [Plan; 1] = [Plan {
    game: "connect4",
    perft_depth: 10,
    playouts: 1_000_000,
    max_plies: 64,
    searches: &[
        ("alphabeta", 12),
        ("pvs", 12),
        ("pvs:tt=two-deep/1MiB", 14),
        ("alphabeta:tt=two-deep/64MiB", 15),
        ("pvs:best", 16),
    ],
    signature_positions: &["", "4444", "444352223", "1234567"],
    signatures: &[
        ("random", 1),
        ("greedy", 1),
        ("minimax", 6),
        ("solve", 6),
        ("alphabeta", 9),
        ("alphabeta:tt=old/64KiB", 9),
        ("alphabeta:tt=new/64KiB", 9),
        ("alphabeta:tt=deep/64KiB", 9),
        ("alphabeta:tt=two-deep/64KiB", 9),
        ("alphabeta:killers=2", 9),
        ("alphabeta:history=plain", 9),
        ("alphabeta:history=butterfly", 9),
        ("alphabeta:history=relative", 9),
        ("alphabeta:deepen=on,aspiration=10", 9),
        ("alphabeta:quiescence=4", 8),
        ("scout", 9),
        ("pvs", 9),
        ("pvs:best", 10),
        ("sss", 8),
        ("idsss", 8),
        ("memsss", 8),
        ("memsss:memory=500", 7),
        ("mtd(+inf):tt=deep/1MiB", 9),
        ("mtd(-inf):tt=deep/1MiB", 9),
        ("mtd(f):tt=deep/1MiB", 9),
    ],
}];

struct Speed {
    game: &'static str,
    work: String,
    unit: &'static str,
    count: u64,
    seconds: f64,
}

struct Signature {
    game: &'static str,
    algorithm: &'static str,
    depth: u32,
    nodes: u64,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Answer> {
    let mut speeds = Vec::new();
    let mut signatures = Vec::new();
    if let Some(game) = &args.game {
        open(game, &melee_arena::GameOptions::default())?;
    }
    let wanted = |plan: &&Plan| args.game.as_deref().is_none_or(|game| game == plan.game);
    for plan in PLANS.iter().filter(wanted) {
        let table = open(plan.game, &melee_arena::GameOptions::default())?;
        if !args.signatures {
            speeds.extend(measure(plan, table.as_ref())?);
        }
        signatures.extend(sign(plan, table.as_ref())?);
    }
    if args.json {
        output::print_json(&as_json(&speeds, &signatures))?;
    } else {
        output::print(&as_text(&speeds, &signatures))?;
    }
    Ok(Answer::Yes)
}

fn measure(plan: &Plan, table: &dyn Table) -> anyhow::Result<Vec<Speed>> {
    let mut progress = Progress::new();
    let start = table.position(None, None, &[])?;
    let mut speeds = Vec::new();
    let mut add = |work: String, unit, run: &mut dyn FnMut() -> anyhow::Result<u64>| {
        progress.show(&format!("{}: {work}", plan.game));
        let (count, seconds) = best_of_three(run)?;
        speeds.push(Speed {
            game: plan.game,
            work,
            unit,
            count,
            seconds,
        });
        anyhow::Ok(())
    };
    let depth = plan.perft_depth;
    add(format!("perft {depth}"), "leaves", &mut || {
        Ok(start.perft(depth, &mut |_, _| {}))
    })?;
    add("random playouts".to_string(), "playouts", &mut || {
        start.playouts(plan.playouts, 1, plan.max_plies);
        Ok(plan.playouts)
    })?;
    for &(algorithm, depth) in plan.searches {
        let spec = parse_spec(algorithm)?;
        add(
            format!("{algorithm} to depth {depth}"),
            "nodes",
            &mut || {
                let mut thinker = table.thinker(&spec, 0)?;
                let limits = Limits::depth(depth);
                let report =
                    thinker.think(start.as_ref(), limits, Watch::nothing(), &mut |_| {})?;
                Ok(report.counts.nodes)
            },
        )?;
    }
    Ok(speeds)
}

/// The fastest of three runs: the machine's other work only ever adds time.
fn best_of_three(run: &mut dyn FnMut() -> anyhow::Result<u64>) -> anyhow::Result<(u64, f64)> {
    let mut best = f64::INFINITY;
    let mut count = 0;
    for _ in 0..3 {
        let start = Instant::now();
        count = run()?;
        best = best.min(start.elapsed().as_secs_f64());
    }
    Ok((count, best))
}

fn sign(plan: &Plan, table: &dyn Table) -> anyhow::Result<Vec<Signature>> {
    let mut progress = Progress::new();
    let mut signatures = Vec::new();
    for &(algorithm, depth) in plan.signatures {
        progress.show(&format!("{}: signature of {algorithm}", plan.game));
        let spec = parse_spec(algorithm)?;
        let mut nodes = 0;
        for text in plan.signature_positions {
            let position = table.position(Some(text), None, &[])?;
            let mut thinker = table.thinker(&spec, 0)?;
            let limits = Limits::depth(depth);
            let report = thinker.think(position.as_ref(), limits, Watch::nothing(), &mut |_| {})?;
            nodes += report.counts.nodes;
        }
        signatures.push(Signature {
            game: plan.game,
            algorithm,
            depth,
            nodes,
        });
    }
    Ok(signatures)
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
            "{:<10} {:<44} {:>15} {:<8} {:>8.3} s  {:>12}\n",
            s.game,
            s.work,
            grouped(s.count),
            s.unit,
            s.seconds,
            rate(s.count, s.seconds)
        );
    }
    if !speeds.is_empty() {
        out.push('\n');
    }
    for s in signatures {
        let work = format!("{} depth {}", s.algorithm, s.depth);
        out += &format!("{:<10} {work:<44} {:>15} nodes\n", s.game, grouped(s.nodes));
    }
    out
}
