//! The evaluation of Gras 2012, 4.8: how far each player has come.
//!
//! A piece on the board is worth its angle plus a full turn for a crossing, a piece off the board
//! four turns. A player's progress weighs the sum of his pieces on the board, his pieces off the
//! board, his last piece and, optionally, the longest move of each piece; his utility is his
//! progress minus a share of everybody else's. Table 5.2 has five sets of weights.

use std::sync::LazyLock;

use melee_core::{Bounded, Evaluator, Game, Knowledge, Player, Scores, Value, Window};

use super::board::{self, TILES, angle};
use super::ordering::gain;
use super::{Billabong, Piece, Side, State, racing_moves};

/// A full turn, in hundredths of a degree.
pub(super) const TURN: i32 = 36_000;
/// The worth of a piece off the board.
pub(super) const FINISHED: i32 = 4 * TURN;

static VALUES: LazyLock<Box<[i32; 2 * TILES]>> = LazyLock::new(|| {
    let mut values = Box::new([0; 2 * TILES]);
    for tile in board::land() {
        for counter in 0..2 {
            let piece = Piece::on(tile, counter);
            values[piece.0 as usize] = angle(tile) + TURN * counter as i32;
        }
    }
    values
});

/// The worth of a piece on the board; others have none here.
#[inline]
pub(super) fn value(piece: Piece) -> i32 {
    VALUES.get(piece.0 as usize).copied().unwrap_or(0)
}

/// The weights of the evaluation, in tenths.
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
            total_angle: 10,
            removed_pieces: removed,
            last_piece: last,
            long_jump: jump,
            mobility: 0,
            opponent_balance: balance,
        }
    }

    /// The five configurations of Table 5.2, and the first with mobility.
    pub const NAMED: [(&'static str, Weights); 6] = [
        ("config1", Weights::table_5_2(10, 30, 0, 2)),
        ("config2", Weights::table_5_2(12, 60, 2, 1)),
        ("config3", Weights::table_5_2(10, 30, 7, 2)),
        ("config4", Weights::table_5_2(12, 30, 4, 2)),
        ("config5", Weights::table_5_2(10, 30, 0, 10)),
        (
            "mobility",
            Weights {
                mobility: 1,
                ..Weights::table_5_2(10, 30, 0, 2)
            },
        ),
    ];
}

/// What a search of Billabong knows.
#[derive(Clone, Debug)]
pub struct BillabongKnowledge {
    weights: Weights,
    pub(super) by_angle: bool,
}

/// What a move is worth in the mobility feature.
const MOVE_WORTH: i64 = 1000;

impl BillabongKnowledge {
    /// Knowledge with these weights.
    pub fn new(weights: Weights) -> Self {
        BillabongKnowledge {
            weights,
            by_angle: true,
        }
    }

    /// A player's progress, in tenths.
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
        let mut moves = 0;
        racing_moves(&state, |mv| {
            moves += 1;
            let piece = side.pieces.iter().position(|&p| p == mv.from);
            let best = &mut longest[piece.expect("his own piece")];
            *best = gain(mv).max(*best);
        });
        let jumps: i64 = longest.iter().map(|&g| i64::from(g)).sum();
        self.weights.long_jump * jumps + self.weights.mobility * moves * MOVE_WORTH
    }

    #[inline]
    fn utility(&self, own: i64, all: i64) -> Value {
        let hundredfold = 10 * own - self.weights.opponent_balance * (all - own);
        (hundredfold + 50).div_euclid(100) as Value
    }
}

impl Evaluator<Billabong> for BillabongKnowledge {
    fn scores(&self, game: &Billabong, state: &State, _root: Player) -> Scores {
        let progress = |p| self.progress(game, state, p);
        let all = Player::all(game.players()).map(progress).sum();
        let mut scores = Scores::new(game.players());
        for player in Player::all(game.players()) {
            scores[player] = self.utility(progress(player), all);
        }
        scores
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
}

impl Knowledge<Billabong> for BillabongKnowledge {
    fn evaluations() -> &'static [&'static str] {
        &[
            "config1", "config2", "config3", "config4", "config5", "mobility",
        ]
    }

    fn orderings() -> &'static [&'static str] {
        &["angle", "none"]
    }

    fn named(_game: &Billabong, evaluation: Option<&str>, ordering: Option<&str>) -> Option<Self> {
        let name = evaluation.unwrap_or("config1");
        let (_, weights) = Weights::NAMED.into_iter().find(|(n, _)| *n == name)?;
        let by_angle = match ordering.unwrap_or("angle") {
            "angle" => true,
            "none" => false,
            _ => return None,
        };
        Some(BillabongKnowledge { weights, by_angle })
    }
}
