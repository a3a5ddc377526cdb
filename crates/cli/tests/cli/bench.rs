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

/// A search that remembers and reduces nothing sees every leaf that the proof needs.
#[test]
fn no_bare_search_is_below_the_floor() {
    let bench = json(&["bench", "rolit", "--floors", "--json"]);
    let floors = bench["floors"].as_array().expect("a list");
    let mut bare = 0;
    for found in floors {
        let (leaves, floor) = (found["leaves"].as_u64().expect("a number"), found["floor"].as_u64().expect("a number"));
        assert!(floor > 0, "{found}");
        if !found["algorithm"].as_str().expect("a name").contains(':') {
            assert!(leaves >= floor, "{found}");
            bare += 1;
        }
    }
    assert!(bare >= 3, "{bench}");
}
