//! Static orderings (Esser 2012, 6.4): captures of valuable pieces first; and what the thesis names as
//! future research (7.3), checks and piece-square tables for the moves that capture nothing.

use melee_core::OrderView;

use super::board::{Square, file, rank};
use super::evaluation::{Chess4Knowledge, gain_of_place, piece_value};
use super::piece::{Kind, SEATS, Seat};
use super::state::Status;
use super::{Chess4, Move, Special, State};

/// How moves are ordered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Order {
    /// By the captured piece.
    Captured,
    /// By the captured piece, and of equal ones by the cheaper capturing piece.
    CapturedThenCapturing,
    /// By the difference of the two; a capture by the more valuable piece comes after moves that take
    /// nothing (6.4.2).
    Difference,
    /// By what is left of the captured piece if the capturing one is taken in turn, where somebody covers the square.
    Exchange,
    /// As `CapturedThenCapturing`, then checks.
    Checks,
    /// As `CapturedThenCapturing`, then by what the piece's place gains.
    Squares,
    None,
}

impl Order {
    pub(super) const NAMES: [&'static str; 7] =
        ["captured", "capturing", "difference", "exchange", "checks", "squares", "none"];

    pub(super) fn named(name: &str) -> Option<Self> {
        Some(match name {
            "captured" => Order::Captured,
            "capturing" => Order::CapturedThenCapturing,
            "difference" => Order::Difference,
            "exchange" => Order::Exchange,
            "checks" => Order::Checks,
            "squares" => Order::Squares,
            "none" => Order::None,
            _ => return None,
        })
    }
}

/// What a move takes, in pawns, promotions and the second piece of a double capture too; and what
/// it takes with.
fn capture(state: &State, mv: Move) -> (i32, i32) {
    let value = |kind: Kind| piece_value(kind) / piece_value(Kind::Pawn);
    let target = state.at(mv.to);
    let mut taken = if target.is_piece() { value(target.kind()) } else { 0 };
    match mv.special {
        Special::Promotion(kind) => taken += value(kind) - value(Kind::Pawn),
        Special::EnPassant => taken += value(Kind::Pawn),
        _ => {}
    }
    let mover = state.at(mv.from);
    let with = if mover.is_piece() { value(mover.kind()) } else { 0 };
    (taken, with)
}

/// The root player's seat, where another player moves against him.
fn prey_of(state: &State, view: OrderView) -> Option<Seat> {
    match view {
        OrderView::Against(root) if root.index() != state.turn as usize => Some(root.index() as Seat),
        _ => None,
    }
}

impl Chess4Knowledge {
    /// Captures rank 32 and more for each pawn that they take (or gain, by the difference or an exchange, where those that
    /// lose come after all other moves), and those of the root player's pieces before those of others where somebody moves
    /// against him.
    fn rank(&self, game: &Chess4, state: &State, prey: Option<Seat>, mv: Move) -> i32 {
        if self.order == Order::None || mv == Move::PASS {
            return 0;
        }
        let (taken, with) = capture(state, mv);
        if taken == 0 {
            return match self.order {
                Order::Checks => {
                    let kings = prey.map_or(state.opponents(state.turn), |seat| 1 << seat);
                    i32::from(gives_check(game, state, mv, kings))
                }
                Order::Squares => gain_of_place(state.at(mv.from), mv),
                _ => 0,
            };
        }
        let rank = match self.order {
            Order::Captured => 32 * taken,
            // Who would lose by the exchange does not begin it: such captures come last.
            Order::Difference => 32 * (taken - with),
            Order::Exchange => {
                let is_covered = state.is_attacked(mv.to, state.opponents(state.turn), mv.from, game.bends);
                let left = if is_covered { taken - with } else { taken };
                // An even exchange comes before moves that take nothing.
                32 * left + if left < 0 { 0 } else { taken }
            }
            _ => 32 * taken + 16 - with,
        };
        let is_prey = prey.is_some_and(|seat| captures_of(state, mv, seat));
        rank + if is_prey && rank > 0 { 4096 } else { 0 }
    }

