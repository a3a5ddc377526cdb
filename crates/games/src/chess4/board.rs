//! The board: 14 by 14 squares without the four corners of 3 by 3.
//!
//! A square is a byte, the rank in its upper and the file in its lower half, both from 1. Rank and
//! file 0 and 15 are a border: a step off the board, even a knight's, always lands on the border or
//! a cut corner, because bytes wrap round.

use super::piece::{Piece, Seat};

/// A square by its index.
pub(super) type Square = u8;

/// All indices, border and corners included.
pub(super) const CELLS: usize = 256;

pub(super) const fn square(file: u8, rank: u8) -> Square {
    rank << 4 | file
}

pub(super) const fn file(square: Square) -> u8 {
    square & 15
}

pub(super) const fn rank(square: Square) -> u8 {
    square >> 4
}

pub(super) const fn is_on_board(square: Square) -> bool {
    const fn is_outer(n: u8) -> bool {
        n <= 3 || n >= 12
    }
    let (f, r) = (file(square), rank(square));
    let inside = f >= 1 && f <= 14 && r >= 1 && r <= 14;
    inside && !(is_outer(f) && is_outer(r))
}

/// The squares of the board.
pub(super) fn squares() -> impl Iterator<Item = Square> {
    (0..=u8::MAX).filter(|&s| is_on_board(s))
}

/// Is it in somebody's back row?
pub(super) const fn is_back_row(square: Square) -> bool {
    let (f, r) = (file(square), rank(square));
    f == 1 || f == 14 || r == 1 || r == 14
}

/// The own back row of a seat.
pub(super) const fn is_own_back_row(square: Square, seat: Seat) -> bool {
    match seat {
        0 => rank(square) == 1,
        1 => file(square) == 1,
        2 => rank(square) == 14,
        _ => file(square) == 14,
    }
}

/// The row on which a seat's pawns begin.
pub(super) const fn is_pawn_row(square: Square, seat: Seat) -> bool {
    match seat {
        0 => rank(square) == 2,
        1 => file(square) == 2,
        2 => rank(square) == 13,
        _ => file(square) == 13,
    }
}

/// The seats whose pawns promote on each square, as the lower four bits, and those whose pawns
/// begin there, as the upper four.
static PAWN_ROWS: [u8; CELLS] = {
    let mut rows = [0; CELLS];
    let mut i = 0;
    while i < CELLS {
        let mut seat = 0;
        while seat < 4 && is_on_board(i as Square) {
            if is_back_row(i as Square) && !is_own_back_row(i as Square, seat) {
                rows[i] |= 1 << seat;
            }
            if is_pawn_row(i as Square, seat) {
                rows[i] |= 0x10 << seat;
            }
            seat += 1;
        }
        i += 1;
    }
    rows
};

/// Does a pawn of the seat become another piece there?
#[inline]
pub(super) fn is_promoting(square: Square, seat: Seat) -> bool {
    PAWN_ROWS[square as usize] >> seat & 1 == 1
}

/// May a pawn of the seat make a double step from there, if it has not bent?
#[inline]
pub(super) fn is_start_of_pawn(square: Square, seat: Seat) -> bool {
    PAWN_ROWS[square as usize] >> (4 + seat) & 1 == 1
}

/// A step of indices; negative ones wrap.
pub(super) type Step = u8;

/// One step north, east, south, west: the headings of pawns.
pub(super) const FORWARD: [Step; 4] = [16, 1, 240, 255];

/// The captures of each heading.
pub(super) const CAPTURES: [[Step; 2]; 4] = [[17, 15], [17, 241], [241, 239], [15, 239]];

/// The four diagonal steps and the headings that capture along them, as bits.
pub(super) const PAWN_STEPS: [(Step, u8); 4] = [(17, 0b0011), (15, 0b1001), (241, 0b0110), (239, 0b1100)];

/// Rooks' directions first, then bishops'.
pub(super) const DIRECTIONS: [Step; 8] = [16, 1, 240, 255, 17, 241, 239, 15];

pub(super) const KNIGHT_STEPS: [Step; 8] = [33, 18, 242, 225, 223, 238, 14, 31];

/// How a pawn that has not bent may change its heading on each square: by exclusive or with this.
static BENDS: [u8; CELLS] = {
    let mut bends = [0; CELLS];
    let mut i = 4;
    while i <= 11 {
        bends[square(i, i) as usize] = 1;
        bends[square(i, 15 - i) as usize] = 3;
        i += 1;
    }
    bends
};

/// The squares on which pawns may bend.
pub(super) const BENDING: Squares = {
    let mut squares = Squares::NONE;
    let mut i = 4;
    while i <= 11 {
        squares = squares.with(square(i, i)).with(square(i, 15 - i));
        i += 1;
    }
    squares
};

/// All squares of the board.
pub(super) const NOT_WALLS: Squares = {
    let mut set = Squares::NONE;
    let mut i = 0;
    while i < CELLS {
        if is_on_board(i as Square) {
            set = set.with(i as Square);
        }
        i += 1;
    }
    set
};

/// The row to which each seat's pawns step first.
pub(super) const THIRD_ROWS: [Squares; 4] = {
    let mut rows = [Squares::NONE; 4];
    let mut i = 4;
    while i <= 11 {
        rows[0] = rows[0].with(square(i, 3));
        rows[1] = rows[1].with(square(3, i));
        rows[2] = rows[2].with(square(i, 12));
        rows[3] = rows[3].with(square(12, i));
        i += 1;
    }
    rows
};

