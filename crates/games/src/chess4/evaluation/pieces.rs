//! Features of single pieces and pairs: knights, bishops, pieces in the dangerous centre.

use super::super::Move;
use super::super::board::{CELLS, FORWARD, KNIGHT_STEPS, Square, Squares, is_on_board, square};
use super::super::piece::{Kind, Piece, SEATS, Seat};
use super::super::state::State;
use super::king_safety::exposure;
use super::pawns;
use super::units::{PAWN, of_100, of_256, piece_value};
use super::view::View;

/// What a knight is worth more or less than three pawns, by the moves it has on an empty board
/// (Table 5.2).
pub(super) static KNIGHT: [i32; CELLS] = {
    let mut table = [0; CELLS];
    let mut square = 0;
    while square < CELLS {
        if is_on_board(square as Square) {
            let (mut moves, mut i) = (0, 0);
            while i < KNIGHT_STEPS.len() {
                moves += is_on_board((square as Square).wrapping_add(KNIGHT_STEPS[i])) as i32;
                i += 1;
            }
            table[square] = of_100(3 * (moves - 8));
        }
        square += 1;
    }
    table
};

/// What everybody's pieces in the dangerous centre lose.
pub(super) fn centre(state: &State) -> [i32; SEATS] {
    if count_of_pieces(state) < CROWDED {
        return [0; SEATS];
    }
    std::array::from_fn(|seat| {
        let central = state.pieces[seat].and(&CENTRE);
        let loss = |square: Square| piece_value(state.at(square).kind()) / 20;
        -central.iter().map(loss).sum::<i32>()
    })
}

/// Everybody's pawns that should or should not have moved in the opening.
pub(super) fn opening(state: &State) -> [i32; SEATS] {
    if count_of_pieces(state) < pawns::OPENING {
        return [0; SEATS];
    }
    std::array::from_fn(|seat| pawns::opening(state, seat as Seat))
}

fn count_of_pieces(state: &State) -> u32 {
    state.pieces.iter().map(Squares::count).sum()
}

/// The bonus for two bishops, by the value of the others' pieces without pawns and kings, and
/// by the number of their pawns (Figure 5.6).
pub(super) fn bishop_pair(state: &State, seat: Seat) -> i32 {
    if state.count(seat as usize, Kind::Bishop) < 2 {
        return 0;
    }
    let (mut value, mut pawns) = (0, 0);
    for other in (0..SEATS).filter(|&o| o != seat as usize) {
        pawns += state.count(other, Kind::Pawn);
        for kind in [Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen] {
            value += state.count(other, kind) * piece_value(kind) / PAWN;
        }
    }
    bonus_for_pieces(value) + bonus_for_pawns(pawns)
}

fn bonus_for_pieces(value: i32) -> i32 {
    of_256(match value {
        0..=11 => 128,
        12..=20 => 96,
        21..=26 => 64,
        27..=36 => 32,
        37..=46 => 16,
        _ => 8,
    })
}

fn bonus_for_pawns(pawns: i32) -> i32 {
    of_256(match pawns {
        0..=3 => 128,
        4..=5 => 96,
        6..=7 => 64,
        8..=9 => 32,
        10..=11 => 16,
        12..=15 => 8,
        16..=19 => 4,
        20..=23 => 2,
        _ => 0,
    })
}

/// What a bishop loses behind a pawn of its own that cannot go on (5.1.9). The thesis takes the
/// factor for the bishop's place from REBEL and does not print it: here it is four on the own back
/// row and one less on each row before it.
pub(super) fn bad_bishop(state: &State, square: Square, seat: Seat) -> i32 {
    let view = View::of(seat);
    let factor = (5 - i32::from(view.row(square))).max(1);
    let mut lost = 0;
    for step in view.forward_diagonals() {
        let at = square.wrapping_add(step);
        let pawn = state.at(at);
        if pawn.is_of(seat) && pawn.kind() == Kind::Pawn {
            let ahead = at.wrapping_add(FORWARD[pawn.heading() as usize]);
            lost += factor * blocked_by(state.at(ahead), seat);
        }
    }
    lost
}

/// What the piece in front of the pawn makes of it.
fn blocked_by(blocker: Piece, seat: Seat) -> i32 {
    if !blocker.is_piece() {
        return 0;
    }
    of_256(match blocker.kind() {
        Kind::Pawn => 8,
        Kind::Knight | Kind::Bishop if !blocker.is_of(seat) => 4,
        _ => 2,
    })
}

