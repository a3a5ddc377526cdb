//! What an algorithm needs, and how deep it gets, on the 125 positions of the node tables.
//!
//! `cargo run --release -p melee-lab --example billabong_nodes -- "brs+:best" 9`
//!
//! Prints the mean nodes to every depth, then (unless a third argument says `nodes`) the mean depth completed in the node budgets of
//! Gras 2012, Table 5.11. A search that ends with a proven result stops at a small depth; those are
//! counted apart.

use melee::core::value::plies_to_end;
use melee::{Limits, Report, Spec, Task};
use melee_lab::{Phase, self_play_position};

const BUDGETS: [(u32, u64); 5] = [(5, 4_700), (6, 23_139), (7, 75_470), (8, 169_600), (9, 507_387)];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let spec: Spec = args.first().map_or("brs+:best", String::as_str).into();
    let depth: u32 = args.get(1).map_or(Ok(9), |d| d.parse())?;
    let game = melee::open("billabong")?;
    let mut positions = Vec::new();
    for number in 0..125 {
        let text = self_play_position(4, number, 1, Phase::Race)?;
        positions.push(game.position_of_any(&text)?);
    }
    let mut nodes = vec![0; depth as usize + 1];
    for position in &positions {
        let mut done = 0;
        let mut on_report = |report: &Report| {
            nodes[report.depth as usize] += report.counts.nodes;
            done = report.depth as usize;
        };
        let limits = Limits { deepen: true, ..Limits::depth(depth) };
        let report = position.search(&spec, Task::new(limits).on_report(&mut on_report))?;
        for later in &mut nodes[done + 1..] {
            *later += report.counts.nodes;
        }
    }
    for (depth, nodes) in nodes.iter().enumerate().skip(1) {
        println!("depth {depth}: {:.0} nodes", *nodes as f64 / positions.len() as f64);
    }
    if args.get(2).is_some_and(|a| a == "nodes") {
        return Ok(());
    }
    for (thesis, budget) in BUDGETS {
        let (mut depths, mut proven) = (Vec::new(), 0);
        for position in &positions {
            let report = position.search(&spec, Limits::nodes(budget))?;
            if plies_to_end(report.value).is_some() {
                proven += 1;
            } else {
                depths.push(f64::from(report.depth));
            }
        }
        let mean = depths.iter().sum::<f64>() / depths.len() as f64;
        println!("{budget} nodes: depth {mean:.2} ({thesis} in the thesis), {proven} proven apart");
    }
    Ok(())
}
