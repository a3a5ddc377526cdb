//! Where a colour can lay its pieces: the fast part of the game.
//!
//! Every piece after the first covers a contact square: one that is free, touches the own colour at a
//! corner and nowhere at an edge. Round a contact square only the 41 squares within four steps matter.
//! They are gathered into one word, and the 414 ways to lay some piece over the middle of it are words as
//! well, so that whether one fits is a single `and`. A contact square that is done counts as taken, so
//! that no placement is found twice.

use std::ops::ControlFlow;
use std::sync::LazyLock;

use super::Move;
use super::pieces::{LARGEST, MONOMINO, ORIENTATIONS, PIECES};

/// The most rows of a board.
pub(super) const MAX_SIDE: usize = 20;
/// How far a piece reaches from any of its squares.
const REACH: usize = LARGEST - 1;
/// Rows of a colour have a margin of one above and below; their columns begin at this bit.
pub(super) const COLUMN: usize = REACH;

/// Squares as bits, a row each, with an empty row below and above.
pub(super) type Rows = [u32; MAX_SIDE + 2];

/// Masks are tested four at a time.
const LANES: usize = 4;

/// The ways to lay pieces over the middle of a neighbourhood.
struct Ways {
    /// Four masks each; the last ones of a piece are filled up with masks that never fit.
    masks: Vec<[u64; LANES]>,
    /// The orientation, and where its lower left corner lies from the middle, to the left and below.
    placings: Vec<[(u8, u8, u8); LANES]>,
    /// Where the masks of each piece begin, and after the last one.
    of_piece: [usize; PIECES + 1],
}

static WAYS: LazyLock<Ways> = LazyLock::new(Ways::new);

/// The bit of a square by its column and row from the middle, within four steps.
fn bit(dx: i32, dy: i32) -> u32 {
    let width = |dy: i32| 9 - 2 * dy.abs();
    let below: i32 = (-(REACH as i32)..dy).map(width).sum();
    (below + dx + REACH as i32 - dy.abs()) as u32
}

/// The four squares beside the middle.
const BESIDE: u64 = 1 << 12 | 1 << 19 | 1 << 21 | 1 << 28;

impl Ways {
    fn new() -> Self {
        let mut ways = Ways { masks: Vec::new(), placings: Vec::new(), of_piece: [0; PIECES + 1] };
        for piece in 0..PIECES {
            let mut found = Vec::new();
            let all = ORIENTATIONS.iter().enumerate();
            for (number, orientation) in all.filter(|(_, o)| o.piece == piece) {
                for &(x, y) in &orientation.cells {
                    let offset = |cell: &(u8, u8)| {
                        let dx = i32::from(cell.0) - i32::from(x);
                        bit(dx, i32::from(cell.1) - i32::from(y))
                    };
                    let mask = orientation.cells.iter().fold(0, |m, cell| m | 1u64 << offset(cell));
                    found.push((mask, (number as u8, x, y)));
                }
            }
            for four in found.chunks(LANES) {
                let way = |i: usize| four.get(i).copied().unwrap_or((u64::MAX, (0, 0, 0)));
                ways.masks.push(std::array::from_fn(|i| way(i).0));
                ways.placings.push(std::array::from_fn(|i| way(i).1));
            }
            ways.of_piece[piece + 1] = ways.masks.len();
        }
        ways
    }
}

/// The free squares of a colour and its contact squares.
pub(super) struct Ground {
    /// Squares it may cover, with four rows and columns of none around the board.
    free: [u32; MAX_SIDE + 2 * REACH],
    contacts: [u32; MAX_SIDE],
    ways: &'static Ways,
}

impl Ground {
    /// For a colour that begins: only its start square counts.
    pub(super) fn first(open: &[u32; MAX_SIDE], taken: &Rows, start: (usize, usize)) -> Self {
        let mut ground = Ground::nothing();
        for y in 0..MAX_SIDE {
            ground.free[y + REACH] = open[y] & !taken[y + 1];
        }
        let (x, y) = start;
        ground.contacts[y] = ground.free[y + REACH] & 1 << (x + COLUMN);
        ground
    }

    /// For a colour with these squares.
    #[inline]
    pub(super) fn new(open: &[u32; MAX_SIDE], taken: &Rows, own: &Rows) -> Self {
        let mut ground = Ground::nothing();
        for y in 0..MAX_SIDE {
            let (below, row, above) = (own[y], own[y + 1], own[y + 2]);
            let near = below | above;
            let beside = row << 1 | row >> 1 | near;
            let free = open[y] & !(taken[y + 1] | beside);
            ground.free[y + REACH] = free;
            ground.contacts[y] = (near << 1 | near >> 1) & free;
        }
        ground
    }