/// With so many pieces on the board the centre is dangerous.
const CROWDED: u32 = 40;

/// Pieces on f6 to i9 lose a twentieth of their value while there are many (5.2.2).
const CENTRE: Squares = {
    let mut squares = Squares::NONE;
    let mut i = 0;
    while i < 16 {
        squares = squares.with(square(6 + i % 4, 6 + i / 4));
        i += 1;
    }
    squares
};

/// What the place of a piece gains by a move, a small number: knights by the moves they have, kings by
/// how near they stay to their safe squares, pawns by how far they go, the others by keeping out of
/// the dangerous centre.
pub(in super::super) fn gain_of_place(piece: Piece, mv: Move) -> i32 {
    let worth = |square: Square| match piece.kind() {
        Kind::Knight => 2 * KNIGHT[square as usize] / of_100(3),
        Kind::King => -2 * exposure(View::of(piece.seat()), square),
        Kind::Pawn => pawns::advance(square, piece.seat()),
        _ => -4 * i32::from(CENTRE.contains(square)),
    };
    (worth(mv.to) - worth(mv.from)).clamp(-15, 15)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn knights_of_table_5_2() {
        // The corner of the arms has two moves, the middle of the board eight.
        let worth = |file, rank| 3 * PAWN + KNIGHT[square(file, rank) as usize];
        assert_eq!(worth(8, 8), of_100(300));
        let seen: std::collections::BTreeSet<i32> =
            super::super::super::board::squares().map(|s| (3 * PAWN + KNIGHT[s as usize]) / (PAWN / 100)).collect();
        let table = [282, 285, 288, 291, 294, 297, 300];
        assert!(seen.iter().all(|v| table.contains(v)), "{seen:?}");
        assert!(seen.contains(&300) && seen.contains(&288));
    }

    #[test]
    fn bishop_pairs_of_figure_5_6() {
        // Half a pawn is 128.
        assert_eq!(bonus_for_pieces(0), PAWN / 2);
        assert_eq!(bonus_for_pieces(20), PAWN * 3 / 8);
        assert_eq!(bonus_for_pieces(36), PAWN / 8);
        assert_eq!(bonus_for_pieces(47), PAWN / 32);
        assert_eq!(bonus_for_pawns(3), PAWN / 2);
        assert_eq!(bonus_for_pawns(11), PAWN / 16);
        assert_eq!(bonus_for_pawns(23), PAWN / 128);
        assert_eq!(bonus_for_pawns(24), 0);
    }

    /// Figure 5.7 (a): the pawn on i3 cannot pass the black one on i4, so the bishop on h2 (or any
    /// behind it) is bad.
    #[test]
    fn the_bad_bishop_of_figure_5_7() {
        use super::super::super::Chess4;
        use melee_core::Notation;
        let game = Chess4::default();
        let with = |blocker: &str| {
            let fen = format!(
                "R-0,0,0,0-0,0,0,0-0,0,0,0-0,0,0,0-0-6,yK,7/14/14/14/14/14/13,gK/bK,13/14/14/\
                 8,{blocker},5/8,rP,5/7,rB,6/4,rK,9"
            );
            let state = game.parse_position(&fen).expect("a position").start;
            -bad_bishop(&state, square(8, 2), 0)
        };
        // On the second row the factor is three.
        assert_eq!(with("yP"), -3 * of_256(8));
        assert_eq!(with("yN"), -3 * of_256(4));
        assert_eq!(with("yR"), -3 * of_256(2));
        assert_eq!(with("1"), 0);
    }

    #[test]
    fn pieces_in_the_middle_lose_while_there_are_many() {
        use super::super::super::Chess4;
        use melee_core::Notation;
        let game = Chess4::default();
        let start = super::super::super::fen4::start_text();
        // The knight of e1 stands on f6, then the western one too.
        let fen = start
            .replace("rR,rN,rB,rQ", "rR,1,rB,rQ")
            .replace("bB,bP,10,gP,gB/bN,bP,10,gP,gN/bR,bP", "bB,bP,3,rN,6,gP,gB/bN,bP,10,gP,gN/bR,bP");
        let state = game.parse_position(&fen).expect("a position").start;
        assert_eq!(centre(&state), [-3 * PAWN / 20, 0, 0, 0]);
    }
}
