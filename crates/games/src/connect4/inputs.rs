//! What a network sees: stones and threats.
//!
//! Four blocks of 64 cells each, as the bit boards have them: own stones, the other's, the empty cells that would give the
//! player four, and those that would give them to the other. Then whether the player began: who that is decides which
//! rows his threats are worth something in.

use melee_core::{Inputs, Marks, Player};

use super::board::{self, DIRECTIONS};
use super::{Connect4, State};
use crate::inputs::of_blocks;

const BLOCKS: usize = 4;
const BEGAN: usize = 64 * BLOCKS;

impl Inputs<State> for Connect4 {
    fn inputs_name(&self) -> String {
        format!("connect4-{}x{}-1", self.width(), self.height())
    }

    fn input_count(&self) -> usize {
        BEGAN + 1
    }

    #[inline]
    fn mark_inputs(&self, state: &State, viewer: Player, marks: &mut Marks) {
        let own = state.stones[viewer.index() & 1];
        let other = state.stones[viewer.index() & 1 ^ 1];
        let empty = self.board.cells & !(own | other);
        let blocks = [own, other, threats(own) & empty, threats(other) & empty];
        for (block, cells) in blocks.into_iter().enumerate() {
            marks.add_all(64 * block, cells);
        }
        if viewer == Player::FIRST {
            marks.add(BEGAN);
        }
    }

    fn input_symmetries(&self) -> Vec<Vec<usize>> {
        // Columns that the board does not have stay where they are: nothing is ever there.
        let width = self.width();
        let mirror = |cell: usize| if cell / 8 < width { board::mirrored(cell, width) } else { cell };
        of_blocks(&[(0..64).map(mirror).collect()], BLOCKS, self.input_count())
    }
}

/// The cells that three of these stones make a line of four with.
#[inline]
fn threats(stones: u64) -> u64 {
    let mut cells = 0;
    for direction in DIRECTIONS {
        let (shift, starts) = (direction.shift, direction.starts[0]);
        let [first, second, third, last] = [0, 1, 2, 3].map(|step| stones >> (step * shift));
        cells |= second & third & last & starts;
        cells |= (first & third & last & starts) << shift;
        cells |= (first & second & last & starts) << (2 * shift);
        cells |= (first & second & third & starts) << (3 * shift);
    }
    cells
}

#[cfg(test)]
mod tests {
    use super::*;
    use melee_core::{Game, random_playout, seeded_rng};

    #[test]
    fn threats_are_where_a_stone_would_make_four() {
        let mut rng = seeded_rng(3);
        let mut found = 0;
        for (width, height) in [(7, 6), (8, 8), (5, 4)] {
            let game = Connect4::new(width, height).expect("fits");
            for plies in 0..400 {
                let mut state = game.initial();
                random_playout(&game, &mut state, plies % 40, &mut Vec::new(), &mut rng);
                for stones in state.stones.into_iter().filter(|&stones| !board::has_four(stones)) {
                    let empty = game.board.cells & !state.occupied();
                    let makes_four = |&cell: &usize| board::has_four(stones | 1 << cell);
                    let by_trying = board::cells(empty).filter(makes_four).fold(0, |cells, cell| cells | 1 << cell);
                    assert_eq!(threats(stones) & empty, by_trying);
                    found += by_trying.count_ones();
                }
            }
        }
        assert!(found > 1000, "{found}");
    }

    #[test]
    fn a_mirrored_game_has_mirrored_inputs() {
        let game = Connect4::default();
        let [mirror] = &game.input_symmetries()[..] else { panic!("one symmetry") };
        let (mut state, mut image) = (game.initial(), game.initial());
        let mut rng = seeded_rng(9);
        while game.outcome(&state).is_none() {
            let marks = |state: &State| {
                let mut marks = Marks::new(game.input_count());
                game.mark_inputs(state, game.to_move(state), &mut marks);
                marks
            };
            let mut moved: Vec<usize> = marks(&state).iter().map(|input| mirror[input]).collect();
            moved.sort_unstable();
            assert_eq!(moved, marks(&image).iter().collect::<Vec<_>>());
            let mv = game.random_move(&state, &mut Vec::new(), &mut rng);
            game.play(&mut state, mv);
            game.play(&mut image, game.column(game.width() - 1 - mv.index()).expect("a column"));
        }
    }
}
