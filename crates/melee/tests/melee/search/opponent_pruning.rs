//! OPPS (Baier and Kaisers 2020) against its textbook, and its special cases.

use std::sync::Arc;

use melee::core::{Game, Searchers};
use melee::games::Uniform;
use melee::search::{Engine, Limits, Report, Watch};
use melee_testkit::textbook::{self, Widths};
use melee_testkit::tree::{TreeGame, TreeKnowledge};

use crate::searched::engine;

const ALL: usize = usize::MAX;

const POLICIES: [(&str, Searchers, usize, usize); 7] = [
    ("opps(1,2,1)", Searchers::Count(1), 2, 1),
    ("opps(1,3,2)", Searchers::Count(1), 3, 2),
    ("opps(2,2,1)", Searchers::Count(2), 2, 1),
    ("opps(0,3,2)", Searchers::Count(0), 3, 2),
    ("opps(1,inf,2)", Searchers::Count(1), ALL, 2),
    ("opps(C-1,3,1)", Searchers::AllButOne, 3, 1),
    ("opps(C,2,1)", Searchers::All, 2, 1),
];

const OPTIONS: [&str; 4] = [
    "",
    ":prune=off",
    ":tt=deep/64KiB,cut=equal,killers=2,scout=on",
    ":tt=two-deep/8KiB,cut=equal,killers=1,history=plain,deepen=on,aspiration=50",
];

fn search_tree(game: &TreeGame, spec: &str, depth: u32) -> Report<u16> {
    let engine = Engine::with_knowledge(&spec.into(), Arc::new(game.clone()), TreeKnowledge::default(), 0);
    let report = engine.and_then(|mut e| e.search(&game.initial(), Limits::depth(depth), Watch::new(), &mut |_| {}));
    report.unwrap_or_else(|e| panic!("{spec}: {e}"))
}

#[test]
fn opponent_pruning_equals_its_textbook_on_random_trees() {
    let mut differs_from_paranoid = 0;
    for seed in 0..60 {
        let players = 2 + seed as usize % 4;
        let game = TreeGame::random(seed, 6, 4, 50, players);
        let knowledge = TreeKnowledge::default();
        for depth in 1..=6 {
            let paranoid = search_tree(&game, "paranoid", depth).value;
            for (name, searchers, searching, others) in POLICIES {
                let widths = Widths { searching, others };
                let state = game.initial();
                let value = textbook::opponent_pruning(&game, &knowledge, &state, depth, searchers, widths);
                differs_from_paranoid += u32::from(value != paranoid);
                for option in OPTIONS {
                    let found = search_tree(&game, &format!("{name}{option}"), depth).value;
                    assert_eq!(found, value, "{name}{option}, {players} players, tree {seed}, depth {depth}");
                }
            }
        }
    }
    assert!(differs_from_paranoid > 100, "moves are left out: {differs_from_paranoid}");
}

/// BRS+, paranoid and every BRS(s, m) whose rest plays are opponent pruning with other numbers: the same values from the
/// same nodes. (Where the rest passes, nobody is pruned but skipped. With a table the keys of rounds differ, and so does
/// which of two positions with one place stays.)
#[test]
fn best_reply_search_and_paranoid_are_special_cases_to_the_node() {
    let same = [
        ("opps(1,inf,1)", "brs+"),
        ("opps(1,99,1)", "brs+"),
        ("opps(2,inf,1)", "brs(2,C-2)"),
        ("opps(C-1,inf,1)", "brs(C-1,1)"),
        ("opps(0,inf,1)", "brs(0,C)"),
        ("opps(0,5,3)", "brs(0,C):bmoms=3"),
        ("opps(C,inf,inf)", "paranoid"),
        ("opps(C,99,1)", "paranoid"),
        ("opps(1,inf,inf)", "paranoid"),
        ("opps(0,99,99)", "paranoid"),
    ];
    let both = |name: &str, options: &str| match name.split_once(':') {
        Some((name, own)) => format!("{name}:{own},{options}"),
        None => format!("{name}:{options}"),
    };
    for seed in 0..6 {
        for players in 2..=6 {
            let game = Uniform::new(players, 4, seed).expect("in range");
            for (opps, known) in same {
                for options in ["prune=on", "killers=2,history=relative,deepen=on,scout=on"] {
                    let [a, b] = [opps, known].map(|name| {
                        let spec = both(name, options);
                        let mut engine = engine(&game, &spec, 0);
                        let (limits, watch) = (Limits::depth(6), Watch::new());
                        engine.search(&game.initial(), limits, watch, &mut |_| {}).expect("not over")
                    });
                    let place = format!("{opps} and {known}, {options}, {players} players, seed {seed}");
                    assert_eq!((a.value, a.counts), (b.value, b.counts), "{place}");
                }
            }
        }
    }
}

#[test]
fn a_search_that_leaves_replies_out_proves_nothing() {
    // The opponent's second move refutes; with one reply it is not seen.
    let game = TreeGame::random(3, 4, 3, 9, 2);
    for spec in ["opps(1,1,1)", "paranoid:replies=1"] {
        assert_eq!(search_tree(&game, spec, 6).proven, None, "{spec}");
    }
    assert!(search_tree(&game, "paranoid", 6).proven.is_some(), "the same tree is proven by a whole search");
}
