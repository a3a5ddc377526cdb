//! What a network sees: balls, safe balls, and where everybody can turn some.
//!
//! Blocks of 64 squares: the balls of every player from the viewer on, those of colours without a player, then for every
//! player his safe balls and the squares from which he turns others. Then how full the board is, in steps of four balls.

use melee_core::{Game, Inputs, Marks, Player};

use super::evaluation::{held, line_ends, safe};
use super::{COLOURS, Rolit, State, board};
use crate::inputs::{of_blocks, of_square};

const SQUARES: usize = 64;
/// Balls a step.
const STEP: usize = 4;

impl Rolit {
    /// Blocks of squares: three for every player, one for colours without a player.
    fn input_blocks(&self) -> usize {
        3 * self.players() + usize::from(self.players() < COLOURS)
    }
}

impl Inputs<State> for Rolit {
    fn inputs_name(&self) -> String {
        format!("rolit-{}x{}-{}p-1", self.side, self.side, self.players())
    }

    fn input_count(&self) -> usize {
        self.input_blocks() * SQUARES + SQUARES / STEP + 1
    }

    fn mark_inputs(&self, state: &State, viewer: Player, marks: &mut Marks) {
        let players = self.players();
        let occupied = state.occupied();
        let empty = self.board & !occupied;
        let held = held(line_ends(self.board), self.board, empty);
        let mut neutral = occupied;
        let mut player = viewer;
        for seat in 0..players {
            let own = self.own(state, player);
            neutral &= !own;
            let blocks = [own, safe(own, &held), board::captures(own, occupied & !own, empty)];
            for (kind, squares) in blocks.into_iter().enumerate() {
                marks.add_all((kind * players + seat) * SQUARES, squares);
            }
            player = player.next(players);
        }
        let blocks = self.input_blocks();
        if players < COLOURS {
            marks.add_all((blocks - 1) * SQUARES, neutral);
        }
        marks.add(blocks * SQUARES + occupied.count_ones() as usize / STEP);
    }

    fn input_symmetries(&self) -> Vec<Vec<usize>> {
        of_blocks(&of_square(8), self.input_blocks(), self.input_count())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use melee_core::{random_playout, seeded_rng};

    #[test]
    fn turned_boards_have_turned_inputs() {
        let mut rng = seeded_rng(4);
        for players in 2..=4 {
            let game = Rolit::new(players, 8).expect("in range");
            let symmetries = game.input_symmetries();
            let squares = of_square(8);
            for plies in 0..60 {
                let mut state = game.initial();
                random_playout(&game, &mut state, plies, &mut Vec::new(), &mut rng);
                let marks = |state: &State| {
                    let mut marks = Marks::new(game.input_count());
                    game.mark_inputs(state, state.turn, &mut marks);
                    marks
                };
                for (symmetry, squares) in symmetries.iter().zip(&squares) {
                    let turned = |balls: u64| {
                        let balls = crate::bits::ones(balls);
                        balls.fold(0, |all, ball| all | 1 << squares[usize::from(ball)])
                    };
                    let image = State { balls: state.balls.map(turned), turn: state.turn };
                    let mut moved: Vec<usize> = marks(&state).iter().map(|input| symmetry[input]).collect();
                    moved.sort_unstable();
                    assert_eq!(moved, marks(&image).iter().collect::<Vec<_>>());
                }
            }
        }
    }
}
