//! Random games.

use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::Game;

/// The generator behind everything random in Melee: a named algorithm, so that a seed means the
/// same in every version.
pub fn seeded_rng(seed: u64) -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(seed)
}

/// Plays uniformly random moves until the game is over or `max_plies` were made; returns how many.
pub fn random_playout<G: Game, R: Rng>(
    game: &G,
    state: &mut G::State,
    max_plies: u32,
    buffer: &mut Vec<G::Move>,
    rng: &mut R,
) -> u32 {
    let mut plies = 0;
    while plies < max_plies && game.outcome(state).is_none() {
        let mv = game.random_move(state, buffer, rng);
        game.play(state, mv);
        plies += 1;
    }
    plies
}
