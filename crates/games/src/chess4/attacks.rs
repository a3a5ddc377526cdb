//! Who attacks a square.
//!
//! Only pieces on a queen's line through a square or a knight's leap away from it can attack it. They
//! are few, so they are looked up as a set first, and of each a table tells how it lies to the square.

use super::board::{CELLS, DIRECTIONS, KNIGHT_STEPS, Square, Squares, Step, bend, is_on_board};
use super::piece::{Kind, Piece, SEATS, Seat};
use super::state::State;

/// The headings under which a pawn may leave a square, as bits.
#[inline]
pub(super) fn open_headings(pawn: Piece, square: Square, bends: bool) -> u8 {
    let heading = pawn.heading();
    if !bends || pawn.is_bent() {
        return 1 << heading;
    }
    1 << heading | 1 << (heading ^ bend(square))
}

/// Does a slider of this kind run along a direction of this index?
#[inline]
pub(super) fn slides_along(kind: Kind, direction: usize) -> bool {
    /// The directions of each kind, as bits.
    const LINES: [u8; 6] = [0, 0, 0b1111_0000, 0b0000_1111, 0b1111_1111, 0];
    LINES[kind as usize] >> direction & 1 == 1
}

/// How a square lies to another: the index of the direction to go, a knight's leap, or neither.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Relation(u8);

impl Relation {
    const NONE: Relation = Relation(9);
    const LEAP: Relation = Relation(8);
}

/// For each square how the others lie to it.
static RELATIONS: [[Relation; CELLS]; CELLS] = {
    let mut table = [[Relation::NONE; CELLS]; CELLS];
    let mut square = 0;
    while square < CELLS {
        if is_on_board(square as Square) {
            let mut i = 0;
            while i < 8 {
                let leap = (square as Square).wrapping_add(KNIGHT_STEPS[i]);
                table[square][leap as usize] = Relation::LEAP;
                let mut at = (square as Square).wrapping_add(DIRECTIONS[i]);
                while is_on_board(at) {
                    table[square][at as usize] = Relation(i as u8);
                    at = at.wrapping_add(DIRECTIONS[i]);
                }
                i += 1;
            }
        }
        square += 1;
    }
    table
};

/// For each square those from which it may be attacked at all.
static REACH: [Squares; CELLS] = {
    let mut reach = [Squares::NONE; CELLS];
    let mut square = 0;
    while square < CELLS {
        let mut other = 0;
        while other < CELLS {
            if RELATIONS[square][other].0 != Relation::NONE.0 && is_on_board(other as Square) {
                reach[square] = reach[square].with(other as Square);
            }
            other += 1;
        }
        square += 1;
    }
    reach
};

/// The headings of pawns that capture a square from the place next to it in each direction.
const CAPTURING_HEADINGS: [u8; 8] = [0, 0, 0, 0, 0b1100, 0b1001, 0b0011, 0b0110];

/// How a piece bears on a square.
enum Bearing {
    Not,
    /// Nothing can come between.
    Next,
    /// Along a line, if it is open.
    Line(Step),
}

#[inline]
fn bearing(piece: Piece, from: Square, on: Square, bends: bool) -> Bearing {
    let relation = RELATIONS[on as usize][from as usize];
    let kind = piece.kind();
    if relation == Relation::LEAP {
        return if kind == Kind::Knight { Bearing::Next } else { Bearing::Not };
    }
    let direction = relation.0 as usize & 7;
    let step = DIRECTIONS[direction];
    if slides_along(kind, direction) {
        return Bearing::Line(step);
    }
    let attacks = on.wrapping_add(step) == from
        && match kind {
            Kind::King => true,
            Kind::Pawn => open_headings(piece, from, bends) & CAPTURING_HEADINGS[direction] != 0,
            _ => false,
        };
    if attacks { Bearing::Next } else { Bearing::Not }
}

/// What stands between a king and those who would capture him.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Threats {
    /// The own pieces that may leave a line to the king only along it.
    pub(super) pinned: Squares,
    /// How many give check; two are as bad as three.
    pub(super) checkers: u8,
    /// One of them.
    pub(super) checker: Square,
}

impl Threats {
    pub(super) const NONE: Threats = Threats { pinned: Squares::NONE, checkers: 0, checker: 0 };

