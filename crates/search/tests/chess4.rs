//! Searches of four-player chess: the lazy evaluation.

use melee_core::{Game, Knowledge, seeded_rng};
use melee_games::chess4::{Chess4, Chess4Knowledge, State};
use melee_search::{Engine, Limits, Report, Spec, Watch};

/// Positions from random games.
fn positions(count: usize) -> Vec<State> {
    let game = Chess4::default();
    let mut rng = seeded_rng(12);
    let (mut state, mut found) = (game.initial(), Vec::new());
    while found.len() < count {
        for _ in 0..9 {
            let mv = game.random_move(&state, &mut Vec::new(), &mut rng);
            game.play(&mut state, mv);
            if game.outcome(&state).is_some() {
                state = game.initial();
            }
        }
        found.push(state);
    }
    found
}

fn search(evaluation: &str, state: &State, spec: &str) -> Report<<Chess4 as Game>::Move> {
    let game = Chess4::default();
    let knowledge = Chess4Knowledge::named(&game, Some(evaluation), None).expect("known");
    let spec: Spec = spec.parse().unwrap_or_else(|e| panic!("{e}"));
    let mut engine = Engine::with_knowledge(&spec, &game, knowledge, 0).expect("fits");
    let (limits, watch) = (Limits::depth(3), Watch::nothing());
    engine
        .search(&game, state, limits, watch, &mut |_| {})
        .expect("not over")
}

/// With a margin that bounds what is left out, nothing changes; with the thesis's margin of a pawn
/// it may, and how often is printed.
#[test]
fn a_lazy_evaluation_that_bounds_changes_nothing() {
    let long = std::env::var_os("MELEE_LONG_TESTS").is_some();
    let positions = positions(if long { 200 } else { 40 });
    let (mut searches, mut changed) = (0, 0);
    for state in &positions {
        for spec in ["paranoid", "brs", "brs+"] {
            let full = search("esser", state, spec);
            let bounded = search("bound:15", state, spec);
            assert_eq!(
                (bounded.value, bounded.best),
                (full.value, full.best),
                "{spec}: {state:?}"
            );
            let lazy = search("lazy:1", state, spec);
            searches += 1;
            changed += usize::from((lazy.value, lazy.best) != (full.value, full.best));
        }
    }
    println!("a margin of a pawn changed {changed} of {searches} searches to depth 3");
}
