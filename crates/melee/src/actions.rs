//! Moves by number, for those who learn to play and know moves as actions.
//!
//! A number is the index that the game gives a move and, where several legal moves share one (the pieces that a pawn may
//! become), which of them it is in the order of the list. So no two legal moves have the same one, it means the same on the
//! board in every position as far as the index does, and there are as many as the game says. An index that is a hash
//! brings moves together that have nothing in common: which is which then depends on what else is legal.

use melee_core::Game;

/// How many numbers there are.
pub(crate) fn count<G: Game>(game: &G) -> usize {
    game.move_indices() * game.moves_per_index()
}

/// The numbers of all legal moves of a position, in their order.
pub(crate) fn of_moves<G: Game>(game: &G, moves: &[G::Move]) -> Vec<usize> {
    let mut actions: Vec<usize> = moves.iter().map(|&mv| game.move_index(mv)).collect();
    if game.moves_per_index() > 1 {
        tell_apart(&mut actions, game.move_indices());
    }
    actions
}

/// Numbers those that share an index. Nothing in it depends on a game, so that it is compiled once.
fn tell_apart(actions: &mut [usize], indices: usize) {
    let mut order: Vec<usize> = (0..actions.len()).collect();
    order.sort_by_key(|&i| actions[i]);
    let alike: Vec<&[usize]> = order.chunk_by(|&a, &b| actions[a] == actions[b]).collect();
    for same in alike {
        for (choice, &i) in same.iter().enumerate() {
            actions[i] += choice * indices;
        }
    }
}

/// The legal move of a number, if there is one.
pub(crate) fn find<G: Game>(game: &G, moves: &[G::Move], action: usize) -> Option<G::Move> {
    let (choice, index) = (action / game.move_indices(), action % game.move_indices());
    moves.iter().copied().filter(|&mv| game.move_index(mv) == index).nth(choice)
}
