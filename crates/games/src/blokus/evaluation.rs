//! Evaluations: the squares laid, and how many more can be.
//!
//! A player's worth is that of his colours; green of `classic3` counts for nobody. His score is his worth
//! less a share of the others' mean. The terms and their evidence are those of open-blokus (2026): squares
//! dominate, contact squares carry the rest, mobility is the exact and costly form of them.

use std::ops::AddAssign;

use melee_core::{Game, Knowledge, MAX_PLAYERS, OrderView, Player, Scores, Value};

use super::foresight::Foresight;
use super::ordering::Order;
use super::pieces::{FULL_HAND, PIECES, SHAPES, squares};
use super::placing::{COLUMN, Ground, MAX_SIDE};
use super::{Blokus, COLOURS, Move, State};
use crate::weights::{NamedWeights, named_weights};

/// The weights of the evaluation, in hundredths of a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Weights {
    /// A square laid.
    pub size: Value,
    /// An own contact square.
    pub frontier: Value,
    /// A contact square less of the others, on the mean.
    pub block: Value,
    /// A step nearer to the middle of the board, in the first rounds.
    pub centre: Value,
    /// A possible move.
    pub mobility: Value,
    /// A square that the next piece could cover.
    pub reach: Value,
    /// Such a square that no other player's next piece could cover.
    pub ground: Value,
    /// A square that a piece in hand leaves free in its box: bulky pieces are hard to lay late.
    pub bulk: Value,
    /// The share of the others' mean worth that counts against a player.
    pub balance: Value,
}

impl Weights {
    const NONE: Weights = Weights {
        size: 100,
        frontier: 0,
        block: 0,
        centre: 0,
        mobility: 0,
        reach: 0,
        ground: 0,
        bulk: 0,
        balance: 100,
    };

    /// The sets with a name, the default first.
    pub const NAMED: [(&'static str, Weights); 5] = [
        // From matches of Duo at 1,000 nodes a move, one weight changed at a time: mobility carries it.
        ("melee", Weights { frontier: 10, centre: 30, mobility: 5, ..Weights::NONE }),
        ("squares", Weights::NONE),
        // The heuristic of open-blokus: 10 a square, 3 a contact square, 1 the centre, 2 block.
        ("frontier", Weights { frontier: 30, block: 20, centre: 10, balance: 0, ..Weights::NONE }),
        // Its evaluation at depth one with mobility.
        ("mobility", Weights { mobility: 5, ..Weights::NONE }),
        // What can be reached instead of what can be laid: bit sets, and twice as many positions in the same time.
        ("reach", Weights { frontier: 10, centre: 30, reach: 10, ground: 10, ..Weights::NONE }),
    ];

    /// One of the named sets, or weights given one by one: `frontier:0.5+centre:0` is `melee` with these two
    /// changed.
    ///
    /// ```
    /// use melee_games::blokus::Weights;
    /// let weights = Weights::parse("frontier:0.5+centre:0").unwrap();
    /// assert_eq!((weights.frontier, weights.centre), (50, 0));
    /// assert_eq!(weights.size, 100);
    /// assert_eq!(Weights::parse("speed:1"), None);
    /// ```
    pub fn parse(text: &str) -> Option<Self> {
        NamedWeights::read(text)
    }
}

named_weights! { Weights: Value, 100.0;
    "size" => size,
    "frontier" => frontier,
    "block" => block,
    "centre" => centre,
    "mobility" => mobility,
    "reach" => reach,
    "ground" => ground,
    "bulk" => bulk,
    "balance" => balance,
}

/// The pieces of the first rounds, when the middle matters (Pentobi prunes by it up to twelve).
pub(super) const OPENING: u32 = 12;

/// How much of its box each piece leaves free.
const BULK: [Value; PIECES] = {
    let mut bulk = [0; PIECES];
    let mut piece = 0;
    while piece < PIECES {
        let cells = SHAPES[piece].1;
        let (mut width, mut height, mut i) = (0, 0, 0);
        while i < cells.len() {
            if cells[i].0 >= width {
                width = cells[i].0 + 1;
            }
            if cells[i].1 >= height {
                height = cells[i].1 + 1;
            }
            i += 1;
        }
        bulk[piece] = (width * height) as Value - cells.len() as Value;
        piece += 1;
    }
    bulk
};

/// What a search of Blokus knows.
#[derive(Clone, Debug)]
pub struct BlokusKnowledge {
    pub(super) weights: Weights,
    pub(super) order: Order,
}

/// What a player has, in hundredths of a square.
#[derive(Clone, Copy, Default)]
pub(super) struct Standing {
    pub(super) worth: Value,
    pub(super) contacts: Value,
}

impl AddAssign for Standing {
    fn add_assign(&mut self, other: Standing) {
        self.worth += other.worth;
        self.contacts += other.contacts;
    }
}

/// What each player's next pieces could cover.
type Reach = [[u32; MAX_SIDE]; COLOURS];
/// How far a piece reaches from the contact square it covers, as the evaluation takes it.
const STEPS: usize = 3;

impl Weights {
    /// What a player without a search goes by.
    pub(super) const PLAIN: Weights = Weights::NAMED[0].1;

