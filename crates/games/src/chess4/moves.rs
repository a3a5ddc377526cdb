//! Legal moves, without making and testing each: pieces that are pinned and the squares that end a
//! check are known before.

use std::ops::ControlFlow;

use super::Chess4;
use super::attacks::{open_headings, slides_along};
use super::board::{
    CAPTURES, DIRECTIONS, FORWARD, KNIGHT_STEPS, PAWN_STEPS, Square, Squares, Step, is_back_row,
    is_own_back_row, is_pawn_row, square,
};
use super::piece::{Kind, Piece, SEATS, Seat};
use super::state::State;

/// What a move does besides going from one square to another.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Special {
    None,
    /// A pawn becomes this.
    Promotion(Kind),
    /// A pawn goes two squares.
    DoubleStep,
    /// The pawn that has just made a double step over the target goes too.
    EnPassant,
    /// The rook moves too.
    Castling,
}

/// A move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move {
    pub(super) from: Square,
    pub(super) to: Square,
    pub(super) special: Special,
}

impl Move {
    /// A player who has no move and is not in check.
    pub(super) const PASS: Move = Move {
        from: 0,
        to: 0,
        special: Special::None,
    };
}

const PROMOTIONS: [Kind; 4] = [Kind::Queen, Kind::Rook, Kind::Bishop, Kind::Knight];

/// A castling: where the rook stands, where both go, and what must be empty between.
#[derive(Clone, Copy, Debug)]
pub(super) struct Castling {
    pub(super) king: Square,
    pub(super) king_to: Square,
    pub(super) rook: Square,
    pub(super) rook_to: Square,
    /// One step from the king to the rook.
    step: Step,
}

/// The castlings of each seat, short and long.
pub(super) const CASTLINGS: [[Castling; 2]; SEATS] = {
    const fn castling(king: Square, rook: Square, step: Step) -> Castling {
        let next = king.wrapping_add(step);
        Castling {
            king,
            king_to: next.wrapping_add(step),
            rook,
            rook_to: next,
            step,
        }
    }
    [
        [
            castling(square(8, 1), square(11, 1), 1),
            castling(square(8, 1), square(4, 1), 255),
        ],
        [
            castling(square(1, 7), square(1, 4), 240),
            castling(square(1, 7), square(1, 11), 16),
        ],
        [
            castling(square(7, 14), square(4, 14), 255),
            castling(square(7, 14), square(11, 14), 1),
        ],
        [
            castling(square(14, 8), square(14, 11), 16),
            castling(square(14, 8), square(14, 4), 240),
        ],
    ]
};

/// What stands between the mover's king and the others.
struct Dangers {
    /// Where a move must end so that the king is not in check; all squares if it is not now.
    answers: Squares,
    /// In double check only the king moves.
    only_king: bool,
    in_check: bool,
    pinned: Squares,
    pins: [(Square, Step); 8],
    pin_count: usize,
    /// Squares that pawns have just stepped over; 0, which is no square, for none.
    stepped_over: [Square; SEATS],
}

impl Dangers {
    fn new(state: &State, seat: Seat, bends: bool) -> Self {
        let king = state.kings[seat as usize];
        let enemies = state.opponents(seat);
        let mut dangers = Dangers {
            answers: Squares::ALL,
            only_king: false,
            in_check: false,
            pinned: Squares::NONE,
            pins: [(0, 0); 8],
            pin_count: 0,
            stepped_over: state.double_steps.map(|step| step.map_or(0, |s| s.over)),
        };
        for (direction, step) in DIRECTIONS.into_iter().enumerate() {
            let mut at = king.wrapping_add(step);
            while state.at(at).is_none() {
                at = at.wrapping_add(step);
            }
            let first = state.at(at);
            if first.is_of_any(enemies) {
                if slides_along(first.kind(), direction) {
                    dangers.check_along(king, at, step);
                }
            } else if first.is_of(seat) {
                let shield = at;
                at = at.wrapping_add(step);
                while state.at(at).is_none() {
                    at = at.wrapping_add(step);
                }
                let behind = state.at(at);
                if behind.is_of_any(enemies) && slides_along(behind.kind(), direction) {
                    dangers.pinned.add(shield);
                    dangers.pins[dangers.pin_count] = (shield, step);
                    dangers.pin_count += 1;
                }
            }
        }
        for step in KNIGHT_STEPS {
            let from = king.wrapping_add(step);
            let piece = state.at(from);
            if piece.is_kind_of_any(Kind::Knight, enemies) {
                dangers.check_from(from);
            }
        }
        for (step, headings) in PAWN_STEPS {
            let from = king.wrapping_sub(step);
            let piece = state.at(from);
            if piece.is_kind_of_any(Kind::Pawn, enemies)
                && open_headings(piece, from, bends) & headings != 0
            {
                dangers.check_from(from);
            }
        }
        dangers
    }