    /// Does a colour with these squares have a contact square? The smallest piece can be laid then.
    #[inline]
    pub(super) fn has_contact(open: &[u32; MAX_SIDE], taken: &Rows, own: &Rows) -> bool {
        (0..MAX_SIDE).any(|y| {
            let (row, near) = (own[y + 1], own[y] | own[y + 2]);
            let beside = row << 1 | row >> 1 | near;
            (near << 1 | near >> 1) & open[y] & !(taken[y + 1] | beside) != 0
        })
    }

    fn nothing() -> Self {
        Ground { free: [0; MAX_SIDE + 2 * REACH], contacts: [0; MAX_SIDE], ways: &WAYS }
    }

    /// The contact squares, a row each.
    pub(super) fn contacts(&self) -> &[u32; MAX_SIDE] {
        &self.contacts
    }

    /// The squares of a row that may be covered.
    #[inline]
    pub(super) fn free(&self, y: usize) -> u32 {
        self.free[y + REACH]
    }

    /// The squares that a piece over some contact square can cover at all: within so many steps of one, over squares that
    /// may be covered.
    #[inline]
    pub(super) fn within(&self, steps: usize) -> [u32; MAX_SIDE] {
        let free: &[u32; MAX_SIDE] = self.free[REACH..][..MAX_SIDE].try_into().expect("the rows of the board");
        let mut reached = self.contacts;
        for _ in 0..steps {
            let before = reached;
            for y in 0..MAX_SIDE {
                let (row, below) = (before[y], before[y.max(1) - 1]);
                let above = before[(y + 1).min(MAX_SIDE - 1)];
                reached[y] = (row | row << 1 | row >> 1 | below | above) & free[y];
            }
        }
        reached
    }

    /// What is taken around a square, and what is off the board.
    #[inline]
    fn taken_around(&self, x: usize, y: usize) -> u64 {
        let mut free = 0;
        let mut first = 0;
        for (i, &row) in self.free[y..=y + 2 * REACH].iter().enumerate() {
            let skipped = REACH.abs_diff(i);
            let width = 2 * (REACH - skipped) + 1;
            let bits = row >> (x + skipped) & ((1 << width) - 1);
            free |= u64::from(bits) << first;
            first += width;
        }
        !free
    }

    /// Calls for every contact square with its place and what is taken around it. Squares that were
    /// called for are taken afterwards.
    #[inline]
    fn each_contact(&mut self, mut each: impl FnMut(&Ways, usize, usize, u64) -> ControlFlow<()>) -> ControlFlow<()> {
        for y in 0..MAX_SIDE {
            let mut row = self.contacts[y];
            while row != 0 {
                let x = row.trailing_zeros() as usize - COLUMN;
                let taken = self.taken_around(x, y);
                each(self.ways, x, y, taken)?;
                self.free[y + REACH] &= !(1 << (x + COLUMN));
                row &= row - 1;
            }
        }
        ControlFlow::Continue(())
    }

    /// The same squares without the contact squares: where pieces lie that cover none of them.
    pub(super) fn off_contacts(&self) -> Ground {
        let mut ground = Ground { free: self.free, contacts: [0; MAX_SIDE], ways: self.ways };
        for (free, contacts) in ground.free[REACH..].iter_mut().zip(self.contacts) {
            *free &= !contacts;
        }
        ground
    }

    /// What a piece opens in here: the squares that it only touches at corners are the contact squares, those that it covers
    /// or lies beside are free no longer.
    #[inline]
    pub(super) fn opened_by(&self, mv: Move) -> Ground {
        let mut ground = Ground { free: self.free, contacts: [0; MAX_SIDE], ways: self.ways };
        for around in Around::of(mv) {
            let free = &mut ground.free[around.y + REACH - 1];
            *free &= !(around.cells | around.beside);
            if let Some(contacts) = (around.y.checked_sub(1)).and_then(|y| ground.contacts.get_mut(y)) {
                *contacts = around.corners & *free;
            }
        }
        ground
    }

    /// The number of ways to lay pieces of this hand over one square, be it a contact square or not.
    #[inline]
    pub(super) fn count_over(&self, hand: u32, x: usize, y: usize) -> usize {
        self.ways.count(hand, self.taken_around(x, y))
    }

    /// The number of ways to lay pieces of this hand.
    pub(super) fn count(&mut self, hand: u32) -> usize {
        let mut count = 0;
        let _ = self.each_contact(|ways, _, _, taken| {
            count += ways.count(hand, taken);
            ControlFlow::Continue(())
        });
        count
    }

    /// Calls for every contact square with its place and the number of ways over it that are over none before.
    pub(super) fn count_each(
        mut self,
        hand: u32,
        mut each: impl FnMut(usize, usize, usize) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.each_contact(|ways, x, y, taken| each(x, y, ways.count(hand, taken)))
    }

    /// Is there any way to lay a piece of this hand?
    pub(super) fn has_move(&mut self, hand: u32) -> bool {
        if hand >> MONOMINO & 1 == 1 {
            return self.contacts.iter().any(|&row| row != 0);
        }
        let search =
            self.each_contact(
                |ways, _, _, taken| {
                    if ways.fits(hand, taken) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                },
            );
        search.is_break()
    }