/// What to turn the heading of a pawn into, besides its own, on a square of a main diagonal.
#[inline]
pub(super) fn bend(square: Square) -> u8 {
    BENDS[square as usize]
}

/// The empty board with its walls.
pub(super) const EMPTY: [Piece; CELLS] = {
    let mut cells = [Piece::WALL; CELLS];
    let mut i = 0;
    while i < CELLS {
        if is_on_board(i as Square) {
            cells[i] = Piece::NONE;
        }
        i += 1;
    }
    cells
};

/// A set of squares.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Squares([u64; 4]);

impl Squares {
    pub(super) const NONE: Squares = Squares([0; 4]);
    pub(super) const ALL: Squares = Squares([u64::MAX; 4]);

    #[inline]
    pub(super) fn toggle(&mut self, square: Square) {
        self.0[(square >> 6) as usize] ^= 1 << (square & 63);
    }

    #[inline]
    pub(super) fn add(&mut self, square: Square) {
        self.0[(square >> 6) as usize] |= 1 << (square & 63);
    }

    #[inline]
    pub(super) fn contains(&self, square: Square) -> bool {
        self.0[(square >> 6) as usize] >> (square & 63) & 1 == 1
    }

    pub(super) fn count(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.0 == [0; 4]
    }

    /// The squares of both.
    #[inline]
    pub(super) fn and(self, other: &Squares) -> Squares {
        Squares(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }

    /// The squares of either.
    #[inline]
    pub(super) fn or(self, other: &Squares) -> Squares {
        Squares(std::array::from_fn(|i| self.0[i] | other.0[i]))
    }

    /// The squares of the first that are not of the other.
    #[inline]
    pub(super) fn without(self, other: &Squares) -> Squares {
        Squares(std::array::from_fn(|i| self.0[i] & !other.0[i]))
    }

    /// All squares a step further; those that leave the board end on its border.
    #[inline]
    pub(super) fn shifted(self, step: Step) -> Squares {
        let words = self.0;
        if step < 128 {
            let n = u32::from(step);
            Squares(std::array::from_fn(|i| {
                let carry = if i == 0 { 0 } else { words[i - 1] >> (64 - n) };
                words[i] << n | carry
            }))
        } else {
            let n = u32::from(step.wrapping_neg());
            Squares(std::array::from_fn(|i| {
                let carry = if i == 3 { 0 } else { words[i + 1] << (64 - n) };
                words[i] >> n | carry
            }))
        }
    }

    /// For tables.
    pub(super) const fn with(mut self, square: Square) -> Squares {
        self.0[(square >> 6) as usize] |= 1 << (square & 63);
        self
    }

    /// The squares in order.
    #[inline]
    pub(super) fn iter(self) -> SquareIter {
        SquareIter { bits: self.0[0], word: 0, words: self.0 }
    }
}

/// The squares of a set in order.
pub(super) struct SquareIter {
    bits: u64,
    word: u8,
    words: [u64; 4],
}

impl Iterator for SquareIter {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        while self.bits == 0 {
            if self.word == 3 {
                return None;
            }
            self.word += 1;
            self.bits = self.words[self.word as usize & 3];
        }
        let square = self.word << 6 | self.bits.trailing_zeros() as u8;
        self.bits &= self.bits - 1;
        Some(square)
    }
}

/// `h2` and the like.
pub(super) fn square_name(square: Square) -> String {
    let letter = char::from(b'a' + file(square) - 1);
    format!("{letter}{}", rank(square))
}

/// Reads a square from the front of a text; gives the rest.
pub(super) fn take_square(text: &str) -> Option<(Square, &str)> {
    let letter = text.chars().next()?.to_ascii_lowercase();
    let file = u8::try_from(letter).ok()?.checked_sub(b'a' - 1)?;
    let rest = text.get(1..)?;
    let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    let rank: u8 = rest[..digits].parse().ok()?;
    let found = (1..=14).contains(&file) && (1..=14).contains(&rank);
    let found = found && is_on_board(square(file, rank));
    found.then(|| (square(file, rank), &rest[digits..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_board_has_160_squares_with_names() {
        assert_eq!(squares().count(), 160);
        for s in squares() {
            assert_eq!(take_square(&square_name(s)), Some((s, "")));
        }
        assert_eq!(take_square("a1"), None);
        assert_eq!(take_square("o5"), None);
        assert_eq!(take_square("h2h3"), Some((square(8, 2), "h3")));
    }

    #[test]
    fn no_step_wraps_onto_the_board() {
        for from in squares() {
            for (steps, furthest) in [(&DIRECTIONS, 1), (&KNIGHT_STEPS, 2)] {
                for &step in steps {
                    let to = from.wrapping_add(step);
                    if is_on_board(to) {
                        let far = file(from).abs_diff(file(to)).max(rank(from).abs_diff(rank(to)));
                        assert_eq!(far, furthest, "{from} {step}");
                    }
                }
            }
        }
    }

    #[test]
    fn sixteen_squares_bend() {
        let bending: Vec<Square> = squares().filter(|&s| bend(s) != 0).collect();
        assert_eq!(bending, BENDING.iter().collect::<Vec<_>>());
        assert_eq!(bending.len(), 16);
    }

    #[test]
    fn sets_are_shifted_as_squares_are() {
        let all = squares().fold(Squares::NONE, Squares::with);
        for step in DIRECTIONS {
            let shifted = squares().fold(Squares::NONE, |set, s| set.with(s.wrapping_add(step)));
            assert_eq!(all.shifted(step), shifted);
        }
    }
}