    fn check_from(&mut self, from: Square) {
        let mut answers = Squares::NONE;
        answers.add(from);
        self.check(answers);
    }

    fn check_along(&mut self, king: Square, from: Square, step: Step) {
        let mut answers = Squares::NONE;
        let mut at = king;
        while at != from {
            at = at.wrapping_add(step);
            answers.add(at);
        }
        self.check(answers);
    }

    fn check(&mut self, answers: Squares) {
        self.only_king = self.in_check;
        self.in_check = true;
        self.answers = answers;
    }

    /// May a piece that is not the king leave a square by this step?
    #[inline]
    fn may_leave(&self, from: Square, step: Step) -> bool {
        if !self.pinned.contains(from) {
            return true;
        }
        let pins = &self.pins[..self.pin_count];
        let along = pins.iter().find(|(square, _)| *square == from);
        along.is_none_or(|&(_, line)| line == step || line == step.wrapping_neg())
    }
}

impl Chess4 {
    /// The legal moves of the player on turn, without the forced pass.
    #[inline]
    pub(super) fn generate<F: FnMut(Move) -> ControlFlow<()>>(
        &self,
        state: &State,
        each: &mut F,
    ) -> ControlFlow<()> {
        let seat = state.turn;
        let dangers = Dangers::new(state, seat, self.bends);
        if !dangers.only_king {
            for from in state.pieces[seat as usize].iter() {
                let piece = state.at(from);
                match piece.kind() {
                    Kind::Pawn => self.pawn_moves(state, from, piece, &dangers, each)?,
                    Kind::Knight if !dangers.pinned.contains(from) => {
                        for step in KNIGHT_STEPS {
                            let to = from.wrapping_add(step);
                            if can_go(state, seat, to) && dangers.answers.contains(to) {
                                each(plain(from, to))?;
                            }
                        }
                    }
                    Kind::Knight | Kind::King => {}
                    Kind::Bishop => slide(state, from, &DIRECTIONS[4..], &dangers, each)?,
                    Kind::Rook => slide(state, from, &DIRECTIONS[..4], &dangers, each)?,
                    Kind::Queen => slide(state, from, &DIRECTIONS, &dangers, each)?,
                }
            }
        }
        self.king_moves(state, &dangers, each)
    }

