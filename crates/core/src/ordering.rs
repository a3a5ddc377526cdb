//! What a game knows about its moves before searching them.

use crate::{Game, Player};

/// Whose interest a static ordering serves.
///
/// For the root player's own moves both flavours are the same: his best move first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OrderView {
    /// Every mover looks after himself (max^n).
    Own,
    /// Opponents look for what hurts this player most (paranoid, best-reply search).
    Against(Player),
}

/// Static move ordering.
pub trait MoveOrder<G: Game> {
    /// Appends a rank for each of `moves`, all by the player to move: higher is tried earlier, and
    /// of equal ranks the one that is listed first. The state is lent for playing a move one step;
    /// it must be given back as it was.
    fn rank_all(
        &self,
        game: &G,
        state: &mut G::State,
        view: OrderView,
        moves: &[G::Move],
        out: &mut Vec<i32>,
    );

    /// The first move of this order and its rank, for games that find it without ranking all.
    fn first(&self, _game: &G, _state: &mut G::State, _view: OrderView) -> Option<(G::Move, i32)> {
        None
    }

    /// Is a move's rank the mover's evaluation after it, up to a constant that is the same for all
    /// movers of a position? Then the first move is the best one ply before the horizon, for
    /// every view, and equal ranks are equal evaluations for everybody.
    fn ranks_evaluation(&self) -> bool {
        false
    }
}

/// The moves that a quiescence search looks at beyond the horizon.
pub trait NoisyMoves<G: Game> {
    /// Appends the moves of the player to move that may change the evaluation violently; `ply`
    /// counts from 0 at the horizon. None by default: every position is quiet.
    fn noisy(
        &self,
        _game: &G,
        _state: &G::State,
        _view: OrderView,
        _ply: u32,
        _out: &mut Vec<G::Move>,
    ) {
    }
}
