//! Static orderings: what wins first, then what comes nearer to the goal, of equal moves those of the piece
//! farthest back; moves backwards, about half of all, last.

use super::evaluation::CheckersKnowledge;
use super::{ChineseCheckers, Move, Rules, State};

/// How moves are ordered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Order {
    /// By steps towards the tip of the goal.
    Tip,
    /// By what the evaluation says about the holes.
    Worth,
    None,
}

impl Order {
    pub(super) const NAMES: [&'static str; 3] = ["tip", "worth", "none"];

    pub(super) fn named(name: &str) -> Option<Self> {
        match name {
            "tip" => Some(Order::Tip),
            "worth" => Some(Order::Worth),
            "none" => Some(Order::None),
            _ => None,
        }
    }
}

/// No other rank is as high.
const WINNING: i32 = 1 << 24;
/// More than the farthest distance.
const TIES: i32 = 32;

/// Does this move fill the mover's goal?
fn wins(game: &ChineseCheckers, state: &State, mv: Move) -> bool {
    let player = state.turn.index();
    let goal = &game.goals[player];
    if mv == Move::PASS || !goal.contains(mv.to) || goal.contains(mv.from) {
        return false;
    }
    let mut missing = *goal;
    missing.toggle(mv.to);
    match game.rules {
        Rules::Strict => state.pieces[player].covers(&missing),
        Rules::Free | Rules::Stay => state.occupied.covers(&missing),
    }
}

impl CheckersKnowledge {
    pub(super) fn rank_moves(&self, game: &ChineseCheckers, state: &State, moves: &[Move], out: &mut Vec<i32>) {
        let player = state.turn.index();
        let to_tip = &game.board.to_tip[game.goal_arm(player)];
        let steps = |hole: u8| i32::from(to_tip[hole as usize]);
        let worth = |hole: u8| self.worth[player][hole as usize];
        let first = |mv: Move, gain: i32| match mv {
            Move::PASS => 0,
            _ if wins(game, state, mv) => WINNING,
            _ => gain * TIES + steps(mv.from),
        };
        match self.order {
            Order::Tip => out.extend(moves.iter().map(|&mv| first(mv, steps(mv.from) - steps(mv.to)))),
            Order::Worth => out.extend(moves.iter().map(|&mv| first(mv, worth(mv.to) - worth(mv.from)))),
            Order::None => out.resize(out.len() + moves.len(), 0),
        }
    }
}

/// Moves that win, and long chains: those that gain more than the rows of an arm.
pub(super) fn noisy(game: &ChineseCheckers, state: &State, out: &mut Vec<Move>) {
    let player = state.turn.index();
    let to_tip = &game.board.to_tip[game.goal_arm(player)];
    game.each_reach(state, player, |from, to| {
        let far = to_tip[from as usize];
        let ends = to.iter().map(|to| Move { from, to });
        out.extend(ends.filter(|&mv| {
            let gained = i32::from(far) - i32::from(to_tip[mv.to as usize]);
            gained > game.board.arm as i32 || wins(game, state, mv)
        }));
        true
    });
}

#[cfg(test)]
mod tests {
    use super::super::Size;
    use super::*;
    use melee_core::{Game, Knowledge, Notation, OrderView, PlayableGame};

    #[test]
    fn the_winning_move_comes_first_and_backward_moves_last() {
        let game = ChineseCheckers::new(Size::Small, 2, Rules::Free).expect("a board for two");
        let position = "B/BB/BB1/5A4/9/8/3B3/8/9/10/AAA/AA/1 1 20";
        let mut state = game.parse_position(position).expect("a position").start;
        let mut moves = Vec::new();
        game.moves(&state, &mut moves);
        for order in ["tip", "worth"] {
            let knowledge = game.knowledge(None, Some(order)).expect("known");
            let mut ranks = Vec::new();
            knowledge.rank_all(&game, &mut state, OrderView::Own, &moves, &mut ranks);
            let rank = |text: &str| {
                let place = moves.iter().position(|&mv| game.move_text(&state, mv) == text);
                ranks[place.expect("it is legal")]
            };
            assert_eq!(ranks.iter().max(), Some(&rank("j9-k10")));
            assert!(rank("b4-d6") > rank("c4-d4"), "two steps before one");
            assert!(rank("c4-a4") < 0 && rank("j9-i8") < 0);
            let mut noisy = Vec::new();
            knowledge.noisy(&game, &state, OrderView::Own, 0, &mut noisy);
            let texts: Vec<String> = noisy.iter().map(|&mv| game.move_text(&state, mv)).collect();
            assert_eq!(texts, ["j9-k10"]);
        }
    }
}
