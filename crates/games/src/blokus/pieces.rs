//! The 21 pieces, all polyominoes of one to five squares, and their 91 orientations.

use std::sync::LazyLock;

/// Pieces of each colour, and the bits of a full hand.
pub(super) const PIECES: usize = 21;
pub(super) const FULL_HAND: u32 = (1 << PIECES) - 1;
/// The piece of one square.
pub(super) const MONOMINO: usize = 20;
/// The squares of the largest pieces.
pub(super) const LARGEST: usize = 5;

/// A square of a piece: column and row from the lower left corner of its box.
pub(super) type Square = (u8, u8);

/// Names and squares, in the order of hands: five squares each, then four, three, two, one.
pub(super) const SHAPES: [(&str, &[Square]); PIECES] = [
    ("V5", &[(0, 0), (1, 0), (2, 0), (0, 1), (0, 2)]),
    ("L5", &[(0, 0), (1, 0), (0, 1), (0, 2), (0, 3)]),
    ("Z5", &[(1, 0), (2, 0), (1, 1), (0, 2), (1, 2)]),
    ("N", &[(0, 0), (0, 1), (1, 1), (1, 2), (1, 3)]),
    ("W", &[(1, 0), (2, 0), (0, 1), (1, 1), (0, 2)]),
    ("X", &[(1, 0), (0, 1), (1, 1), (2, 1), (1, 2)]),
    ("F", &[(1, 0), (0, 1), (1, 1), (1, 2), (2, 2)]),
    ("I5", &[(0, 0), (0, 1), (0, 2), (0, 3), (0, 4)]),
    ("T5", &[(1, 0), (1, 1), (0, 2), (1, 2), (2, 2)]),
    ("Y", &[(1, 0), (1, 1), (0, 2), (1, 2), (1, 3)]),
    ("P", &[(0, 0), (0, 1), (1, 1), (0, 2), (1, 2)]),
    ("U", &[(0, 0), (1, 0), (2, 0), (0, 1), (2, 1)]),
    ("L4", &[(0, 0), (1, 0), (0, 1), (0, 2)]),
    ("I4", &[(0, 0), (0, 1), (0, 2), (0, 3)]),
    ("T4", &[(1, 0), (0, 1), (1, 1), (2, 1)]),
    ("Z4", &[(1, 0), (2, 0), (0, 1), (1, 1)]),
    ("O", &[(0, 0), (1, 0), (0, 1), (1, 1)]),
    ("V3", &[(0, 0), (1, 0), (0, 1)]),
    ("I3", &[(0, 0), (0, 1), (0, 2)]),
    ("2", &[(0, 0), (1, 0)]),
    ("1", &[(0, 0)]),
];

/// The squares of a hand.
#[inline]
pub(super) fn squares(hand: u32) -> i32 {
    let count = |first: u32, pieces: u32| (hand >> first & ((1 << pieces) - 1)).count_ones() as i32;
    5 * count(0, 12) + 4 * count(12, 5) + 3 * count(17, 2) + 2 * count(19, 1) + count(20, 1)
}

/// A piece as it can be laid.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Orientation {
    pub(super) piece: usize,
    /// Ordered by row, then column.
    pub(super) cells: Vec<Square>,
    pub(super) width: usize,
    pub(super) height: usize,
    /// The columns of each row as bits.
    pub(super) rows: [u32; LARGEST],
    /// The squares beside it, and those that touch it at corners only; the lowest row and column are
    /// those before the box.
    pub(super) beside: [u32; LARGEST + 2],
    pub(super) corners: [u32; LARGEST + 2],
}

pub(super) static ORIENTATIONS: LazyLock<Vec<Orientation>> = LazyLock::new(|| {
    let mut all: Vec<Orientation> = Vec::new();
    for (piece, (_, cells)) in SHAPES.iter().enumerate() {
        for symmetry in 0..8 {
            let cells = moved_to_corner(cells.iter().map(|&square| turned(square, symmetry)));
            if all.iter().all(|known| known.cells != cells) {
                all.push(Orientation::new(piece, cells));
            }
        }
    }
    all
});

