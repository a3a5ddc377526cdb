//! Static orderings: by angle (Gras 2012, 4.3.1), placings near the line first, then the moves that
//! gain most; and by progress, what the evaluation itself says about the moved side.

use super::evaluation::{BillabongKnowledge, FINISHED, Values, Weights};
use super::{Move, Piece, Side, State, racing_moves};

/// How moves are ordered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Order {
    Angle,
    Progress,
    None,
}

impl Order {
    pub(super) const NAMES: [&'static str; 3] = ["angle", "progress", "none"];

    pub(super) fn named(name: &str) -> Option<Self> {
        match name {
            "angle" => Some(Order::Angle),
            "progress" => Some(Order::Progress),
            "none" => Some(Order::None),
            _ => None,
        }
    }
}

/// How far a move brings a piece, in hundredths of a degree.
#[inline]
pub(super) fn gain(values: &Values, mv: Move) -> i32 {
    match mv.to {
        Piece::OFF if mv.from == Piece::OFF => 0,
        Piece::OFF => FINISHED - values.of(mv.from),
        to => values.of(to) - values.of(mv.from),
    }
}

/// Ranks the moves of one side by what they add to the features that are cheap to know.
struct Progress<'a> {
    weights: &'a Weights,
    values: &'a Values,
    side: &'a Side,
    /// The piece that the move before was made with, and the least value of the others.
    others: Option<(Piece, i32)>,
}

impl<'a> Progress<'a> {
    fn new(weights: &'a Weights, side: &'a Side) -> Self {
        Progress { weights, values: Values::get(), side, others: None }
    }

    /// The least value of the pieces other than this one; a piece in hand has none yet.
    #[inline]
    fn last_other(&mut self, piece: Piece) -> i32 {
        match self.others {
            Some((known, last)) if known == piece => last,
            _ => {
                let last = self.side.last_without(piece);
                self.others = Some((piece, last));
                last
            }
        }
    }

    #[inline]
    fn rank(&mut self, mv: Move) -> i32 {
        if mv == Move::PASS {
            return 0;
        }
        let (old, others) = (self.values.of(mv.from), self.last_other(mv.from));
        let (w, side) = (self.weights, self.side);
        let (added, finished, last) = if mv.to == Piece::OFF {
            (-old, FINISHED, others)
        } else {
            let new = self.values.of(mv.to);
            (new - old, 0, others.min(new))
        };
        let thousandths = w.total_angle * i64::from(added)
            + w.removed_pieces * i64::from(finished)
            + w.last_piece * i64::from(last - side.last);
        (thousandths / 1000) as i32
    }
}

/// With weights up to this, no evaluation is cut short.
const LARGEST_WEIGHT: i64 = 10_000;

impl BillabongKnowledge {
    #[inline]
    pub(super) fn rank_moves(&self, state: &State, moves: &[Move], out: &mut Vec<i32>) {
        match self.order {
            Order::Angle => {
                let values = Values::get();
                out.extend(moves.iter().map(|&mv| gain(values, mv)));
            }
            Order::Progress => {
                let side = &state.sides[state.turn.index()];
                let mut progress = Progress::new(&self.weights, side);
                out.extend(moves.iter().map(|&mv| progress.rank(mv)));
            }
            Order::None => out.extend(moves.iter().map(|_| 0)),
        }
    }

    #[inline]
    pub(super) fn first_move(&self, state: &State) -> Option<(Move, i32)> {
        let side = &state.sides[state.turn.index()];
        if side.in_hand > 0 {
            return None;
        }
        let mut best = (Move::PASS, i32::MIN);
        match self.order {
            Order::Angle => {
                let values = Values::get();
                racing_moves(state, |mv| {
                    let rank = gain(values, mv);
                    if rank > best.1 {
                        best = (mv, rank);
                    }
                });
            }
            Order::Progress => {
                let mut progress = Progress::new(&self.weights, side);
                racing_moves(state, |mv| {
                    let rank = progress.rank(mv);
                    if rank > best.1 {
                        best = (mv, rank);
                    }
                });
            }
            Order::None => return None,
        }
        if best.0 == Move::PASS {
            best.1 = 0;
        }
        Some(best)
    }

    #[inline]
    pub(super) fn ranks_like_evaluation(&self) -> bool {
        let w = &self.weights;
        let is_whole = |weight: i64| weight % 1000 == 0;
        // Ranks of whole weights are not rounded, so moves that differ in rank differ in worth; and
        // the move that wins must be the first: a piece off counts as four turns, on the board at
        // most as two.
        self.order == Order::Progress
            && 2 * w.removed_pieces > w.total_angle
            && w.total_angle <= LARGEST_WEIGHT
            && w.opponent_balance <= LARGEST_WEIGHT
            && (w.long_jump, w.mobility) == (0, 0)
            && [w.total_angle, w.removed_pieces, w.last_piece].into_iter().all(is_whole)
    }
}

/// Finishing moves: each is worth two rounds and more.
pub(super) fn noisy(state: &State, out: &mut Vec<Move>) {
    if state.sides[state.turn.index()].in_hand == 0 {
        racing_moves(state, |mv| {
            if mv.to == Piece::OFF {
                out.push(mv);
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_are_the_evaluation_only_where_a_win_comes_first() {
        let exact = |weights: &str| {
            let weights = Weights::parse(weights).expect("weights");
            let mut knowledge = BillabongKnowledge::new(weights);
            let by_angle = knowledge.ranks_like_evaluation();
            knowledge.order = Order::Progress;
            assert!(!by_angle, "the angle alone is not the evaluation");
            knowledge.ranks_like_evaluation()
        };
        assert!(exact("config1") && exact("config5") && exact("last:6"));
        for other in ["config2", "config3", "mobility", "angle:3+last:0", "angle:0.5"] {
            assert!(!exact(other), "{other}");
        }
    }
}