    /// What a colour's pieces on the board and in hand are worth.
    pub(super) fn of_laid(&self, game: &Blokus, state: &State, colour: usize, is_opening: bool) -> Value {
        let mut worth = self.size * (squares(FULL_HAND) + game.colour_score(state, colour));
        if self.bulk != 0 {
            let in_hand = (0..PIECES).filter(|piece| state.hands[colour] >> piece & 1 == 1);
            worth -= self.bulk * in_hand.map(|piece| BULK[piece]).sum::<Value>();
        }
        if is_opening && self.centre != 0 {
            worth -= self.centre * from_centre(game, state, colour);
        }
        worth
    }

    /// Adds what contact squares and moves are worth to a colour that is not out.
    #[inline]
    pub(super) fn add_chances(&self, standing: &mut Standing, contacts: Value, moves: u32) {
        standing.contacts = contacts;
        standing.worth += self.frontier * contacts + self.mobility * moves as Value;
    }

    /// The score of a player by his standing and that of all together.
    #[inline]
    pub(super) fn score(&self, own: Standing, all: Standing, players: usize) -> Value {
        let others = players as Value - 1;
        let worth = i64::from((all.worth - own.worth) / others);
        let share = i64::from(self.balance) * worth / 100;
        let blocked = self.block * (all.contacts - own.contacts) / others;
        own.worth - share as Value - blocked
    }

    fn standing(
        &self,
        game: &Blokus,
        state: &State,
        colour: usize,
        is_opening: bool,
        reached: &mut [u32; MAX_SIDE],
    ) -> Standing {
        let mut standing = Standing { worth: self.of_laid(game, state, colour, is_opening), contacts: 0 };
        // Contact squares are worth nothing to a colour that cannot use them.
        if !state.is_out(colour) && (self.frontier | self.block | self.mobility | self.reach | self.ground) != 0 {
            let mut ground = game.ground(state, &state.taken(), colour);
            let contacts = contacts(&ground);
            if self.reach | self.ground != 0 {
                let own = ground.within(STEPS);
                standing.worth += self.reach * count(&own);
                for (row, own) in reached.iter_mut().zip(own) {
                    *row |= own;
                }
            }
            let moves = if self.mobility == 0 { 0 } else { ground.count(state.hands[colour]) };
            self.add_chances(&mut standing, contacts, moves as u32);
        }
        standing
    }

