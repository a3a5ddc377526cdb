//! The game obeys the laws that Melee relies on, and every search plays it.

use melee::{GameOptions, Limits, Melee};
use melee_testkit::conformance::{Effort, check_game};
use own_game::{Isolation, NarrowSearch};

#[test]
fn isolation_obeys_all_laws() {
    check_game::<Isolation>(Effort { games: 20, ply_cap: Some(49), seed: 1 });
}

#[test]
fn every_search_plays_isolation_for_four() {
    let melee = Melee::empty().with_game::<Isolation>();
    let registry = melee.with_search(NarrowSearch).registry();
    let options = GameOptions::default().for_players(4).with("walk", "king");
    let game = registry.open("isolation", &options).expect("it is there");
    for algorithm in game.algorithms() {
        if algorithm.two_players || algorithm.name.contains("(s,m)") {
            continue;
        }
        let report = game.start().search(algorithm.name, Limits::nodes(200));
        let report = report.unwrap_or_else(|error| panic!("{}: {error}", algorithm.name));
        assert!(game.start().moves().contains(&report.best().mv));
    }
}

#[test]
fn a_wide_narrow_search_is_paranoid() {
    let melee = Melee::empty().with_game::<Isolation>();
    let registry = melee.with_search(NarrowSearch).registry();
    let options = GameOptions::default().for_players(3);
    let game = registry.open("isolation", &options).expect("it is there");
    for depth in 1..=3 {
        let value = |spec: &str| {
            let report = game.start().search(spec, Limits::depth(depth));
            report.expect("it searches").value
        };
        assert_eq!(value("narrow:width=1000"), value("paranoid"));
    }
}
