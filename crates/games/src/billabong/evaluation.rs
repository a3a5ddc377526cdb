//! The evaluation of Gras 2012, 4.8: how far each player has come.
//!
//! A piece on the board is worth its angle plus a full turn for a crossing, a piece off the board
//! four turns. A player's progress weighs the sum of his pieces on the board, his pieces off the
//! board, his last piece and, optionally, the longest move of each piece; his utility is his
//! progress minus a share of everybody else's. Table 5.2 has five sets of weights.

use std::sync::LazyLock;

use melee_core::value::WIN;

use crate::weights::{NamedWeights, named_weights};
use melee_core::{Bounded, Game, Knowledge, OrderView, Player, Scores, Value, Window};

use super::board::{self, TILES, angle};
use super::ordering::{self, Order, gain};
use super::{Billabong, Move, Piece, Side, State, racing_moves};

/// A full turn, in hundredths of a degree.
pub(super) const TURN: i32 = 36_000;
/// The worth of a piece off the board.
pub(super) const FINISHED: i32 = 4 * TURN;

/// The worth of every piece on the board.
pub(super) struct Values([i32; 2 * TILES]);

static VALUES: LazyLock<Box<Values>> = LazyLock::new(|| {
    let mut values = Box::new(Values([0; 2 * TILES]));
    for tile in board::land() {
        for counter in 0..2 {
            let piece = Piece::on(tile, counter);
            values.0[piece.0 as usize] = angle(tile) + TURN * counter as i32;
        }
    }
    values
});

impl Values {
    #[inline]
    pub(super) fn get() -> &'static Self {
        &VALUES
    }

    /// The worth of a piece on the board; others have none here.
    #[inline]
    pub(super) fn of(&self, piece: Piece) -> i32 {
        self.0.get(piece.0 as usize).copied().unwrap_or(0)
    }
}

/// The weights of the evaluation, in thousandths.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Weights {
    /// The sum of the values of the pieces on the board.
    pub total_angle: i64,
    /// Pieces off the board, four turns each.
    pub removed_pieces: i64,
    /// The value of the last piece.
    pub last_piece: i64,
    /// The longest gain of each piece in one move.
    pub long_jump: i64,
    /// The number of moves, at ten degrees each: the thesis's future research.
    pub mobility: i64,
    /// The share of the others' progress that counts against a player.
    pub opponent_balance: i64,
}

impl Weights {
    const fn table_5_2(removed: i64, last: i64, jump: i64, balance: i64) -> Self {
        Weights {
            total_angle: 1000,
            removed_pieces: removed,
            last_piece: last,
            long_jump: jump,
            mobility: 0,
            opponent_balance: balance,
        }
    }

    /// The five configurations of Table 5.2, and the first with mobility.
    pub const NAMED: [(&'static str, Weights); 6] = [
        ("config1", Weights::table_5_2(1000, 3000, 0, 200)),
        ("config2", Weights::table_5_2(1200, 6000, 200, 100)),
        ("config3", Weights::table_5_2(1000, 3000, 700, 200)),
        ("config4", Weights::table_5_2(1200, 3000, 400, 200)),
        ("config5", Weights::table_5_2(1000, 3000, 0, 1000)),
        ("mobility", Weights { mobility: 100, ..Weights::table_5_2(1000, 3000, 0, 200) }),
    ];

    /// One of the named sets, or weights given one by one: `last:6+balance:0.1` is the first
    /// configuration with these two changed.
    ///
    /// ```
    /// use melee_games::billabong::Weights;
    /// let weights = Weights::parse("last:6+balance:0.1").unwrap();
    /// assert_eq!((weights.last_piece, weights.opponent_balance), (6000, 100));
    /// assert_eq!(weights.total_angle, 1000);
    /// assert_eq!(Weights::parse("speed:1"), None);
    /// ```
    pub fn parse(text: &str) -> Option<Self> {
        NamedWeights::read(text)
    }
}

named_weights! { Weights: i64, 1000.0;
    "angle" => total_angle,
    "removed" => removed_pieces,
    "last" => last_piece,
    "jump" => long_jump,
    "mobility" => mobility,
    "balance" => opponent_balance,
}

/// What a search of Billabong knows.
#[derive(Clone, Debug)]
pub struct BillabongKnowledge {
    pub(super) weights: Weights,
    pub(super) order: Order,
}

/// No evaluation is further from even.
const LARGEST: i64 = WIN as i64 / 4;
/// What a move is worth in the mobility feature.
const MOVE_WORTH: i64 = 1_000;

impl BillabongKnowledge {
    /// Knowledge with these weights.
    pub fn new(weights: Weights) -> Self {
        BillabongKnowledge { weights, order: Order::Angle }
    }

    /// A player's progress, in thousandths.
    #[inline]
    fn progress(&self, game: &Billabong, state: &State, player: Player) -> i64 {
        let w = &self.weights;
        let side = &state.sides[player.index()];
        let mut progress = w.total_angle * i64::from(side.total)
            + w.removed_pieces * i64::from(side.off()) * i64::from(FINISHED)
            + w.last_piece * i64::from(side.last);
        if w.long_jump != 0 || w.mobility != 0 {
            progress += self.prospects(game, state, player);
        }
        progress
    }