    pub(super) fn rank_moves(&self, game: &Chess4, state: &State, view: OrderView, moves: &[Move], out: &mut Vec<i32>) {
        let prey = prey_of(state, view);
        out.extend(moves.iter().map(|&mv| self.rank(game, state, prey, mv)));
    }
}

/// Does the move attack a king of one of these seats, given as bits?
fn gives_check(game: &Chess4, state: &State, mv: Move, others: u8) -> bool {
    let kings = (0..SEATS as Seat).filter(|seat| others >> seat & 1 == 1);
    // Only a piece that comes to or leaves a line to the king can, or a knight.
    let may = |king: Square| {
        let lined = |square: Square| {
            let files = file(square).abs_diff(file(king));
            let ranks = rank(square).abs_diff(rank(king));
            files == 0 || ranks == 0 || files == ranks
        };
        lined(mv.to) || lined(mv.from) || state.at(mv.from).kind() == Kind::Knight
    };
    if !kings.clone().any(|seat| may(state.kings[seat as usize])) {
        return false;
    }
    let mut after = *state;
    game.make(&mut after, mv);
    let mut checked = kings.filter(|&seat| after.is_in_check(seat, 1 << state.turn, game.bends));
    checked.next().is_some()
}

/// In so many plies of a quiescence search checks count as noisy (3.4).
const CHECKING_PLIES: u32 = 4;

/// Does the move capture a piece of this seat?
fn captures_of(state: &State, mv: Move, seat: Seat) -> bool {
    let stepped = state.double_steps[seat as usize & 3];
    let passes = mv.special == Special::EnPassant && stepped.is_some_and(|s| s.over == mv.to);
    state.at(mv.to).is_of(seat) || passes
}

/// Captures and promotions, and checks in the first four plies. Against the root player the
/// captures and checks of his opponents are only those of his pieces and his king (3.4).
pub(super) fn noisy(game: &Chess4, state: &State, view: OrderView, ply: u32, out: &mut Vec<Move>) {
    if state.status == Status::Passing {
        return;
    }
    let prey = prey_of(state, view);
    let kings = prey.map_or(state.opponents(state.turn), |seat| 1 << seat);
    let with_checks = ply < CHECKING_PLIES;
    let is_noisy = |mv: Move| {
        let counts = match (mv.special, prey) {
            (Special::Promotion(_), _) => true,
            (_, Some(seat)) => captures_of(state, mv, seat),
            (_, None) => capture(state, mv).0 > 0,
        };
        counts || with_checks && gives_check(game, state, mv, kings)
    };
    let all = game.generate(state, &mut |mv| {
        if is_noisy(mv) {
            out.push(mv);
        }
        std::ops::ControlFlow::Continue(())
    });
    debug_assert!(all.is_continue());
    // The best captures first, and of equal ones the cheapest capturer.
    out.sort_by_key(|&mv| {
        let (taken, with) = capture(state, mv);
        (-taken, with)
    });
}

#[cfg(test)]
mod tests {
    use super::super::board::Squares;
    use super::*;
    use melee_core::{Game, Knowledge, Notation, PlayableGame, Player, seeded_rng};

    /// The first moves of an order, and how many share the first rank.
    fn firsts(order: &str, fen: &str, view: OrderView) -> Vec<String> {
        let game = Chess4::default();
        let knowledge = game.knowledge(None, Some(order)).expect("known");
        let mut state = game.parse_position(fen).expect("a position").start;
        let (mut moves, mut ranks) = (Vec::new(), Vec::new());
        game.moves(&state, &mut moves);
        knowledge.rank_all(&game, &mut state, view, &moves, &mut ranks);
        let best = *ranks.iter().max().expect("there are moves");
        let firsts = moves.iter().zip(&ranks).filter(|(_, rank)| **rank == best);
        firsts.map(|(&mv, _)| game.move_text(&state, mv)).collect()
    }

    /// West may take South's rook with a queen, North's queen with a rook, North's knight with a
    /// pawn.
    const CAPTURES: &str = "B-0,0,0,0-0,0,0,0-0,0,0,0-0,0,0,0-0-6,yK,7/14/14/14/3,yN,10/2,bP,11/\
        13,gK/bK,13/2,bQ,3,rR,7/14/2,bR,4,yQ,6/14/14/6,rK,7";

    #[test]
    fn captures_of_the_thesis() {
        let south = OrderView::Against(Player::FIRST);
        assert_eq!(firsts("captured", CAPTURES, OrderView::Own), ["c4h4"]);
        assert_eq!(firsts("capturing", CAPTURES, OrderView::Own), ["c4h4"]);
        assert_eq!(firsts("difference", CAPTURES, OrderView::Own), ["c4h4"]);
        for order in ["captured", "capturing"] {
            assert_eq!(firsts(order, CAPTURES, south), ["c6g6"], "{order}");
        }
        // By the difference a queen is never expected to capture.
        assert_eq!(firsts("difference", CAPTURES, south), ["c4h4"]);
        let fen = CAPTURES.replace("yQ", "1");
        assert_eq!(firsts("captured", &fen, OrderView::Own), ["c6g6"]);
        assert_eq!(firsts("difference", &fen, OrderView::Own), ["c9d10"]);
    }