    fn scores(&self, game: &Blokus, state: &State) -> Scores {
        let players = game.players();
        let is_opening = pieces_laid(game, state) <= OPENING;
        let mut standings = [Standing::default(); MAX_PLAYERS];
        let mut all = Standing::default();
        let mut reach: Reach = [[0; MAX_SIDE]; COLOURS];
        for colour in 0..COLOURS.min(game.colours()) {
            if let Some(owner) = game.owner(colour) {
                let reached = &mut reach[owner.index()];
                let standing = self.standing(game, state, colour, is_opening, reached);
                standings[owner.index()] += standing;
                all += standing;
            }
        }
        if self.ground != 0 {
            for player in Player::all(players) {
                let worth = self.ground * alone(&reach, player);
                standings[player.index()].worth += worth;
                all.worth += worth;
            }
        }
        let mut scores = Scores::new(players);
        for player in Player::all(players) {
            scores[player] = self.score(standings[player.index()], all, players);
        }
        scores
    }
}

/// How many pieces were laid.
pub(super) fn pieces_laid(game: &Blokus, state: &State) -> u32 {
    state.hands[..game.colours()].iter().map(|hand| PIECES as u32 - hand.count_ones()).sum()
}

/// The number of contact squares.
pub(super) fn contacts(ground: &Ground) -> Value {
    count(ground.contacts())
}

fn count(rows: &[u32; MAX_SIDE]) -> Value {
    rows.iter().map(|row| row.count_ones()).sum::<u32>() as Value
}

/// How many squares only this player reaches.
fn alone(reach: &Reach, player: Player) -> Value {
    let row = |y: usize| {
        let others = (0..COLOURS).filter(|&other| other != player.index()).fold(0, |all, other| all | reach[other][y]);
        (reach[player.index()][y] & !others).count_ones()
    };
    (0..MAX_SIDE).map(row).sum::<u32>() as Value
}

/// The steps from the middle of the board to the nearest square of a colour, along the larger side.
fn from_centre(game: &Blokus, state: &State, colour: usize) -> Value {
    let half = game.variant.side() / 2;
    let own = &state.own[colour];
    let is_near = |distance: &usize| {
        let (low, width) = (half - 1 - distance, 2 * distance + 2);
        let columns = ((1u32 << width) - 1) << (low + COLUMN);
        own[low + 1..][..width].iter().any(|row| row & columns != 0)
    };
    (0..half).find(is_near).unwrap_or(half) as Value
}

impl Knowledge<Blokus> for BlokusKnowledge {
    fn scores(&self, game: &Blokus, state: &State, _root: Player) -> Scores {
        self.weights.scores(game, state)
    }

    /// By the default evaluation, whatever the search has.
    fn plain_score(&self, game: &Blokus, state: &State, player: Player) -> Value {
        Weights::PLAIN.scores(game, state)[player]
    }

    fn greediest(&self, game: &Blokus, state: &mut State, moves: &[Move], places: &mut Vec<usize>) {
        places.clear();
        Foresight::new(game, state).greediest(self, moves, places);
    }

    /// Differences from the others' mean add up to nothing, each rounded up by less than one; being blocked only takes off.
    fn sum_bound(&self, game: &Blokus) -> Option<Value> {
        (self.weights.balance == 100).then_some(game.players() as Value)
    }

    /// Ten squares.
    fn worth_of_win(&self) -> Value {
        1_000
    }

    fn rank_all(&self, game: &Blokus, state: &mut State, _view: OrderView, moves: &[Move], out: &mut Vec<i32>) {
        self.order.rank_moves(game, state, moves, out);
    }
}

#[cfg(test)]
mod tests {
    use super::super::Variant;
    use super::*;
    use melee_core::{Notation, PlayableGame};

    fn scores(game: &Blokus, evaluation: &str, moves: &str) -> Vec<Value> {
        let mut state = game.initial();
        for text in moves.split_whitespace() {
            let mv = game.parse_move(&state, text).expect("legal");
            game.play(&mut state, mv);
        }
        let knowledge = game.knowledge(Some(evaluation), None).expect("known");
        let scores = knowledge.scores(game, &state, Player::FIRST);
        scores.as_slice().to_vec()
    }

