//! What a player without a search does, found without laying every piece.
//!
//! The default evaluation counts the moves of all colours, and there are hundreds of moves to try. But a piece only takes
//! moves from the other colours: those that would cover one of its squares. So the placements of every colour are listed once,
//! as bits for each square, and what is left of them is counted. To its own colour a piece opens new ones at its corners. How
//! many there are at most is known for each square, and they are only counted where that many would be enough.

use std::cmp::Reverse;
use std::ops::ControlFlow;

use melee_core::{Game, Knowledge, Player, Value};

use super::evaluation::{OPENING, Standing, Weights, contacts, pieces_laid};
use super::pieces::{LARGEST, ORIENTATIONS, PIECES};
use super::placing::{Around, COLUMN, Ground, MAX_SIDE};
use super::{Blokus, COLOURS, Move, State};

const SQUARES: usize = MAX_SIDE * MAX_SIDE;
/// The most squares that a piece covers or lies beside.
const MOST_TOUCHED: usize = LARGEST + 2 * LARGEST + 2;

/// Some squares by their number, and pieces by theirs after the last square.
#[derive(Default)]
struct Sets {
    numbers: [u16; MOST_TOUCHED + 1],
    count: usize,
}

impl Sets {
    #[inline]
    fn add(&mut self, number: usize) {
        self.numbers[self.count] = number as u16;
        self.count += 1;
    }

    /// Adds the squares of a row, whose bits begin at [`COLUMN`].
    #[inline]
    fn add_row(&mut self, y: usize, mut row: u32) {
        while row != 0 {
            self.add(y * MAX_SIDE + row.trailing_zeros() as usize - COLUMN);
            row &= row - 1;
        }
    }

    #[inline]
    fn numbers(&self) -> &[u16] {
        &self.numbers[..self.count]
    }
}

/// Bits that are looked at together.
type Lane = [u64; 4];
const LANE_BITS: usize = 256;

/// The placements of a colour, as bits.
struct Placements {
    number: u32,
    lanes: usize,
    /// Those that cover a square, for each square, and then those of each piece.
    sets: Vec<Lane>,
    contact_rows: [u32; MAX_SIDE],
    contacts: Value,
}

impl Placements {
    fn new(mut ground: Ground, hand: u32) -> Self {
        let (contact_rows, contacts) = (*ground.contacts(), contacts(&ground));
        let mut moves = Vec::with_capacity(512);
        ground.each_move(hand, |mv| moves.push(mv));
        let lanes = moves.len().div_ceil(LANE_BITS);
        let mut sets = vec![Lane::default(); (SQUARES + PIECES) * lanes];
        for (number, &mv) in moves.iter().enumerate() {
            let piece = SQUARES + ORIENTATIONS[mv.orientation as usize].piece;
            let squares = Blokus::squares_of_move(mv).map(|(x, y)| y * MAX_SIDE + x);
            for set in squares.chain([piece]) {
                let lane = &mut sets[set * lanes + number / LANE_BITS];
                lane[number % LANE_BITS / 64] |= 1 << (number % 64);
            }
        }
        Placements { number: moves.len() as u32, lanes, sets, contact_rows, contacts }
    }

    /// How many are in none of these sets.
    #[inline]
    fn left(&self, sets: &Sets) -> u32 {
        let mut lost = 0;
        for lane in 0..self.lanes {
            let mut in_some = Lane::default();
            for &set in sets.numbers() {
                let in_set = &self.sets[set as usize * self.lanes + lane];
                for (some, bits) in in_some.iter_mut().zip(in_set) {
                    *some |= bits;
                }
            }
            lost += in_some.iter().map(|bits| bits.count_ones()).sum::<u32>();
        }
        self.number - lost
    }
}

