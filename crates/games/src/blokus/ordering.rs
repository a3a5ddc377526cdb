//! Static orderings: the largest piece first, and inside a size what the piece does to contact squares; or before all that
//! what a greedy player would do.

use melee_core::Knowledge;

use super::evaluation::{BlokusKnowledge, Weights, contacts};
use super::pieces::ORIENTATIONS;
use super::placing::{Around, MAX_SIDE};
use super::{Blokus, COLOURS, Move, State};

/// More than any rank by contact squares.
const ABOVE_ALL: i32 = 1_000_000;

/// How moves are ordered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Order {
    /// By size, then contact squares won less those used up, and those of others that are covered.
    Contact,
    /// What a greedy player would do, then as by contact squares.
    Greedy,
    /// By size only.
    Largest,
    None,
}

impl Order {
    pub(super) const NAMES: [&'static str; 4] = ["contact", "greedy", "largest", "none"];

    pub(super) fn named(name: &str) -> Option<Self> {
        match name {
            "contact" => Some(Order::Contact),
            "greedy" => Some(Order::Greedy),
            "largest" => Some(Order::Largest),
            "none" => Some(Order::None),
            _ => None,
        }
    }

    pub(super) fn rank_moves(self, game: &Blokus, state: &mut State, moves: &[Move], out: &mut Vec<i32>) {
        let size = |mv: &Move| ORIENTATIONS[mv.orientation as usize].cells.len() as i32;
        match self {
            Order::None => out.resize(out.len() + moves.len(), 0),
            Order::Greedy if moves.len() < 2 => out.resize(out.len() + moves.len(), 0),
            Order::Greedy => {
                let first = out.len();
                Order::Contact.rank_moves(game, state, moves, out);
                let mut places = Vec::new();
                let knowledge = BlokusKnowledge { weights: Weights::PLAIN, order: self };
                knowledge.greediest(game, state, moves, &mut places);
                for place in places {
                    out[first + place] += ABOVE_ALL;
                }
            }
            Order::Largest => out.extend(moves.iter().map(size)),
            Order::Contact => {
                let view = View::new(game, state);
                let rank = |mv: &Move| 1_000 * size(mv) + 10 * view.gain(*mv) - view.distance(*mv);
                out.extend(moves.iter().map(rank));
            }
        }
    }
}

/// In the first rounds the middle of the board is worth going to.
const OPENING: usize = 3;

/// Contact squares before a move, each row shifted by one so that the row below the board is there.
struct View {
    free: [u32; MAX_SIDE + 8],
    own: [u32; MAX_SIDE + 8],
    others: [[u32; MAX_SIDE + 8]; COLOURS],
    /// Twice the middle of the board, while the opening lasts.
    middle: Option<i32>,
}

impl View {
    fn new(game: &Blokus, state: &State) -> Self {
        let mut view = View {
            free: [0; MAX_SIDE + 8],
            own: [0; MAX_SIDE + 8],
            others: [[0; MAX_SIDE + 8]; COLOURS],
            middle: None,
        };
        let (taken, mover) = (state.taken(), state.turn as usize);
        let player = game.player_of(state, mover);
        for colour in (0..game.colours()).filter(|&colour| !state.is_out(colour)) {
            let ground = game.ground(state, &taken, colour);
            if colour == mover {
                for y in 0..MAX_SIDE {
                    view.free[y + 1] = ground.free(y);
                }
                view.own[1..=MAX_SIDE].copy_from_slice(ground.contacts());
                debug_assert!(contacts(&ground) > 0, "the mover has a move");
            } else if game.owner(colour) != Some(player) {
                view.others[colour][1..=MAX_SIDE].copy_from_slice(ground.contacts());
            }
        }
        let laid = super::PIECES - state.hands[mover].count_ones() as usize;
        view.middle = (laid < OPENING).then_some(game.variant.side() as i32 - 1);
        view
    }

