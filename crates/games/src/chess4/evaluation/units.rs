//! The unit of evaluations, in which all values of the thesis are whole numbers.

use super::super::piece::Kind;

/// A pawn. Divisible by 256, 100 and 6.
pub(in super::super) const PAWN: i32 = 19_200;

/// So many 256ths of a pawn.
pub(super) const fn of_256(n: i32) -> i32 {
    n * (PAWN / 256)
}

/// So many hundredths of a pawn.
pub(super) const fn of_100(n: i32) -> i32 {
    n * (PAWN / 100)
}

/// Table 5.1: the value of a piece.
pub(in super::super) const fn piece_value(kind: Kind) -> i32 {
    PAWN * match kind {
        Kind::Pawn => 1,
        Kind::Knight | Kind::Bishop | Kind::King => 3,
        Kind::Rook => 5,
        Kind::Queen => 10,
    }
}