/// A position as an evaluation sees it before a move; one that does not look at squares within reach.
pub(super) struct Foresight<'a> {
    game: &'a Blokus,
    state: &'a mut State,
    weights: &'a Weights,
    mover: usize,
    player: Player,
    /// Of each colour that is not out.
    placements: [Option<Placements>; COLOURS],
    /// What the other colours have laid is worth.
    laid: [Value; COLOURS],
    /// Do the first rounds last after the move?
    is_opening: bool,
    /// Where the mover may lay pieces that cover no contact square.
    off_contacts: Ground,
    /// How many ways there are to do that over each square, where that was asked.
    ways_over: [Option<u16>; SQUARES],
}

/// What is known of a move before it is made.
struct Known {
    place: usize,
    /// What is left of the mover's own placements.
    left: u32,
    /// Its value if it opens nothing and the colour can still move, and if it opens all that it may.
    value: Value,
    at_most: Value,
}

impl<'a> Foresight<'a> {
    pub(super) fn new(game: &'a Blokus, state: &'a mut State, weights: &'a Weights) -> Self {
        debug_assert!(weights.reach | weights.ground == 0, "squares within reach are not foreseen");
        let (taken, mover, player) = (state.taken(), state.turn as usize, game.to_move(state));
        let is_opening = pieces_laid(game, state) < OPENING;
        let mut placements = [const { None }; COLOURS];
        let mut laid = [0; COLOURS];
        for colour in 0..game.colours() {
            if !state.is_out(colour) {
                placements[colour] = Some(Placements::new(game.ground(state, &taken, colour), state.hands[colour]));
            }
            if colour != mover {
                laid[colour] = weights.of_laid(game, state, colour, is_opening);
            }
        }
        let off_contacts = game.ground(state, &taken, mover).off_contacts();
        let ways_over = [None; SQUARES];
        Foresight { game, state, weights, mover, player, placements, laid, is_opening, off_contacts, ways_over }
    }

    /// The places of the moves with the best values for the mover.
    pub(super) fn greediest(mut self, knowledge: &impl Knowledge<Blokus>, moves: &[Move], places: &mut Vec<usize>) {
        let mut known: Vec<Known> = (moves.iter().enumerate()).map(|(place, &mv)| self.know(place, mv)).collect();
        known.sort_unstable_by_key(|known| Reverse(known.at_most));
        let mut best = Value::MIN;
        for known in known {
            if known.at_most < best {
                break;
            }
            let value = self.value(knowledge, moves[known.place], &known, best);
            if value > best {
                best = value;
                places.clear();
            }
            if value == best {
                places.push(known.place);
            }
        }
        places.sort_unstable();
    }

    fn know(&mut self, place: usize, mv: Move) -> Known {
        let (mut covered, mut touched, mut won) = (Sets::default(), Sets::default(), Sets::default());
        let own = self.placements[self.mover].as_ref().expect("the mover has a move");
        let mut own_contacts = own.contacts;
        let mut taken_contacts = [0; COLOURS];
        for Around { y, cells, beside, corners } in Around::of(mv) {
            // Rows are counted from one there.
            let Some(y) = y.checked_sub(1).filter(|&y| y < MAX_SIDE) else {
                continue;
            };
            covered.add_row(y, cells);
            let (free, contacts) = (self.off_contacts.free(y), own.contact_rows[y]);
            touched.add_row(y, (cells | beside) & (free | contacts));
            won.add_row(y, corners & free);
            own_contacts -= ((cells | beside) & contacts).count_ones() as Value;
            for (taken, placements) in taken_contacts.iter_mut().zip(&self.placements) {
                let rows = placements.as_ref().map_or(0, |placements| placements.contact_rows[y]);
                *taken += (cells & rows).count_ones() as Value;
            }
        }
        let (mut standing, mut all) = (Standing::default(), Standing::default());
        let mut can_others_move = false;
        for colour in (0..self.game.colours()).filter(|&colour| colour != self.mover) {
            let mut of_colour = Standing { worth: self.laid[colour], contacts: 0 };
            if let Some(placements) = &self.placements[colour] {
                let left = placements.left(&covered);
                if left > 0 {
                    can_others_move = true;
                    self.weights.add_chances(&mut of_colour, placements.contacts - taken_contacts[colour], left);
                }
            }
            if let Some(owner) = self.game.owner(colour) {
                all += of_colour;
                if owner == self.player {
                    standing += of_colour;
                }
            }
        }
        let piece = ORIENTATIONS[mv.orientation as usize].piece;
        touched.add(SQUARES + piece);
        let left = own.left(&touched);
        let hand = self.state.hands[self.mover];
        let mut opens_at_most = 0;
        if self.game.owner(self.mover).is_some() {
            self.state.toggle(self.mover, mv);
            let worth = self.weights.of_laid(self.game, self.state, self.mover, self.is_opening);
            self.state.toggle(self.mover, mv);
            let mut of_colour = Standing { worth, contacts: 0 };
            self.weights.add_chances(&mut of_colour, own_contacts + won.count as Value, left);
            all += of_colour;
            standing += of_colour;
            for &square in won.numbers() {
                let square = usize::from(square);
                let ways = self.ways_over[square].get_or_insert_with(|| {
                    self.off_contacts.count_over(hand, square % MAX_SIDE, square / MAX_SIDE) as u16
                });
                opens_at_most += Value::from(*ways);
            }
        }
        let value = self.weights.score(standing, all, self.game.players());
        // What the last piece of a hand and the end of the game are worth is another matter.
        let is_sure = can_others_move && hand.count_ones() > 1;
        let at_most = if is_sure { value + self.weights.mobility * opens_at_most } else { Value::MAX };
        Known { place, left, value, at_most }
    }

