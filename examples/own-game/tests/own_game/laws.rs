//! The game obeys the laws that Melee relies on, and every search plays it.

use melee::{GameOptions, Limits, Melee, Player};
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

/// As `melee learn card isolation` does: the network that comes with the game, from nothing and from one position to the next.
#[test]
fn the_network_says_the_same_from_nothing_and_from_one_position_to_the_next() {
    let registry = Melee::empty().with_game::<Isolation>().registry();
    let game = registry.open("isolation", &GameOptions::default()).expect("it is there");
    let run = |from_scratch| game.run_net("net", 3000, from_scratch).expect("a network for two queens");
    assert_eq!(run(true), run(false));
    let knight = registry.open("isolation", &GameOptions::default().with("walk", "knight")).expect("it is there");
    assert!(knight.run_net("net", 1, true).is_err(), "a network for another way to walk");
}

#[test]
fn a_turned_board_has_turned_inputs() {
    let registry = Melee::empty().with_game::<Isolation>().registry();
    let game = registry.open("isolation", &GameOptions::default()).expect("it is there");
    let symmetries = game.inputs().expect("inputs").symmetries;
    let active = |text: &str| game.position(text).expect("a position").active_inputs(Player::FIRST);
    // The second is the first in a mirror that exchanges left and right.
    let seen = active("....2../......./..##.../......./......./#1...../....... 1");
    let mirrored = active("..2..../......./...##../......./......./.....1#/....... 1");
    let mut moved: Vec<usize> = seen.iter().map(|&input| symmetries[0][input]).collect();
    moved.sort_unstable();
    assert_eq!(moved, mirrored);
}
