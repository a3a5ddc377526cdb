//! Bit boards: a column is a byte, its lowest bit the bottom cell.
//!
//! With a fixed stride of eight the four directions are the constant shifts 1, 7, 8 and 9 for
//! every board size, and eight rows fit without a guard row: a line may only start where it does
//! not run over the edge of its byte.

use crate::bits::ones;

/// The extent of a board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Geometry {
    pub(super) width: usize,
    pub(super) height: usize,
    /// Every cell.
    pub(super) cells: u64,
    /// The highest cell of every column.
    pub(super) top: u64,
}

impl Geometry {
    pub(super) fn new(width: usize, height: usize) -> Option<Self> {
        if !(1..=8).contains(&width) || !(1..=8).contains(&height) {
            return None;
        }
        let columns = (0..width).fold(0, |b, c| b | 1u64 << (8 * c));
        Some(Geometry { width, height, cells: columns * ((1 << height) - 1), top: columns << (height - 1) })
    }
}

/// The cell into which a stone falls; the column must not be full.
#[inline]
pub(super) fn drop_cell(occupied: u64, column_index: usize) -> u64 {
    let bottom = 1u64 << (8 * column_index);
    // The lowest empty cell is where a carry from the bottom comes to rest.
    occupied.wrapping_add(bottom) & !occupied & column(column_index)
}

/// All eight cells of a column.
#[inline]
pub(super) const fn column(index: usize) -> u64 {
    0xff << (8 * index)
}

/// One of the four line directions: its shift, and where four, three and two cells may start
/// without leaving their rows.
#[derive(Clone, Copy)]
pub(super) struct Direction {
    pub(super) shift: u32,
    pub(super) starts: [u64; 3],
}

const ROWS: u64 = 0x0101_0101_0101_0101;

const fn rising(shift: u32) -> Direction {
    Direction { shift, starts: [ROWS * 0x1f, ROWS * 0x3f, ROWS * 0x7f] }
}

/// Upwards, falling, level and rising, all towards higher columns.
pub(super) const DIRECTIONS: [Direction; 4] = [
    rising(1),
    Direction { shift: 7, starts: [ROWS * 0xf8, ROWS * 0xfc, ROWS * 0xfe] },
    Direction { shift: 8, starts: [u64::MAX; 3] },
    rising(9),
];

/// The cells from which four stones in a row start in this direction.
#[inline]
pub(super) fn fours(stones: u64, direction: Direction) -> u64 {
    let pairs = stones & (stones >> direction.shift);
    pairs & (pairs >> (2 * direction.shift)) & direction.starts[0]
}

/// Is there a line of four?
#[inline]
pub(super) fn has_four(stones: u64) -> bool {
    DIRECTIONS.iter().fold(0, |any, &d| any | fours(stones, d)) != 0
}

/// The cell on the other side of the board.
pub(super) const fn mirrored(cell: usize, width: usize) -> usize {
    (width - 1 - cell / 8) * 8 + cell % 8
}

/// The indices of the set bits.
pub(super) fn cells(bits: u64) -> impl Iterator<Item = usize> {
    ones(bits).map(usize::from)
}

/// Collects one bit per column, all in the row below `height`, into a byte.
#[inline]
pub(super) fn gather_columns(tops: u64, height: usize) -> u8 {
    const GATHER: u64 = 0x0102_0408_1020_4080;
    ((tops >> (height - 1)).wrapping_mul(GATHER) >> 56) as u8
}

/// The position of the n-th set bit of a byte.
#[inline]
pub(super) fn nth_set_bit(byte: u8, n: usize) -> u8 {
    NTH_SET_BIT[byte as usize][n & 7]
}

const NTH_SET_BIT: [[u8; 8]; 256] = {
    let mut table = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut found = 0;
        let mut bit = 0;
        while bit < 8 {
            if byte >> bit & 1 == 1 {
                table[byte][found] = bit as u8;
                found += 1;
            }
            bit += 1;
        }
        byte += 1;
    }
    table
};
