//! Legal moves, without making and testing each: when a turn begins, the pieces that are pinned and
//! those that give check are known.

use std::ops::ControlFlow;

use super::Chess4;
use super::attacks::{are_in_line, open_headings, step_towards};
use super::board::{
    CAPTURES, DIRECTIONS, FORWARD, KNIGHT_STEPS, PAWN_STEPS, Square, Squares, Step, is_promoting, is_start_of_pawn,
};
use super::moves::{CASTLINGS, Move, Special};
use super::piece::{Kind, Piece, Seat, Target};
use super::state::State;

/// What a pawn may become.
pub(super) const PROMOTIONS: [Kind; 4] = [Kind::Queen, Kind::Rook, Kind::Bishop, Kind::Knight];

/// What the safety of the king allows the other pieces.
trait Allowed {
    /// May a piece leave its square by this step?
    fn leaving(&self, from: Square, step: Step) -> bool;
    /// May a move end there?
    fn ending(&self, to: Square) -> bool;
}

/// There is no check and nothing is pinned: the usual case.
struct Everything;

impl Allowed for Everything {
    #[inline]
    fn leaving(&self, _from: Square, _step: Step) -> bool {
        true
    }

    #[inline]
    fn ending(&self, _to: Square) -> bool {
        true
    }
}

/// Some pieces are pinned, or a check has to be answered.
struct Bound {
    king: Square,
    pinned: Squares,
    /// Where a move must end so that the king is not in check; all squares if he is not now.
    answers: Squares,
}

impl Bound {
    fn new(state: &State) -> Self {
        let (king, threats) = (state.kings[state.turn as usize], &state.threats);
        let answers = if threats.checkers == 0 { Squares::ALL } else { answers_to(state, king, threats.checker) };
        Bound { king, pinned: threats.pinned, answers }
    }
}

impl Allowed for Bound {
    #[inline]
    fn leaving(&self, from: Square, step: Step) -> bool {
        if !self.pinned.contains(from) {
            return true;
        }
        let line = step_towards(self.king, from);
        line == step || line == step.wrapping_neg()
    }

    #[inline]
    fn ending(&self, to: Square) -> bool {
        self.answers.contains(to)
    }
}

/// The checker's square, and those between it and the king.
fn answers_to(state: &State, king: Square, checker: Square) -> Squares {
    let mut answers = Squares::NONE;
    answers.add(checker);
    let slides = matches!(state.at(checker).kind(), Kind::Queen | Kind::Rook | Kind::Bishop);
    if slides && are_in_line(king, checker) {
        let step = step_towards(king, checker);
        let mut at = king.wrapping_add(step);
        while at != checker {
            answers.add(at);
            at = at.wrapping_add(step);
        }
    }
    answers
}

impl Chess4 {
    /// The legal moves of the player on turn, without the forced pass.
    #[inline]
    pub(super) fn generate<F: FnMut(Move) -> ControlFlow<()>>(&self, state: &State, each: &mut F) -> ControlFlow<()> {
        let threats = &state.threats;
        match threats.checkers {
            0 if threats.pinned.is_empty() => self.piece_moves(state, &Everything, each)?,
            0 | 1 => self.piece_moves(state, &Bound::new(state), each)?,
            // In double check only the king moves.
            _ => {}
        }
        if threats.checkers < 2 {
            self.en_passant(state, each)?;
        }
        self.king_moves(state, each)
    }

    /// The moves of all pieces but the king.
    #[inline]
    fn piece_moves<A: Allowed, F: FnMut(Move) -> ControlFlow<()>>(
        &self,
        state: &State,
        allowed: &A,
        each: &mut F,
    ) -> ControlFlow<()> {
        let seat = state.turn;
        for from in state.pieces[seat as usize & 3].iter() {
            let piece = state.at(from);
            match piece.kind() {
                Kind::Pawn => self.pawn_moves(state, from, piece, allowed, each)?,
                // A pinned knight cannot stay on its line.
                Kind::Knight if allowed.leaving(from, 0) => {
                    for step in KNIGHT_STEPS {
                        let to = from.wrapping_add(step);
                        if state.at(to).target_of(seat).can_be_entered() && allowed.ending(to) {
                            each(plain(from, to))?;
                        }
                    }
                }
                Kind::Knight | Kind::King => {}
                Kind::Bishop => slide(state, from, &DIRECTIONS[4..], allowed, each)?,
                Kind::Rook => slide(state, from, &DIRECTIONS[..4], allowed, each)?,
                Kind::Queen => slide(state, from, &DIRECTIONS, allowed, each)?,
            }
        }
        ControlFlow::Continue(())
    }

