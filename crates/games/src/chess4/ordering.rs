//! Static orderings (Esser 2012, 6.4): captures of valuable pieces first.

use melee_core::{MoveOrder, NoisyMoves, OrderView};

use super::board::{Square, file, rank};
use super::evaluation::{Chess4Knowledge, piece_value};
use super::piece::{Kind, SEATS, Seat};
use super::state::Status;
use super::{Chess4, Move, Special, State};

/// How moves are ordered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Order {
    /// By the captured piece.
    Captured,
    /// By the captured piece, and of equal ones by the cheaper capturing piece.
    CapturedThenCapturing,
    /// By the difference of the two.
    Difference,
    None,
}

impl Order {
    pub(super) const NAMES: [&'static str; 4] = ["captured", "capturing", "difference", "none"];

    pub(super) fn named(name: &str) -> Option<Self> {
        Some(match name {
            "captured" => Order::Captured,
            "capturing" => Order::CapturedThenCapturing,
            "difference" => Order::Difference,
            "none" => Order::None,
            _ => return None,
        })
    }
}

/// What a move takes, in pawns, promotions and the second piece of a double capture too; and what
/// it takes with.
fn capture(state: &State, mv: Move) -> (i32, i32) {
    let value = |kind: Kind| piece_value(kind) / piece_value(Kind::Pawn);
    let target = state.at(mv.to);
    let mut taken = if target.is_piece() {
        value(target.kind())
    } else {
        0
    };
    match mv.special {
        Special::Promotion(kind) => taken += value(kind) - value(Kind::Pawn),
        Special::EnPassant => taken += value(Kind::Pawn),
        _ => {}
    }
    let mover = state.at(mv.from);
    let with = if mover.is_piece() {
        value(mover.kind())
    } else {
        0
    };
    (taken, with)
}

impl MoveOrder<Chess4> for Chess4Knowledge {
    /// Against the root player, captures of his pieces come before those of others.
    fn rank_all(
        &self,
        _game: &Chess4,
        state: &mut State,
        view: OrderView,
        moves: &[Move],
        out: &mut Vec<i32>,
    ) {
        let prey = match view {
            OrderView::Against(root) if root.index() != state.turn as usize => Some(root),
            _ => None,
        };
        out.extend(moves.iter().map(|&mv| {
            let (taken, with) = capture(state, mv);
            if taken == 0 {
                return 0;
            }
            let rank = match self.order {
                Order::Captured => 32 * taken,
                Order::CapturedThenCapturing => 32 * taken + 16 - with,
                Order::Difference => 32 * (taken - with) + 32 * 16,
                Order::None => return 0,
            };
            let target = state.at(mv.to);
            let is_prey = prey.is_some_and(|p| target.is_of(p.index() as u8));
            rank + if is_prey { 4096 } else { 0 }
        }));
    }
}

/// Does the move attack a king of somebody else?
fn gives_check(game: &Chess4, state: &State, mv: Move) -> bool {
    let others = state.opponents(state.turn);
    let kings = (0..SEATS as Seat).filter(|seat| others >> seat & 1 == 1);
    // Only a piece that comes to or leaves a line to the king can, or a knight.
    let may = |king: Square| {
        let lined = |square: Square| {
            let files = file(square).abs_diff(file(king));
            let ranks = rank(square).abs_diff(rank(king));
            files == 0 || ranks == 0 || files == ranks
        };
        lined(mv.to) || lined(mv.from) || state.at(mv.from).kind() == Kind::Knight
    };
    if !kings.clone().any(|seat| may(state.kings[seat as usize])) {
        return false;
    }
    let mut after = *state;
    game.make(&mut after, mv);
    let mut checked = kings.filter(|&seat| after.is_in_check(seat, 1 << state.turn, game.bends));
    checked.next().is_some()
}

/// In so many plies of a quiescence search checks count as noisy (3.4).
const CHECKING_PLIES: u32 = 4;

impl NoisyMoves<Chess4> for Chess4Knowledge {
    /// Captures and promotions, and checks in the first four plies.
    fn noisy(&self, game: &Chess4, state: &State, _view: OrderView, ply: u32, out: &mut Vec<Move>) {
        if state.status == Status::Passing {
            return;
        }
        let with_checks = ply < CHECKING_PLIES;
        let all = game.generate(state, &mut |mv| {
            if capture(state, mv).0 > 0 || (with_checks && gives_check(game, state, mv)) {
                out.push(mv);
            }
            std::ops::ControlFlow::Continue(())
        });
        debug_assert!(all.is_continue());
        // The best captures first, and of equal ones the cheapest capturer.
        out.sort_by_key(|&mv| {
            let (taken, with) = capture(state, mv);
            (-taken, with)
        });
    }
}

#[cfg(test)]
mod tests {
    use super::super::board::Squares;
    use super::*;
    use melee_core::{Game, Knowledge, Notation, seeded_rng};

    /// Over random games: captures, promotions and, early, checks, as making each move tells.
    #[test]
    fn noisy_moves_are_captures_promotions_and_early_checks() {
        let game = Chess4::default();
        let knowledge = Chess4Knowledge::named(&game, None, None).expect("known");
        let mut rng = seeded_rng(6);
        let (mut state, mut checks) = (game.initial(), 0);
        for _ in 0..400 {
            if game.outcome(&state).is_some() {
                state = game.initial();
            }
            let (mut moves, mut early, mut late) = (Vec::new(), Vec::new(), Vec::new());
            game.moves(&state, &mut moves);
            knowledge.noisy(&game, &state, OrderView::Own, 0, &mut early);
            knowledge.noisy(&game, &state, OrderView::Own, CHECKING_PLIES, &mut late);
            for mv in moves.into_iter().filter(|&mv| mv != Move::PASS) {
                let before: u32 = state.pieces.iter().map(Squares::count).sum();
                let mut after = state;
                game.make(&mut after, mv);
                let is_capture = after.pieces.iter().map(Squares::count).sum::<u32>() < before;
                let is_promotion = matches!(mv.special, Special::Promotion(_));
                let is_check = (0..4u8).any(|seat| {
                    state.opponents(state.turn) >> seat & 1 == 1
                        && after.is_in_check(seat, 1 << state.turn, true)
                });
                checks += usize::from(is_check);
                let text = game.move_text(&state, mv);
                assert_eq!(late.contains(&mv), is_capture || is_promotion, "{text}");
                let is_noisy = is_capture || is_promotion || is_check;
                assert_eq!(early.contains(&mv), is_noisy, "{text}");
            }
            let mv = game.random_move(&state, &mut Vec::new(), &mut rng);
            game.play(&mut state, mv);
        }
        assert!(checks > 50, "there were checks to find: {checks}");
    }
}
