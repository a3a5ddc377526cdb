//! How many moves a player who is alone on the board needs to fill his goal.
//!
//! For the small board the exact numbers can be had from a table of all 170,230,452 placements of six
//! pieces, made by a search backwards from the full goal (Roschke and Sturtevant 2013; the largest is
//! 28). Until there is one, and on the large board for good, [`moves_to_go`] estimates: a table would
//! answer in its place, from the same pieces and the same arm.

use super::board::{Board, Holes};

/// The estimate of the moves still to make, in hundredths.
///
/// Pieces that go together gain three to five steps a move, and a few moves go into setting up and
/// closing the ladder. The line goes through the exact numbers of the six arms of the small board: 17
/// moves from the one opposite, 14 and 10 from its neighbours. Close to the goal pieces go alone, and a
/// move gains a step.
pub(super) fn moves_to_go(board: &Board, goal: usize, pieces: &Holes) -> i32 {
    let to_tip = &board.to_tip[goal];
    let steps: i32 = pieces.iter().map(|hole| i32::from(to_tip[hole as usize])).sum();
    let excess = (steps - least_steps(pieces.len())).max(0);
    (100 * excess).min(475 + 22 * excess)
}

/// The steps to the tip that are left when so many pieces fill an arm: its rows have one hole, two,
/// three and so on.
fn least_steps(pieces: usize) -> i32 {
    let rows = (0..).flat_map(|row| std::iter::repeat_n(row, row as usize + 1));
    rows.take(pieces).sum()
}

#[cfg(test)]
mod tests {
    use super::super::board::{ARMS, SMALL};
    use super::*;

    /// The exact numbers of `solo_small.tsv` for whole arms.
    #[test]
    fn whole_arms_are_as_far_as_the_exact_table_says() {
        for (arm, exact) in [(0, 17), (1, 14), (2, 10), (3, 0), (4, 10), (5, 14)] {
            assert!(arm < ARMS);
            let estimate = moves_to_go(&SMALL, 3, &SMALL.camp(arm, false));
            assert!((estimate - 100 * exact).abs() <= 50, "{arm}: {estimate}");
        }
    }

    #[test]
    fn the_last_step_is_one_move() {
        let goal = SMALL.camp(3, false);
        let last = goal.iter().max_by_key(|&hole| SMALL.to_tip[3][hole as usize]);
        let last = last.expect("a goal has holes");
        let is_outside = |hole: &u8| !goal.contains(*hole);
        let before = SMALL.neighbours[last as usize].iter().find(is_outside);
        let mut pieces = goal;
        pieces.toggle(last);
        pieces.toggle(before.expect("the first row of the goal is on the way"));
        assert_eq!(moves_to_go(&SMALL, 3, &pieces), 100);
    }
}