    #[inline]
    fn pawn_moves<A: Allowed, F: FnMut(Move) -> ControlFlow<()>>(
        &self,
        state: &State,
        from: Square,
        pawn: Piece,
        allowed: &A,
        each: &mut F,
    ) -> ControlFlow<()> {
        let headings = open_headings(pawn, from, self.bends);
        let first = headings.trailing_zeros() as usize & 3;
        pawn_steps(state, from, pawn, first, allowed, each)?;
        for step in CAPTURES[first] {
            pawn_capture(state, from, step, allowed, each)?;
        }
        let rest = headings & (headings - 1);
        if rest != 0 {
            let second = rest.trailing_zeros() as usize & 3;
            pawn_steps(state, from, pawn, second, allowed, each)?;
            // A square that both headings capture on comes once.
            let is_new = |step: &Step| !CAPTURES[first].contains(step);
            for step in CAPTURES[second].into_iter().filter(is_new) {
                pawn_capture(state, from, step, allowed, each)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Captures of pawns that have just made a double step, onto the square they stepped over; rare,
    /// so made and tested.
    #[inline]
    fn en_passant<F: FnMut(Move) -> ControlFlow<()>>(&self, state: &State, each: &mut F) -> ControlFlow<()> {
        let seat = state.turn;
        for to in state.double_steps.iter().flatten().map(|step| step.over) {
            if !state.at(to).target_of(seat).can_be_entered() {
                continue;
            }
            for (step, headings) in PAWN_STEPS {
                let from = to.wrapping_sub(step);
                let pawn = state.at(from);
                let attacks = pawn.is_of(seat)
                    && pawn.kind() == Kind::Pawn
                    && open_headings(pawn, from, self.bends) & headings != 0;
                if attacks && self.is_safe_en_passant(state, from, to) {
                    each(en_passant(from, to))?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    #[cold]
    fn is_safe_en_passant(&self, state: &State, from: Square, to: Square) -> bool {
        let mut after = *state;
        self.make(&mut after, en_passant(from, to));
        !after.is_in_check(state.turn, after.opponents(state.turn), self.bends)
    }

    #[inline]
    fn king_moves<F: FnMut(Move) -> ControlFlow<()>>(&self, state: &State, each: &mut F) -> ControlFlow<()> {
        let seat = state.turn;
        let (king, enemies) = (state.kings[seat as usize & 3], state.opponents(seat));
        let is_safe = |to: Square| !state.is_attacked(to, enemies, king, self.bends);
        for step in DIRECTIONS {
            let to = king.wrapping_add(step);
            if state.at(to).target_of(seat).can_be_entered() && is_safe(to) {
                each(plain(king, to))?;
            }
        }
        if state.threats.checkers > 0 {
            return ControlFlow::Continue(());
        }
        for (side, castling) in CASTLINGS[seat as usize & 3].iter().enumerate() {
            let may = state.castling >> (4 * side + seat as usize) & 1 == 1;
            if may && castling.is_clear(state) && is_safe(castling.rook_to) && is_safe(castling.king_to) {
                each(Move { from: king, to: castling.king_to, special: Special::Castling })?;
            }
        }
        ControlFlow::Continue(())
    }
}

#[inline]
fn plain(from: Square, to: Square) -> Move {
    Move { from, to, special: Special::None }
}

#[inline]
fn en_passant(from: Square, to: Square) -> Move {
    Move { from, to, special: Special::EnPassant }
}

#[inline]
fn slide<A: Allowed, F: FnMut(Move) -> ControlFlow<()>>(
    state: &State,
    from: Square,
    steps: &[Step],
    allowed: &A,
    each: &mut F,
) -> ControlFlow<()> {
    let seat = state.turn;
    for &step in steps {
        if !allowed.leaving(from, step) {
            continue;
        }
        let mut to = from.wrapping_add(step);
        while state.at(to).is_none() {
            if allowed.ending(to) {
                each(plain(from, to))?;
            }
            to = to.wrapping_add(step);
        }
        if state.at(to).target_of(seat) == Target::Prey && allowed.ending(to) {
            each(plain(from, to))?;
        }
    }
    ControlFlow::Continue(())
}

/// The step and the double step of a heading.
#[inline]
fn pawn_steps<A: Allowed, F: FnMut(Move) -> ControlFlow<()>>(
    state: &State,
    from: Square,
    pawn: Piece,
    heading: usize,
    allowed: &A,
    each: &mut F,
) -> ControlFlow<()> {
    let (seat, step) = (state.turn, FORWARD[heading]);
    let to = from.wrapping_add(step);
    if !state.at(to).is_none() || !allowed.leaving(from, step) {
        return ControlFlow::Continue(());
    }
    if allowed.ending(to) {
        promote_or(seat, from, to, each)?;
    }
    if heading == seat as usize && is_start_of_pawn(from, seat) && !pawn.is_bent() {
        let two = to.wrapping_add(step);
        if state.at(two).is_none() && allowed.ending(two) {
            each(Move { from, to: two, special: Special::DoubleStep })?;
        }
    }
    ControlFlow::Continue(())
}

/// The capture of one diagonal step.
#[inline]
fn pawn_capture<A: Allowed, F: FnMut(Move) -> ControlFlow<()>>(
    state: &State,
    from: Square,
    step: Step,
    allowed: &A,
    each: &mut F,
) -> ControlFlow<()> {
    let (seat, to) = (state.turn, from.wrapping_add(step));
    if state.at(to).target_of(seat) == Target::Prey && allowed.leaving(from, step) && allowed.ending(to) {
        promote_or(seat, from, to, each)?;
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
    if !is_promoting(to, seat) {
        return each(plain(from, to));
    }
    for kind in PROMOTIONS {
        each(Move { from, to, special: Special::Promotion(kind) })?;
    }
    ControlFlow::Continue(())
}
