//! All ways to put `N` pieces on the holes of a board, numbered.
//!
//! A placement is the numbers of its holes in rising order, `n1 < n2 < ...`; its own number is
//! `C(n1, 1) + C(n2, 2) + ...`, the combinatorial number system.

/// Larger boards have too many placements for a table.
const MOST_HOLES: usize = 80;
const MOST_PIECES: usize = 6;

/// `C(n, k)` at `[k][n]`.
static BINOMIALS: [[u32; MOST_HOLES + 1]; MOST_PIECES + 1] = binomials();

const fn binomials() -> [[u32; MOST_HOLES + 1]; MOST_PIECES + 1] {
    let mut table = [[0; MOST_HOLES + 1]; MOST_PIECES + 1];
    let mut n = 0;
    while n <= MOST_HOLES {
        table[0][n] = 1;
        let mut k = 1;
        while k <= MOST_PIECES && n > 0 {
            table[k][n] = table[k - 1][n - 1] + table[k][n - 1];
            k += 1;
        }
        n += 1;
    }
    table
}

/// In how many ways `pieces` can be put on `holes`.
pub(super) fn count(holes: usize, pieces: usize) -> usize {
    BINOMIALS[pieces][holes] as usize
}

/// Where `N` pieces are: the numbers of their holes in rising order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Placement<const N: usize>(pub(super) [u8; N]);

impl<const N: usize> Placement<N> {
    /// Pieces on these holes, in any order.
    #[inline]
    pub(super) fn new(holes: impl Iterator<Item = u8>) -> Option<Self> {
        let (mut sorted, mut len) = ([0; N], 0);
        for hole in holes {
            let mut at = len;
            *sorted.get_mut(len)? = hole;
            while at > 0 && sorted[at - 1] > hole {
                sorted[at] = sorted[at - 1];
                at -= 1;
            }
            sorted[at] = hole;
            len += 1;
        }
        (len == N).then_some(Placement(sorted))
    }

    /// The number of this placement.
    #[inline]
    pub(super) fn number(&self) -> usize {
        let terms = self.0.iter().enumerate().map(|(i, &hole)| BINOMIALS[i + 1][hole as usize]);
        terms.sum::<u32>() as usize
    }

    /// The placement of a number.
    pub(super) fn of(number: usize) -> Self {
        let mut left = number as u32;
        let mut holes = [0; N];
        for i in (0..N).rev() {
            let row = &BINOMIALS[i + 1];
            let hole = row.partition_point(|&below| below <= left) - 1;
            left -= row[hole];
            holes[i] = hole as u8;
        }
        Placement(holes)
    }

    /// Goes on to the placement of the next number.
    #[inline]
    pub(super) fn advance(&mut self) {
        let mut i = 0;
        while i + 1 < N && self.0[i] + 1 == self.0[i + 1] {
            self.0[i] = i as u8;
            i += 1;
        }
        self.0[i] += 1;
    }

    /// Lifts the piece from one of its holes.
    #[inline]
    pub(super) fn lifted(&self, hole: u8) -> Lifted<N> {
        let (mut rest, mut len) = ([u8::MAX; N], 0);
        for &other in self.0.iter().filter(|&&other| other != hole) {
            rest[len] = other;
            len += 1;
        }
        let (mut numbers, mut above) = ([0; N], 0);
        for i in (0..N).rev() {
            numbers[i] = above;
            if i > 0 {
                above += BINOMIALS[i + 1][rest[i - 1] as usize];
            }
        }
        let mut below = 0;
        for i in 0..N {
            numbers[i] += below;
            if i + 1 < N {
                below += BINOMIALS[i + 1][rest[i] as usize];
            }
        }
        Lifted { rest, numbers }
    }
}

/// A placement while one piece is in the hand.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lifted<const N: usize> {
    /// The others; the last place is not used.
    rest: [u8; N],
    /// What the others add to the number if the piece comes to have so many of them below it.
    numbers: [u32; N],
}

impl<const N: usize> Lifted<N> {
    /// The number of the placement with the piece on an empty hole.
    #[inline]
    pub(super) fn number_at(&self, hole: u8) -> usize {
        let below = self.rest[..N - 1].iter().filter(|&&other| other < hole).count();
        (self.numbers[below] + BINOMIALS[below + 1][hole as usize]) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_placement_has_its_number() {
        assert_eq!(count(73, 6), 170_230_452);
        let mut placement = Placement([0, 1, 2]);
        for number in 0..count(20, 3) {
            assert_eq!((placement.number(), Placement::of(number)), (number, placement));
            placement.advance();
        }
        let last = Placement([67, 68, 69, 70, 71, 72]);
        assert_eq!((last.number(), Placement::of(170_230_451)), (170_230_451, last));
    }

    #[test]
    fn a_piece_is_put_anywhere() {
        let placement = Placement([3, 8, 9, 20]);
        for lifted in placement.0 {
            let rest: Vec<u8> = placement.0.into_iter().filter(|&hole| hole != lifted).collect();
            for hole in (0..30).filter(|hole| !rest.contains(hole)) {
                let whole = Placement::<4>::new(rest.iter().copied().chain([hole])).expect("four");
                assert_eq!(placement.lifted(lifted).number_at(hole), whole.number(), "{lifted} to {hole}");
            }
        }
        assert_eq!(Placement::<4>::new([1, 2, 3].into_iter()), None);
        assert_eq!(Placement::<2>::new([1, 2, 3].into_iter()), None);
    }
}
