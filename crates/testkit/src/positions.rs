//! Random positions, and what may be played in one.

use std::collections::BTreeSet;

use melee_core::{Game, Notation, random_playout, seeded_rng};

/// `count` positions that are not over, each after 0 to `max_plies` random moves from the start.
pub fn random_positions<G: Game>(game: &G, seed: u64, count: usize, max_plies: u32) -> Vec<G::State> {
    let mut rng = seeded_rng(seed);
    let mut buffer = Vec::new();
    let mut plies = 0;
    let mut positions = Vec::with_capacity(count);
    while positions.len() < count {
        let mut state = game.initial();
        random_playout(game, &mut state, plies % (max_plies + 1), &mut buffer, &mut rng);
        plies += 1;
        if game.outcome(&state).is_none() {
            positions.push(state);
        }
    }
    positions
}

/// The legal moves of a position in words.
pub fn legal_texts<G: Notation>(game: &G, state: &G::State) -> BTreeSet<String> {
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    moves.iter().map(|&mv| game.move_text(state, mv)).collect()
}