    #[test]
    fn squares_are_counted_for_players_and_not_for_the_shared_colour() {
        let four = "a20,b20 t20 t1,s1,r1 a1,a2,a3,a4";
        let classic = Blokus::new(Variant::Classic, true);
        // Each less the mean of the others: 2, 1, 3, 4 squares.
        assert_eq!(scores(&classic, "squares", four), [-66, -200, 67, 200]);
        let classic2 = Blokus::new(Variant::Classic2, true);
        assert_eq!(scores(&classic2, "squares", four), [0, 0]);
        let classic3 = Blokus::new(Variant::Classic3, true);
        assert_eq!(scores(&classic3, "squares", four), [0, -150, 150]);
    }

    #[test]
    fn squares_within_reach_are_those_counted_one_by_one() {
        let duo = Blokus::new(Variant::Duo, true);
        let only = "size:0+centre:0+mobility:0+frontier:0+balance:0";
        let moves = "e10 j5";
        let (reach, alone) = (format!("{only}+reach:1"), format!("{only}+ground:1"));
        let reached = scores(&duo, &reach, moves);
        assert_eq!(reached, slow_reach(&duo, moves));
        assert_eq!(reached[0], reached[1], "the position is symmetric");
        let alone = scores(&duo, &alone, moves);
        assert!(alone[0] < reached[0] && alone[0] == alone[1], "{alone:?} of {reached:?}");
    }

    /// The same counted square by square.
    fn slow_reach(game: &Blokus, moves: &str) -> Vec<Value> {
        let mut state = game.initial();
        for text in moves.split_whitespace() {
            let mv = game.parse_move(&state, text).expect("legal");
            game.play(&mut state, mv);
        }
        let side = game.variant.side() as i32;
        let count = |colour: usize| {
            let own: Vec<(i32, i32)> = state.squares_of(colour).map(|(x, y)| (x as i32, y as i32)).collect();
            let all: Vec<(i32, i32)> = (0..game.colours())
                .flat_map(|colour| state.squares_of(colour).map(|(x, y)| (x as i32, y as i32)).collect::<Vec<_>>())
                .collect();
            let near = |(x, y): (i32, i32), steps: [(i32, i32); 4]| {
                steps.iter().any(|(dx, dy)| own.contains(&(x + dx, y + dy)))
            };
            let beside = [(1, 0), (-1, 0), (0, 1), (0, -1)];
            let may_cover = |at: (i32, i32)| {
                let is_on_board = (0..side).contains(&at.0) && (0..side).contains(&at.1);
                is_on_board && !all.contains(&at) && !near(at, beside)
            };
            let squares = || (0..side).flat_map(|y| (0..side).map(move |x| (x, y)));
            let mut reached: Vec<(i32, i32)> =
                squares().filter(|&at| may_cover(at) && near(at, [(1, 1), (1, -1), (-1, 1), (-1, -1)])).collect();
            for _ in 0..STEPS {
                let next = |at: &(i32, i32)| beside.iter().any(|(dx, dy)| reached.contains(&(at.0 + dx, at.1 + dy)));
                let more: Vec<(i32, i32)> =
                    squares().filter(|at| may_cover(*at) && !reached.contains(at) && next(at)).collect();
                reached.extend(more);
            }
            100 * reached.len() as Value
        };
        (0..game.colours()).map(count).collect()
    }

    /// The cross on e10 has eight corners, the monomino on j5 four.
    #[test]
    fn contact_squares_by_hand() {
        let duo = Blokus::new(Variant::Duo, true);
        let moves = "e8,d9,e9,f9,e10 j5";
        let only = "size:0+centre:0+mobility:0+frontier:1";
        assert_eq!(scores(&duo, only, moves), [400, -400]);
        let block = "size:0+centre:0+mobility:0+frontier:0+block:1+balance:0";
        assert_eq!(scores(&duo, block, moves), [-400, -800]);
    }

    #[test]
    fn bulky_pieces_are_those_that_leave_most_of_their_box() {
        let of = |name: &str| BULK[SHAPES.iter().position(|s| s.0 == name).expect("a piece")];
        assert_eq!([of("X"), of("W"), of("N"), of("P"), of("I5"), of("O")], [4, 4, 3, 1, 0, 0]);
    }
}
