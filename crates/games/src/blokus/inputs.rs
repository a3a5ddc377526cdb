//! What a network sees: squares, corners to go on from, and hands, on a board turned so that the colour to move began in
//! the same place.
//!
//! Two blocks of squares for every colour from that one on: those it has covered and those at its corners where it may go
//! on. Then for every colour which pieces it still has, that it is out, and how many squares it has left to lay, a mark for
//! every eight. In `classic3` the fourth colour goes round: which of them it is, and who plays it next, comes last.

use melee_core::{Game, Inputs, Marks, Player};

use super::pieces::{PIECES, squares};
use super::placing::{COLUMN, MAX_SIDE};
use super::{Blokus, COLOURS, GREEN, State, Variant};

/// Marks for the squares left in a hand: 89 at the start.
const LEFT: usize = 11;
const SQUARES_A_MARK: usize = 8;
/// What a colour has beside the board: pieces, is out, squares left.
const HAND: usize = PIECES + 1 + LEFT;

impl Blokus {
    fn block(&self) -> usize {
        self.variant.side() * self.variant.side()
    }

    /// The inputs before those of green, which goes round.
    fn inputs_of_colours(&self) -> usize {
        self.variant.colours() * (2 * self.block() + HAND)
    }

    /// Where a square lies after so many quarter turns back.
    fn turned(&self, (mut x, mut y): (usize, usize), quarters: usize) -> usize {
        let side = self.variant.side();
        for _ in 0..quarters {
            (x, y) = (side - 1 - y, x);
        }
        y * side + x
    }

    /// The colour from which a player sees the board: the one he is to move with, if he is.
    fn colour_of_viewer(&self, state: &State, viewer: Player) -> usize {
        let turn = usize::from(state.turn);
        if turn < COLOURS && self.to_move(state) == viewer { turn } else { viewer.index() }
    }
}

impl Inputs<State> for Blokus {
    fn inputs_name(&self) -> String {
        let board = self.variant.start_name();
        format!("blokus-{board}-{}p-1", self.players())
    }

    fn input_count(&self) -> usize {
        let green = if self.variant == Variant::Classic3 { COLOURS + self.players() } else { 0 };
        self.inputs_of_colours() + green
    }

    fn mark_inputs(&self, state: &State, viewer: Player, marks: &mut Marks) {
        let (colours, block, side) = (self.variant.colours(), self.block(), self.variant.side());
        let base = self.colour_of_viewer(state, viewer);
        // Two colours begin on opposite sides, four in the corners one after the other.
        let quarters = base * COLOURS / colours;
        let taken = state.taken();
        for seat in 0..colours {
            let colour = (base + seat) % colours;
            let own = &state.own[colour];
            let is_out = state.is_out(colour);
            let ground = (!is_out).then(|| self.ground(state, &taken, colour));
            for y in 0..side {
                let contacts = ground.as_ref().map_or(0, |ground| ground.contacts()[y]);
                for (kind, row) in [own[y + 1], contacts].into_iter().enumerate() {
                    let first = (2 * seat + kind) * block;
                    let row = u64::from(row >> COLUMN) & ((1 << MAX_SIDE) - 1);
                    match quarters % COLOURS {
                        0 => marks.add_all(first + y * side, row),
                        2 => marks.add_all(first + (side - 1 - y) * side, row.reverse_bits() >> (64 - side)),
                        _ => {
                            for x in crate::bits::ones(row) {
                                marks.add(first + self.turned((x.into(), y), quarters));
                            }
                        }
                    }
                }
            }
            let hand = 2 * colours * block + seat * HAND;
            marks.add_all(hand, state.hands[colour].into());
            if is_out {
                marks.add(hand + PIECES);
            }
            let left = squares(state.hands[colour]) as usize / SQUARES_A_MARK;
            marks.add_all(hand + PIECES + 1, (1 << left.min(LEFT)) - 1);
        }
        if self.variant == Variant::Classic3 {
            let green = self.inputs_of_colours();
            marks.add(green + (GREEN + COLOURS - base) % COLOURS);
            let next = self.player_of(state, GREEN).index();
            marks.add(green + COLOURS + (next + self.players() - viewer.index()) % self.players());
        }
    }

    /// In Duo the mirror through both start squares; elsewhere it would exchange colours that move one after the other.
    fn input_symmetries(&self) -> Vec<Vec<usize>> {
        if self.variant != Variant::Duo {
            return Vec::new();
        }
        let (side, last) = (self.variant.side(), self.variant.side() - 1);
        let mirror = |cell: usize| (last - cell % side) * side + last - cell / side;
        crate::inputs::of_blocks(&[(0..self.block()).map(mirror).collect()], 4, self.input_count())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use melee_core::{random_playout, seeded_rng};

    fn marks(game: &Blokus, state: &State) -> Vec<usize> {
        let mut marks = Marks::new(game.input_count());
        game.mark_inputs(state, game.to_move(state), &mut marks);
        marks.iter().collect()
    }

    #[test]
    fn every_colour_begins_in_the_same_place() {
        for variant in Variant::ALL {
            let game = Blokus::new(variant, true);
            let start = |colour: usize| {
                let quarters = colour * COLOURS / variant.colours();
                game.turned(variant.start_square(colour), quarters)
            };
            assert!((0..variant.colours()).all(|colour| start(colour) == start(0)), "{variant:?}");
        }
    }

    /// Row by row or square by square: every covered square is seen once, where the turned board has it.
    #[test]
    fn squares_are_seen_where_the_turned_board_has_them() {
        let mut rng = seeded_rng(12);
        for variant in Variant::ALL {
            let game = Blokus::new(variant, true);
            for plies in 0..50 {
                let mut state = game.initial();
                random_playout(&game, &mut state, plies, &mut Vec::new(), &mut rng);
                if game.outcome(&state).is_some() {
                    continue;
                }
                let base = usize::from(state.turn);
                let seen = marks(&game, &state);
                for seat in 0..variant.colours() {
                    let colour = (base + seat) % variant.colours();
                    let quarters = base * COLOURS / variant.colours();
                    let first = 2 * seat * game.block();
                    let squares = state.squares_of(colour).map(|square| first + game.turned(square, quarters));
                    let mut squares: Vec<usize> = squares.collect();
                    squares.sort_unstable();
                    let block = seen.iter().copied().filter(|i| (first..first + game.block()).contains(i));
                    assert_eq!(block.collect::<Vec<_>>(), squares, "{variant:?}");
                }
            }
        }
    }
}
