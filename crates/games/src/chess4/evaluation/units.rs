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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_values_of_table_5_1() {
        use Kind::{Bishop, King, Knight, Pawn, Queen, Rook};
        let values = [Queen, Rook, Bishop, Knight, King, Pawn].map(|k| piece_value(k) / PAWN);
        assert_eq!(values, [10, 5, 3, 3, 3, 1]);
        // In the example of 5.3 everybody has 43.
        let army = [Pawn; 8].into_iter().chain([Rook, Rook, Knight, Knight, Bishop, Bishop]);
        let army = army.chain([Queen, King]).map(piece_value);
        assert_eq!(army.sum::<i32>(), 43 * PAWN);
    }
}
