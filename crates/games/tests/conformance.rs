//! Every game obeys the laws.

use melee_games::connect4::Connect4;
use melee_testkit::conformance::{Effort, check};

#[test]
fn connect4_on_every_kind_of_board() {
    for (width, height) in [(7, 6), (8, 8), (4, 4), (1, 8), (8, 1), (5, 4)] {
        let game = Connect4::new(width, height).expect("fits");
        let effort = Effort {
            games: 30,
            ply_cap: Some(64),
            seed: 1,
        };
        check(&game, effort);
    }
}
