//! The node signature of every algorithm.
//!
//! These numbers are Melee's own: they guard against changes that nobody meant. A commit that
//! means to change how a search walks the tree runs
//! `cargo run --release -- bench --signatures --json` and says in its message what it changed.

use crate::json;

#[test]
fn no_search_has_changed_its_tree() {
    let bench = json(&["bench", "--signatures", "--json"]);
    let measured: Vec<String> = bench["signatures"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|s| {
            format!(
                "{} {} depth {}: {}",
                s["game"].as_str().expect("a name"),
                s["algorithm"].as_str().expect("a name"),
                s["depth"],
                s["nodes"]
            )
        })
        .collect();
    let known: Vec<&str> = include_str!("signatures.txt").lines().collect();
    assert_eq!(measured, known);
}
