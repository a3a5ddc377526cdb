//! What a search is compiled for.

use melee_core::{Game, Knowledge};

use crate::options::TableSize;
use crate::table::TranspositionTable;
use crate::{Observer, TableError};

/// A game, what is known about it, and who looks on: the three types that everything in a search
/// depends on, as one parameter. Triples of such types are worlds.
pub trait World: 'static {
    /// The rules.
    type Game: Game;
    /// Evaluation, ordering, noisy moves.
    type Knowledge: Knowledge<Self::Game>;
    /// Who is told of every step.
    type Observer: Observer<Move<Self>>;

    /// A table for the moves of the game.
    fn table(_game: &Self::Game, size: TableSize) -> Result<TranspositionTable<Move<Self>>, TableError> {
        TranspositionTable::new(size.scheme, size.bytes)
    }
}

impl<G: Game, K: Knowledge<G> + 'static, O: Observer<G::Move> + 'static> World for (G, K, O) {
    type Game = G;
    type Knowledge = K;
    type Observer = O;
}

/// A move of the world's game.
pub type Move<W> = <<W as World>::Game as Game>::Move;
/// A position of the world's game.
pub type State<W> = <<W as World>::Game as Game>::State;
/// What takes a move of the world's game back.
pub type Undo<W> = <<W as World>::Game as Game>::Undo;
