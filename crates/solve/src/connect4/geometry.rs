//! Bit boards with a guard row: a column is `height + 1` bits, its lowest bit the bottom cell.
//!
//! The guard row (always empty) keeps lines from wrapping into the next column, and gives the sum
//! `own + occupied` room for its carry, which makes that sum a unique key of a position (Tromp's
//! encoding). Everything that fits 64 bits with its guard row can be solved.

/// The extent of a board, with the masks that depend on it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Geometry<const H: u32> {
    pub(super) width: u32,
    /// Cells on the board.
    pub(super) cells: u32,
    /// The lowest cell of every column.
    pub(super) bottom: u64,
    /// Every cell.
    pub(super) board: u64,
    /// The rows with an even number of rows above them, the top row among them: whoever answers
    /// every stone with one on top of it gets these.
    pub(super) follower_rows: u64,
    /// The other rows.
    pub(super) leader_rows: u64,
}

#[expect(clippy::unused_self, reason = "some answers depend on the height alone; a board is asked all the same")]
impl<const H: u32> Geometry<H> {
    /// Bits from one column to the next.
    const STRIDE: u32 = H + 1;

    pub(super) fn new(width: u32) -> Option<Self> {
        if !(1..=8).contains(&width) || width * Self::STRIDE > 64 {
            return None;
        }
        let bottom = (0..width).fold(0, |b, c| b | 1u64 << (c * Self::STRIDE));
        let row = |r: u32| bottom << r;
        let rows = |parity: u32| (0..H).filter(|r| (H - 1 - r) % 2 == parity).fold(0, |b, r| b | row(r));
        Some(Geometry {
            width,
            cells: width * H,
            bottom,
            board: rows(0) | rows(1),
            follower_rows: rows(0),
            leader_rows: rows(1),
        })
    }

    pub(super) fn key_bits(&self) -> u32 {
        self.width * Self::STRIDE
    }

    /// The cells of a column.
    #[inline]
    pub(super) fn column(&self, column: u32) -> u64 {
        ((1u64 << H) - 1) << (column * Self::STRIDE)
    }

    /// The columns from the middle outwards.
    pub(super) fn middle_first(&self) -> impl Iterator<Item = u32> {
        let middle = self.width / 2;
        let right = middle..self.width;
        let left = (0..middle).rev();
        let mut columns: Vec<u32> = right.chain(left).collect();
        columns.sort_by_key(|c| (2 * c + 1).abs_diff(self.width));
        columns.into_iter()
    }

    /// The column of the lowest set bit.
    #[inline]
    pub(super) fn column_of(&self, cell: u64) -> u32 {
        cell.trailing_zeros() / Self::STRIDE
    }

    /// The row of the lowest set bit, counted from 0 at the bottom.
    #[inline]
    pub(super) fn row_of(&self, cell: u64) -> u32 {
        cell.trailing_zeros() % Self::STRIDE
    }

    /// The cells stones can fall into.
    #[inline]
    pub(super) fn playable(&self, occupied: u64) -> u64 {
        occupied.wrapping_add(self.bottom) & self.board
    }

    /// The same cells on the other side of the board. Works for keys too, guard row and all.
    #[inline]
    pub(super) fn mirrored(&self, cells: u64) -> u64 {
        let column = (1u64 << Self::STRIDE) - 1;
        let mut left = cells;
        let mut out = 0;
        for _ in 0..self.width {
            out = (out << Self::STRIDE) | (left & column);
            left >>= Self::STRIDE;
        }
        out
    }

    /// Is there a line of four?
    #[inline]
    pub(super) fn has_four(&self, stones: u64) -> bool {
        let line = |shift: u32| {
            let pairs = stones & (stones >> shift);
            pairs & (pairs >> (2 * shift))
        };
        line(1) | line(Self::STRIDE - 1) | line(Self::STRIDE) | line(Self::STRIDE + 1) != 0
    }

    /// The cells, empty or not, that would complete four of these stones.
    #[inline]
    pub(super) fn completions(&self, stones: u64) -> u64 {
        let across = |shift: u32| {
            let (up1, up2, up3) = (stones << shift, stones << (2 * shift), stones << (3 * shift));
            let (down1, down2, down3) = (stones >> shift, stones >> (2 * shift), stones >> (3 * shift));
            (up1 & up2 & (up3 | down1)) | (down1 & down2 & (down3 | up1))
        };
        let vertical = (stones << 1) & (stones << 2) & (stones << 3);
        vertical | across(Self::STRIDE - 1) | across(Self::STRIDE) | across(Self::STRIDE + 1)
    }

    /// The free cells on lines across columns that hold two of these stones or more and are otherwise
    /// free.
    #[inline]
    pub(super) fn hopes(&self, stones: u64, empty: u64) -> u64 {
        let open = stones | empty;
        let across = |shift: u32| {
            let pairs = open & (open >> shift);
            let (s1, s2, s3) = (stones >> shift, stones >> (2 * shift), stones >> (3 * shift));
            let two = (stones & s1) | (s2 & s3) | ((stones | s1) & (s2 | s3));
            let lines = pairs & (pairs >> (2 * shift)) & two;
            let halves = lines | (lines << shift);
            halves | (halves << (2 * shift))
        };
        (across(Self::STRIDE - 1) | across(Self::STRIDE) | across(Self::STRIDE + 1)) & empty
    }
}
