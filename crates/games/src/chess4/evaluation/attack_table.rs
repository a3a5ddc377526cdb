//! Who bears on every square, and what comes of it by the way: moves and pins.

use super::super::attacks::open_headings;
use super::super::board::{
    BENDING, CAPTURES, CELLS, DIRECTIONS, FORWARD, KNIGHT_STEPS, NOT_WALLS, PAWN_STEPS, Square, Squares, Step,
    THIRD_ROWS,
};
use super::super::piece::{Kind, Piece, SEATS, Seat};
use super::super::state::State;
use super::king_safety::surroundings;
use super::lines::pin_value;
use super::pieces::{KNIGHT, bad_bishop};

/// How many pieces of each kind: five bits a kind, the cheapest lowest, so that counts can be added.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Force(u32);

/// Kinds by value: pawns, then knights, bishops and kings, then rooks and queens.
const CHEAPEST: [Kind; 6] = [Kind::Pawn, Kind::Knight, Kind::Bishop, Kind::King, Kind::Rook, Kind::Queen];

/// Where the count of each kind begins.
const PLACES: [u32; 6] = {
    let mut places = [0; 6];
    let mut i = 0;
    while i < CHEAPEST.len() {
        places[CHEAPEST[i] as usize] = 5 * i as u32;
        i += 1;
    }
    places
};

impl Force {
    #[inline]
    pub(super) const fn one(kind: Kind) -> Self {
        Force(1 << PLACES[kind as usize])
    }

    #[inline]
    pub(super) fn is_none(self) -> bool {
        self.0 == 0
    }

    #[inline]
    pub(super) fn with(self, other: Force) -> Self {
        Force(self.0 + other.0)
    }

    /// The kinds of both; their numbers are lost.
    #[inline]
    pub(super) fn or(self, other: Force) -> Self {
        Force(self.0 | other.0)
    }

    #[inline]
    pub(super) fn has(self, kind: Kind) -> bool {
        self.0 >> PLACES[kind as usize] & 31 != 0
    }

    /// Is it a single piece?
    #[inline]
    pub(super) fn is_one(self) -> bool {
        /// The lowest bit of every count.
        const ONES: u32 = 0b00001_00001_00001_00001_00001_00001;
        self.0.is_power_of_two() && self.0 & ONES != 0
    }

    /// Takes the cheapest away.
    #[inline]
    pub(super) fn take_cheapest(&mut self) -> Option<Kind> {
        if self.is_none() {
            return None;
        }
        let place = self.0.trailing_zeros() / 5;
        self.0 -= 1 << (5 * place);
        Some(CHEAPEST[place as usize])
    }
}

/// What the pieces of a position bear on; pieces behind others do not count.
pub(super) struct AttackTable {
    /// Filled in only where pieces stand and round the kings.
    forces: [[Force; SEATS]; CELLS],
    /// The pieces that opponents bear on.
    pub(super) attacked: Squares,
    /// The moves of everybody's pieces, checks and pins aside.
    pub(super) moves: [i32; SEATS],
    /// What pins cost everybody.
    pub(super) pins: [i32; SEATS],
    /// What the places of knights are worth.
    pub(super) knights: [i32; SEATS],
    /// What bad bishops cost.
    pub(super) bad_bishops: [i32; SEATS],
}

/// Bits of [`Piece::contact_with`].
const MOVES: u8 = 0b01;
const ATTACKS: u8 = 0b10;

impl AttackTable {
    /// Nothing yet.
    pub(super) const EMPTY: AttackTable = AttackTable {
        forces: [[Force(0); SEATS]; CELLS],
        attacked: Squares::NONE,
        moves: [0; SEATS],
        pins: [0; SEATS],
        knights: [0; SEATS],
        bad_bishops: [0; SEATS],
    };

    /// Fills in an empty table where it lies: a copy of one that has just been written takes longer
    /// than all the rest of an evaluation.
    pub(super) fn fill(&mut self, state: &State, bends: bool) {
        let bending = if bends { &BENDING } else { &Squares::NONE };
        let plain = state.pawns.without(bending);
        let occupied = state.pieces_of(state.alive);
        let watched = (0..SEATS).fold(occupied, |set, seat| set.or(surroundings(seat, state.kings[seat])));
        for seat in 0..SEATS as Seat {
            let own = &state.pieces[seat as usize];
            let pawns = own.and(&plain);
            let mut moves = self.plain_pawns(state, seat, pawns, &occupied, &watched);
            for from in own.without(&pawns).iter() {
                let piece = state.at(from);
                moves += match piece.kind() {
                    Kind::Pawn => self.pawn(state, from, piece, bends),
                    Kind::Knight => {
                        self.knights[seat as usize] += KNIGHT[from as usize];
                        self.leap(state, from, seat, Kind::Knight, &KNIGHT_STEPS)
                    }
                    Kind::Bishop => {
                        self.bad_bishops[seat as usize] -= bad_bishop(state, from, seat);
                        self.slide(state, from, seat, Kind::Bishop, &DIRECTIONS[4..])
                    }
                    Kind::Rook => self.slide(state, from, seat, Kind::Rook, &DIRECTIONS[..4]),
                    Kind::Queen => self.slide(state, from, seat, Kind::Queen, &DIRECTIONS),
                    Kind::King => self.leap(state, from, seat, Kind::King, &DIRECTIONS),
                };
            }
            self.moves[seat as usize] = moves;
        }
    }