    /// The value of a move, or one below the best if it is below.
    fn value(&mut self, knowledge: &impl Knowledge<Blokus>, mv: Move, known: &Known, best: Value) -> Value {
        let is_nobodys = self.game.owner(self.mover).is_none();
        if known.at_most == known.value && (known.left > 0 || is_nobodys) {
            return known.value;
        }
        let mut opened = 0;
        if known.at_most != Value::MAX {
            let hand = self.state.hands[self.mover] & !(1 << ORIENTATIONS[mv.orientation as usize].piece);
            let mut at_most = known.at_most;
            let ground = self.off_contacts.opened_by(mv);
            let _ = ground.count_each(hand, |x, y, ways| {
                opened += ways as Value;
                let expected = self.ways_over[y * MAX_SIDE + x].map_or(0, Value::from);
                at_most -= self.weights.mobility * (expected - ways as Value);
                if at_most < best { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            if at_most < best {
                return at_most;
            }
        }
        if known.at_most == Value::MAX || known.left as Value + opened == 0 {
            return knowledge.plain_value_after(self.game, self.state, mv);
        }
        known.value + self.weights.mobility * opened
    }
}

#[cfg(test)]
mod tests {
    use super::super::Variant;
    use super::*;
    use melee_core::{PlayableGame, random_playout, seeded_rng};

    /// What is foreseen is what playing every move says, from the first move to the last.
    #[test]
    fn the_moves_of_a_greedy_player_are_those_found_by_playing_all() {
        for variant in Variant::ALL {
            let game = Blokus::new(variant, true);
            let knowledge = game.knowledge(Some("reach"), None).expect("known");
            let mut rng = seeded_rng(12);
            let (mut moves, mut places) = (Vec::new(), Vec::new());
            for plies in 0..90 {
                let mut state = game.initial();
                random_playout(&game, &mut state, plies, &mut moves, &mut rng);
                if game.outcome(&state).is_some() {
                    continue;
                }
                moves.clear();
                game.moves(&state, &mut moves);
                let before = state.clone();
                let values: Vec<Value> =
                    moves.iter().map(|&mv| knowledge.plain_value_after(&game, &mut state, mv)).collect();
                let best = values.iter().max();
                let expected: Vec<usize> = (0..moves.len()).filter(|&place| Some(&values[place]) == best).collect();
                places.clear();
                knowledge.greediest(&game, &mut state, &moves, &mut places);
                assert_eq!(places, expected, "{} after {plies} plies", variant.start_name());
                assert_eq!(state, before);
            }
        }
    }
}
