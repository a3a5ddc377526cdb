//! The board as a seat sees it: its own back row is row 1 below, columns run to its right.

use super::super::board::{Square, Step, file, rank, square};
use super::super::piece::Seat;

/// How a seat sees the board.
#[derive(Clone, Copy, Debug)]
pub(super) struct View(Seat);

impl View {
    pub(super) const fn of(seat: Seat) -> Self {
        View(seat)
    }

    /// The row, counted from the own back row.
    pub(super) const fn row(self, square: Square) -> u8 {
        match self.0 {
            0 => rank(square),
            1 => file(square),
            2 => 15 - rank(square),
            _ => 15 - file(square),
        }
    }

    /// The column, counted from the left.
    pub(super) const fn column(self, square: Square) -> u8 {
        match self.0 {
            0 => file(square),
            1 => 15 - rank(square),
            2 => 15 - file(square),
            _ => rank(square),
        }
    }

    pub(super) const fn square(self, column: u8, row: u8) -> Square {
        match self.0 {
            0 => square(column, row),
            1 => square(row, 15 - column),
            2 => square(15 - column, 15 - row),
            _ => square(15 - row, column),
        }
    }

    /// The square that the southern player would see there.
    pub(super) const fn as_south(self, square: Square) -> Square {
        self.row(square) << 4 | self.column(square)
    }

    /// The step that is (right, up) for the seat.
    pub(super) const fn step(self, right: i32, up: i32) -> Step {
        let (east, north) = match self.0 {
            0 => (right, up),
            1 => (up, -right),
            2 => (-right, -up),
            _ => (-up, right),
        };
        (north * 16 + east) as u8
    }

    pub(super) const fn forward_diagonals(self) -> [Step; 2] {
        [self.step(-1, 1), self.step(1, 1)]
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::board::squares;
    use super::*;

    #[test]
    fn steps_and_squares_agree() {
        for seat in 0..4 {
            let view = View::of(seat);
            for square in squares() {
                let (column, row) = (view.column(square), view.row(square));
                assert_eq!(view.square(column, row), square);
                let to = square.wrapping_add(view.step(1, 2));
                if super::super::super::board::is_on_board(to) {
                    assert_eq!(view.row(to), view.row(square) + 2, "{seat} {square}");
                    assert_eq!(view.column(to), view.column(square) + 1);
                }
            }
        }
    }
}
