//! Asks three algorithms about one position.
//!
//! `cargo run --release -p melee --example call_a_search`

use melee::{Error, Limits};

fn main() -> Result<(), Error> {
    let position = melee::open("connect4")?.position("44453")?;
    for spec in ["minimax", "alphabeta", "mtd(f)"] {
        let report = position.search(spec, Limits::depth(7))?;
        println!("{spec:<10} plays {}  value {:+}  {} nodes", report.best().mv, report.value, report.counts.nodes);
    }
    Ok(())
}
