//! Pieces in danger, by static exchange (Esser 2012, 5.1.2 and Algorithm 5.1.1).

use melee_core::Player;

use super::super::piece::{Kind, SEATS};
use super::super::state::State;
use super::attack_table::{AttackTable, Force};
use super::units::piece_value;

/// Is the piece worth taking? An exchange that the defender wins or holds is not begun.
///
/// The pseudo-code ends with no danger when the attackers run out; by the text a rook that a bishop
/// attacks is in danger although it is covered, so what the defender has lost by then decides.
fn is_lost(value: i32, mut attackers: Force, mut defenders: Force) -> bool {
    let (mut balance, mut standing) = (0, value);
    while let Some(attacker) = attackers.take_cheapest() {
        if balance < 0 {
            return true;
        }
        balance -= standing;
        if balance >= 0 {
            return false;
        }
        let Some(defender) = defenders.take_cheapest() else {
            return true;
        };
        balance += piece_value(attacker);
        standing = piece_value(defender);
    }
    balance < 0
}

/// What everybody loses: five sixths of each piece in danger for the root player, one sixth for
/// the others. Kings are not exchanged. A piece with one attacker only is in no danger if its owner
/// has his turn first.
pub(super) fn en_prise(state: &State, table: &AttackTable, root: Player) -> [i32; SEATS] {
    let mut lost = [0; SEATS];
    let waits = |seat: usize| (seat + 4 - state.turn as usize) & 3;
    for square in table.attacked.iter() {
        let piece = state.at(square);
        let (kind, seat) = (piece.kind(), piece.seat() as usize & 3);
        if kind == Kind::King {
            continue;
        }
        let (mut attackers, mut last) = (Force::default(), 0);
        for other in (0..SEATS).filter(|&other| other != seat) {
            let force = table.of(square, other);
            if !force.is_none() {
                attackers = attackers.with(force);
                last = other;
            }
        }
        let can_escape = attackers.is_one() && waits(seat) < waits(last);
        let value = piece_value(kind);
        if !can_escape && is_lost(value, attackers, table.of(square, seat)) {
            let part = if root.index() == seat { 5 } else { 1 };
            lost[seat] -= value * part / 6;
        }
    }
    lost
}

#[cfg(test)]
mod tests {
    use super::super::units::PAWN;
    use super::*;

    /// Figure 5.1 (a): rook takes knight, bishop takes rook, queen takes bishop.
    #[test]
    fn the_exchange_of_figure_5_1() {
        use Kind::{Bishop, Knight, Pawn, Queen, Rook};
        let force = |kinds: &[Kind]| {
            let add = |force: Force, &kind: &Kind| force.with(Force::one(kind));
            kinds.iter().fold(Force::default(), add)
        };
        let lost = |kind, attackers: &[Kind], defenders: &[Kind]| {
            is_lost(piece_value(kind), force(attackers), force(defenders))
        };
        assert!(lost(Knight, &[Rook, Queen], &[Bishop]));
        assert!(lost(Rook, &[Bishop], &[Pawn]), "although it is covered");
        assert!(!lost(Pawn, &[Queen], &[Pawn]));
        assert!(lost(Pawn, &[Queen], &[]));
        assert!(!lost(Knight, &[Rook], &[Bishop]));
    }

    /// A white pawn that a black rook attacks: who is to move next decides whether it can go.
    #[test]
    fn root_players_lose_more_and_may_escape() {
        use super::super::super::Chess4;
        use melee_core::Notation;
        let game = Chess4::default();
        let lost = |turn: char, root: usize| {
            let fen = format!(
                "{turn}-0,0,0,0-0,0,0,0-0,0,0,0-0,0,0,0-0-6,yK,7/14/4,yR,9/14/14/14/13,gK/bK,13/\
                 14/4,rP,9/14/14/14/7,rK,6"
            );
            let state = game.parse_position(&fen).expect("a position").start;
            let table = AttackTable::of_state(&state);
            en_prise(&state, &table, Player::new(root))
        };
        assert_eq!(lost('R', 0), [0; 4], "white can move it");
        assert_eq!(lost('Y', 0), [-PAWN * 5 / 6, 0, 0, 0]);
        assert_eq!(lost('Y', 2), [-PAWN / 6, 0, 0, 0]);
    }

    fn lost_in(fen: &str, root: usize) -> [i32; SEATS] {
        use melee_core::Notation;
        let game = super::super::super::Chess4::default();
        let state = game.parse_position(fen).expect("a position").start;
        en_prise(&state, &AttackTable::of_state(&state), Player::new(root))
    }

    /// Figure 5.1 (a) on the board: rook f1 takes the knight on h1, the bishop on i2 the rook, the
    /// queen the bishop. A piece in danger keeps a sixth of its worth to the root player.
    #[test]
    fn the_board_of_figure_5_1_a() {
        let fen = "R-0,1,0,1-0,0,0,0-0,0,0,0-0,0,0,0-0-6,yK,7/14/14/14/14/14/14/14/14/14/7,rQ,6/14/\
            8,yB,5/3,rK,1,rR,1,yN,6";
        let knight = 3 * PAWN;
        assert_eq!(lost_in(fen, 2)[2], -knight * 5 / 6);
        assert_eq!(lost_in(fen, 0)[2], -knight / 6);
    }

    /// Figure 5.1 (b): the red (western) queen on d11 can go before the blue (eastern) bishop on e12
    /// takes her, and is not in danger; with a second attacker she is.
    #[test]
    fn the_board_of_figure_5_1_b() {
        let fen = |other: &str| {
            format!(
                "R-0,0,0,0-0,0,0,0-0,0,0,0-0,0,0,0-0-7,yK,6/14/4,gB,9/3,bQ,10/14/14/13,gK/bK,13/14/14/\
                 14/14/{other}/4,rK,9"
            )
        };
        assert_eq!(lost_in(&fen("14"), 1)[1], 0);
        assert_eq!(lost_in(&fen("3,gR,10"), 1)[1], -10 * PAWN * 5 / 6);
    }
}
