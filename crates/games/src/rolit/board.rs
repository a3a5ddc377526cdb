//! Bit boards: eight squares a row, from the lower left corner.
//!
//! Smaller boards lie in the middle of the eight by eight, so that the symmetries of the square are
//! those of every board. What lies around them is never taken by a ball, and a run of balls ends
//! there as it does at an empty square.

/// All squares of a board with so many rows.
pub(super) const fn squares(side: usize) -> u64 {
    let margin = (8 - side) / 2;
    let row = ((1 << side) - 1) << margin;
    let mut board = 0;
    let mut i = 0;
    while i < side {
        board |= row << (8 * (i + margin));
        i += 1;
    }
    board
}

const NOT_LEFT: u64 = 0xfefe_fefe_fefe_fefe;
const NOT_RIGHT: u64 = 0x7f7f_7f7f_7f7f_7f7f;
/// Balls on the left and right edges are turned only by runs along these.
const INNER: u64 = NOT_LEFT & NOT_RIGHT;

/// The four axes: the shift to the next square, and where that may lead to, upwards and downwards.
pub(super) const AXES: [(u32, u64, u64); 4] =
    [(1, NOT_LEFT, NOT_RIGHT), (7, NOT_RIGHT, NOT_LEFT), (8, u64::MAX, u64::MAX), (9, NOT_LEFT, NOT_RIGHT)];

/// The squares next to these on one axis.
#[inline]
pub(super) fn beside(squares: u64, axis: usize) -> u64 {
    let (shift, up, down) = AXES[axis];
    (squares << shift & up) | (squares >> shift & down)
}

/// The squares that touch these, and these.
#[inline]
pub(super) fn around(squares: u64) -> u64 {
    let rows = squares | beside(squares, 0);
    rows | rows << 8 | rows >> 8
}

/// All squares on a line with these, on one axis.
#[inline]
pub(super) fn lines_through(squares: u64, axis: usize) -> u64 {
    let (shift, up, down) = AXES[axis];
    let (up2, down2) = (up & (up << shift), down & (down >> shift));
    let (up4, down4) = (up2 & (up2 << (2 * shift)), down2 & (down2 >> (2 * shift)));
    let (mut above, mut below) = (squares, squares);
    above |= above << shift & up;
    below |= below >> shift & down;
    above |= above << (2 * shift) & up2;
    below |= below >> (2 * shift) & down2;
    above |= above << (4 * shift) & up4;
    below |= below >> (4 * shift) & down4;
    above | below
}

/// The empty squares from which a ball of `own` turns at least one of the `others`.
#[inline]
pub(super) fn captures(own: u64, others: u64, empty: u64) -> u64 {
    let inner = others & INNER;
    (ends(own, inner, 1) | ends(own, inner, 7) | ends(own, others, 8) | ends(own, inner, 9)) & empty
}

/// Where runs of others end that start beside an own ball: six at most, found by doubling.
#[inline]
fn ends(own: u64, others: u64, shift: u32) -> u64 {
    let pairs = others & (others << shift);
    let mut up = others & (own << shift);
    up |= others & (up << shift);
    up |= pairs & (up << (2 * shift));
    up |= pairs & (up << (2 * shift));
    let pairs = pairs >> shift;
    let mut down = others & (own >> shift);
    down |= others & (down >> shift);
    down |= pairs & (down >> (2 * shift));
    down |= pairs & (down >> (2 * shift));
    (up << shift) | (down >> shift)
}

/// The balls of others that a ball of `own` on this square turns.
#[inline]
pub(super) fn turned(own: u64, others: u64, square: u8) -> u64 {
    let rays = &RAYS[square as usize & 63];
    let mut turned = 0;
    for &[up, down] in rays {
        // The nearest square that is not another's ball: if it is an own one, all before it turn.
        let stop = up & !others;
        let own_end = stop & stop.wrapping_neg() & own;
        turned |= up & own_end.saturating_sub(1);
        let stop = down & !others;
        let nearest = (1u64 << 63).checked_shr(stop.leading_zeros()).unwrap_or(0);
        turned |= down & (nearest & own).wrapping_mul(2).wrapping_neg();
    }
    turned
}

/// The squares above and below each square, by axis.
static RAYS: [[[u64; 2]; 4]; 64] = {
    let mut rays = [[[0; 2]; 4]; 64];
    let mut square = 0;
    while square < 64 {
        let mut axis = 0;
        while axis < 4 {
            let (shift, up, down) = AXES[axis];
            let (mut above, mut below) = (1u64 << square, 1u64 << square);
            let mut step = 0;
            while step < 7 {
                above |= above << shift & up;
                below |= below >> shift & down;
                step += 1;
            }
            rays[square][axis] = [above & !(1 << square), below & !(1 << square)];
            axis += 1;
        }
        square += 1;
    }
    rays
};

/// The squares with left and right exchanged.
#[inline]
pub(super) fn mirrored(squares: u64) -> u64 {
    const ODD: u64 = 0x5555_5555_5555_5555;
    const PAIRS: u64 = 0x3333_3333_3333_3333;
    const FOURS: u64 = 0x0f0f_0f0f_0f0f_0f0f;
    let x = squares >> 1 & ODD | (squares & ODD) << 1;
    let x = x >> 2 & PAIRS | (x & PAIRS) << 2;
    x >> 4 & FOURS | (x & FOURS) << 4
}

/// The squares with rows and columns exchanged.
#[inline]
pub(super) fn transposed(squares: u64) -> u64 {
    let swap = |x: u64, mask: u64, shift: u32| {
        let t = (x ^ (x >> shift)) & mask;
        x ^ t ^ (t << shift)
    };
    let x = swap(squares, 0x00aa_00aa_00aa_00aa, 7);
    let x = swap(x, 0x0000_cccc_0000_cccc, 14);
    swap(x, 0x0000_0000_f0f0_f0f0, 28)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_lie_in_the_middle_and_keep_their_symmetries() {
        assert_eq!(squares(8), u64::MAX);
        for side in [4, 6, 8] {
            let board = squares(side);
            assert_eq!(board.count_ones() as usize, side * side);
            for image in [mirrored(board), transposed(board), board.swap_bytes()] {
                assert_eq!(image, board);
            }
        }
        assert_eq!(mirrored(1), 1 << 7);
        assert_eq!(transposed(1 << 7), 1 << 56);
        assert_eq!(transposed(1 << 10), 1 << 17);
    }

    #[test]
    fn lines_run_from_edge_to_edge() {
        let square = 1 << 19;
        let lines: Vec<u32> = (0..4).map(|axis| lines_through(square, axis).count_ones()).collect();
        assert_eq!(lines, [8, 6, 8, 7]);
        assert_eq!(lines_through(square, 3) & 1 << 1, 2);
    }
}
