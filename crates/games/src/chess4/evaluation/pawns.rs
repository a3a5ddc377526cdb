//! Pawns: their formation, and where they belong in the opening.

use super::super::board::{CELLS, Square, Squares, is_on_board, square};
use super::super::piece::{Kind, SEATS, Seat};
use super::super::state::State;
use super::units::{of_100, of_256};
use super::view::View;

/// Figure 5.5 (a): what a southern pawn beside another is worth, in 256ths; ranks from 14 down.
const SIDE_BY_SIDE: [[u8; 14]; 14] = [
    [0; 14],
    [0, 0, 0, 64, 64, 64, 64, 64, 64, 64, 64, 0, 0, 0],
    [0, 0, 0, 60, 60, 60, 60, 60, 60, 60, 60, 0, 0, 0],
    [0, 64, 56, 56, 56, 56, 56, 56, 56, 56, 56, 56, 64, 0],
    [0, 64, 52, 52, 52, 52, 52, 52, 52, 52, 52, 52, 64, 0],
    [0, 64, 48, 48, 48, 48, 48, 48, 48, 48, 48, 48, 64, 0],
    [0, 64, 44, 44, 44, 44, 44, 44, 44, 44, 44, 44, 64, 0],
    [0, 64, 40, 40, 40, 40, 40, 40, 40, 40, 40, 40, 64, 0],
    [0, 64, 32, 32, 36, 40, 40, 40, 40, 36, 32, 32, 64, 0],
    [0, 64, 20, 20, 24, 32, 32, 32, 32, 24, 20, 20, 64, 0],
    [0, 64, 12, 12, 16, 24, 24, 24, 24, 16, 12, 12, 64, 0],
    [0, 0, 0, 4, 4, 4, 4, 4, 4, 4, 4, 0, 0, 0],
    [0; 14],
    [0; 14],
];

/// Figure 5.5 (b): what one is worth that is covered, or could be.
const COVERED: [[u8; 14]; 14] = [
    [0; 14],
    [0, 0, 0, 48, 56, 64, 64, 64, 64, 56, 48, 0, 0, 0],
    [0, 0, 0, 44, 52, 60, 60, 60, 60, 52, 44, 0, 0, 0],
    [0, 64, 40, 40, 48, 56, 56, 56, 56, 48, 40, 40, 64, 0],
    [0, 64, 36, 36, 44, 52, 52, 52, 52, 44, 36, 36, 64, 0],
    [0, 64, 32, 32, 40, 48, 48, 48, 48, 40, 32, 32, 64, 0],
    [0, 64, 28, 28, 36, 44, 44, 44, 44, 36, 28, 28, 64, 0],
    [0, 64, 24, 24, 32, 40, 40, 40, 40, 32, 24, 24, 64, 0],
    [0, 64, 16, 16, 24, 32, 32, 32, 32, 24, 16, 16, 64, 0],
    [0, 64, 12, 12, 16, 20, 20, 20, 20, 16, 12, 12, 64, 0],
    [0, 64, 8, 8, 12, 16, 16, 16, 16, 12, 8, 8, 64, 0],
    [0, 0, 0, 4, 4, 4, 4, 4, 4, 4, 4, 0, 0, 0],
    [0; 14],
    [0; 14],
];

/// A figure as a table by squares.
const fn by_square(figure: &[[u8; 14]; 14]) -> [i32; CELLS] {
    let mut table = [0; CELLS];
    let mut rank = 1;
    while rank <= 14 {
        let mut file = 1;
        while file <= 14 {
            let value = figure[14 - rank as usize][file as usize - 1];
            table[square(file, rank) as usize] = of_256(value as i32);
            file += 1;
        }
        rank += 1;
    }
    table
}

/// A table for each seat.
const fn by_seat(south: &[i32; CELLS]) -> [[i32; CELLS]; SEATS] {
    let mut tables = [[0; CELLS]; SEATS];
    let mut seat = 0;
    while seat < SEATS {
        let mut at = 0;
        while at < CELLS {
            if is_on_board(at as Square) {
                tables[seat][at] = south[View::of(seat as Seat).as_south(at as Square) as usize];
            }
            at += 1;
        }
        seat += 1;
    }
    tables
}

static SIDE_BY_SIDE_TABLES: [[i32; CELLS]; SEATS] = by_seat(&by_square(&SIDE_BY_SIDE));
static COVERED_TABLES: [[i32; CELLS]; SEATS] = by_seat(&by_square(&COVERED));

/// What the formation of a seat's pawns is worth (5.1.7): of those side by side with another, and of those
/// that are covered, or would be after a step of another.
pub(in super::super) fn pawn_formation(state: &State, seat: Seat) -> i32 {
    let pawns = state.pawns_of(seat);
    let view = View::of(seat);
    let from = |right, up| pawns.shifted(view.step(right, up));
    let beside = pawns.and(&from(1, 0).or(&from(-1, 0)));
    let above = from(1, 1).or(&from(-1, 1)).or(&from(1, 2)).or(&from(-1, 2));
    let covered = pawns.and(&above).without(&beside);
    let worth = |pawns: Squares, table: &[i32; CELLS]| -> i32 { pawns.iter().map(|at| table[at as usize]).sum() };
    let seat = seat as usize & 3;
    worth(beside, &SIDE_BY_SIDE_TABLES[seat]) + worth(covered, &COVERED_TABLES[seat])
}

