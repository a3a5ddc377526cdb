//! Many random plies of every game, with the laws checked at each.

use std::time::Instant;

use melee::core::{GameOptions, PlayableGame};
use melee::{GameVisitor, Melee};
use melee_testkit::conformance::random_plies;
use melee_testkit::usual_or_long;

struct Plies(u64);

impl GameVisitor for Plies {
    /// The plies are shared out among the numbers of players that the game is for.
    fn visit<G: PlayableGame>(&mut self) {
        let counts = G::describe().players.iter();
        let games: Vec<G> =
            counts.filter_map(|n| G::with_options(&GameOptions::default().for_players(n)).ok()).collect();
        let begin = Instant::now();
        let (share, rest) = (self.0 / games.len() as u64, self.0 % games.len() as u64);
        let mut ended = 0;
        for (i, game) in games.iter().enumerate() {
            ended += random_plies(game, share + u64::from((i as u64) < rest), i as u64);
        }
        println!("| {} | {} | {ended} | {} |", G::NAME, self.0, begin.elapsed().as_secs());
    }
}

/// Prints a table: the game, the plies, the games that ended by the rules, and the seconds it took.
#[test]
fn the_laws_hold_at_every_ply_of_random_games() {
    let plies = usual_or_long(200, 10_000_000);
    let plies = std::env::var("MELEE_PLIES").map_or(plies, |text| text.parse().expect("a number of plies"));
    Melee::standard().visit(&mut Plies(plies));
}
