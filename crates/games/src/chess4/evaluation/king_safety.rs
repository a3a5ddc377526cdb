//! The pressure on kings (Esser 2012, 5.1.5, after REBEL).
//!
//! The figure that marks the squares is lost. Here the squares beside and behind the king are
//! those of step 2, the three before him those of step 4 and the three before these those of
//! step 3. The king's own table, REBEL's, is not printed either: the counter grows by one for every
//! step from the nearest of the squares e1 to j1 that are named as safe.

use super::super::board::{CELLS, Square, Squares, Step, is_on_board};
use super::super::piece::{Kind, Piece, SEATS, Seat};
use super::super::state::State;
use super::attack_table::{AttackTable, Force};
use super::units::of_256;
use super::view::View;

/// What the king loses of his three pawns at each count (Figure 5.4 (b)), in 256ths. The text prints
/// 17 twice, so its labels from there on are one too low.
const LOSSES: [i32; 31] = [
    0, 2, 4, 6, 12, 18, 25, 37, 50, 75, 100, 125, 150, 175, 200, 225, 250, 275, 300, 325, 350, 375, 400, 425, 450, 475,
    500, 525, 550, 575, 600,
];

/// The kinds of pieces in an attack pattern; bishops and knights are one.
const PAWN: u8 = 1;
const MINOR: u8 = 2;
const ROOK: u8 = 4;
const QUEEN: u8 = 8;
const KING: u8 = 16;

/// What each pattern adds to the counter (Figure 5.4 (a), and REBEL's table where it has gaps).
const PATTERNS: [i32; 32] =
    [0, 0, 0, 0, 0, 0, 1, 1, 0, 1, 2, 2, 2, 3, 3, 3, 0, 0, 0, 0, 1, 1, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3];

fn pattern(force: Force) -> u8 {
    let bit = |has: bool, bit: u8| if has { bit } else { 0 };
    bit(force.has(Kind::Pawn), PAWN)
        | bit(force.has(Kind::Knight) || force.has(Kind::Bishop), MINOR)
        | bit(force.has(Kind::Rook), ROOK)
        | bit(force.has(Kind::Queen), QUEEN)
        | bit(force.has(Kind::King), KING)
}

/// The steps from the nearest safe square of the own back row.
pub(super) fn exposure(view: View, king: Square) -> i32 {
    let (column, row) = (i32::from(view.column(king)), i32::from(view.row(king)));
    let aside = (5 - column).max(column - 10).max(0);
    aside.max(row - 1)
}

/// A square of the king's surroundings: the step to it, and how many rows before him it is.
#[derive(Clone, Copy)]
struct Near {
    step: Step,
    up: i8,
}

/// The surroundings as each seat sees them.
const NEAR: [[Near; 11]; SEATS] = {
    let mut all = [[Near { step: 0, up: 0 }; 11]; SEATS];
    let mut seat = 0;
    while seat < SEATS {
        let (mut i, mut up) = (0, -1);
        while up <= 2 {
            let mut right = -1;
            while right <= 1 {
                if right != 0 || up != 0 {
                    let step = View::of(seat as Seat).step(right, up);
                    all[seat][i] = Near { step, up: up as i8 };
                    i += 1;
                }
                right += 1;
            }
            up += 1;
        }
        seat += 1;
    }
    all
};

/// The same as sets, for each seat and place of its king; empty for one who is out.
static SURROUNDINGS: [[Squares; CELLS]; SEATS] = {
    let mut all = [[Squares::NONE; CELLS]; SEATS];
    let mut seat = 0;
    while seat < SEATS {
        let mut king = 0;
        while king < CELLS {
            let mut i = 0;
            while i < NEAR[seat].len() && is_on_board(king as Square) {
                let near = (king as Square).wrapping_add(NEAR[seat][i].step);
                if is_on_board(near) {
                    all[seat][king] = all[seat][king].with(near);
                }
                i += 1;
            }
            king += 1;
        }
        seat += 1;
    }
    all
};

/// The squares that matter for the safety of a seat's king.
#[inline]
pub(super) fn surroundings(seat: usize, king: Square) -> &'static Squares {
    &SURROUNDINGS[seat & 3][king as usize]
}

/// The other seats.
const OPPONENTS: [[usize; SEATS - 1]; SEATS] = [[1, 2, 3], [0, 2, 3], [0, 1, 3], [0, 1, 2]];