    fn pawn_moves<F: FnMut(Move) -> ControlFlow<()>>(
        &self,
        state: &State,
        from: Square,
        pawn: Piece,
        dangers: &Dangers,
        each: &mut F,
    ) -> ControlFlow<()> {
        let headings = open_headings(pawn, from, self.bends);
        let first = headings.trailing_zeros() as usize & 3;
        pawn_moves_along(state, from, pawn, first, dangers, each)?;
        for step in CAPTURES[first] {
            self.pawn_capture(state, from, step, dangers, each)?;
        }
        let rest = headings & (headings - 1);
        if rest != 0 {
            let second = rest.trailing_zeros() as usize & 3;
            pawn_moves_along(state, from, pawn, second, dangers, each)?;
            // A square that both headings capture on comes once.
            let is_new = |step: &Step| !CAPTURES[first].contains(step);
            for step in CAPTURES[second].into_iter().filter(is_new) {
                self.pawn_capture(state, from, step, dangers, each)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// The captures of one diagonal step.
    #[inline]
    fn pawn_capture<F: FnMut(Move) -> ControlFlow<()>>(
        &self,
        state: &State,
        from: Square,
        step: Step,
        dangers: &Dangers,
        each: &mut F,
    ) -> ControlFlow<()> {
        let (seat, to) = (state.turn, from.wrapping_add(step));
        let target = state.at(to);
        if is_prey(target, seat) && dangers.may_leave(from, step) && dangers.answers.contains(to) {
            promote_or(seat, from, to, each)?;
        }
        if dangers.stepped_over.contains(&to) && !target.is_of(seat) {
            self.en_passant(state, from, to, each)?;
        }
        ControlFlow::Continue(())
    }

    /// Captures of pawns that have just stepped over the target; rare, so made and tested.
    fn en_passant<F: FnMut(Move) -> ControlFlow<()>>(
        &self,
        state: &State,
        from: Square,
        to: Square,
        each: &mut F,
    ) -> ControlFlow<()> {
        let mv = Move {
            from,
            to,
            special: Special::EnPassant,
        };
        let mut after = *state;
        self.make(&mut after, mv);
        let seat = state.turn;
        if !after.is_in_check(seat, after.opponents(seat), self.bends) {
            each(mv)?;
        }
        ControlFlow::Continue(())
    }

    fn king_moves<F: FnMut(Move) -> ControlFlow<()>>(
        &self,
        state: &State,
        dangers: &Dangers,
        each: &mut F,
    ) -> ControlFlow<()> {
        let seat = state.turn;
        let (king, enemies) = (state.kings[seat as usize], state.opponents(seat));
        let is_safe = |to: Square| !state.is_attacked(to, enemies, king, self.bends);
        for step in DIRECTIONS {
            let to = king.wrapping_add(step);
            if can_go(state, seat, to) && is_safe(to) {
                each(plain(king, to))?;
            }
        }
        if dangers.in_check {
            return ControlFlow::Continue(());
        }
        for (side, castling) in CASTLINGS[seat as usize].iter().enumerate() {
            let may = state.castling >> (4 * side + seat as usize) & 1 == 1;
            if may
                && castling.is_clear(state)
                && is_safe(castling.rook_to)
                && is_safe(castling.king_to)
            {
                each(Move {
                    from: king,
                    to: castling.king_to,
                    special: Special::Castling,
                })?;
            }
        }
        ControlFlow::Continue(())
    }
}

impl Castling {
    /// Is nothing between king and rook?
    fn is_clear(self, state: &State) -> bool {
        let mut at = self.king.wrapping_add(self.step);
        while at != self.rook {
            if !state.at(at).is_none() {
                return false;
            }
            at = at.wrapping_add(self.step);
        }
        true
    }
}

#[inline]
fn plain(from: Square, to: Square) -> Move {
    Move {
        from,
        to,
        special: Special::None,
    }
}

/// Is it a square with nothing of one's own? Kings are not captured: those that could be are gone
/// before the turn begins, but for positions that are set up so.
#[inline]
fn can_go(state: &State, seat: Seat, to: Square) -> bool {
    let target = state.at(to);
    target.is_none() || is_prey(target, seat)
}

/// Is it a piece that may be captured?
#[inline]
fn is_prey(target: Piece, seat: Seat) -> bool {
    target.is_piece() && !target.is_of(seat) && target.kind() != Kind::King
}

#[inline]
fn slide<F: FnMut(Move) -> ControlFlow<()>>(
    state: &State,
    from: Square,
    steps: &[Step],
    dangers: &Dangers,
    each: &mut F,
) -> ControlFlow<()> {
    let seat = state.turn;
    for &step in steps {
        if !dangers.may_leave(from, step) {
            continue;
        }
        let mut to = from;
        loop {
            to = to.wrapping_add(step);
            let target = state.at(to);
            let is_empty = target.is_none();
            if (is_empty || is_prey(target, seat)) && dangers.answers.contains(to) {
                each(plain(from, to))?;
            }
            if !is_empty {
                break;
            }
        }
    }
    ControlFlow::Continue(())
}

/// The step and the double step of a heading.
#[inline]
fn pawn_moves_along<F: FnMut(Move) -> ControlFlow<()>>(
    state: &State,
    from: Square,
    pawn: Piece,
    heading: usize,
    dangers: &Dangers,
    each: &mut F,
) -> ControlFlow<()> {
    let (seat, step) = (pawn.seat(), FORWARD[heading]);
    let to = from.wrapping_add(step);
    if !state.at(to).is_none() || !dangers.may_leave(from, step) {
        return ControlFlow::Continue(());
    }
    if dangers.answers.contains(to) {
        promote_or(seat, from, to, each)?;
    }
    let two = to.wrapping_add(step);
    if heading == seat as usize
        && is_pawn_row(from, seat)
        && !pawn.is_bent()
        && state.at(two).is_none()
        && dangers.answers.contains(two)
    {
        each(Move {
            from,
            to: two,
            special: Special::DoubleStep,
        })?;
    }
    ControlFlow::Continue(())
}

/// A pawn's move, four of them onto an opponent's back row.
#[inline]
fn promote_or<F: FnMut(Move) -> ControlFlow<()>>(
    seat: Seat,
    from: Square,
    to: Square,
    each: &mut F,
) -> ControlFlow<()> {
    if !is_back_row(to) || is_own_back_row(to, seat) {
        return each(plain(from, to));
    }
    for kind in PROMOTIONS {
        each(Move {
            from,
            to,
            special: Special::Promotion(kind),
        })?;
    }
    ControlFlow::Continue(())
}

impl Chess4 {
    /// Makes the move on the board, without what follows for the others.
    pub(super) fn make(&self, state: &mut State, mv: Move) {
        let seat = state.turn;
        let mut piece = state.take(mv.from);
        let is_pawn = piece.kind() == Kind::Pawn;
        state.clock += 1;
        if state.at(mv.to).is_piece() {
            capture(state, mv.to);
        }
        match mv.special {
            Special::None => {}
            Special::Promotion(kind) => piece = Piece::new(seat, kind),
            Special::DoubleStep => {
                let over = mv.from.wrapping_add(FORWARD[seat as usize]);
                let pawn = mv.to;
                state.set_double_step(seat, Some(super::state::DoubleStep { over, pawn }));
            }
            Special::EnPassant => {
                let steps = state.double_steps.iter().flatten();
                let passed = steps.copied().find(|step| step.over == mv.to);
                capture(state, passed.expect("the pawn is there").pawn);
            }
            Special::Castling => {
                let both = &CASTLINGS[seat as usize];
                let castling = both.iter().find(|c| c.king_to == mv.to);
                let castling = castling.expect("a castling of the seat");
                let rook = state.take(castling.rook);
                state.put(castling.rook_to, rook);
            }
        }
        if is_pawn {
            state.clock = 0;
            if piece.kind() == Kind::Pawn {
                piece = self.bent(piece, mv);
            }
        }
        if piece.kind() == Kind::King {
            state.kings[seat as usize] = mv.to;
            state.set_castling(state.castling & !(0b1_0001 << seat));
        } else if piece.kind() == Kind::Rook && !is_pawn {
            forfeit_castling(state, seat, mv.from);
        }
        state.put(mv.to, piece);
    }

    /// The pawn with its heading after the move: bent if its home heading does not allow it.
    fn bent(&self, pawn: Piece, mv: Move) -> Piece {
        if !self.bends || pawn.is_bent() || super::board::bend(mv.from) == 0 {
            return pawn;
        }
        let seat = pawn.seat();
        let step = mv.to.wrapping_sub(mv.from);
        let home = seat as usize;
        if step == FORWARD[home] || CAPTURES[home].contains(&step) {
            return pawn;
        }
        let heading = seat ^ super::board::bend(mv.from);
        Piece::pawn(seat, heading).expect("pawns do not bend towards their own side")
    }
}

/// Takes a piece that is captured, with its double step and its castling.
fn capture(state: &mut State, square: Square) {
    let piece = state.take(square);
    let seat = piece.seat();
    state.clock = 0;
    match piece.kind() {
        Kind::Pawn => {
            let step = state.double_steps[seat as usize];
            if step.is_some_and(|step| step.pawn == square) {
                state.set_double_step(seat, None);
            }
        }
        Kind::Rook => forfeit_castling(state, seat, square),
        _ => {}
    }
}

/// A rook has left or lost a square.
fn forfeit_castling(state: &mut State, seat: Seat, square: Square) {
    for (side, castling) in CASTLINGS[seat as usize].iter().enumerate() {
        if castling.rook == square {
            state.set_castling(state.castling & !(1 << (4 * side + seat as usize)));
        }
    }
}
