//! A bare king against somebody who can mate him: he is driven to the edge, and the other king comes near.
//!
//! The thesis has nothing for this. A search of eight plies does not see the mate from the middle of the board, and with pieces
//! alone all moves are worth the same to it. Nothing else counts here: the safety of kings would keep the winner's at home.

use super::super::board::{Square, file, rank};
use super::super::piece::{Kind, SEATS, Seat};
use super::super::state::State;
use super::units::{PAWN, piece_value};

/// What a step of the bare king away from the middle is worth.
const OUTWARD: i32 = PAWN / 10;
/// What a step of one king towards the other is worth: less, for he must not stand in the way.
const NEARER: i32 = PAWN / 20;
/// The longest way of a king.
const FARTHEST: i32 = 13;

/// Who mates a bare king, and how far he has come; `None` where it is no such ending.
pub(super) fn progress(state: &State) -> Option<(Seat, i32)> {
    if state.alive.count_ones() != 2 {
        return None;
    }
    let bare = |seat: Seat| state.material(seat as usize) == piece_value(Kind::King);
    let mut living = (0..SEATS as Seat).filter(|&seat| state.is_alive(seat));
    let (one, other) = (living.next()?, living.next()?);
    let (winner, loser) = match (bare(one), bare(other)) {
        (false, true) => (one, other),
        (true, false) => (other, one),
        _ => return None,
    };
    let pieces = state.material(winner as usize) - piece_value(Kind::King);
    if pieces < piece_value(Kind::Rook) {
        return None;
    }
    let (hunter, hunted) = (state.kings[winner as usize], state.kings[loser as usize]);
    Some((winner, OUTWARD * from_middle(hunted) + NEARER * (FARTHEST - steps(hunter, hunted))))
}

/// How far a square is from the middle, both ways together, in half squares: a corner is farther than an edge.
fn from_middle(square: Square) -> i32 {
    let off = |coordinate: u8| (2 * i32::from(coordinate) - 15).abs() / 2;
    off(file(square)) + off(rank(square))
}

/// How many moves of a king lie between two squares.
fn steps(a: Square, b: Square) -> i32 {
    let apart = |x: u8, y: u8| i32::from(x.abs_diff(y));
    apart(file(a), file(b)).max(apart(rank(a), rank(b)))
}

#[cfg(test)]
mod tests {
    use super::super::super::Chess4;
    use super::*;
    use melee_core::Notation;

    /// Rank 11, rank 7 and rank 2 of the board; the rest is empty, and blue and green are out.
    fn progress_of(far: &str, middle: &str, near: &str) -> Option<(Seat, i32)> {
        let fen = format!("R-0,1,0,1-0,0,0,0-0,0,0,0-0,0,0,0-0-14/14/14/{far}/14/14/14/{middle}/14/14/14/14/{near}/14");
        progress(&Chess4::default().parse_position(&fen).expect("a position").start)
    }

    #[test]
    fn a_bare_king_is_driven_outward_and_the_other_king_comes_near() {
        let (_, begun) = progress_of("6,yK,7", "14", "3,rK,rQ,9").expect("a queen is enough");
        let (_, outward) = progress_of("13,yK", "14", "3,rK,rQ,9").expect("a queen is enough");
        let (winner, nearer) = progress_of("6,yK,7", "6,rK,7", "4,rR,9").expect("a rook is enough");
        assert!(outward > begun && nearer > begun, "{begun} {outward} {nearer}");
        assert_eq!(winner, 0);
        assert_eq!(progress_of("6,yK,yQ,6", "14", "6,rK,7").map(|(winner, _)| winner), Some(2));
        assert_eq!(progress_of("6,yK,7", "14", "6,rK,rB,6"), None, "a bishop mates nobody");
        assert_eq!(progress_of("6,yK,yP,6", "14", "6,rK,rQ,6"), None, "that king is not bare");
    }
}