/// The counter of a seat's king.
fn counter(state: &State, table: &AttackTable, seat: Seat) -> i32 {
    let king = state.kings[seat as usize];
    let mut counter = exposure(View::of(seat), king);
    let mut seen = [Force::default(); SEATS - 1];
    for near in &NEAR[seat as usize & 3] {
        let square = king.wrapping_add(near.step);
        let opponents = OPPONENTS[seat as usize & 3].map(|other| table.of(square, other));
        let [a, b, c] = opponents;
        if a.or(b).or(c).is_none() || state.at(square) == Piece::WALL {
            continue;
        }
        let attackers = opponents.iter().filter(|force| !force.is_none()).count() as i32;
        seen = [seen[0].or(a), seen[1].or(b), seen[2].or(c)];
        if near.up >= 1 {
            let is_covered = !table.of(square, seat as usize).is_none();
            counter += attackers * (1 + i32::from(!is_covered));
        }
        if near.up == 1 && !state.at(square).is_of(seat) {
            counter += attackers;
        }
    }
    let patterns = seen.map(pattern);
    let attackers = patterns.iter().filter(|&&p| p != 0).count();
    let added = patterns.iter().map(|&p| PATTERNS[p as usize & 31]);
    counter + added.sum::<i32>() + [0, 0, 2, 5][attackers.min(3)]
}

/// What the pressure takes off the king's value.
pub(super) fn king_safety(state: &State, table: &AttackTable, seat: Seat) -> i32 {
    if !state.is_alive(seat) {
        return 0;
    }
    let counter = counter(state, table, seat);
    -of_256(LOSSES[(counter as usize).min(LOSSES.len() - 1)])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The king's values of Figure 5.4 (b), those that the text gives.
    #[test]
    fn values_of_figure_5_4() {
        let value = |counter: usize| 3.0 - f64::from(LOSSES[counter]) / 256.0;
        for (counter, expected) in [
            (0, 3.0),
            (1, 2.992_187_5),
            (3, 2.976_562_5),
            (4, 2.953_125),
            (6, 2.902_343_75),
            (7, 2.855_468_75),
            (8, 2.804_687_5),
            (9, 2.707_031_25),
            (16, 2.023_437_5),
            (17, 1.925_781_25),
            (29, 0.753_906_25),
            (30, 0.656_25),
        ] {
            assert!((value(counter) - expected).abs() < 1e-9, "{counter}");
        }
    }

    #[test]
    fn patterns_of_figure_5_4() {
        for (pattern, value) in [
            (PAWN, 0),
            (MINOR | PAWN, 0),
            (ROOK | PAWN, 0),
            (QUEEN, 0),
            (ROOK | MINOR, 1),
            (QUEEN | PAWN, 1),
            (KING | ROOK, 1),
            (QUEEN | MINOR, 2),
            (QUEEN | ROOK, 2),
            (KING | QUEEN, 2),
            (QUEEN | ROOK | MINOR, 3),
            (KING | QUEEN | PAWN, 3),
        ] {
            assert_eq!(PATTERNS[pattern as usize], value, "{pattern}");
        }
    }

    #[test]
    fn nobody_is_under_pressure_at_the_start() {
        use super::super::super::Chess4;
        use melee_core::Game;
        let state = Chess4::default().initial();
        let table = AttackTable::of_state(&state);
        for seat in 0..4 {
            assert_eq!(exposure(View::of(seat), state.kings[seat as usize]), 0);
            let all: Vec<i32> = (0..4).map(|s| counter(&state, &table, s)).collect();
            assert!(all.iter().all(|&c| c == all[0]), "the same for all: {all:?}");
        }
    }

    fn counter_of(fen: &str) -> i32 {
        use super::super::super::Chess4;
        use melee_core::Notation;
        let setup = Chess4::default().parse_position(fen);
        let state = setup.expect("a position").start;
        counter(&state, &AttackTable::of_state(&state), 0)
    }

    /// Steps 3 to 5 for a white king on h1 whose squares nobody covers but himself: the rook on k3 bears
    /// on g3, h3 and i3, each counted twice because it is not covered.
    #[test]
    fn the_steps_of_the_thesis() {
        let fen = |third: &str, second: &str| {
            format!(
                "R-0,0,0,0-0,0,0,0-0,0,0,0-0,0,0,0-0-6,yK,7/14/14/14/14/14/13,gK/bK,13/14/14/14/{third}/\
                 {second}/7,rK,6"
            )
        };
        assert_eq!(counter_of(&fen("14", "14")), 0);
        assert_eq!(counter_of(&fen("10,yR,3", "14")), 3 * 2);
        // Of the second row the king covers all: counted once, and once more because it is empty.
        assert_eq!(counter_of(&fen("14", "10,yR,3")), 3 * 2);
        // Two opponents attack: two more.
        assert_eq!(counter_of(&fen("10,yR,3", "10,gR,3")), 3 * 2 + 3 * 2 + 2);
        // The further the king is from e1 to j1, the more.
        let far = "R-0,0,0,0-0,0,0,0-0,0,0,0-0,0,0,0-0-6,yK,7/14/14/14/14/14/13,gK/bK,13/14/7,rK,6/14/\
            14/14/14";
        assert_eq!(counter_of(far), 4);
    }
}
