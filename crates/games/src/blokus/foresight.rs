//! What a player without a search does, found without laying every piece.
//!
//! The default evaluation counts the moves of all colours, and there are hundreds of moves to try. But a piece only takes
//! moves from the other colours: those that would cover one of its squares. So the placements of every colour are listed once,
//! as bits for each square, and what is left of them is counted. To its own colour a piece opens new ones at its corners. How
//! many there are at most is known for each square, and they are counted only for moves that could still be best.

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

/// Numbers of sets in [`Placements`]: squares, then pieces.
#[derive(Default)]
struct SetNumbers {
    numbers: [u16; MOST_TOUCHED + 1],
    count: usize,
}

impl SetNumbers {
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

/// 256 placements, looked at together.
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
    fn left(&self, sets: &SetNumbers) -> u32 {
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

/// What a player without a search goes by. What is left of moves and contact squares is worth no less than nothing, or a
/// bound would be none; squares within reach are not foreseen.
const WEIGHTS: Weights = Weights::PLAIN;
const _: () = assert!(WEIGHTS.reach == 0 && WEIGHTS.ground == 0 && WEIGHTS.mobility >= 0 && WEIGHTS.frontier >= 0);

/// A position as the default evaluation sees it before a move.
pub(super) struct Foresight<'a> {
    game: &'a Blokus,
    state: &'a mut State,
    mover: usize,
    player: Player,
    /// Of each colour that is not out.
    placements: [Option<Placements>; COLOURS],
    /// What the other colours' pieces are worth.
    laid: [Value; COLOURS],
    /// Is it still the opening after the move?
    is_opening: bool,
    /// Where the mover may lay pieces that cover no contact square.
    off_contacts: Ground,
    /// How many ways there are to do that over each square, counted when first asked for.
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
    pub(super) fn new(game: &'a Blokus, state: &'a mut State) -> Self {
        let (taken, mover, player) = (state.taken(), state.turn as usize, game.to_move(state));
        let is_opening = pieces_laid(game, state) < OPENING;
        let mut placements = [const { None }; COLOURS];
        let mut laid = [0; COLOURS];
        for colour in 0..game.colours() {
            if !state.is_out(colour) {
                placements[colour] = Some(Placements::new(game.ground(state, &taken, colour), state.hands[colour]));
            }
            if colour != mover {
                laid[colour] = WEIGHTS.of_laid(game, state, colour, is_opening);
            }
        }
        let off_contacts = game.ground(state, &taken, mover).off_contacts();
        let ways_over = [None; SQUARES];
        Foresight { game, state, mover, player, placements, laid, is_opening, off_contacts, ways_over }
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
        let (mut covered, mut touched, mut won) = (SetNumbers::default(), SetNumbers::default(), SetNumbers::default());
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
                    WEIGHTS.add_chances(&mut of_colour, placements.contacts - taken_contacts[colour], left);
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
            let worth = WEIGHTS.of_laid(self.game, self.state, self.mover, self.is_opening);
            self.state.toggle(self.mover, mv);
            let mut of_colour = Standing { worth, contacts: 0 };
            WEIGHTS.add_chances(&mut of_colour, own_contacts + won.count as Value, left);
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
        let value = WEIGHTS.score(standing, all, self.game.players());
        // A last piece, or a move that may end the game, is valued by playing it.
        let is_sure = can_others_move && hand.count_ones() > 1;
        let at_most = if is_sure { value + WEIGHTS.mobility * opens_at_most } else { Value::MAX };
        Known { place, left, value, at_most }
    }

    /// The value of a move; if it is below the best, perhaps only an upper bound that is below it too.
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
                at_most -= WEIGHTS.mobility * (expected - ways as Value);
                if at_most < best { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            if at_most < best {
                return at_most;
            }
        }
        if known.at_most == Value::MAX || known.left as Value + opened == 0 {
            return knowledge.plain_value_after(self.game, self.state, mv);
        }
        known.value + WEIGHTS.mobility * opened
    }
}

#[cfg(test)]
mod tests {
    use super::super::Variant;
    use super::super::pieces::MONOMINO;
    use super::*;
    use melee_core::{PlayableGame, random_playout, seeded_rng};

    /// What is foreseen is what playing every move says, from the first move to the last.
    #[test]
    fn the_moves_of_a_greedy_player_are_those_found_by_playing_all() {
        for (variant, bonus) in Variant::ALL.into_iter().flat_map(|variant| [(variant, true), (variant, false)]) {
            let game = Blokus::new(variant, bonus);
            let mut rng = seeded_rng(12);
            for plies in 0..90 {
                let mut state = game.initial();
                random_playout(&game, &mut state, plies, &mut Vec::new(), &mut rng);
                if game.outcome(&state).is_some() {
                    continue;
                }
                check(&game, &state, 1);
                check(&game, &state, 3);
                // One piece left: the mover's hand will be empty, the game perhaps over.
                let mover = state.turn as usize;
                state.hands[mover] = 1 << MONOMINO;
                check(&game, &state, 1);
            }
        }
    }

    /// Some of the moves of a position, if it has any.
    fn check(game: &Blokus, state: &State, every: usize) {
        let knowledge = game.knowledge(Some("reach"), None).expect("known");
        let (mut lent, mut moves, mut places) = (state.clone(), Vec::new(), Vec::new());
        game.moves(state, &mut moves);
        let moves: Vec<Move> = moves.into_iter().step_by(every).collect();
        if moves.is_empty() {
            return;
        }
        let values: Vec<Value> = moves.iter().map(|&mv| knowledge.plain_value_after(game, &mut lent, mv)).collect();
        let best = values.iter().max();
        let expected: Vec<usize> = (0..moves.len()).filter(|&place| Some(&values[place]) == best).collect();
        knowledge.greediest(game, &mut lent, &moves, &mut places);
        assert_eq!(places, expected, "{:?}: {state:?}", game.variant);
        assert_eq!(&lent, state);
    }
}