    /// Contact squares won, less own ones used up or spoiled, plus those of others that are covered.
    fn gain(&self, mv: Move) -> i32 {
        let mut gain = 0;
        for Around { y, cells, beside, corners } in Around::of(mv) {
            let won = corners & self.free[y] & !self.own[y];
            let used = (cells | beside) & self.own[y];
            gain += won.count_ones() as i32 - used.count_ones() as i32;
            for others in &self.others {
                gain += (cells & others[y]).count_ones() as i32;
            }
        }
        gain
    }

    /// How far the piece stays from the middle, in the opening.
    fn distance(&self, mv: Move) -> i32 {
        let Some(middle) = self.middle else { return 0 };
        let away = |(x, y): (usize, usize)| {
            let off = |place: usize| (2 * place as i32 - middle).abs();
            off(x).max(off(y))
        };
        Blokus::squares_of_move(mv).map(away).min().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::super::Variant;
    use super::*;
    use melee_core::{Game, Knowledge, OrderView, PlayableGame, random_playout, seeded_rng};

    #[test]
    fn larger_pieces_come_first_and_the_smallest_last() {
        let game = Blokus::new(Variant::Duo, true);
        let mut state = game.initial();
        let mut moves = Vec::new();
        game.moves(&state, &mut moves);
        for order in ["contact", "largest"] {
            let knowledge = game.knowledge(None, Some(order)).expect("known");
            let mut ranks = Vec::new();
            knowledge.rank_all(&game, &mut state, OrderView::Own, &moves, &mut ranks);
            let mut ranked: Vec<(i32, Move)> = ranks.into_iter().zip(moves.clone()).collect();
            ranked.sort_by_key(|(rank, _)| -rank);
            let sizes: Vec<usize> =
                (ranked.iter()).map(|(_, mv)| ORIENTATIONS[mv.orientation as usize].cells.len()).collect();
            assert!(sizes.is_sorted_by(|a, b| a >= b), "{order}");
        }
    }

    #[test]
    fn a_greedy_players_move_comes_first_and_contact_squares_decide_behind_it() {
        let game = Blokus::new(Variant::Classic, true);
        let mut state = game.initial();
        random_playout(&game, &mut state, 20, &mut Vec::new(), &mut seeded_rng(3));
        let mut moves = Vec::new();
        game.moves(&state, &mut moves);
        let knowledge = game.knowledge(None, Some("greedy")).expect("known");
        let contact = game.knowledge(None, Some("contact")).expect("known");
        let (mut ranks, mut behind, mut greedy) = (Vec::new(), Vec::new(), Vec::new());
        knowledge.rank_all(&game, &mut state, OrderView::Own, &moves, &mut ranks);
        contact.rank_all(&game, &mut state, OrderView::Own, &moves, &mut behind);
        knowledge.greediest(&game, &mut state, &moves, &mut greedy);
        assert!(greedy.len() < moves.len());
        for place in 0..moves.len() {
            assert_eq!(ranks[place] > ABOVE_ALL / 2, greedy.contains(&place));
            assert_eq!(ranks[place] % ABOVE_ALL, behind[place]);
        }
    }

    /// What the masks say about contact squares is what the position after the move says.
    #[test]
    fn contact_squares_won_and_used_are_those_of_the_next_position() {
        for variant in [Variant::Duo, Variant::Classic] {
            let game = Blokus::new(variant, true);
            let mut rng = seeded_rng(6);
            for plies in 4..20 {
                let mut state = game.initial();
                random_playout(&game, &mut state, plies, &mut Vec::new(), &mut rng);
                if game.outcome(&state).is_some() {
                    continue;
                }
                let mut view = View::new(&game, &state);
                view.others = [[0; MAX_SIDE + 8]; COLOURS];
                let colour = state.turn as usize;
                let before = contacts(&game.ground(&state, &state.taken(), colour));
                let mut moves = Vec::new();
                game.moves(&state, &mut moves);
                for mv in moves {
                    let undo = game.play(&mut state, mv);
                    let after = contacts(&game.ground(&state, &state.taken(), colour));
                    game.undo(&mut state, undo);
                    assert_eq!(view.gain(mv), after - before, "{}", Blokus::move_name(mv));
                }
            }
        }
    }
}
