//! Who bears on every square, and what comes of it by the way: moves and pins.

use super::super::attacks::{open_headings, slides_along};
use super::super::board::{
    CELLS, DIRECTIONS, FORWARD, KNIGHT_STEPS, PAWN_STEPS, Square, Step, is_start_of_pawn,
};
use super::super::piece::{Kind, Piece, SEATS, Seat};
use super::super::state::State;
use super::lines::pin_value;

/// How many pieces of each kind: five bits a kind, so that counts can be added.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Force(u32);

/// Kinds by value: pawns, then knights, bishops and kings, then rooks and queens.
const CHEAPEST: [Kind; 6] = [
    Kind::Pawn,
    Kind::Knight,
    Kind::Bishop,
    Kind::King,
    Kind::Rook,
    Kind::Queen,
];

impl Force {
    #[inline]
    pub(super) const fn one(kind: Kind) -> Self {
        Force(1 << (5 * kind as u32))
    }

    #[inline]
    pub(super) fn is_none(self) -> bool {
        self.0 == 0
    }

    #[inline]
    pub(super) fn with(self, other: Force) -> Self {
        Force(self.0 + other.0)
    }

    #[inline]
    pub(super) fn has(self, kind: Kind) -> bool {
        self.0 >> (5 * kind as u32) & 31 != 0
    }

    /// Is it a single piece?
    pub(super) fn is_one(self) -> bool {
        Kind::ALL.iter().any(|&kind| self == Force::one(kind))
    }

    /// Takes the cheapest away.
    pub(super) fn take_cheapest(&mut self) -> Option<Kind> {
        let kind = CHEAPEST.into_iter().find(|&kind| self.has(kind))?;
        self.0 -= Force::one(kind).0;
        Some(kind)
    }
}

/// What the pieces of a position bear on; pieces behind others do not count.
pub(super) struct AttackTable {
    forces: [[Force; SEATS]; CELLS],
    /// The moves of everybody's pieces, checks and pins aside.
    pub(super) moves: [i32; SEATS],
    /// What pins cost everybody.
    pub(super) pins: [i32; SEATS],
}

impl AttackTable {
    pub(super) fn new(state: &State, bends: bool) -> Self {
        let mut table = AttackTable {
            forces: [[Force(0); SEATS]; CELLS],
            moves: [0; SEATS],
            pins: [0; SEATS],
        };
        for seat in 0..SEATS as Seat {
            for from in state.pieces[seat as usize].iter() {
                let piece = state.at(from);
                match piece.kind() {
                    Kind::Pawn => table.pawn(state, from, piece, bends),
                    Kind::Knight => table.leap(state, from, seat, Kind::Knight, &KNIGHT_STEPS),
                    Kind::King => table.leap(state, from, seat, Kind::King, &DIRECTIONS),
                    kind => table.slide(state, from, seat, kind),
                }
            }
        }
        table
    }

    /// The pieces of a seat that bear on a square.
    #[inline]
    pub(super) fn of(&self, square: Square, seat: usize) -> Force {
        self.forces[square as usize][seat & 3]
    }

    #[inline]
    fn add(&mut self, square: Square, seat: Seat, kind: Kind) {
        let force = &mut self.forces[square as usize][seat as usize & 3];
        *force = force.with(Force::one(kind));
    }

    fn leap(&mut self, state: &State, from: Square, seat: Seat, kind: Kind, steps: &[Step]) {
        for &step in steps {
            let to = from.wrapping_add(step);
            let target = state.at(to);
            if target != Piece::WALL {
                self.add(to, seat, kind);
                self.moves[seat as usize & 3] += i32::from(!target.is_of(seat));
            }
        }
    }

    fn slide(&mut self, state: &State, from: Square, seat: Seat, kind: Kind) {
        for (direction, step) in DIRECTIONS.into_iter().enumerate() {
            if !slides_along(kind, direction) {
                continue;
            }
            let mut to = from.wrapping_add(step);
            while state.at(to).is_none() {
                self.add(to, seat, kind);
                self.moves[seat as usize & 3] += 1;
                to = to.wrapping_add(step);
            }
            let target = state.at(to);
            if target == Piece::WALL {
                continue;
            }
            self.add(to, seat, kind);
            if !target.is_of(seat) {
                self.moves[seat as usize & 3] += 1;
                self.pin(state, kind, target, to, step);
            }
        }
    }

    /// Looks behind a piece that is attacked.
    fn pin(&mut self, state: &State, pinner: Kind, pinned: Piece, at: Square, step: Step) {
        let mut behind = at.wrapping_add(step);
        while state.at(behind).is_none() {
            behind = behind.wrapping_add(step);
        }
        let behind = state.at(behind);
        if behind.is_of(pinned.seat()) {
            let cost = pin_value(pinner, pinned.kind(), behind.kind());
            self.pins[pinned.seat() as usize & 3] -= cost;
        }
    }

    fn pawn(&mut self, state: &State, from: Square, pawn: Piece, bends: bool) {
        let seat = pawn.seat();
        let headings = open_headings(pawn, from, bends);
        let mut moves = 0;
        for heading in (0..4).filter(|h| headings >> h & 1 == 1) {
            let step = FORWARD[heading];
            let to = from.wrapping_add(step);
            if state.at(to).is_none() {
                let two = to.wrapping_add(step);
                let may =
                    heading == seat as usize && !pawn.is_bent() && is_start_of_pawn(from, seat);
                moves += 1 + i32::from(may && state.at(two).is_none());
            }
        }
        for (step, of) in PAWN_STEPS {
            let to = from.wrapping_add(step);
            if of & headings != 0 && state.at(to) != Piece::WALL {
                self.add(to, seat, Kind::Pawn);
                moves += i32::from(state.at(to).is_piece() && !state.at(to).is_of(seat));
            }
        }
        self.moves[seat as usize & 3] += moves;
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::Chess4;
    use super::super::super::board::squares;
    use super::*;
    use melee_core::{Game, seeded_rng};

    /// Over random games: a square has a force of a seat exactly if that seat attacks it.
    #[test]
    fn the_table_agrees_with_the_rules() {
        let game = Chess4::default();
        let mut rng = seeded_rng(4);
        let mut state = game.initial();
        for _ in 0..300 {
            if game.outcome(&state).is_some() {
                break;
            }
            let table = AttackTable::new(&state, true);
            for square in squares() {
                for seat in 0..SEATS {
                    let attacks = state.is_attacked(square, 1 << seat, 0, true);
                    assert_eq!(!table.of(square, seat).is_none(), attacks);
                }
            }
            let mv = game.random_move(&state, &mut Vec::new(), &mut rng);
            game.play(&mut state, mv);
        }
    }

    #[test]
    fn moves_are_counted_as_they_are_generated_where_nothing_is_pinned() {
        let game = Chess4::default();
        let state = game.initial();
        let all = game.count_moves(&state, &mut Vec::new()) as i32;
        assert_eq!(AttackTable::new(&state, true).moves, [all; 4]);
    }

    #[test]
    fn forces_are_used_up_from_the_cheapest() {
        let kinds = [Kind::Queen, Kind::Pawn, Kind::Rook, Kind::Pawn];
        let mut force = kinds
            .iter()
            .fold(Force::default(), |f, &k| f.with(Force::one(k)));
        assert!(!force.is_one());
        let taken: Vec<Kind> = std::iter::from_fn(|| force.take_cheapest()).collect();
        assert_eq!(taken, [Kind::Pawn, Kind::Pawn, Kind::Rook, Kind::Queen]);
    }
}
