//! What a network sees: numbers that mean the same on any map, each as a row of marks.
//!
//! Maps differ in size and shape, so no tile has an input of its own. For every player from the viewer on: his part of the
//! tiles, the part of whoever's stones he gets by the inversions to come, his moves as a part of the empty tiles and as a
//! number, how good or bad his tiles are, his override stones and bombs, whether he can take a bonus or a choice tile, and
//! whether he is out; and whom of the others he is ahead of. Then how empty the board is, the phase, and what is left of
//! choice and inversion tiles.

use melee_core::{Game, Inputs, Marks, Player};

use super::state::Phase;
use super::{ReversiXt, State};

/// Marks for a part of something, in equal steps.
const PARTS: usize = 32;
/// Marks for a number, each for twice as many.
const DOUBLINGS: usize = 12;
/// Marks for things one has a few of.
const FEW: usize = 8;
/// What a player has: stones, stones to come, moves, number of moves, good tiles, bad tiles, overrides, bombs, flags.
const OF_PLAYER: usize = 3 * PARTS + 3 * DOUBLINGS + 2 * FEW + 3;

/// So many of the first marks.
fn first(marks: usize) -> u64 {
    (1 << marks) - 1
}

/// Marks of a part of a whole.
fn part(of: u32, whole: u32) -> u64 {
    first((of as usize * PARTS).div_ceil(whole.max(1) as usize).min(PARTS))
}

/// Marks of a number: one for 1, two for 2 and 3, three for 4 to 7.
fn doublings(number: u32) -> u64 {
    first(((u32::BITS - number.leading_zeros()) as usize).min(DOUBLINGS))
}

/// Puts rows of marks behind each other.
struct Rows<'m> {
    marks: &'m mut Marks,
    next: usize,
}

impl Rows<'_> {
    fn put(&mut self, width: usize, row: u64) {
        self.marks.add_all(self.next, row);
        self.next += width;
    }

    fn flag(&mut self, is_set: bool) {
        self.put(1, is_set.into());
    }
}

impl Inputs<State> for ReversiXt {
    fn inputs_name(&self) -> String {
        format!("reversixt-{}p-1", self.players())
    }

    fn input_count(&self) -> usize {
        let players = self.players();
        players * (OF_PLAYER + players) + PARTS + 1 + FEW + players
    }

    fn mark_inputs(&self, state: &State, viewer: Player, marks: &mut Marks) {
        let (players, tally) = (self.players(), &state.tally);
        let shift = tally.inversions as usize % players;
        let mut rows = Rows { marks, next: 0 };
        let seat = |place: usize| (viewer.index() + place) % players;
        let stones = |player: usize| tally.stones[tally.colour(player)];
        for player in (0..players).map(seat) {
            let colour = tally.colour(player);
            rows.put(PARTS, part(stones(player), tally.tiles));
            rows.put(PARTS, part(stones((player + players - shift) % players), tally.tiles));
            rows.put(PARTS, part(tally.mobility[colour], tally.empties));
            rows.put(DOUBLINGS, doublings(tally.mobility[colour]));
            rows.put(DOUBLINGS, doublings(tally.places[colour].max(0) as u32));
            rows.put(DOUBLINGS, doublings(tally.places[colour].min(0).unsigned_abs()));
            rows.put(FEW, first(usize::from(tally.overrides[player]).min(FEW)));
            rows.put(FEW, first(usize::from(tally.bombs[player]).min(FEW)));
            rows.flag(tally.bonus_moves[colour] > 0);
            rows.flag(tally.choice_moves[colour] > 0);
            rows.flag(tally.is_out(player));
            for other in (0..players).map(seat) {
                rows.flag(stones(player) > stones(other));
            }
        }
        rows.put(PARTS, part(tally.empties, tally.tiles));
        rows.flag(tally.phase == Phase::Bombs);
        rows.put(FEW, first((tally.choices as usize).min(FEW)));
        rows.put(players, 1 << shift);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_of_marks() {
        assert_eq!(part(0, 100), 0);
        assert_eq!(part(1, 100), 1);
        assert_eq!(part(50, 100), (1 << 16) - 1);
        assert_eq!(part(100, 100), u64::from(u32::MAX));
        assert_eq!([0, 1, 2, 3, 4, 1 << 20].map(|n| doublings(n).count_ones()), [0, 1, 2, 2, 3, 12]);
    }
}
