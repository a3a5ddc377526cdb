//! Moves: which there are, and how many.
//!
//! A move is a row of one to three own marbles and a direction. Along the row the number of marbles
//! follows from the rear one; sideways the row is part of the move. All six directions are worked
//! out for all marbles at once, as sets of rear (or first) fields.

use super::board::{AXES, BOARD, Bits, DIRECTIONS, Field, OFF, behind, fields, opposite};

/// A row of marbles and where it goes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move {
    /// Along the row its rear marble, sideways the one with the lowest bit.
    pub(super) first: Field,
    /// Direction, number of marbles and axis.
    shape: u8,
}

/// How many shapes there can be.
pub(super) const SHAPES: usize = 128;

impl Move {
    /// Along the row.
    #[inline]
    pub(super) const fn inline(rear: Field, direction: usize, marbles: usize) -> Self {
        Move { first: rear, shape: (direction | (marbles - 1) << 3) as u8 }
    }

    /// Sideways, with the axis along which the row lies.
    #[inline]
    pub(super) const fn broadside(first: Field, direction: usize, marbles: usize, axis: usize) -> Self {
        Move { first, shape: (direction | (marbles - 1) << 3 | (axis + 1) << 5) as u8 }
    }

    /// A player who cannot move.
    pub(super) const PASS: Move = Move { first: 0, shape: 127 };

    #[inline]
    pub(super) const fn direction(self) -> usize {
        (self.shape & 7) as usize
    }

    #[inline]
    pub(super) const fn marbles(self) -> usize {
        (self.shape >> 3 & 3) as usize + 1
    }

    /// The axis of the row, if the move goes sideways.
    #[inline]
    pub(super) const fn axis(self) -> Option<usize> {
        match self.shape >> 5 {
            0 => None,
            axis => Some(axis as usize - 1),
        }
    }

    pub(super) const fn index(self) -> usize {
        self.first as usize * SHAPES + self.shape as usize
    }
}

/// Whose marbles stand where, as far as the moves of one player go.
#[derive(Clone, Copy, Debug)]
pub(super) struct View {
    pub(super) own: Bits,
    /// All others together: they are pushed alike.
    pub(super) others: Bits,
}

/// The rear fields of moves along the row in one direction, by marbles and what they meet.
#[derive(Clone, Copy, Debug)]
pub(super) struct InlineSets {
    /// One, two or three marbles onto an empty field.
    pub(super) quiet: [Bits; 3],
    /// Two push one, three push one, three push two, onto an empty field.
    pub(super) pushes: [Bits; 3],
    /// The same over the edge.
    pub(super) ejections: [Bits; 3],
}

impl View {
    #[inline]
    fn empty(self) -> Bits {
        BOARD & !(self.own | self.others)
    }

    #[inline]
    pub(super) fn inline(self, direction: usize) -> InlineSets {
        let empty = self.empty();
        let own = |steps| behind(self.own, direction, steps);
        let others = |steps| behind(self.others, direction, steps);
        let free = |steps| behind(empty, direction, steps);
        let off = |steps| behind(OFF, direction, steps);
        let two = self.own & own(1);
        let three = two & own(2);
        let two_meet_one = two & others(2);
        let three_meet_one = three & others(3);
        let three_meet_two = three_meet_one & others(4);
        InlineSets {
            quiet: [self.own & free(1), two & free(2), three & free(3)],
            pushes: [two_meet_one & free(3), three_meet_one & free(4), three_meet_two & free(5)],
            ejections: [two_meet_one & off(3), three_meet_one & off(4), three_meet_two & off(5)],
        }
    }

    /// The first fields of two and of three marbles along an axis that can go sideways.
    #[inline]
    pub(super) fn broadside(self, axis: usize, direction: usize) -> [Bits; 2] {
        let along = AXES[axis];
        let movable = self.own & behind(self.empty(), direction, 1);
        let two = movable & behind(movable, along, 1);
        [two, two & behind(movable, along, 2)]
    }

    /// All moves, single marbles and moves along the row first.
    pub(super) fn moves(self, mut each: impl FnMut(Move)) {
        for direction in 0..DIRECTIONS.len() {
            let sets = self.inline(direction);
            for (i, set) in sets.quiet.into_iter().enumerate() {
                fields(set).for_each(|rear| each(Move::inline(rear, direction, i + 1)));
            }
            for (i, marbles) in [2, 3, 3].into_iter().enumerate() {
                let set = sets.pushes[i] | sets.ejections[i];
                fields(set).for_each(|rear| each(Move::inline(rear, direction, marbles)));
            }
        }
        for axis in 0..AXES.len() {
            for direction in sideways(axis) {
                let [two, three] = self.broadside(axis, direction);
                fields(two).for_each(|first| each(Move::broadside(first, direction, 2, axis)));
                fields(three).for_each(|first| each(Move::broadside(first, direction, 3, axis)));
            }
        }
    }

    /// The number of moves, without listing them.
    pub(super) fn count(self) -> usize {
        let mut count = 0;
        for direction in 0..DIRECTIONS.len() {
            let InlineSets { quiet, pushes, ejections } = self.inline(direction);
            // No field is in two of these sets: what stands ahead of it decides.
            let along = quiet.into_iter().chain(pushes).chain(ejections);
            count += along.fold(0, |all: Bits, set| all | set).count_ones();
        }
        for axis in 0..AXES.len() {
            for direction in sideways(axis) {
                let [two, three] = self.broadside(axis, direction);
                count += two.count_ones() + three.count_ones();
            }
        }
        count as usize
    }
}

/// The four directions that do not lie along an axis.
pub(super) fn sideways(axis: usize) -> impl Iterator<Item = usize> {
    let along = AXES[axis];
    (0..DIRECTIONS.len()).filter(move |&d| d != along && d != opposite(along))
}
