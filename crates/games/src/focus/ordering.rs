//! Captures first, then the size of the stack that is formed; and what is too hot to evaluate.

use super::board::{STEPS, TALLEST};
use super::{Focus, FocusKnowledge, Move, State};
use crate::bits::ones;

/// In which order moves are tried.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Order {
    /// Wins, captures that count, other captures, own pieces to the reserve, then the size.
    Captures,
    /// The size of the stack that is formed, pieces beyond five included (as remembered of Nijssen &
    /// Winands).
    Size,
    None,
}

impl Order {
    pub(super) const NAMES: [&'static str; 3] = ["captures", "size", "none"];

    pub(super) fn named(name: &str) -> Option<Self> {
        let orders = [Order::Captures, Order::Size, Order::None];
        let place = Self::NAMES.iter().position(|known| *known == name)?;
        Some(orders[place])
    }
}

// Five pieces at most leave the board, and ten at most form a stack.
const RESERVED: i32 = 16;
const CAPTURED: i32 = 6 * RESERVED;
const COUNTING: i32 = 6 * CAPTURED;
const WINNING: i32 = 12 * COUNTING;

impl FocusKnowledge {
    #[inline]
    pub(super) fn rank_moves(&self, game: &Focus, state: &State, moves: &[Move], out: &mut Vec<i32>) {
        let size = |mv: &Move| (mv.count() + state.stack(mv.to).height()) as i32;
        match self.order {
            Order::None => out.resize(out.len() + moves.len(), 0),
            Order::Size => out.extend(moves.iter().map(size)),
            Order::Captures => out.extend(moves.iter().map(|mv| {
                let size = size(mv);
                if size > TALLEST as i32 {
                    return size + captures(game, state, *mv);
                }
                // A reserve is best spent on a stack of somebody else.
                let mover = state.tally.turn.index();
                let is_own = state.stack(mv.to).top().is_none_or(|top| top == mover);
                if mv.is_from_reserve() && is_own { 0 } else { size }
            })),
        }
    }
}

/// How much the pieces matter that a move takes off the board.
fn captures(game: &Focus, state: &State, mv: Move) -> i32 {
    let mover = state.tally.turn.index();
    let before = state.tally.captured[mover];
    let mut captured = before;
    let mut rank = 0;
    let (_, removed) = state.effect(mv);
    for colour in removed.pieces() {
        if colour == mover {
            rank += RESERVED;
        } else {
            rank += CAPTURED;
            captured[colour] = captured[colour].saturating_add(1);
        }
    }
    let Some(goal) = game.goal else {
        return rank;
    };
    let missing = |captured| i32::from(goal.missing(game.players, mover, captured));
    let left = missing(captured);
    rank += COUNTING * (missing(before) - left);
    if left == 0 { rank + WINNING } else { rank }
}

/// Captures.
pub(super) fn noisy(game: &Focus, state: &State, out: &mut Vec<Move>) {
    let tally = &state.tally;
    let mover = tally.turn.index();
    let mut push = |mv: Move| {
        let (_, removed) = state.effect(mv);
        if removed.pieces().any(|colour| colour != mover) {
            out.push(mv);
        }
    };
    for from in ones(game.movable(tally)) {
        let height = state.stack(from).height();
        for (count, squares) in (1..=height).zip(STEPS[from as usize]) {
            // Only onto stacks that become too high.
            let targets = squares & tally.tall[TALLEST - count];
            ones(targets).for_each(|to| push(Move { from, to }));
        }
    }
    let from = Move::RESERVE;
    let targets = game.entry_squares(tally) & tally.tall[TALLEST - 1];
    ones(targets).for_each(|to| push(Move { from, to }));
}

#[cfg(test)]
mod tests {
    use super::*;
    use melee_core::{Game, Knowledge, Notation, OrderView, PlayableGame};

    const POSITION: &str = "4/6/8/1(rgrrr)2(ggr)3/8/1(gr)(rgggg)2r2/6/4 r 1,0 0,2/0,0 40";

    fn ordered(text: &str, order: &str) -> Vec<(String, i32)> {
        let game = Focus::new(2).expect("two players");
        let mut state = game.parse_position(text).expect("a position").start;
        let knowledge = game.knowledge(None, Some(order)).expect("known");
        let (mut moves, mut ranks) = (Vec::new(), Vec::new());
        game.moves(&state, &mut moves);
        knowledge.rank_all(&game, &mut state, OrderView::Own, &moves, &mut ranks);
        let texts = moves.iter().map(|&mv| game.move_text(&state, mv));
        let mut ranked: Vec<_> = texts.zip(ranks).collect();
        ranked.sort_by_key(|(_, rank)| -rank);
        ranked
    }

    fn rank(ranked: &[(String, i32)], text: &str) -> i32 {
        let found = ranked.iter().find(|(mv, _)| mv == text);
        found.unwrap_or_else(|| panic!("{text} is legal")).1
    }

    #[test]
    fn captures_come_before_reserves_and_those_before_size() {
        let ranked = ordered(POSITION, "captures");
        let rank = |text: &str| rank(&ranked, text);
        // e5 onto b5 with three takes r, g, r off; b3 onto c3 takes only an own piece off.
        assert_eq!(ranked[0].0, "e5-b5", "{ranked:?}");
        assert!(rank("b3-c3") > rank("b5-d5"));
        assert!(rank("r:c3") > rank("r:e5"), "an own piece comes back");
        assert_eq!(rank("r:d6"), 0);
    }

    #[test]
    fn captures_that_win_come_first() {
        let one_missing = POSITION.replace("0,2/0,0", "0,5/0,0");
        let ranked = ordered(&one_missing, "captures");
        let winning = ranked.iter().filter(|(_, rank)| *rank >= WINNING);
        let winning: Vec<&str> = winning.map(|(text, _)| text.as_str()).collect();
        assert_eq!(winning, ["e5-b5", "b3-b5", "b5-e5"]);
    }

    #[test]
    fn size_counts_the_pieces_beyond_five() {
        let ranked = ordered(POSITION, "size");
        assert_eq!(rank(&ranked, "e5-b5"), 8);
        assert_eq!(rank(&ranked, "b3-c3"), 6);
        assert_eq!(rank(&ranked, "r:d6"), 1);
    }

    #[test]
    fn captures_are_noisy_and_own_pieces_are_not() {
        let game = Focus::new(2).expect("two players");
        let state = game.parse_position(POSITION).expect("a position").start;
        let knowledge = game.knowledge(None, None).expect("known");
        let mut moves = Vec::new();
        knowledge.noisy(&game, &state, OrderView::Own, 0, &mut moves);
        let texts = moves.iter().map(|&mv| game.move_text(&state, mv));
        assert_eq!(texts.collect::<Vec<_>>(), ["b3-b5", "b5-e5", "e5-b5"]);
    }
}
