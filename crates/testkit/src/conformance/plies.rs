//! Long games: what is cheap is checked at every ply, everything at some.

use melee_core::{PlayableGame, Rng, seeded_rng};

use super::{board, check_position, rules};
use crate::knowledge;

/// A game that is played with the laws checked at every ply: those of the position by itself (its key, its text, its
/// scores, who is alive, what a result is worth), of its list of moves, and of the move that is made (it is legal, it
/// is taken back exactly, its text reads back).
pub struct LongGame<'g, G: PlayableGame> {
    game: &'g G,
    knowledge: G::Knowledge,
    pub state: G::State,
    moves: Vec<G::Move>,
}

impl<'g, G: PlayableGame> LongGame<'g, G> {
    /// A game that begins at this position, scored by this knowledge.
    pub fn new(game: &'g G, knowledge: G::Knowledge, state: G::State) -> Self {
        LongGame { game, knowledge, state, moves: Vec::new() }
    }

    /// Checks the position and makes the move that `choose` picks among so many; false if the game is over.
    pub fn step(&mut self, choose: impl FnOnce(usize) -> usize) -> bool {
        let (game, state) = (self.game, &self.state);
        rules::check_state(game, state);
        board::check_text(game, state);
        if game.outcome(state).is_some() {
            return false;
        }
        knowledge::check_scores(game, &self.knowledge, state, game.to_move(state));
        rules::check_list(game, state, &mut self.moves);
        let mv = self.moves[choose(self.moves.len())];
        board::check_move_text(game, state, mv);
        self.state = rules::check_move(game, state, mv);
        true
    }

    /// Checks everything about the position.
    pub fn check(&self) {
        check_position(self.game, &self.state);
    }
}

/// At every so many plies everything is checked: each move of the list, each text, the drawing, the turns handed on.
const ALL_EVERY: u64 = 1_000;

/// No random game goes on for longer; the next one begins then.
const LONGEST: u64 = 2_000;

/// Plays random games one after the other, so many plies in all, from one start after the other; returns how many
/// games ended by the rules.
pub fn random_plies<G: PlayableGame>(game: &G, plies: u64, seed: u64) -> u64 {
    let mut rng = seeded_rng(seed);
    let knowledge = game.knowledge(None, None).expect("a game has the knowledge it names first");
    let starts = game.starts();
    let (mut played, mut ended) = (0, 0);
    for start in starts.iter().cycle() {
        let setup = game.parse_position(&start.position).expect("a start is a position");
        let mut long = LongGame::new(game, knowledge.clone(), setup.state(game));
        let last = plies.min(played + LONGEST);
        while played < last {
            if played % ALL_EVERY == 0 {
                long.check();
            }
            if !long.step(|count| rng.next_u32() as usize % count) {
                ended += 1;
                break;
            }
            played += 1;
        }
        if played == plies {
            break;
        }
    }
    ended
}
