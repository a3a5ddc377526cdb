//! Moves, and what they do to the board.

use super::Chess4;
use super::board::{CAPTURES, FORWARD, Square, Step, square};
use super::piece::{Kind, Piece, SEATS, Seat};
use super::state::State;

/// What a move does besides going from one square to another.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Special {
    None,
    /// A pawn becomes this.
    Promotion(Kind),
    /// A pawn goes two squares.
    DoubleStep,
    /// The pawn that has just made a double step over the target goes too.
    EnPassant,
    /// The rook moves too.
    Castling,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move {
    pub(super) from: Square,
    pub(super) to: Square,
    pub(super) special: Special,
}

impl Move {
    /// A player who has no move and is not in check.
    pub(super) const PASS: Move = Move { from: 0, to: 0, special: Special::None };
}

/// A castling: where the rook stands, where both go, and what must be empty between.
#[derive(Clone, Copy, Debug)]
pub(super) struct Castling {
    pub(super) king: Square,
    pub(super) king_to: Square,
    pub(super) rook: Square,
    pub(super) rook_to: Square,
    /// One step from the king to the rook.
    step: Step,
}

/// The castlings of each seat, short and long.
pub(super) const CASTLINGS: [[Castling; 2]; SEATS] = {
    const fn castling(king: Square, rook: Square, step: Step) -> Castling {
        let next = king.wrapping_add(step);
        Castling { king, king_to: next.wrapping_add(step), rook, rook_to: next, step }
    }
    [
        [castling(square(8, 1), square(11, 1), 1), castling(square(8, 1), square(4, 1), 255)],
        [castling(square(1, 7), square(1, 4), 240), castling(square(1, 7), square(1, 11), 16)],
        [castling(square(7, 14), square(4, 14), 255), castling(square(7, 14), square(11, 14), 1)],
        [castling(square(14, 8), square(14, 11), 16), castling(square(14, 8), square(14, 4), 240)],
    ]
};

impl Castling {
    /// Is nothing between king and rook?
    pub(super) fn is_clear(self, state: &State) -> bool {
        let mut at = self.king.wrapping_add(self.step);
        while at != self.rook {
            if !state.at(at).is_none() {
                return false;
            }
            at = at.wrapping_add(self.step);
        }
        true
    }
}

impl Chess4 {
    /// Makes the move on the board, without what follows for the others.
    pub(super) fn make(&self, state: &mut State, mv: Move) {
        let seat = state.turn;
        let mut piece = state.take(mv.from);
        let is_pawn = piece.kind() == Kind::Pawn;
        state.clock += 1;
        if state.at(mv.to).is_piece() {
            capture(state, mv.to);
        }
        match mv.special {
            Special::None => {}
            Special::Promotion(kind) => piece = Piece::new(seat, kind),
            Special::DoubleStep => {
                let over = mv.from.wrapping_add(FORWARD[seat as usize]);
                let pawn = mv.to;
                state.set_double_step(seat, Some(super::state::DoubleStep { over, pawn }));
            }
            Special::EnPassant => {
                let steps = state.double_steps.iter().flatten();
                let passed = steps.copied().find(|step| step.over == mv.to);
                capture(state, passed.expect("the pawn is there").pawn);
            }
            Special::Castling => {
                let both = &CASTLINGS[seat as usize];
                let castling = both.iter().find(|c| c.king_to == mv.to);
                let castling = castling.expect("a castling of the seat");
                let rook = state.take(castling.rook);
                state.put(castling.rook_to, rook);
            }
        }
        if is_pawn {
            state.clock = 0;
            if piece.kind() == Kind::Pawn {
                piece = self.bent(piece, mv);
            }
        }
        if piece.kind() == Kind::King {
            state.kings[seat as usize] = mv.to;
            state.set_castling(state.castling & !(0b1_0001 << seat));
        } else if piece.kind() == Kind::Rook && !is_pawn {
            forfeit_castling(state, seat, mv.from);
        }
        state.put(mv.to, piece);
        if is_pawn {
            state.note_pawns(seat);
        }
    }

    /// The pawn with its heading after the move: bent if its home heading does not allow it.
    fn bent(&self, pawn: Piece, mv: Move) -> Piece {
        if !self.bends || pawn.is_bent() || super::board::bend(mv.from) == 0 {
            return pawn;
        }
        let seat = pawn.seat();
        let step = mv.to.wrapping_sub(mv.from);
        let home = seat as usize;
        if step == FORWARD[home] || CAPTURES[home].contains(&step) {
            return pawn;
        }
        let heading = seat ^ super::board::bend(mv.from);
        Piece::pawn(seat, heading).expect("pawns do not bend towards their own side")
    }
}

/// Takes a piece that is captured, with its double step and its castling.
fn capture(state: &mut State, square: Square) {
    let piece = state.take(square);
    let seat = piece.seat();
    state.clock = 0;
    match piece.kind() {
        Kind::Pawn => {
            state.note_pawns(seat);
            let step = state.double_steps[seat as usize];
            if step.is_some_and(|step| step.pawn == square) {
                state.set_double_step(seat, None);
            }
        }
        Kind::Rook => forfeit_castling(state, seat, square),
        _ => {}
    }
}

/// A rook has left or lost a square.
fn forfeit_castling(state: &mut State, seat: Seat, square: Square) {
    for (side, castling) in CASTLINGS[seat as usize].iter().enumerate() {
        if castling.rook == square {
            state.set_castling(state.castling & !(1 << (4 * side + seat as usize)));
        }
    }
}
