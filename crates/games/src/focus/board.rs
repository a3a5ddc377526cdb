//! Eight by eight squares without three in each corner, and the stacks that stand on them.

/// The most pieces a stack can have, and the farthest it moves.
pub(super) const TALLEST: usize = 5;

/// The squares of each row, from the first.
const ROWS: [u64; 8] = [0x3c, 0x7e, 0xff, 0xff, 0xff, 0xff, 0x7e, 0x3c];

/// Every square; bit 0 would be a1.
pub(super) const BOARD: u64 = {
    let mut board = 0;
    let mut row = 0;
    while row < 8 {
        board |= ROWS[row] << (8 * row);
        row += 1;
    }
    board
};

/// The square so many steps away: to the right, left, up, down.
const fn stepped(square: usize, direction: usize, steps: usize) -> Option<usize> {
    let (column, row) = (square % 8, square / 8);
    let (column, row) = match direction {
        0 => (column + steps, row),
        1 => (column.wrapping_sub(steps), row),
        2 => (column, row + steps),
        _ => (column, row.wrapping_sub(steps)),
    };
    if column < 8 && row < 8 && BOARD >> (row * 8 + column) & 1 == 1 { Some(row * 8 + column) } else { None }
}

/// The squares at exactly so many steps from a square, by steps less one.
pub(super) static STEPS: [[u64; TALLEST]; 64] = {
    let mut steps = [[0; TALLEST]; 64];
    let mut square = 0;
    while square < 64 {
        let mut i = 0;
        while i < 4 * TALLEST && BOARD >> square & 1 == 1 {
            if let Some(to) = stepped(square, i % 4, i / 4 + 1) {
                steps[square][i / 4] |= 1 << to;
            }
            i += 1;
        }
        square += 1;
    }
    steps
};

/// The squares that a stack of a height reaches from a square.
pub(super) static REACH: [[u64; TALLEST + 1]; 64] = {
    let mut reach = [[0; TALLEST + 1]; 64];
    let mut square = 0;
    while square < 64 {
        let mut height = 1;
        while height <= TALLEST {
            reach[square][height] = reach[square][height - 1] | STEPS[square][height - 1];
            height += 1;
        }
        square += 1;
    }
    reach
};

/// The squares from which one can go so many steps, less one, in each direction.
const ROOM: [[u64; 4]; TALLEST] = {
    let mut room = [[0; 4]; TALLEST];
    let mut i = 0;
    while i < 64 * 4 * TALLEST {
        let (square, direction, steps) = (i % 64, i / 64 % 4, i / 256);
        if BOARD >> square & 1 == 1 && stepped(square, direction, steps + 1).is_some() {
            room[steps][direction] |= 1 << square;
        }
        i += 1;
    }
    room
};

/// The number of moves of these stacks, given all squares by the least height of their stacks.
#[inline]
pub(super) fn count_moves(own: u64, tall: &[u64; TALLEST]) -> usize {
    let mut count = 0;
    for (tall, room) in tall.iter().zip(&ROOM) {
        for room in room {
            count += (own & tall & room).count_ones();
        }
    }
    count as usize
}

/// The squares that these stacks can move to.
#[inline]
pub(super) fn reached(own: u64, tall: &[u64; TALLEST]) -> u64 {
    let mut reached = 0;
    for (steps, (tall, room)) in (1..).zip(tall.iter().zip(&ROOM)) {
        let stacks = own & tall;
        reached |= (stacks & room[0]) << steps
            | (stacks & room[1]) >> steps
            | (stacks & room[2]) << (8 * steps)
            | (stacks & room[3]) >> (8 * steps);
    }
    reached
}

/// How far a stack moves between two squares of one row or column.
#[inline]
pub(super) fn distance(from: u8, to: u8) -> usize {
    let difference = from.abs_diff(to) as usize;
    if difference < 8 { difference } else { difference / 8 }
}

/// A stack: two bits for each piece, the top one lowest, under a one that marks the bottom.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Stack(u16);

