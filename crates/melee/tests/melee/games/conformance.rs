//! Games obey the laws on more boards, and in more random games, than those that all games are checked with.

use melee::games::{Abalone, Billabong, Chess4, Connect4, Uniform};
use melee_testkit::conformance::{Effort, check};
use melee_testkit::{knowledge, usual_or_long};

#[test]
fn connect4_on_every_kind_of_board() {
    for (width, height) in [(7, 6), (8, 8), (4, 4), (1, 8), (8, 1), (5, 4)] {
        let game = Connect4::new(width, height).expect("fits");
        let effort = Effort { games: 30, ply_cap: Some(64), seed: 1 };
        check(&game, effort);
    }
}

#[test]
fn billabong_for_two_to_four_players() {
    for players in 2..=4 {
        let game = Billabong::new(players).expect("in range");
        // Random play does not finish within thousands of plies.
        let effort = Effort { games: usual_or_long(2, 8), ply_cap: None, seed: 2 };
        check(&game, effort);
    }
}

#[test]
fn chess_for_four() {
    for game in [Chess4::default(), Chess4::modern()] {
        // Fifty quiet rounds end every game, but that may take thousands of plies.
        let effort = Effort { games: usual_or_long(2, 12), ply_cap: None, seed: 5 };
        check(&game, effort);
    }
}

#[test]
fn evaluations_and_orderings() {
    knowledge::check(&Chess4::default(), 60, 6);
    knowledge::check(&Connect4::default(), 42, 1);
    for players in 2..=4 {
        knowledge::check(&Billabong::new(players).expect("in range"), 60, 2);
    }
    for players in 2..=3 {
        knowledge::check(&Abalone::new(players).expect("in range"), 40, 3);
    }
    knowledge::check(&Uniform::new(3, 4, 5).expect("in range"), 8, 4);
}

#[test]
fn uniform_trees() {
    for (players, moves) in [(2, 3), (3, 1), (4, 5), (8, 64)] {
        let game = Uniform::new(players, moves, 9).expect("in range");
        let effort = Effort { games: 2, ply_cap: None, seed: 3 };
        check(&game, effort);
    }
}