    /// What threatens the king of a seat.
    pub(super) fn to_king_of(state: &State, seat: Seat, bends: bool) -> Self {
        let king = state.kings[seat as usize];
        let mut threats = Threats::NONE;
        let enemies = state.pieces_of(state.opponents(seat));
        for from in enemies.and(&REACH[king as usize]).iter() {
            match bearing(state.at(from), from, king, bends) {
                Bearing::Not => {}
                Bearing::Next => threats.check_from(from),
                Bearing::Line(step) => {
                    let first = state.first_along(king, step);
                    if first == from {
                        threats.check_from(from);
                    } else if state.at(first).is_of(seat) && state.first_along(first, step) == from {
                        threats.pinned.add(first);
                    }
                }
            }
        }
        threats
    }

    fn check_from(&mut self, from: Square) {
        self.checkers += 1;
        self.checker = from;
    }
}

/// The step from a square towards another on a line with it.
#[inline]
pub(super) fn step_towards(from: Square, to: Square) -> Step {
    DIRECTIONS[RELATIONS[from as usize][to as usize].0 as usize & 7]
}

/// Do they lie on a line, so that something may come between?
#[inline]
pub(super) fn are_in_line(one: Square, other: Square) -> bool {
    RELATIONS[one as usize][other as usize].0 < 8
}

impl State {
    /// The first square that is not empty, a wall perhaps.
    #[inline]
    pub(super) fn first_along(&self, from: Square, step: Step) -> Square {
        let mut at = from.wrapping_add(step);
        while self.at(at).is_none() {
            at = at.wrapping_add(step);
        }
        at
    }

    /// The pieces of these seats, given as bits.
    #[inline]
    pub(super) fn pieces_of(&self, seats: u8) -> Squares {
        let mut all = Squares::NONE;
        for seat in 0..SEATS {
            if seats >> seat & 1 == 1 {
                all = all.or(&self.pieces[seat]);
            }
        }
        all
    }

    /// Is the square attacked by a piece of one of these seats (as bits)? A piece on `ignored` is
    /// looked through.
    #[inline]
    pub(super) fn is_attacked(&self, square: Square, seats: u8, ignored: Square, bends: bool) -> bool {
        let near = self.pieces_of(seats).and(&REACH[square as usize]);
        near.iter().any(|from| match bearing(self.at(from), from, square, bends) {
            Bearing::Not => false,
            Bearing::Next => true,
            Bearing::Line(step) => {
                let mut at = square.wrapping_add(step);
                while self.at(at).is_none() || at == ignored {
                    at = at.wrapping_add(step);
                }
                at == from
            }
        })
    }

    /// Is a seat's king attacked by one of these seats?
    #[inline]
    pub(super) fn is_in_check(&self, seat: Seat, by: u8, bends: bool) -> bool {
        self.is_attacked(self.kings[seat as usize], by, 0, bends)
    }
}

#[cfg(test)]
mod tests {
    use super::super::Chess4;
    use super::super::board::{PAWN_STEPS, squares};
    use super::*;
    use melee_core::{Game, seeded_rng};

    /// The same by looking from the square in all directions.
    fn is_attacked_slowly(state: &State, square: Square, seats: u8, bends: bool) -> bool {
        let is_theirs = |piece: Piece| (0..4).any(|seat| seats >> seat & 1 == 1 && piece.is_of(seat));
        let is_of = |piece: Piece, kind: Kind| is_theirs(piece) && piece.kind() == kind;
        let leaps = KNIGHT_STEPS.iter().any(|&step| is_of(state.at(square.wrapping_add(step)), Kind::Knight));
        let pawns = PAWN_STEPS.iter().any(|&(step, headings)| {
            let from = square.wrapping_sub(step);
            let pawn = state.at(from);
            is_of(pawn, Kind::Pawn) && open_headings(pawn, from, bends) & headings != 0
        });
        let lines = DIRECTIONS.iter().enumerate().any(|(direction, &step)| {
            let at = state.first_along(square, step);
            let piece = state.at(at);
            let is_next = at == square.wrapping_add(step);
            is_theirs(piece) && (slides_along(piece.kind(), direction) || is_next && piece.kind() == Kind::King)
        });
        leaps || pawns || lines
    }

    #[test]
    fn attacks_are_those_seen_from_the_square() {
        let game = Chess4::default();
        let mut rng = seeded_rng(9);
        let mut state = game.initial();
        let mut attacked = 0;
        for _ in 0..300 {
            if game.outcome(&state).is_some() {
                state = game.initial();
            }
            for square in squares() {
                for seats in [1, 2, 4, 8, 14, 15] {
                    let slowly = is_attacked_slowly(&state, square, seats, true);
                    assert_eq!(state.is_attacked(square, seats, 0, true), slowly);
                    attacked += usize::from(slowly);
                }
            }
            let mv = game.random_move(&state, &mut Vec::new(), &mut rng);
            game.play(&mut state, mv);
        }
        assert!(attacked > 1000);
    }
}
