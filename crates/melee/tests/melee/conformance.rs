//! Every game that comes with Melee by the one call that a stranger's game is tested with, descriptions too.

use melee::core::PlayableGame;
use melee::{GameVisitor, Melee, Registry};
use melee_testkit::conformance::{Effort, check_game};

#[derive(Default)]
struct Conformance {
    checked: Vec<&'static str>,
}

impl GameVisitor for Conformance {
    fn visit<G: PlayableGame>(&mut self) {
        check_game::<G>(Effort { games: 1, ply_cap: None, seed: 10 });
        self.checked.push(G::NAME);
    }
}

#[test]
fn every_game_by_the_one_call_for_all_games() {
    let mut conformance = Conformance::default();
    Melee::standard().visit(&mut conformance);
    let listed: Vec<&str> = Registry::standard().games().iter().map(|game| game.name).collect();
    assert_eq!(conformance.checked, listed);
}
