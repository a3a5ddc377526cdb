//! Static orderings (Esser 2012, 6.4): captures of valuable pieces first.

use melee_core::{MoveOrder, NoisyMoves, OrderView};

use super::evaluation::{Chess4Knowledge, piece_value};
use super::piece::Kind;
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

impl NoisyMoves<Chess4> for Chess4Knowledge {
    /// Captures and promotions.
    fn noisy(
        &self,
        game: &Chess4,
        state: &State,
        _view: OrderView,
        _ply: u32,
        out: &mut Vec<Move>,
    ) {
        if state.status == super::state::Status::Passing {
            return;
        }
        let all = game.generate(state, &mut |mv| {
            if capture(state, mv).0 > 0 {
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
