//! How many moves a player who is alone on the board needs to fill his goal.
//!
//! For the small board the exact numbers come from a table of all 170,230,452 placements of six pieces, made
//! by a search backwards from the full goal (Roschke and Sturtevant 2013; the largest is 28). It takes minutes
//! and a file of 106 MB: `solo-table` needs it, `solo` is an estimate that does without, also on the large board.
//! By the rules `stay`, where moves cannot be taken back, the table is an estimate too.

mod distances;
mod placements;
mod table;

use std::sync::{Arc, LazyLock, OnceLock};

use melee_core::GameTable;

use self::placements::Placement;
use self::table::{DONE, SoloTable};
use super::board::{ARMS, Board, Hole, Holes, SMALL};

/// The arm that pieces of the table go to.
const GOAL: usize = 3;
const PIECES: usize = 6;

/// The distances of the small board.
pub(super) const TABLE: GameTable = GameTable {
    evaluation: "solo-table",
    summary: "the exact number of moves that six pieces alone on the small board need, for all placements",
    file: "chinese-checkers-solo.table",
    make: |before, build| distances::make::<PIECES>(&SMALL, &SMALL.camp(GOAL, false), before, build),
    install: |bytes| {
        let table = SoloTable::from_bytes(SMALL.all.len(), bytes)?;
        if table.layer != DONE {
            return Err("is not made to the end".to_string());
        }
        // Whoever was first has read the same table.
        let _ = INSTALLED.set(Arc::new(table));
        Ok(())
    },
    is_installed: || INSTALLED.get().is_some(),
};

static INSTALLED: OnceLock<Arc<SoloTable<PIECES>>> = OnceLock::new();

/// By goal: the number, from 0, of the hole that a hole becomes when the board is turned such that the goal is
/// [`GOAL`].
static TURNED: LazyLock<[[u8; 256]; ARMS]> = LazyLock::new(|| std::array::from_fn(|goal| turned_to_goal(&SMALL, goal)));

fn turned_to_goal(board: &Board, goal: usize) -> [u8; 256] {
    let mut numbers = [0; 256];
    for hole in board.all.iter() {
        let turns = (GOAL + ARMS - goal) % ARMS;
        let turned = (0..turns).fold(hole, |hole, _| board.turned(hole));
        numbers[hole as usize] = board.number[turned as usize] - 1;
    }
    numbers
}

/// The exact distances, where they were installed.
#[derive(Clone, Debug)]
pub(super) struct Exact(Arc<SoloTable<PIECES>>);

impl Exact {
    /// For a board; there are some only for the small one.
    pub(super) fn of(board: &Board) -> Option<Self> {
        let table = INSTALLED.get()?;
        (board.arm == SMALL.arm).then(|| Exact(table.clone()))
    }

    /// The moves still to make.
    pub(super) fn moves_to_go(&self, goal: usize, pieces: &Holes) -> i32 {
        let numbers = &TURNED[goal];
        let placement = Placement::new(pieces.iter().map(|hole: Hole| numbers[hole as usize]));
        i32::from(self.0.get(&placement.expect("a player has six pieces on the small board")))
    }
}

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
    fn six_turns_bring_a_hole_back() {
        for hole in SMALL.all.iter() {
            let turned = SMALL.turned(hole);
            for arm in 0..ARMS {
                assert_eq!(SMALL.height((arm + 1) % ARMS, turned), SMALL.height(arm, hole), "{hole} {arm}");
            }
            assert_eq!((0..ARMS).fold(hole, |hole, _| SMALL.turned(hole)), hole);
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
