//! What a network sees: numbers that mean the same on any map, each as a row of marks.
//!
//! Maps differ in size and shape, so no tile has an input of its own. For every player from the viewer on: his part of the
//! tiles, the part of whoever's stones he gets by the inversions to come, his moves as a part of the empty tiles and as a
//! number, how good or bad his tiles are, his override stones and bombs, whether he can take a bonus or a choice tile, and
//! whether he is out; and whom of the others he is ahead of. Then how empty the board is, the phase, and what is left of
//! special tiles.
//!
//! As long as stones are placed, also how many local patterns everybody has (`patterns`): stones and moves by what
//! surrounds the tile, stones that cannot be turned and stones beside empty tiles. What lasts, stones and their safety, is
//! told of the stones that he will have after the inversions to come; what passes, of those that he has.

use melee_core::{Game, Inputs, Marks, Player};

use super::patterns::Counts;
use super::place::Kind;
use super::state::{COLOURS, Phase};
use super::{ReversiXt, State};

/// Marks for a part of something, in equal steps.
const PARTS: usize = 32;
/// Marks for a number, each for twice as many.
const DOUBLINGS: usize = 12;
/// Marks for a number that matters from one to the next while it is small.
const STEPS: [u32; 12] = [1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64];
/// Marks for things one has a few of.
const FEW: usize = 8;
/// What a player has: stones, stones to come, moves, number of moves, good tiles, bad tiles, overrides, bombs, flags.
const TOTALS: usize = 3 * PARTS + 3 * DOUBLINGS + 2 * FEW + 3;
/// Stones and moves by the kind of tile, safe stones as a number and as a part, frontier likewise.
const PATTERNS: usize = (2 * Kind::COUNT + 2) * STEPS.len() + 2 * PARTS;
/// Comparisons with each other player: stones, safe stones, moves.
const COMPARED: usize = 3;

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

/// Marks of a number: one for each step that it has come to.
fn steps(number: u32) -> u64 {
    first(STEPS.iter().filter(|&&step| number >= step).count())
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
        format!("reversixt-{}p-2", self.players())
    }

    fn input_count(&self) -> usize {
        let players = self.players();
        players * (TOTALS + PATTERNS + COMPARED * players) + PARTS + 2 + 3 * FEW + players
    }

    fn mark_inputs(&self, state: &State, viewer: Player, marks: &mut Marks) {
        let (players, tally) = (self.players(), &state.tally);
        let shift = tally.inversions as usize % players;
        let mut counts = [Counts::default(); COLOURS];
        let is_placing = tally.phase == Phase::Stones;
        if is_placing {
            self.patterns.count(state, &mut counts[..players]);
        }
        // Who throws bombs no longer looks where stones could be placed.
        let moves = |colour: usize| if is_placing { tally.mobility[colour] } else { 0 };
        let mut rows = Rows { marks, next: 0 };
        let seat = |place: usize| (viewer.index() + place) % players;
        let stones = |player: usize| tally.stones[tally.colour(player)];
        let to_come = |player: usize| tally.colour((player + players - shift) % players);
        for player in (0..players).map(seat) {
            let (colour, lasting) = (tally.colour(player), to_come(player));
            rows.put(PARTS, part(stones(player), tally.tiles));
            rows.put(PARTS, part(tally.stones[lasting], tally.tiles));
            rows.put(PARTS, part(moves(colour), tally.empties));
            rows.put(DOUBLINGS, doublings(moves(colour)));
            rows.put(DOUBLINGS, doublings(tally.places[colour].max(0) as u32));
            rows.put(DOUBLINGS, doublings(tally.places[colour].min(0).unsigned_abs()));
            rows.put(FEW, first(usize::from(tally.overrides[player]).min(FEW)));
            rows.put(FEW, first(usize::from(tally.bombs[player]).min(FEW)));
            rows.flag(is_placing && tally.bonus_moves[colour] > 0);
            rows.flag(is_placing && tally.choice_moves[colour] > 0);
            rows.flag(tally.is_out(player));
            let (passing, lasting) = (&counts[colour], &counts[lasting]);
            for number in lasting.stones.into_iter().chain(passing.moves) {
                rows.put(STEPS.len(), steps(number));
            }
            rows.put(STEPS.len(), steps(lasting.safe));
            rows.put(PARTS, part(lasting.safe, tally.tiles));
            rows.put(STEPS.len(), steps(passing.frontier));
            rows.put(PARTS, part(passing.frontier, tally.stones[colour]));
            for other in (0..players).map(seat) {
                rows.flag(stones(player) > stones(other));
                rows.flag(lasting.safe > counts[to_come(other)].safe);
                rows.flag(moves(colour) > moves(tally.colour(other)));
            }
        }
        rows.put(PARTS, part(tally.empties, tally.tiles));
        rows.flag(!is_placing);
        // With two players who never pass, this says who has the last move.
        rows.flag(tally.empties % 2 == 1);
        for left in [tally.choices, tally.bonuses, tally.expansions] {
            rows.put(FEW, first((left as usize).min(FEW)));
        }
        rows.put(players, 1 << shift);
    }
}

