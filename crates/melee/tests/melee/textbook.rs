//! Every policy and max^n, pruned or not, equal the textbook on the games of the literature: with silent skipping, players who
//! return, several colours of one player, results by rank.

use std::sync::Arc;

use melee::core::PlayableGame;
use melee::games::{Blokus, ChineseCheckers, Focus, Rolit};
use melee::{GameOptions, Limits, Registry, Spec, Watch};
use melee_testkit::positions::random_positions;
use melee_testkit::textbook::{self, MAXN_OPTIONS, OPPONENT_PRUNING, POLICIES, Shared};
use melee_testkit::usual_or_long;

const OPTIONS: [&str; 4] = [
    "",
    ":frontier=on,tt=deep/64KiB,cut=equal,killers=2,scout=on",
    ":killers=2,history=relative",
    ":tt=two-deep/8KiB,cut=equal,killers=1,history=plain,deepen=on,aspiration=500",
];

/// Compares at some positions after up to `plies` random moves, those with few moves only: the textbook prunes
/// nothing.
fn agrees<G: PlayableGame>(options: &GameOptions, plies: u32, depth: u32, most_moves: usize) {
    let game = Arc::new(G::with_options(options).unwrap_or_else(|e| panic!("{e}")));
    let knowledge = game.knowledge(None, None).expect("a game has the knowledge it names first");
    let info = Registry::standard().game(G::NAME).expect("registered");
    let search = |spec: &str, state: &G::State, depth| {
        let engine = info.typed_engine(&Spec::from(spec), game.clone(), 0);
        let report = engine.and_then(|mut e| e.search(state, Limits::depth(depth), Watch::new(), &mut |_| {}));
        report.unwrap_or_else(|e| panic!("{spec}: {e}"))
    };
    let mut buffer = Vec::new();
    let mut few = |state: &G::State| game.count_moves(state, &mut buffer) <= most_moves;
    let positions = random_positions(game.as_ref(), 3, plies as usize + 1, plies).into_iter().filter(|s| few(s));
    // The last ones, where most has happened.
    let positions: Vec<G::State> = positions.collect();
    let count = usual_or_long(3, 30);
    assert!(positions.len() >= count.min(3), "{}: only {} positions", G::NAME, positions.len());
    for state in positions.iter().rev().step_by(2).take(count) {
        for depth in 1..=depth {
            for (name, searchers, rest) in POLICIES {
                let value = textbook::best_reply(game.as_ref(), &knowledge, state, depth, searchers, rest);
                for option in OPTIONS {
                    let found = search(&format!("{name}{option}"), state, depth).value;
                    assert_eq!(found, value, "{name}{option}, depth {depth}, {state:?}");
                }
            }
            for (name, searchers, widths) in OPPONENT_PRUNING {
                let value = textbook::opponent_pruning(game.as_ref(), &knowledge, state, depth, searchers, widths);
                for option in OPTIONS {
                    let found = search(&format!("{name}{option}"), state, depth).value;
                    assert_eq!(found, value, "{name}{option}, depth {depth}, {state:?}");
                }
            }
            let vector = textbook::maxn(game.as_ref(), &knowledge, state, depth);
            for option in MAXN_OPTIONS {
                let values = search(&format!("maxn{option}"), state, depth).values.expect("max^n knows all");
                assert_eq!(values.as_slice(), vector, "maxn{option}, depth {depth}, {state:?}");
            }
            let shares = textbook::shares(&textbook::maxn(game.as_ref(), &Shared(&knowledge), state, depth));
            for prune in ["off", "on", "speculative"] {
                let spec = format!("maxn:scores=share,prune={prune}");
                let values = search(&spec, state, depth).values.expect("max^n knows all");
                assert_eq!(values.as_slice(), shares, "{spec}, depth {depth}, {state:?}");
            }
        }
    }
}

fn players(count: usize) -> GameOptions {
    GameOptions::default().for_players(count)
}

#[test]
fn rolit_is_searched_by_the_book() {
    for count in 2..=4 {
        agrees::<Rolit>(&players(count).with("size", "4x4"), 8, 4, 10);
        agrees::<Rolit>(&players(count), 40, 2, 12);
    }
}

#[test]
fn focus_is_searched_by_the_book() {
    for count in 2..=4 {
        agrees::<Focus>(&players(count), 60, 2, 40);
    }
}

#[test]
fn chinese_checkers_is_searched_by_the_book() {
    for count in [2, 3, 4, 6] {
        agrees::<ChineseCheckers>(&players(count), 60, 2, 40);
    }
}

#[test]
fn blokus_is_searched_by_the_book() {
    agrees::<Blokus>(&GameOptions { start: Some("duo".into()), ..GameOptions::default() }, 30, 2, 40);
    for count in [2, 3, 4] {
        agrees::<Blokus>(&players(count), 60, 2, 30);
    }
}
