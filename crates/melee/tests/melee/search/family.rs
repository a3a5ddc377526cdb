//! Tests of `tree::family`.

use std::sync::Arc;

use melee::search::tree::*;
use melee::search::{Algorithm, Engine};
use melee_testkit::tree::{TreeGame, TreeKnowledge};

fn policy(name: &str) -> String {
    let variants = AlphaBetaFamily.variants();
    let listed = variants.into_iter().find(|variant| variant.name == name);
    let settings = match listed {
        Some(variant) => variant.settings,
        None => AlphaBetaFamily.read_name(name).expect("a pattern").expect(name).1,
    };
    settings.policy.to_string()
}

#[test]
fn policies_by_name() {
    for (given, meant) in [
        ("alphabeta", "paranoid"),
        ("brs", "brs"),
        ("brs+", "brs+"),
        ("brs(1,0)", "brs"),
        ("brs(1,C-1)", "brs+"),
        ("brs(C-1,1)", "brs(C-1,1)"),
        ("brs(C-1,0)", "brs(C-1,0)"),
        ("brs(2, C-2)", "brs(2,C-2)"),
        ("brs(2,1)", "brs(2,C-2)"),
        ("brs(2,0)", "brs(2,0)"),
        ("brs(0,C)", "brs(0,C)"),
        ("brs(C,0)", "paranoid"),
    ] {
        assert_eq!(policy(given), meant, "{given}");
    }
    for bad in [
        "brs(1,255)",
        "brs(255,1)",
        "brs(1,7)",
        "brs(C,1)",
        "brs(C-1,2)",
        "brs(2,C-1)",
        "brs(x,0)",
        "brs(2",
        "brs(8,0)",
    ] {
        assert!(AlphaBetaFamily.read_name(bad).expect("a pattern").is_err(), "{bad}");
    }
}

/// `brs(2,2)` speaks of four opponents: with three it was taken for `brs(2,C-2)`.
#[test]
fn numbers_in_a_name_fit_the_players() {
    let refusal = |name: &str, players: usize| {
        let game = TreeGame::random(7, 3, 2, 10, players);
        let engine = Engine::with_knowledge(&name.into(), Arc::new(game), TreeKnowledge::default(), 0);
        engine.err().map(|error| error.to_string())
    };
    for (name, players) in [("brs(2,1)", 4), ("brs(2,2)", 5), ("brs(1,1)", 3), ("brs(2,C-2)", 3), ("brs(2,0)", 3)] {
        assert_eq!(refusal(name, players), None, "{name}");
    }
    let expected = "brs(2,2) is for 5 players, the game has 4";
    assert_eq!(refusal("brs(2,2)", 4).as_deref(), Some(expected));
    assert!(refusal("brs(1,1)", 2).is_some() && refusal("brs(2,1)", 3).is_some());
}