#[cfg(test)]
mod tests {
    use melee_core::seeded_rng;

    use super::super::generator::{Recipe, generate};
    use super::super::{Exit, Map, Move, blank_tally};
    use super::*;
    use crate::reversixt::Cell;

    #[test]
    fn rows_of_marks() {
        assert_eq!(part(0, 100), 0);
        assert_eq!(part(1, 100), 1);
        assert_eq!(part(50, 100), (1 << 16) - 1);
        assert_eq!(part(100, 100), u64::from(u32::MAX));
        assert_eq!([0, 1, 2, 3, 4, 1 << 20].map(|n| doublings(n).count_ones()), [0, 1, 2, 2, 3, 12]);
        assert_eq!([0, 1, 5, 6, 64, 1 << 20].map(|n| steps(n).count_ones()), [0, 1, 4, 5, 12, 12]);
    }

    fn marks(game: &ReversiXt, state: &State, viewer: usize) -> Vec<usize> {
        let mut marks = Marks::new(game.input_count());
        game.mark_inputs(state, Player::new(viewer), &mut marks);
        marks.iter().collect()
    }

    fn drawn(seed: u64) -> Map {
        generate(&Recipe::drawn(2 + seed as usize % 4, seed)).expect("it fits")
    }

    /// Left and right exchanged.
    fn mirrored(map: &Map) -> Map {
        let rows = map.cells.chunks(map.width).flat_map(|row| row.iter().rev());
        let exit = |exit: Exit| Exit { x: map.width - 1 - exit.x, direction: (8 - exit.direction) % 8, ..exit };
        let transitions = map.transitions.iter().map(|&(one, other)| (exit(one), exit(other)));
        Map { cells: rows.copied().collect(), transitions: transitions.collect(), ..map.clone() }
    }

    #[test]
    fn mirrored_maps_have_the_same_inputs() {
        for seed in 0..12 {
            let map = drawn(seed);
            let (game, other) = (ReversiXt::new(map.clone()), ReversiXt::new(mirrored(&map)));
            let (mut state, mut image) = (game.initial(), other.initial());
            let (mut buffer, mut rng) = (Vec::new(), seeded_rng(seed));
            while game.outcome(&state).is_none() {
                for viewer in 0..game.players() {
                    assert_eq!(marks(&game, &state, viewer), marks(&other, &image, viewer), "map {seed}: {state:?}");
                }
                let mv = game.random_move(&state, &mut buffer, &mut rng);
                let (x, y) = game.place_of(mv).expect("no disqualification");
                let across = other.move_at(map.width - 1 - x, y, mv.special()).expect("a tile");
                game.play(&mut state, mv);
                other.play(&mut image, across);
            }
        }
    }

    /// Everybody has what the player before him had.
    fn turned(game: &ReversiXt, state: &State) -> State {
        let players = game.players();
        let stock = |stock: [u8; COLOURS]| {
            let mut turned = stock;
            turned[..players].rotate_right(1);
            turned
        };
        let cells = (0..state.cells.len()).map(|tile| match state.owned_cell(tile) {
            cell if cell.colour().is_some() => Cell::stone((cell.colour().expect("it is a stone") + 1) % players),
            cell => cell,
        });
        let tally = super::super::Tally {
            overrides: stock(state.tally.overrides),
            bombs: stock(state.tally.bombs),
            turn: (state.tally.turn + 1) % players as u8,
            phase: state.tally.phase,
            ..blank_tally(&game.map)
        };
        game.set_up(cells.collect(), tally)
    }

    #[test]
    fn turned_seats_have_the_same_inputs() {
        for seed in 0..12 {
            let game = ReversiXt::new(drawn(seed));
            let (mut state, mut buffer, mut rng) = (game.initial(), Vec::<Move>::new(), seeded_rng(seed));
            while game.outcome(&state).is_none() {
                let image = turned(&game, &state);
                for viewer in 0..game.players() {
                    let next = (viewer + 1) % game.players();
                    assert_eq!(marks(&game, &state, viewer), marks(&game, &image, next), "map {seed}: {state:?}");
                }
                let mv = game.random_move(&state, &mut buffer, &mut rng);
                game.play(&mut state, mv);
            }
        }
    }
}
