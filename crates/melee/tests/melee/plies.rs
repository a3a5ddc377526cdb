//! Many random plies of every game, with the laws checked at each.

use std::time::Instant;

use melee::core::{GameOptions, PlayableGame};
use melee::{GameVisitor, Melee};
use melee_testkit::conformance::random_plies;
use melee_testkit::usual_or_long;

struct Plies {
    each: u64,
    /// All games if there is none.
    only: Option<String>,
}

impl GameVisitor for Plies {
    /// The plies are shared out among the numbers of players that the game is for.
    fn visit<G: PlayableGame>(&mut self) {
        if self.only.as_ref().is_some_and(|only| only != G::NAME) {
            return;
        }
        let counts = G::describe().players.iter();
        let games: Vec<G> =
            counts.filter_map(|n| G::with_options(&GameOptions::default().for_players(n)).ok()).collect();
        let begin = Instant::now();
        let (share, rest) = (self.each / games.len() as u64, self.each % games.len() as u64);
        let mut ended = 0;
        for (i, game) in games.iter().enumerate() {
            ended += random_plies(game, share + u64::from((i as u64) < rest), i as u64);
        }
        println!("| {} | {} | {ended} | {} |", G::NAME, self.each, begin.elapsed().as_secs());
    }
}

/// Prints a table: the game, the plies, the games that ended by the rules, and the seconds it took. `MELEE_PLIES` says how
/// many plies each game has, and `MELEE_GAME` names a single game.
#[test]
fn the_laws_hold_at_every_ply_of_random_games() {
    let plies = usual_or_long(200, 10_000_000);
    let plies = std::env::var("MELEE_PLIES").map_or(plies, |text| text.parse().expect("a number of plies"));
    let only = std::env::var("MELEE_GAME").ok();
    Melee::standard().visit(&mut Plies { each: plies, only });
}
