//! What a network sees: every piece with its crossings, and how far everybody has come.
//!
//! For every player from the viewer on a block of tiles, each for pieces that have not crossed the line and for those that
//! have. Then, a mark for each step: his pieces in hand, those off the board, how far all of them have come together in
//! half turns, and the last of them in quarter turns.

use melee_core::{Inputs, Marks, Player};

use super::board::TILES;
use super::evaluation::{FINISHED, TURN};
use super::{Billabong, PIECES, State};

const BLOCK: usize = 2 * TILES;
/// Half turns of all pieces, quarter turns of the last one.
const HALF_TURNS: usize = PIECES * (FINISHED / TURN) as usize * 2;
const QUARTER_TURNS: usize = (FINISHED / TURN) as usize * 4;
/// What a player has beside the board.
const STEPS: usize = 2 * PIECES + HALF_TURNS + QUARTER_TURNS;

impl Inputs<State> for Billabong {
    fn inputs_name(&self) -> String {
        format!("billabong-{}p-1", self.players)
    }

    fn input_count(&self) -> usize {
        self.players * (BLOCK + STEPS)
    }

    fn mark_inputs(&self, state: &State, viewer: Player, marks: &mut Marks) {
        let mut player = viewer;
        for seat in 0..self.players {
            let side = &state.sides[player.index()];
            for piece in side.on_board() {
                marks.add(seat * BLOCK + usize::from(piece.0));
            }
            let mut first = self.players * BLOCK + seat * STEPS;
            let gone = side.total + i32::from(side.off()) * FINISHED;
            let counts = [
                (PIECES, side.in_hand.into()),
                (PIECES, side.off().into()),
                (HALF_TURNS, (2 * gone / TURN) as usize),
                (QUARTER_TURNS, (4 * side.last / TURN) as usize),
            ];
            for (steps, count) in counts {
                marks.add_all(first, (1 << count.min(steps)) - 1);
                first += steps;
            }
            player = player.next(self.players);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use melee_core::{Game, random_playout, seeded_rng};

    #[test]
    fn every_piece_is_seen_once() {
        let mut rng = seeded_rng(7);
        for players in 2..=4 {
            let game = Billabong::new(players).expect("in range");
            for plies in 0..200 {
                let mut state = game.initial();
                random_playout(&game, &mut state, plies, &mut Vec::new(), &mut rng);
                for viewer in Player::all(players) {
                    let mut marks = Marks::new(game.input_count());
                    game.mark_inputs(&state, viewer, &mut marks);
                    let on_board = marks.iter().filter(|&i| i < players * BLOCK).count();
                    let pieces: usize = state.sides[..players].iter().map(|side| side.on_board().len()).sum();
                    assert_eq!(on_board, pieces);
                    let own = marks.iter().filter(|&i| i < BLOCK).count();
                    assert_eq!(own, state.sides[viewer.index()].on_board().len());
                }
            }
        }
    }
}
