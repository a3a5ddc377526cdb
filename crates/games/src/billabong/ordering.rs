//! Static ordering by angle (Gras 2012, 4.3.1): placings near the line first, then the moves that
//! gain most.

use melee_core::{MoveOrder, NoisyMoves, OrderView};

use super::evaluation::{BillabongKnowledge, FINISHED, Values};
use super::{Billabong, Move, Piece, State, racing_moves};

/// How far a move brings a piece, in hundredths of a degree.
#[inline]
pub(super) fn gain(values: &Values, mv: Move) -> i32 {
    match mv.to {
        Piece::OFF if mv.from == Piece::OFF => 0,
        Piece::OFF => FINISHED - values.of(mv.from),
        to => values.of(to) - values.of(mv.from),
    }
}

impl MoveOrder<Billabong> for BillabongKnowledge {
    #[inline]
    fn rank_all(
        &self,
        _game: &Billabong,
        _state: &mut State,
        _view: OrderView,
        moves: &[Move],
        out: &mut Vec<i32>,
    ) {
        if self.by_angle {
            let values = Values::get();
            out.extend(moves.iter().map(|&mv| gain(values, mv)));
        } else {
            out.extend(moves.iter().map(|_| 0));
        }
    }
}

impl NoisyMoves<Billabong> for BillabongKnowledge {
    /// Finishing moves: each is worth two rounds and more.
    fn noisy(
        &self,
        _game: &Billabong,
        state: &State,
        _view: OrderView,
        _ply: u32,
        out: &mut Vec<Move>,
    ) {
        if state.sides[state.turn.index()].in_hand == 0 {
            racing_moves(state, |mv| {
                if mv.to == Piece::OFF {
                    out.push(mv);
                }
            });
        }
    }
}
