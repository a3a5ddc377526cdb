//! What a network sees: every piece on a board turned so that the viewer sits in the south, who lives, who may castle.
//!
//! A block of 160 squares for each of eight kinds (pawns that have bent to either side are two of them) and each seat from
//! the viewer on. Then for every seat whether it lives and may castle short and long, and whether the viewer is in check.

use melee_core::{Inputs, Marks, Player};

use super::board::{CELLS, file, is_on_board, rank, square};
use super::piece::{PIECES, SEATS};
use super::{Chess4, State};

const SQUARES: usize = 160;
const KINDS: usize = PIECES / SEATS;
const FLAGS: usize = PIECES * SQUARES;
/// Flags of a seat: it lives, it may castle short, long.
const FLAGS_A_SEAT: usize = 3;
const CHECK: usize = FLAGS + SEATS * FLAGS_A_SEAT;

/// The number of each square, from 0, as each seat sees it from its own side.
static NUMBERS: [[u8; CELLS]; SEATS] = {
    let mut numbers = [[0; CELLS]; SEATS];
    let mut count = 0;
    let mut i = 0;
    while i < CELLS {
        let mut cell = i as u8;
        if is_on_board(cell) {
            let mut seat = 0;
            while seat < SEATS {
                // What lies here for the seat in the south lies there for this one.
                numbers[seat][cell as usize] = count;
                // From south to west, clockwise.
                cell = square(rank(cell), 15 - file(cell));
                seat += 1;
            }
            count += 1;
        }
        i += 1;
    }
    numbers
};

impl Inputs<State> for Chess4 {
    fn inputs_name(&self) -> String {
        "chess4-1".to_string()
    }

    fn input_count(&self) -> usize {
        CHECK + 1
    }

    fn mark_inputs(&self, state: &State, viewer: Player, marks: &mut Marks) {
        let viewer = viewer.index() & 3;
        let numbers = &NUMBERS[viewer];
        for seat in 0..SEATS {
            let player = (viewer + seat) & 3;
            for square in state.pieces[player].iter() {
                let kind = state.at(square).index() % KINDS;
                marks.add((kind * SEATS + seat) * SQUARES + usize::from(numbers[usize::from(square)]));
            }
            let flags = [state.alive, state.castling, state.castling >> SEATS].map(|flags| flags >> player & 1);
            for (kind, flag) in flags.into_iter().enumerate() {
                if flag == 1 {
                    marks.add(FLAGS + seat * FLAGS_A_SEAT + kind);
                }
            }
        }
        if usize::from(state.turn) == viewer && state.threats.checkers > 0 {
            marks.add(CHECK);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess4::board::{is_own_back_row, is_pawn_row, squares};
    use crate::chess4::piece::Seat;

    /// Rows and neighbours of one seat are those of the others, and each square has its number.
    #[test]
    fn every_seat_sees_its_own_side_below() {
        for seat in 0..SEATS as Seat {
            let number = |square: u8| NUMBERS[usize::from(seat)][usize::from(square)];
            let mut all: Vec<u8> = squares().map(number).collect();
            all.sort_unstable();
            assert_eq!(all, (0..SQUARES as u8).collect::<Vec<_>>());
            for at in squares() {
                let as_south = squares().find(|&own| NUMBERS[0][usize::from(own)] == number(at));
                let as_south = as_south.expect("every number is there");
                assert_eq!(is_own_back_row(at, seat), is_own_back_row(as_south, 0));
                assert_eq!(is_pawn_row(at, seat), is_pawn_row(as_south, 0));
                // The next seat's side is on the left.
                assert_eq!(is_own_back_row(at, (seat + 1) & 3), is_own_back_row(as_south, 1));
            }
        }
    }
}