/// One of the eight symmetries of the square.
fn turned((x, y): Square, symmetry: usize) -> (i32, i32) {
    let (x, y) = (i32::from(x), i32::from(y));
    let (x, y) = if symmetry & 1 == 0 { (x, y) } else { (y, x) };
    let sign = |bit: usize| if symmetry & bit == 0 { 1 } else { -1 };
    (x * sign(2), y * sign(4))
}

/// The shape in the corner of its box, its squares by row, then column.
pub(super) fn moved_to_corner(squares: impl Iterator<Item = (i32, i32)>) -> Vec<Square> {
    let squares: Vec<(i32, i32)> = squares.collect();
    let left = squares.iter().map(|s| s.0).min().unwrap_or(0);
    let bottom = squares.iter().map(|s| s.1).min().unwrap_or(0);
    let corner = squares.iter().map(|s| ((s.0 - left) as u8, (s.1 - bottom) as u8));
    let mut cells: Vec<Square> = corner.collect();
    cells.sort_unstable_by_key(|&(x, y)| (y, x));
    cells
}

/// The orientation with exactly these squares, which lie in the corner and are in order.
pub(super) fn orientation_of(cells: &[Square]) -> Option<usize> {
    ORIENTATIONS.iter().position(|known| known.cells == cells)
}

impl Orientation {
    fn new(piece: usize, cells: Vec<Square>) -> Self {
        let mut rows = [0; LARGEST];
        // With a margin of one on all sides.
        let mut inside = [0u32; LARGEST + 4];
        for &(x, y) in &cells {
            rows[y as usize] |= 1 << x;
            inside[y as usize + 2] |= 2 << x;
        }
        let mut beside = [0; LARGEST + 2];
        let mut corners = [0; LARGEST + 2];
        for y in 0..LARGEST + 2 {
            let (below, own, above) = (inside[y], inside[y + 1], inside[y + 2]);
            beside[y] = (own << 1 | own >> 1 | below | above) & !own;
            let touched = (below | above) << 1 | (below | above) >> 1;
            corners[y] = touched & !own & !beside[y];
        }
        Orientation {
            piece,
            width: cells.iter().map(|c| c.0 as usize + 1).max().unwrap_or(0),
            height: cells.iter().map(|c| c.1 as usize + 1).max().unwrap_or(0),
            cells,
            rows,
            beside,
            corners,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers of orientations of the rules file, in the order of hands.
    #[test]
    fn the_91_orientations_of_the_21_pieces() {
        let counts: Vec<usize> =
            (0..PIECES).map(|piece| ORIENTATIONS.iter().filter(|o| o.piece == piece).count()).collect();
        assert_eq!(counts, [4, 8, 4, 8, 4, 1, 8, 2, 4, 8, 8, 4, 8, 2, 4, 4, 1, 4, 2, 2, 1]);
        assert_eq!(ORIENTATIONS.len(), 91);
        assert_eq!(squares(FULL_HAND), 89);
        for (piece, (_, cells)) in SHAPES.iter().enumerate() {
            assert_eq!(squares(1 << piece), cells.len() as i32);
        }
    }

    #[test]
    fn the_cross_has_eight_squares_beside_it_and_eight_corners() {
        let cross = ORIENTATIONS.iter().find(|o| SHAPES[o.piece].0 == "X");
        let cross = cross.expect("there is one");
        let count = |rows: &[u32]| rows.iter().map(|r| r.count_ones()).sum::<u32>();
        assert_eq!((count(&cross.beside), count(&cross.corners)), (8, 8));
        let one = ORIENTATIONS.last().expect("there is one");
        assert_eq!(one.corners[..3], [0b101, 0, 0b101]);
        assert_eq!(one.beside[..3], [0b010, 0b101, 0b010]);
    }
}
