//! The laws that every game obeys, checked over random games.
//!
//! A law that a game breaks is named in the panic. [`check_game`] is the one call that the tests of a
//! [`PlayableGame`] need; [`check`] does the same for one game that is set up already, such as a board of
//! an unusual size, and [`check_rules`] asks for nothing but rules. The README of this crate has a
//! complete game as an example.

mod board;
mod description;
mod plies;
mod rules;

pub use plies::{LongGame, random_plies};

use melee_core::{Draw, Game, GameOptions, Notation, PlayableGame, seeded_rng};

use crate::knowledge;

/// How much to check.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Random games from every named start.
    pub games: u32,
    /// A random game must be over by then; `None` for games that need not end at random.
    pub ply_cap: Option<u32>,
    /// The seed of the random games.
    pub seed: u64,
}

/// The plies of random games on which knowledge is checked.
const KNOWLEDGE_PLIES: u32 = 20;

/// Checks everything about a game: its description, and for every number of players it is for the
/// laws of its rules, its texts, its drawing and its knowledge.
pub fn check_game<G: PlayableGame>(effort: Effort) {
    let description = G::describe();
    description::check::<G>(&description);
    let starts = G::all_starts().unwrap_or_default();
    for players in description.players.iter() {
        let game = match G::with_options(&GameOptions::default().for_players(players)) {
            Ok(game) => game,
            // Where every start is a game of its own, there may be none for so many.
            Err(error) => {
                let is_there = starts.iter().any(|start| start.players == Some(players));
                assert!(!starts.is_empty() && !is_there, "{players} players: {error}");
                continue;
            }
        };
        assert_eq!(game.players(), players, "a game for so many was asked for");
        check(&game, effort);
        knowledge::check(&game, KNOWLEDGE_PLIES, effort.seed);
    }
}

/// Checks the laws of rules, texts and drawings on every position of random games from every start.
pub fn check<G: Notation + Draw>(game: &G, effort: Effort) {
    let mut rng = seeded_rng(effort.seed);
    let starts = game.starts();
    assert!(!starts.is_empty(), "a game has a start");
    for start in &starts {
        let fits = start.players.is_none_or(|n| n == game.players());
        assert!(fits, "start {} is for others: {:?}", start.name, start.players);
        let setup =
            game.parse_position(&start.position).unwrap_or_else(|e| panic!("start {} does not parse: {e}", start.name));
        let state = setup.state(game);
        for _ in 0..effort.games {
            let also = |state: &G::State| board::check(game, state);
            rules::random_game(game, state.clone(), effort, &mut rng, also);
        }
    }
    let default = game.parse_position(&starts[0].position).map(|s| s.state(game));
    assert_eq!(default.ok(), Some(game.initial()), "the first start is the initial state");
}

/// Checks the laws of rules, texts and drawings on one position.
pub fn check_position<G: Notation + Draw>(game: &G, state: &G::State) {
    rules::check(game, state);
    board::check(game, state);
}

/// Checks the laws of [`Game`] on every position of random games from the usual start.
pub fn check_rules<G: Game>(game: &G, effort: Effort) {
    let mut rng = seeded_rng(effort.seed);
    for _ in 0..effort.games {
        rules::random_game(game, game.initial(), effort, &mut rng, |_| {});
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use melee_core::{Outcome, Player, SmallGame};

    /// One heap; each of three players in turn takes one of these numbers of stones, and who takes the
    /// last one wins.
    struct Nim(&'static [u8]);

    impl SmallGame for Nim {
        const NAME: &'static str = "nim";
        type Board = u8;
        type Move = u8;

        fn players(&self) -> usize {
            3
        }
        fn start(&self) -> u8 {
            20
        }
        fn moves(&self, stones: &u8, _player: Player, out: &mut Vec<u8>) {
            out.extend(self.0.iter().filter(|taken| *taken <= stones));
        }
        fn play(&self, stones: &mut u8, _player: Player, taken: u8) {
            *stones -= taken;
        }
        fn result(&self, stones: &u8, to_move: Player) -> Option<Outcome> {
            (*stones == 0).then(|| Outcome::win(to_move.previous(3), 3))
        }
    }

    const EFFORT: Effort = Effort { games: 100, ply_cap: Some(20), seed: 3 };

    #[test]
    fn a_toy_of_five_methods_obeys_the_laws_of_games() {
        check_rules(&Nim(&[1, 2, 3]), EFFORT);
    }

    #[test]
    #[should_panic(expected = "no move twice")]
    fn a_broken_law_is_named() {
        check_rules(&Nim(&[1, 2, 2]), EFFORT);
    }

    #[test]
    #[should_panic(expected = "a random game was not over after 5 plies")]
    fn games_that_last_too_long_are_named() {
        let ply_cap = Some(5);
        check_rules(&Nim(&[1, 2, 3]), Effort { ply_cap, ..EFFORT });
    }
}
