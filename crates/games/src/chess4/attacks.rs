//! Who attacks a square.

use super::board::{DIRECTIONS, KNIGHT_STEPS, PAWN_STEPS, Square, bend};
use super::piece::{Kind, Piece, Seat};
use super::state::State;

/// The headings under which a pawn may leave a square, as bits.
#[inline]
pub(super) fn open_headings(pawn: Piece, square: Square, bends: bool) -> u8 {
    let heading = pawn.heading();
    if !bends || pawn.is_bent() {
        return 1 << heading;
    }
    1 << heading | 1 << (heading ^ bend(square))
}

/// Does a slider of this kind run along a direction of this index?
#[inline]
pub(super) fn slides_along(kind: Kind, direction: usize) -> bool {
    match kind {
        Kind::Queen => true,
        Kind::Rook => direction < 4,
        Kind::Bishop => direction >= 4,
        _ => false,
    }
}

impl State {
    /// Is the square attacked by a piece of one of these seats (as bits)? A piece on `ignored` is
    /// looked through.
    pub(super) fn is_attacked(
        &self,
        square: Square,
        seats: u8,
        ignored: Square,
        bends: bool,
    ) -> bool {
        for step in KNIGHT_STEPS {
            let piece = self.at(square.wrapping_add(step));
            if piece.is_kind_of_any(Kind::Knight, seats) {
                return true;
            }
        }
        for (step, headings) in PAWN_STEPS {
            let from = square.wrapping_sub(step);
            let piece = self.at(from);
            if piece.is_kind_of_any(Kind::Pawn, seats)
                && open_headings(piece, from, bends) & headings != 0
            {
                return true;
            }
        }
        for (direction, step) in DIRECTIONS.into_iter().enumerate() {
            let first = square.wrapping_add(step);
            let mut at = first;
            while self.at(at).is_none() || at == ignored {
                at = at.wrapping_add(step);
            }
            let piece = self.at(at);
            if piece.is_of_any(seats) {
                let kind = piece.kind();
                if slides_along(kind, direction) || (kind == Kind::King && at == first) {
                    return true;
                }
            }
        }
        false
    }

    /// Is a seat's king attacked by one of these seats?
    pub(super) fn is_in_check(&self, seat: Seat, by: u8, bends: bool) -> bool {
        self.is_attacked(self.kings[seat as usize], by, 0, bends)
    }
}