    /// The pieces of a seat that bear on a square.
    #[inline]
    pub(super) fn of(&self, square: Square, seat: usize) -> Force {
        self.forces[square as usize][seat & 3]
    }

    /// A piece bears on a square; of walls nobody asks.
    #[inline]
    fn add(&mut self, square: Square, seat: Seat, kind: Kind) {
        let force = &mut self.forces[square as usize][seat as usize & 3];
        *force = force.with(Force::one(kind));
    }

    #[inline]
    fn leap(&mut self, state: &State, from: Square, seat: Seat, kind: Kind, steps: &[Step]) -> i32 {
        let mut moves = 0;
        for &step in steps {
            let to = from.wrapping_add(step);
            self.add(to, seat, kind);
            let contact = state.at(to).contact_with(seat);
            moves += i32::from(contact & MOVES);
            if contact & ATTACKS != 0 {
                self.attacked.add(to);
            }
        }
        moves
    }

    #[inline]
    fn slide(&mut self, state: &State, from: Square, seat: Seat, kind: Kind, steps: &[Step]) -> i32 {
        let mut moves = 0;
        for &step in steps {
            let mut to = from.wrapping_add(step);
            while state.at(to).is_none() {
                self.add(to, seat, kind);
                moves += 1;
                to = to.wrapping_add(step);
            }
            self.add(to, seat, kind);
            let target = state.at(to);
            if target.contact_with(seat) & ATTACKS != 0 {
                moves += 1;
                self.attacked.add(to);
                self.pin(state, kind, target, to, step);
            }
        }
        moves
    }

    /// Looks behind a piece that is attacked.
    #[inline]
    fn pin(&mut self, state: &State, pinner: Kind, pinned: Piece, at: Square, step: Step) {
        let behind = state.at(state.first_along(at, step));
        if behind.is_of(pinned.seat()) {
            let cost = pin_value(pinner, pinned.kind(), behind.kind());
            self.pins[pinned.seat() as usize & 3] -= cost;
        }
    }

    /// All pawns of a seat together that have one heading, their own.
    #[inline]
    fn plain_pawns(&mut self, state: &State, seat: Seat, pawns: Squares, occupied: &Squares, watched: &Squares) -> i32 {
        let (forward, home) = (FORWARD[seat as usize & 3], seat as usize & 3);
        let one = pawns.shifted(forward).and(&NOT_WALLS).without(occupied);
        let two = one.and(&THIRD_ROWS[home]).shifted(forward).without(occupied);
        let mut moves = one.count() + two.count();
        for step in CAPTURES[home] {
            let targets = pawns.shifted(step).and(watched);
            for to in targets.iter() {
                self.add(to, seat, Kind::Pawn);
                if state.at(to).contact_with(seat) & ATTACKS != 0 {
                    moves += 1;
                    self.attacked.add(to);
                }
            }
        }
        moves as i32
    }

    /// A pawn that may bend, or has.
    fn pawn(&mut self, state: &State, from: Square, pawn: Piece, bends: bool) -> i32 {
        let (seat, headings) = (pawn.seat(), open_headings(pawn, from, bends));
        let is_open = |heading: &usize| headings >> heading & 1 == 1;
        let mut moves = 0;
        for heading in (0..4).filter(is_open) {
            // On squares where it may bend it cannot make a double step, and nor can one that has.
            moves += i32::from(state.at(from.wrapping_add(FORWARD[heading])).is_none());
        }
        for (step, of) in PAWN_STEPS {
            let to = from.wrapping_add(step);
            if of & headings != 0 {
                self.add(to, seat, Kind::Pawn);
                if state.at(to).contact_with(seat) & ATTACKS != 0 {
                    moves += 1;
                    self.attacked.add(to);
                }
            }
        }
        moves
    }
}

#[cfg(test)]
impl AttackTable {
    pub(super) fn of_state(state: &State) -> Self {
        let mut table = AttackTable::EMPTY;
        table.fill(state, true);
        table
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
            let table = AttackTable::of_state(&state);
            let near_kings = |square: Square| {
                let near = |seat: usize| surroundings(seat, state.kings[seat]).contains(square);
                (0..SEATS).any(near)
            };
            let is_watched = |s: &Square| state.at(*s).is_piece() || near_kings(*s);
            for square in squares().filter(is_watched) {
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
        assert_eq!(AttackTable::of_state(&state).moves, [all; 4]);
    }

    #[test]
    fn forces_are_used_up_from_the_cheapest() {
        let kinds = [Kind::Queen, Kind::Pawn, Kind::Rook, Kind::Pawn];
        let mut force = kinds.iter().fold(Force::default(), |f, &k| f.with(Force::one(k)));
        assert!(!force.is_one());
        let taken: Vec<Kind> = std::iter::from_fn(|| force.take_cheapest()).collect();
        assert_eq!(taken, [Kind::Pawn, Kind::Pawn, Kind::Rook, Kind::Queen]);
    }
}
