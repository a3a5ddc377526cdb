//! Features along lines: mobility and pins.

use super::super::piece::{Kind, SEATS, Seat};
use super::super::state::State;
use super::units::{PAWN, of_256};

/// Everybody's moves against the mean of the living (5.1.6).
pub(super) fn mobility(state: &State, counts: [i32; SEATS]) -> [i32; SEATS] {
    let living = state.alive.count_ones() as i32;
    let sum: i32 = counts.iter().sum();
    let mean = (2 * sum + living) / (2 * living.max(1));
    std::array::from_fn(|seat| if state.is_alive(seat as Seat) { worth_of_moves(counts[seat] - mean) } else { 0 })
}

/// What so many moves above the mean are worth; those below count against a player.
fn worth_of_moves(moves: i32) -> i32 {
    let n = moves.abs();
    let in_128ths = match n {
        0..=11 => n,
        12..=15 => 2 * n - 11,
        16..=19 => 3 * n - 26,
        _ => 4 * n - 45,
    };
    of_256(2 * in_128ths) * moves.signum()
}

/// Algorithm 5.1.2; where it prints `score = 1.0` a pawn is meant to be taken off.
pub(super) fn pin_value(pinner: Kind, pinned: Kind, behind: Kind) -> i32 {
    use Kind::{Bishop, King, Queen, Rook};
    if !matches!(behind, Rook | Queen | King) {
        return 0;
    }
    match (pinner, pinned, behind) {
        (Queen, _, _) => of_256(10),
        (Rook, Queen | King, _) | (Bishop, Rook | Queen | King, _) => PAWN,
        (Rook, _, _) => of_256(40),
        (Bishop, _, Rook | King) => of_256(20),
        (Bishop, _, _) => of_256(15),
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::Chess4;
    use super::super::attack_table::AttackTable;
    use super::*;
    use melee_core::Notation;

    #[test]
    fn mobility_by_the_thesiss_function() {
        let worth = |n| f64::from(worth_of_moves(n)) / f64::from(PAWN);
        for (moves, expected) in [
            (0, 0.0),
            (11, 11.0 / 128.0),
            (12, 13.0 / 128.0),
            (15, 19.0 / 128.0),
            (16, 22.0 / 128.0),
            (19, 31.0 / 128.0),
            (20, 35.0 / 128.0),
            (-20, -35.0 / 128.0),
        ] {
            assert!((worth(moves) - expected).abs() < 1e-9, "{moves}");
        }
    }

    #[test]
    fn pins_of_the_pseudo_code() {
        use Kind::{Bishop, King, Knight, Pawn, Queen, Rook};
        // In hundred-millionths of a pawn, as printed.
        let printed =
            |pinner, pinned, behind| i64::from(pin_value(pinner, pinned, behind)) * 100_000_000 / i64::from(PAWN);
        assert_eq!(printed(Queen, Pawn, King), 3_906_250);
        assert_eq!(printed(Rook, Knight, King), 15_625_000);
        assert_eq!(printed(Rook, Queen, King), 100_000_000);
        assert_eq!(printed(Bishop, Knight, Rook), 7_812_500);
        assert_eq!(printed(Bishop, Knight, Queen), 5_859_375);
        assert_eq!(printed(Bishop, Rook, Queen), 100_000_000);
        assert_eq!(printed(Bishop, Knight, Pawn), 0);
    }

    /// Figure 5.7 (b): the bishop on g11 pins the knight on f12 before the rook on d14.
    #[test]
    fn the_pin_of_figure_5_7() {
        let game = Chess4::default();
        let fen = "R-0,0,0,0-0,0,0,0-0,0,0,0-0,0,0,0-0-3,yR,2,yK,7/14/5,yN,8/6,rB,7/14/14/13,gK/\
            bK,13/14/14/14/14/14/7,rK,6";
        let state = game.parse_position(fen).expect("a position").start;
        // f12, e13, d14 is the line.
        assert_eq!(AttackTable::of_state(&state).pins, [0, 0, -of_256(20), 0]);
    }
}
