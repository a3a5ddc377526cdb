//! Static orderings (Esser 2012, 6.4): captures of valuable pieces first.

use melee_core::{MoveOrder, NoisyMoves, OrderView};

use super::evaluation::{Chess4Knowledge, piece_value};
use super::{Chess4, Move, Special, State};

/// What a move takes and gains.
fn gain(state: &State, mv: Move) -> i32 {
    let captured = state.at(mv.to);
    let mut gain = if captured.is_piece() {
        piece_value(captured.kind())
    } else {
        0
    };
    match mv.special {
        Special::Promotion(kind) => gain += piece_value(kind),
        Special::EnPassant => gain += piece_value(super::piece::Kind::Pawn),
        _ => {}
    }
    gain
}

impl MoveOrder<Chess4> for Chess4Knowledge {
    fn rank_all(
        &self,
        _game: &Chess4,
        state: &mut State,
        _view: OrderView,
        moves: &[Move],
        out: &mut Vec<i32>,
    ) {
        out.extend(
            moves
                .iter()
                .map(|&mv| if self.by_capture { gain(state, mv) } else { 0 }),
        );
    }
}

impl NoisyMoves<Chess4> for Chess4Knowledge {}
