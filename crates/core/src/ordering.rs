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