    /// A queen that takes a covered rook loses by it, and of a rook that nobody covers she has all.
    #[test]
    fn an_exchange_counts_what_is_left_of_it() {
        let south = OrderView::Against(Player::FIRST);
        assert_eq!(firsts("exchange", CAPTURES, south), ["c6g6"], "the rook on g6 is not covered");
        let covered = CAPTURES.replace("2,bQ,3,rR,7/14", "2,bQ,3,rR,7/6,rR,7");
        assert_eq!(firsts("exchange", &covered, south), ["c4h4"], "a queen for a rook");
        // An even exchange comes before moves that take nothing.
        let even =
            "B-0,0,0,0-0,0,0,0-0,0,0,0-0,0,0,0-0-6,yK,7/14/14/14/14/14/13,gK/bK,13/2,bR,3,rR,7/6,rR,7/14/14/14/6,rK,7";
        assert_eq!(firsts("exchange", even, south), ["c6g6"]);
    }

    /// 6.4.2: a queen and a pawn can take the same knight; the pawn should.
    #[test]
    fn the_cheaper_piece_captures() {
        let fen = "B-0,0,0,0-0,0,0,0-0,0,0,0-0,0,0,0-0-6,yK,7/14/14/14/3,yN,1,bQ,8/2,bP,11/13,gK/\
            bK,13/14/14/14/14/14/7,rK,6";
        assert_eq!(firsts("captured", fen, OrderView::Own).len(), 2);
        assert_eq!(firsts("capturing", fen, OrderView::Own), ["c9d10"]);
    }

    #[test]
    fn checks_and_places_decide_where_nothing_is_taken() {
        let fen = "R-0,0,0,0-0,0,0,0-0,0,0,0-0,0,0,0-0-6,yK,7/14/14/14/14/14/13,gK/bK,13/14/14/14/\
            14/3,rN,10/4,rR,2,rK,6";
        let south = OrderView::Own;
        // The rook attacks a king from the ranks and the file of the kings only.
        let mut checks = firsts("checks", fen, south);
        checks.sort();
        assert_eq!(checks, ["e1e14", "e1e7", "e1e8", "e1g1"]);
        // The knight on d2 has four moves on the empty board and eight after three of its moves.
        let places = firsts("squares", fen, south);
        assert!(places.iter().all(|mv| mv.starts_with("d2")), "{places:?}");
        assert!(firsts("none", fen, south).len() > 10);
    }

    /// Over random games: captures, promotions and, early, checks, as making each move tells.
    #[test]
    fn noisy_moves_are_captures_promotions_and_early_checks() {
        let game = Chess4::default();
        let knowledge = game.knowledge(None, None).expect("known");
        let mut rng = seeded_rng(6);
        let (mut state, mut checks) = (game.initial(), 0);
        for _ in 0..400 {
            if game.outcome(&state).is_some() {
                state = game.initial();
            }
            let (mut moves, mut early, mut late) = (Vec::new(), Vec::new(), Vec::new());
            game.moves(&state, &mut moves);
            knowledge.noisy(&game, &state, OrderView::Own, 0, &mut early);
            knowledge.noisy(&game, &state, OrderView::Own, CHECKING_PLIES, &mut late);
            for mv in moves.into_iter().filter(|&mv| mv != Move::PASS) {
                let before: u32 = state.pieces.iter().map(Squares::count).sum();
                let mut after = state;
                game.make(&mut after, mv);
                let is_capture = after.pieces.iter().map(Squares::count).sum::<u32>() < before;
                let is_promotion = matches!(mv.special, Special::Promotion(_));
                let is_check = (0..4u8).any(|seat| {
                    state.opponents(state.turn) >> seat & 1 == 1 && after.is_in_check(seat, 1 << state.turn, true)
                });
                checks += usize::from(is_check);
                let text = game.move_text(&state, mv);
                assert_eq!(late.contains(&mv), is_capture || is_promotion, "{text}");
                let is_noisy = is_capture || is_promotion || is_check;
                assert_eq!(early.contains(&mv), is_noisy, "{text}");
            }
            let mv = game.random_move(&state, &mut Vec::new(), &mut rng);
            game.play(&mut state, mv);
        }
        assert!(checks > 50, "there were checks to find: {checks}");
    }
}
