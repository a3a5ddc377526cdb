//! What a network sees: marbles, which of them can be pushed and by whom, and what is lost.
//!
//! Blocks of 128 places, as the bit boards have them, for every player from the viewer on: his marbles, the marbles of
//! others that he can push off the board, and those that he can push on. Then what everybody has lost and pushed off, a
//! step for each marble.

use melee_core::{Inputs, Marks, Player};

use super::board::{BOARD, Bits, DIRECTIONS, OFF, PLACES, SYMMETRIES, behind, images, opposite};
use super::{Abalone, State, TO_WIN};
use crate::inputs::of_blocks;

const BLOCK: usize = 128;
/// Kinds of blocks.
const KINDS: usize = 3;
/// Steps of a count.
const STEPS: usize = TO_WIN as usize;

impl Inputs<State> for Abalone {
    fn inputs_name(&self) -> String {
        format!("abalone-{}p-1", self.players)
    }

    fn input_count(&self) -> usize {
        self.players * (KINDS * BLOCK + 2 * STEPS)
    }

    fn mark_inputs(&self, state: &State, viewer: Player, marks: &mut Marks) {
        let mut player = viewer;
        let counts = self.players * KINDS * BLOCK;
        for seat in 0..self.players {
            let view = state.view(player.index());
            let [off, on] = pushed(view.own, view.others);
            for (kind, places) in [view.own, off, on].into_iter().enumerate() {
                let first = (kind * self.players + seat) * BLOCK;
                marks.add_all(first, places as u64);
                marks.add_all(first + 64, (places >> 64) as u64);
            }
            for (kind, count) in [state.lost, state.ejected].into_iter().enumerate() {
                let count = usize::from(count[player.index()]).min(STEPS);
                marks.add_all(counts + (2 * seat + kind) * STEPS, (1 << count) - 1);
            }
            player = player.next(self.players);
        }
    }

    fn input_symmetries(&self) -> Vec<Vec<usize>> {
        let image = |place: usize, symmetry: usize| {
            let is_field = place < PLACES && BOARD >> place & 1 == 1;
            if is_field { images(place as u8)[symmetry].into() } else { place }
        };
        let fields = |symmetry| (0..BLOCK).map(|place| image(place, symmetry)).collect();
        let fields: Vec<Vec<usize>> = (1..SYMMETRIES).map(fields).collect();
        of_blocks(&fields, KINDS * self.players, self.input_count())
    }
}

/// The marbles of others that one side can push off the board, and those that it can push onto an empty field.
fn pushed(own: Bits, others: Bits) -> [Bits; 2] {
    let empty = BOARD & !(own | others);
    let [mut off, mut on] = [0; 2];
    for d in 0..DIRECTIONS.len() {
        let back = opposite(d);
        // Fronts with one and with two own marbles behind them, as the pushes of the evaluation.
        let two = own & behind(own, back, 1) & behind(others, d, 1);
        let three = two & behind(own, back, 2) & behind(others, d, 2);
        let last_of = |fronts: Bits, steps: i32| behind(fronts, back, steps);
        off |= last_of(two & behind(OFF, d, 2), 1) | last_of(three & behind(OFF, d, 3), 2);
        on |= last_of(two & behind(empty, d, 2), 1) | last_of(three & behind(empty, d, 3), 2);
    }
    [off, on]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::abalone::board::fields;
    use crate::abalone::ordering::{Effect, effect};
    use melee_core::{Game, random_playout, seeded_rng};

    /// Whoever can be pushed by the list of moves is marked, and nobody else.
    #[test]
    fn what_can_be_pushed_is_what_moves_push() {
        let mut rng = seeded_rng(8);
        let mut found = [0; 2];
        for players in 2..=3 {
            let game = Abalone::new(players).expect("in range");
            for plies in 0..300 {
                let mut state = game.initial();
                random_playout(&game, &mut state, plies, &mut Vec::new(), &mut rng);
                if game.outcome(&state).is_some() {
                    continue;
                }
                let view = state.view(state.turn.index());
                let sets = pushed(view.own, view.others);
                let mut moves = Vec::new();
                game.moves(&state, &mut moves);
                let pushes = |wanted: fn(Effect) -> bool| moves.iter().any(|&mv| wanted(effect(&state, mv)));
                assert_eq!(sets[0] != 0, pushes(|effect| effect == Effect::Ejection));
                assert_eq!(sets[1] != 0, pushes(|effect| effect == Effect::Push));
                assert_eq!((sets[0] | sets[1]) & !view.others, 0);
                found[0] += fields(sets[0]).count();
                found[1] += fields(sets[1]).count();
            }
        }
        assert!(found[0] > 20 && found[1] > 200, "{found:?}");
    }
}