impl Stack {
    pub(super) const EMPTY: Stack = Stack(1);
    /// One more than any stack's [`code`](Self::code).
    pub(super) const CODES: usize = 1 << (2 * TALLEST + 1);

    #[inline]
    pub(super) fn height(self) -> usize {
        (15 - self.0.leading_zeros() as usize) / 2
    }

    /// The colour of its top piece.
    #[inline]
    pub(super) fn top(self) -> Option<usize> {
        (self != Self::EMPTY).then_some((self.0 & 3) as usize)
    }

    /// A number that tells it from all other stacks.
    #[inline]
    pub(super) fn code(self) -> usize {
        self.0 as usize & (Self::CODES - 1)
    }

    /// A single piece.
    #[inline]
    pub(super) fn single(colour: usize) -> Self {
        Stack(4 | colour as u16)
    }

    /// With a piece on top; it must not have five already.
    pub(super) fn with(self, colour: usize) -> Self {
        debug_assert!(self.height() < TALLEST);
        Stack(self.0 << 2 | colour as u16)
    }

    /// What stays below if so many are taken from the top, and what is taken.
    #[inline]
    pub(super) fn split(self, count: usize) -> (Stack, Stack) {
        let bottom = 1 << (2 * count);
        (Stack(self.0 >> (2 * count)), Stack(self.0 & (bottom - 1) | bottom))
    }

    /// With another stack on top: the five highest pieces, and those below them, which leave.
    #[inline]
    pub(super) fn under(self, upper: Stack) -> (Stack, Stack) {
        const KEPT: u32 = 1 << (2 * TALLEST);
        let (lower, upper, count) = (u32::from(self.0), u32::from(upper.0), upper.height());
        let all = lower << (2 * count) | (upper ^ (1 << (2 * count)));
        if all < 2 * KEPT {
            (Stack(all as u16), Stack::EMPTY)
        } else {
            let kept = all & (KEPT - 1) | KEPT;
            (Stack(kept as u16), Stack((all / KEPT) as u16))
        }
    }

    /// The colours of its pieces from the bottom to the top.
    pub(super) fn pieces(self) -> impl DoubleEndedIterator<Item = usize> {
        let code = self.0;
        (0..self.height()).rev().map(move |i| (code >> (2 * i) & 3) as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bits::ones;

    fn stack(pieces: &[usize]) -> Stack {
        let with = |stack: Stack, &colour: &usize| stack.with(colour);
        pieces.iter().fold(Stack::EMPTY, with)
    }

    #[test]
    fn rows_and_columns_are_unbroken_runs() {
        assert_eq!(BOARD.count_ones(), 52);
        for square in ones(BOARD) {
            for (steps, squares) in (1..).zip(STEPS[square as usize]) {
                assert!(ones(squares).all(|to| distance(square, to) == steps));
                if steps > 1 {
                    let nearer = STEPS[square as usize][steps - 2];
                    assert!(squares.count_ones() <= nearer.count_ones());
                }
            }
        }
    }

    #[test]
    fn stacks_are_split_and_joined_at_the_top() {
        let tower = stack(&[0, 1, 2, 3, 0]);
        assert_eq!((tower.height(), tower.top()), (5, Some(0)));
        assert_eq!(tower.split(2), (stack(&[0, 1, 2]), stack(&[3, 0])));
        assert_eq!(tower.split(5), (Stack::EMPTY, tower));
        assert_eq!(Stack::EMPTY.under(tower), (tower, Stack::EMPTY));
        assert_eq!(stack(&[1, 2, 3]).under(stack(&[0, 0, 0])), (stack(&[2, 3, 0, 0, 0]), stack(&[1])));
        assert_eq!(stack(&[1; 5]).under(tower), (tower, stack(&[1; 5])));
        assert_eq!(tower.pieces().collect::<Vec<_>>(), [0, 1, 2, 3, 0]);
    }
}