/// How far a pawn has come: what it would be worth if it were covered, in 64ths of a pawn.
pub(super) fn advance(at: Square, seat: Seat) -> i32 {
    COVERED_TABLES[seat as usize & 3][at as usize] / of_256(4)
}

/// So many pieces make an opening. The thesis counts the first 80 plies, which a position does not
/// tell.
pub(super) const OPENING: u32 = 48;

/// Pawns that should or should not have moved in the opening, 0.15 each (Figure 5.8): f2 and h2
/// should move, g2 and i2 stay, and j3 be taken.
pub(super) fn opening(state: &State, seat: Seat) -> i32 {
    let worth = |&(square, sign): &(Square, i32)| {
        let is_there = state.at(square).is(seat, Kind::Pawn);
        if is_there { sign * of_100(15) } else { 0 }
    };
    OPENING_SQUARES[seat as usize & 3].iter().map(worth).sum()
}

/// The squares of Figure 5.8 for each seat, with the sign of their worth.
const OPENING_SQUARES: [[(Square, i32); 5]; SEATS] = {
    const SOUTH: [(u8, u8, i32); 5] = [(6, 2, -1), (8, 2, -1), (7, 2, 1), (9, 2, 1), (10, 3, 1)];
    let mut all = [[(0, 0); 5]; SEATS];
    let mut seat = 0;
    while seat < SEATS {
        let mut i = 0;
        while i < SOUTH.len() {
            let (column, row, sign) = SOUTH[i];
            all[seat][i] = (View::of(seat as Seat).square(column, row), sign);
            i += 1;
        }
        seat += 1;
    }
    all
};

#[cfg(test)]
mod tests {
    use super::super::units::PAWN;
    use super::*;

    #[test]
    fn figures_5_5_are_symmetric_and_end_at_a_quarter() {
        for figure in [&SIDE_BY_SIDE, &COVERED] {
            for row in figure {
                let mirrored: Vec<u8> = row.iter().rev().copied().collect();
                assert_eq!(row.to_vec(), mirrored);
            }
            // A pawn one step before promotion on the western side.
            assert_eq!(by_square(figure)[square(2, 7) as usize], PAWN / 4);
        }
        assert_eq!(SIDE_BY_SIDE_TABLES[0][square(7, 4) as usize], of_256(24));
    }

    fn state(fen: &str) -> State {
        use melee_core::Notation;
        let setup = super::super::super::Chess4::default().parse_position(fen);
        setup.expect("a position").start
    }

    /// 5.1.7: side by side as on g4 and h4, covered, coverable by a step, and alone.
    #[test]
    fn the_three_connections() {
        let worth = |fourth: &str, third: &str, second: &str| {
            let fen = format!(
                "R-0,0,0,0-0,0,0,0-0,0,0,0-0,0,0,0-0-6,yK,7/14/14/14/14/14/13,gK/bK,13/14/14/{fourth}/\
                 {third}/{second}/4,rK,9"
            );
            let state = state(&fen);
            assert_eq!(state.formation[0], pawn_formation(&state, 0));
            state.formation[0]
        };
        assert_eq!(worth("6,rP,rP,6", "14", "14"), 2 * of_256(24));
        assert_eq!(worth("6,rP,7", "7,rP,6", "14"), of_256(16), "only g4 is covered");
        assert_eq!(worth("6,rP,7", "14", "7,rP,6"), of_256(16), "h2 could cover g4");
        assert_eq!(worth("6,rP,7", "14", "14"), 0);
    }

    /// Figure 5.8 and its text, for every seat: f2 and h2 should move, g2 and i2 stay, j3 be taken.
    #[test]
    fn the_opening_pawns_of_figure_5_8() {
        use melee_core::{Game, Notation};
        let game = super::super::super::Chess4::default();
        let (good, bad) = (of_100(15), -of_100(15));
        let after = |moves: &str| {
            let mut state = game.initial();
            for text in moves.split_whitespace() {
                let mv = game.parse_move(&state, text).expect("legal");
                game.play(&mut state, mv);
            }
            super::super::pieces::opening(&state)
        };
        assert_eq!(after(""), [0; 4], "two good and two bad");
        assert_eq!(after("f2f3 b9c9 i13i12 m6l6"), [good; 4]);
        assert_eq!(after("h2h4 b7d7 g13g11 m8k8"), [good; 4]);
        assert_eq!(after("g2g3 b8c8 h13h12 m7l7"), [bad; 4]);
        assert_eq!(after("i2i3 b6c6 f13f12 m9l9"), [bad; 4]);
        assert_eq!(after("j2j3 b5c5 e13e12 m10l10"), [good; 4]);
    }
}