    /// The features that need the player's moves.
    fn prospects(&self, game: &Billabong, state: &State, player: Player) -> i64 {
        let mut state = state.clone();
        game.hand_turn_to(&mut state, player);
        let side: Side = state.sides[player.index()];
        let mut longest = [0; super::PIECES];
        let values = Values::get();
        let mut moves = 0;
        racing_moves(&state, |mv| {
            moves += 1;
            let piece = side.pieces.iter().position(|&p| p == mv.from);
            let best = &mut longest[piece.expect("his own piece")];
            *best = gain(values, mv).max(*best);
        });
        let jumps: i64 = longest.iter().map(|&g| i64::from(g)).sum();
        self.weights.long_jump * jumps + self.weights.mobility * moves * MOVE_WORTH
    }

    #[inline]
    fn utility(&self, own: i64, all: i64) -> Value {
        let millionths = 1000 * own - self.weights.opponent_balance * (all - own);
        let utility = (millionths + 500_000).div_euclid(1_000_000);
        // Weights of any size stay below won games.
        utility.clamp(-LARGEST, LARGEST) as Value
    }
}

impl Knowledge<Billabong> for BillabongKnowledge {
    fn scores(&self, game: &Billabong, state: &State, _root: Player) -> Scores {
        let progress = |p| self.progress(game, state, p);
        let all = Player::all(game.players()).map(progress).sum();
        let mut scores = Scores::new(game.players());
        for player in Player::all(game.players()) {
            scores[player] = self.utility(progress(player), all);
        }
        scores
    }

    fn worth_of_win(&self) -> Value {
        FINISHED
    }

    #[inline]
    fn score(&self, game: &Billabong, state: &State, root: Player, _window: Window) -> Bounded {
        let (mut own, mut all) = (0, 0);
        for player in Player::all(game.players()) {
            let progress = self.progress(game, state, player);
            all += progress;
            if player == root {
                own = progress;
            }
        }
        Bounded::Exact(self.utility(own, all))
    }

    #[inline]
    fn rank_all(&self, _game: &Billabong, state: &mut State, _view: OrderView, moves: &[Move], out: &mut Vec<i32>) {
        self.rank_moves(state, moves, out);
    }

    fn first(&self, _: &Billabong, state: &mut State, _: OrderView) -> Option<(Move, i32)> {
        self.first_move(state)
    }

    fn ranks_evaluation(&self) -> bool {
        self.ranks_like_evaluation()
    }

    fn noisy(&self, _game: &Billabong, state: &State, _view: OrderView, _ply: u32, out: &mut Vec<Move>) {
        ordering::noisy(state, out);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use melee_core::{Notation, PlayableGame};

    /// Equations 4.7 and 4.8 by hand, for configuration 1.
    #[test]
    fn configuration_1_by_hand() {
        let game = Billabong::new(2).expect("two players");
        let state = game.parse_position("i2:1,h2:0,x3|g6:0,a1:0,x3 1").expect("a position").start;
        let knowledge = game.knowledge(None, None).expect("known");
        // i2 354.81 + 360, h2 5.19; three off at 1440; the last piece 5.19 three times.
        let first = (71_481 + 519) + 3 * 144_000 + 3 * 519;
        // g6 45.00, a1 49.09; the last piece 45.00 three times.
        let second = (4_500 + 4_909) + 3 * 144_000 + 3 * 4_500;
        let scores = knowledge.scores(&game, &state, Player::FIRST);
        let rounded = |own: i64, other: i64| (10 * own - 2 * other + 5).div_euclid(10) as Value;
        assert_eq!(scores.as_slice(), [rounded(first, second), rounded(second, first)]);
    }

    #[test]
    fn the_named_weights_are_those_of_table_5_2() {
        let [w1, w2, w3, w4, w5, _] = Weights::NAMED.map(|(_, w)| w);
        let row = |of: fn(&Weights) -> i64| [w1, w2, w3, w4, w5].map(|w| of(&w));
        assert_eq!(row(|w| w.total_angle), [1000; 5]);
        assert_eq!(row(|w| w.removed_pieces), [1000, 1200, 1000, 1200, 1000]);
        assert_eq!(row(|w| w.last_piece), [3000, 6000, 3000, 3000, 3000]);
        assert_eq!(row(|w| w.long_jump), [0, 200, 700, 400, 0]);
        assert_eq!(row(|w| w.opponent_balance), [200, 100, 200, 200, 1000]);
    }

    #[test]
    fn unplaced_pieces_are_worth_nothing_and_hold_the_last_place() {
        let game = Billabong::new(2).expect("two players");
        let state = game.parse_position("i2:0|a1:0 1").expect("a position").start;
        let side = &state.sides[0];
        assert_eq!((side.total, side.last), (35_481, 0));
    }
}
