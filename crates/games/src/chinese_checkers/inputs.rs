//! What a network sees: everybody's pieces, on a board turned so that the viewer races upwards, and how far each has to go.
//!
//! A block of holes for every player from the viewer on. Then for every player the steps that his pieces are away from the
//! tip of his goal, all together, a mark for every four. With four players the seats differ: who sits on an odd one has the
//! last input.

use melee_core::{Inputs, Marks, Player};

use super::board::ARMS;
use super::{ChineseCheckers, State, seats};
use crate::inputs::of_blocks;

/// Steps of all pieces together that make a mark, and how many marks there are.
const STEPS: u32 = 4;
const MARKS: usize = 40;

impl ChineseCheckers {
    fn holes(&self) -> usize {
        self.board.all.len()
    }

    fn arm(&self, player: Player) -> usize {
        seats(self.players).map_or(0, |arms| arms[player.index()])
    }
}

impl Inputs<State> for ChineseCheckers {
    fn inputs_name(&self) -> String {
        format!("chinese-checkers-{}-{}p-1", self.size.name(), self.players)
    }

    fn input_count(&self) -> usize {
        self.players * (self.holes() + MARKS) + 1
    }

    fn mark_inputs(&self, state: &State, viewer: Player, marks: &mut Marks) {
        let numbers = &self.board.numbers_from[self.arm(viewer)];
        let mut player = viewer;
        for seat in 0..self.players {
            let to_tip = &self.board.to_tip[(self.arm(player) + ARMS / 2) % ARMS];
            let mut steps = 0;
            for hole in state.pieces[player.index()].iter() {
                marks.add(seat * self.holes() + usize::from(numbers[usize::from(hole)]));
                steps += u32::from(to_tip[usize::from(hole)]);
            }
            let far = ((steps / STEPS) as usize).min(MARKS);
            marks.add_all(self.players * self.holes() + seat * MARKS, (1 << far) - 1);
            player = player.next(self.players);
        }
        if self.players == 4 && viewer.index() % 2 == 1 {
            marks.add(self.input_count() - 1);
        }
    }

    /// The mirror exchanges the seats beside one, who do not move at the same time: only two players have it.
    fn input_symmetries(&self) -> Vec<Vec<usize>> {
        if self.players > 2 {
            return Vec::new();
        }
        let mut mirror = vec![0; self.holes()];
        let numbers = &self.board.numbers_from[0];
        for hole in self.board.all.iter() {
            let image = self.board.mirrored[usize::from(hole)];
            mirror[usize::from(numbers[usize::from(hole)])] = numbers[usize::from(image)].into();
        }
        of_blocks(&[mirror], self.players, self.input_count())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chinese_checkers::{Rules, Size};
    use melee_core::{Game, random_playout, seeded_rng};

    fn marks(game: &ChineseCheckers, state: &State, viewer: Player) -> Vec<usize> {
        let mut marks = Marks::new(game.input_count());
        game.mark_inputs(state, viewer, &mut marks);
        marks.iter().collect()
    }

    #[test]
    fn everybody_sees_the_same_start() {
        for (size, players) in [(Size::Small, 6), (Size::Large, 3), (Size::Large, 2), (Size::Large15, 2)] {
            let game = ChineseCheckers::new(size, players, Rules::Free).expect("in range");
            let first = marks(&game, &game.initial(), Player::FIRST);
            for viewer in Player::all(players) {
                assert_eq!(marks(&game, &game.initial(), viewer), first, "{players}");
            }
        }
    }

    #[test]
    fn a_mirrored_board_has_mirrored_inputs() {
        let game = ChineseCheckers::new(Size::Small, 2, Rules::Free).expect("in range");
        let [mirror] = &game.input_symmetries()[..] else { panic!("one symmetry") };
        let mut rng = seeded_rng(2);
        for plies in 0..60 {
            let mut state = game.initial();
            random_playout(&game, &mut state, plies, &mut Vec::new(), &mut rng);
            let mut image = state.clone();
            for pieces in &mut image.pieces {
                *pieces = pieces.iter().map(|hole| game.board.mirrored[usize::from(hole)]).collect();
            }
            for viewer in Player::all(2) {
                let mut moved: Vec<usize> = marks(&game, &state, viewer).iter().map(|&i| mirror[i]).collect();
                moved.sort_unstable();
                assert_eq!(moved, marks(&game, &image, viewer));
            }
        }
    }
}
