//! Counting the legal tree: the first test of every move generator.

use crate::Game;

/// What front ends count to: as deep as the stack allows anywhere, and deeper than any count that ends.
pub const DEEPEST_PERFT: u32 = 250;

/// The number of positions exactly `depth` plies below `state`; finished games have no children.
/// Rules about quiet moves and repetition do not end games here.
///
/// The last ply is counted, not played.
pub fn perft<G: Game>(game: &G, state: &G::State, depth: u32) -> u64 {
    perft_until(game, state, depth, &|| false).expect("nobody ends it")
}

/// [`perft`] that somebody may end; nothing then.
pub fn perft_until<G: Game>(game: &G, state: &G::State, depth: u32, is_to_stop: &dyn Fn() -> bool) -> Option<u64> {
    if depth == 0 {
        return Some(1);
    }
    let mut state = state.clone();
    game.forget_past(&mut state);
    count(game, &mut state, depth, &mut Vec::new(), is_to_stop)
}

/// [`perft`] below each move, in the order of the generator; each is counted when it is asked for.
pub fn divide<G: Game>(game: &G, state: &G::State, depth: u32) -> impl ExactSizeIterator<Item = (G::Move, u64)> {
    let mut moves = Vec::new();
    let mut child = state.clone();
    game.forget_past(&mut child);
    if depth > 0 && game.outcome(&child).is_none() {
        game.moves(&child, &mut moves);
    }
    moves.into_iter().map(move |mv| {
        let undo = game.play(&mut child, mv);
        let leaves = perft(game, &child, depth - 1);
        game.undo(&mut child, undo);
        (mv, leaves)
    })
}

/// So far above the leaves somebody is asked whether to go on: two plies cost more than the question, and end soon.
const ASKED_AT: u32 = 3;

fn count<G: Game>(
    game: &G,
    state: &mut G::State,
    depth: u32,
    buffer: &mut Vec<G::Move>,
    is_to_stop: &dyn Fn() -> bool,
) -> Option<u64> {
    if game.outcome(state).is_some() {
        return Some(0);
    }
    if depth == 1 {
        return Some(game.count_moves(state, buffer) as u64);
    }
    if depth >= ASKED_AT && is_to_stop() {
        return None;
    }
    let base = buffer.len();
    game.moves(state, buffer);
    let mut leaves = 0;
    for i in base..buffer.len() {
        let undo = game.play(state, buffer[i]);
        leaves += count(game, state, depth - 1, buffer, is_to_stop)?;
        game.undo(state, undo);
    }
    buffer.truncate(base);
    Some(leaves)
}