    /// Calls for every way to lay a piece of this hand.
    pub(super) fn each_move(&mut self, hand: u32, mut each: impl FnMut(Move)) {
        let _ = self.each_contact(|ways, x, y, taken| {
            ways.each(hand, taken, |way| each(way.at(x, y)));
            ControlFlow::Continue(())
        });
    }

    /// The way of this number, counted as [`each_move`](Self::each_move) calls; only its own contact square
    /// is looked at closely.
    pub(super) fn nth_move(&mut self, hand: u32, mut number: usize) -> Option<Move> {
        let mut found = None;
        let _ = self.each_contact(|ways, x, y, taken| {
            let count = ways.count(hand, taken);
            if number >= count {
                number -= count;
                return ControlFlow::Continue(());
            }
            let mut place = 0;
            ways.each(hand, taken, |way| {
                if place == number {
                    found = Some(way.at(x, y));
                }
                place += 1;
            });
            ControlFlow::Break(())
        });
        found
    }
}

/// What a piece covers and touches in one row, as bits from [`COLUMN`] on.
#[derive(Clone, Copy)]
pub(super) struct Around {
    /// The row, counted from one so that there is one below the board.
    pub(super) y: usize,
    pub(super) cells: u32,
    pub(super) beside: u32,
    pub(super) corners: u32,
}

impl Around {
    /// The rows of a piece where it is laid, with one below and one above.
    #[inline]
    pub(super) fn of(mv: Move) -> impl Iterator<Item = Around> {
        let orientation = &ORIENTATIONS[mv.orientation as usize];
        let (first, shift) = (mv.y as usize, mv.x as usize + COLUMN);
        (0..orientation.height + 2).map(move |i| Around {
            y: first + i,
            cells: if i == 0 || i > orientation.height { 0 } else { orientation.rows[i - 1] << shift },
            // Their lowest column is the one before the box.
            beside: orientation.beside[i] << shift >> 1,
            corners: orientation.corners[i] << shift >> 1,
        })
    }
}

/// An orientation, and its lower left corner as seen from the square that is covered.
struct Way(u8, u8, u8);

impl Way {
    #[inline]
    fn at(&self, x: usize, y: usize) -> Move {
        Move { orientation: self.0, x: x as u8 - self.1, y: y as u8 - self.2 }
    }
}

impl Ways {
    /// The masks of the pieces of a hand; pieces that stand side by side are one run.
    #[inline]
    fn each_run(&self, mut hand: u32, mut each: impl FnMut(usize, usize)) {
        while hand != 0 {
            let first = hand.trailing_zeros();
            let count = (!(hand >> first)).trailing_zeros();
            each(self.of_piece[first as usize], self.of_piece[(first + count) as usize]);
            hand &= !(((1 << count) - 1) << first);
        }
    }

    #[inline]
    fn count(&self, hand: u32, taken: u64) -> usize {
        // Late in a game many contact squares are single holes.
        if taken & BESIDE == BESIDE {
            return (hand >> MONOMINO & 1) as usize;
        }
        let mut counts = [0u64; LANES];
        self.each_run(hand, |first, end| {
            for four in &self.masks[first..end] {
                for (count, mask) in counts.iter_mut().zip(four) {
                    *count += u64::from(mask & taken == 0);
                }
            }
        });
        counts.iter().sum::<u64>() as usize
    }

    #[inline]
    fn fits(&self, hand: u32, taken: u64) -> bool {
        let mut found = false;
        self.each_run(hand, |first, end| {
            let masks = &self.masks[first..end];
            found = found || masks.iter().any(|four| four.iter().any(|mask| mask & taken == 0));
        });
        found
    }

    #[inline]
    fn each(&self, hand: u32, taken: u64, mut each: impl FnMut(Way)) {
        self.each_run(hand, |first, end| {
            for (four, placings) in self.masks[first..end].iter().zip(&self.placings[first..end]) {
                let mut fitting = 0u32;
                for (i, mask) in four.iter().enumerate() {
                    fitting |= u32::from(mask & taken == 0) << i;
                }
                while fitting != 0 {
                    let (orientation, dx, dy) = placings[fitting.trailing_zeros() as usize];
                    each(Way(orientation, dx, dy));
                    fitting &= fitting - 1;
                }
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_414_ways_to_cover_a_square() {
        let real = WAYS.masks.iter().flatten().filter(|&&mask| mask != u64::MAX);
        assert_eq!(real.count(), 414);
        assert_eq!(WAYS.count(super::super::pieces::FULL_HAND, !((1 << 41) - 1)), 414);
        assert_eq!((bit(0, -4), bit(0, 0), bit(0, 4)), (0, 20, 40));
        let beside = [(0, -1), (-1, 0), (1, 0), (0, 1)];
        let beside = beside.iter().fold(0, |mask, &(dx, dy)| mask | 1 << bit(dx, dy));
        assert_eq!(beside, BESIDE);
    }
}
