//! What a network sees: whose stack of which height stands where, whose pieces lie in it, reserves and captures.
//!
//! Blocks of 64 squares. For every height and every player from the viewer on: his stacks of that height; for every place
//! in a stack, counted from the bottom, and every player: where his pieces lie there. Then for every player his reserve,
//! and for every two what one has captured of the other, a step for each piece.

use melee_core::{Inputs, Marks, Player};

use super::board::TALLEST;
use super::{Focus, State};
use crate::bits::ones;
use crate::inputs::{of_blocks, of_square};

const SQUARES: usize = 64;
/// Steps of a count; more is the same.
const STEPS: usize = 8;

impl Focus {
    fn input_blocks(&self) -> usize {
        2 * TALLEST * self.players
    }
}

impl Inputs<State> for Focus {
    fn inputs_name(&self) -> String {
        let rules = if self.goal.is_some() { "short" } else { "long" };
        format!("focus-{}p-{rules}-1", self.players)
    }

    fn input_count(&self) -> usize {
        self.input_blocks() * SQUARES + self.players * (self.players + 1) * STEPS
    }

    fn mark_inputs(&self, state: &State, viewer: Player, marks: &mut Marks) {
        let (players, tally) = (self.players, &state.tally);
        let seat_of = |player: usize| (player + players - viewer.index()) % players;
        for height in 0..TALLEST {
            let exactly = tally.tall[height] & !tally.tall.get(height + 1).copied().unwrap_or(0);
            for (player, owned) in tally.owned.iter().enumerate().take(players) {
                marks.add_all((height * players + seat_of(player)) * SQUARES, owned & exactly);
            }
        }
        let pieces = TALLEST * players * SQUARES;
        // Most stacks are single pieces, which are their owners'.
        for (player, owned) in tally.owned.iter().enumerate().take(players) {
            marks.add_all(pieces + seat_of(player) * SQUARES, owned & tally.tall[0] & !tally.tall[1]);
        }
        for square in ones(tally.tall[1]) {
            for (place, colour) in state.stack(square).pieces().enumerate() {
                marks.add(pieces + (place * players + seat_of(colour)) * SQUARES + usize::from(square));
            }
        }
        let counts = self.input_blocks() * SQUARES;
        let mut count = |place: usize, count: u8| {
            marks.add_all(counts + place * STEPS, (1 << usize::from(count).min(STEPS)) - 1);
        };
        for player in 0..players {
            let seat = seat_of(player);
            count(seat, tally.reserves[player]);
            for (other, &captured) in tally.captured[player].iter().enumerate().take(players) {
                count(players + seat * players + seat_of(other), captured);
            }
        }
    }

    fn input_symmetries(&self) -> Vec<Vec<usize>> {
        of_blocks(&of_square(8), self.input_blocks(), self.input_count())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use melee_core::{Game, random_playout, seeded_rng};

    #[test]
    fn every_stack_and_every_piece_is_seen_once() {
        let mut rng = seeded_rng(6);
        for players in 2..=4 {
            let game = Focus::new(players).expect("in range");
            for plies in 0..100 {
                let mut state = game.initial();
                random_playout(&game, &mut state, plies, &mut Vec::new(), &mut rng);
                let mut marks = Marks::new(game.input_count());
                game.mark_inputs(&state, state.tally.turn, &mut marks);
                let of = |first: usize, last: usize| marks.iter().filter(|&i| (first..last).contains(&i)).count();
                let half = TALLEST * players * SQUARES;
                let heights: Vec<usize> = ones(state.tally.tall[0]).map(|s| state.stack(s).height()).collect();
                assert_eq!(of(0, half), heights.len());
                assert_eq!(of(half, 2 * half), heights.iter().sum::<usize>());
            }
        }
    }
}
