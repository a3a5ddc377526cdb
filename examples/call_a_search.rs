//! Asks three algorithms about one position.
//!
//! `cargo run --release -p melee-arena --example call_a_search`

use melee_arena::{GameOptions, Limits, Watch, open};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let table = open("connect4", &GameOptions::default())?;
    let position = table.position(Some("44453"), None, &[])?;
    for spec in ["minimax", "alphabeta", "mtd(f)"] {
        let mut thinker = table.thinker(&spec.parse()?, 0)?;
        let limits = Limits::depth(7);
        let report = thinker.think(position.as_ref(), limits, Watch::nothing(), &mut |_| {})?;
        println!(
            "{spec:<10} plays {}  value {:+}  {} nodes",
            report.best_move, report.value, report.counts.nodes
        );
    }
    Ok(())
}
