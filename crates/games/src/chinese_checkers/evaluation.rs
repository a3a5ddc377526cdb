//! Evaluations: how far everybody has come.
//!
//! A player's progress is a sum over his pieces, which a table by hole gives, less the lag of his last
//! piece, plus what his pieces do for each other. His score is his progress less a share of the
//! others' mean. `tip`, `rows`, `spread` and `melee` are made of weights; `camp` is the heuristic of TAG
//! as it is meant, and `solo` counts moves instead of steps (see `solo`).

use std::sync::Arc;

use melee_core::{Game, Knowledge, OrderView, Player, Scores, Value};

use super::board::{Board, Holes};
use super::ordering::{self, Order};
use super::{ChineseCheckers, MAX_SEATS, Move, State, solo};
use crate::weights::{NamedWeights, named_weights};

/// The weights of the evaluation, in hundredths.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Weights {
    /// A step nearer to the tip of the goal.
    pub tip: Value,
    /// A row nearer to it.
    pub rows: Value,
    /// Half a step nearer to the line between home and goal.
    pub middle: Value,
    /// A step that the last piece is nearer to the tip.
    pub last: Value,
    /// A pair of own neighbours.
    pub friends: Value,
    /// A piece in the goal.
    pub goal: Value,
    /// A piece that has left home.
    pub left: Value,
    /// A step of the longest move that the player could make.
    pub jump: Value,
    /// The share of the others' mean progress that counts against a player.
    pub balance: Value,
}

impl Weights {
    const NONE: Weights =
        Weights { tip: 0, rows: 0, middle: 0, last: 0, friends: 0, goal: 0, left: 0, jump: 0, balance: 100 };

    /// The sets with a name, the default first.
    pub const NAMED: [(&'static str, Weights); 4] = [
        // From matches for two on the small board at 1,000 nodes a move, one weight changed at a time.
        ("melee", Weights { tip: 100, middle: 10, last: 120, jump: 80, ..Weights::NONE }),
        ("tip", Weights { tip: 100, ..Weights::NONE }),
        ("rows", Weights { rows: 100, ..Weights::NONE }),
        // The features of jonxuxu/chinese-checkers; its weights come from a genetic search and were not
        // to be read.
        ("spread", Weights { tip: 100, middle: 20, last: 50, friends: 10, ..Weights::NONE }),
    ];

    /// One of the named sets, or weights given one by one: `last:2+jump:0` is `melee` with these two
    /// changed.
    ///
    /// ```
    /// use melee_games::chinese_checkers::Weights;
    /// let weights = Weights::parse("last:2+jump:0").unwrap();
    /// assert_eq!((weights.last, weights.jump), (200, 0));
    /// assert_eq!(weights.tip, 100);
    /// assert_eq!(Weights::parse("speed:1"), None);
    /// ```
    pub fn parse(text: &str) -> Option<Self> {
        NamedWeights::read(text)
    }
}

named_weights! { Weights: Value, 100.0;
    "tip" => tip,
    "rows" => rows,
    "middle" => middle,
    "last" => last,
    "friends" => friends,
    "goal" => goal,
    "left" => left,
    "jump" => jump,
    "balance" => balance,
}

/// What a player's pieces are worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Weighted,
    Camp,
    Solo,
    SoloTable,
}

/// What a search of Chinese Checkers knows.
#[derive(Clone, Debug)]
pub struct CheckersKnowledge {
    kind: Kind,
    weights: Weights,
    pub(super) order: Order,
    /// The worth of a piece by its owner and hole.
    pub(super) worth: Arc<[[Value; 256]; MAX_SEATS]>,
    /// For `solo-table`.
    exact: Option<solo::Exact>,
}

impl CheckersKnowledge {
    /// The evaluation of this name or of these weights.
    pub(super) fn named(game: &ChineseCheckers, name: &str, order: Order) -> Option<Self> {
        let (kind, weights) = match name {
            "camp" => (Kind::Camp, Weights::NONE),
            "solo" => (Kind::Solo, Weights::parse("tip")?),
            _ if name == solo::TABLE.evaluation => (Kind::SoloTable, Weights::parse("tip")?),
            _ => (Kind::Weighted, Weights::parse(name)?),
        };
        let mut worth = [[0; 256]; MAX_SEATS];
        for (player, worth) in worth[..game.players].iter_mut().enumerate() {
            for hole in game.board.all.iter() {
                worth[hole as usize] = match kind {
                    Kind::Camp => camp_worth(game, player, hole),
                    _ => weights.worth(game, player, hole),
                };
            }
        }
        let exact = match kind {
            Kind::SoloTable => Some(solo::Exact::of(game.board)?),
            _ => None,
        };
        Some(CheckersKnowledge { kind, weights, order, worth: Arc::new(worth), exact })
    }

    /// How far a player has come, in hundredths.
    fn progress(&self, game: &ChineseCheckers, state: &State, player: usize) -> Value {
        let own = &state.pieces[player];
        let goal = game.goal_arm(player);
        match &self.exact {
            Some(exact) => return -100 * exact.moves_to_go(goal, own),
            None if self.kind == Kind::Solo => return -solo::moves_to_go(game.board, goal, own),
            None => {}
        }
        let worth = &self.worth[player];
        let to_tip = &game.board.to_tip[goal];
        let Weights { last, friends, jump, .. } = self.weights;
        let (mut progress, mut farthest) = (0, 0);
        for hole in own.iter() {
            progress += worth[hole as usize];
            farthest = farthest.max(to_tip[hole as usize]);
        }
        progress -= last * Value::from(farthest);
        if friends != 0 {
            progress += friends * pairs(game.board, own);
        }
        if jump != 0 {
            let longest = game.board.longest_way(own, &state.occupied, &game.kept[player], goal);
            progress += jump * longest as Value;
        }
        progress
    }
}

impl Weights {
    /// What a piece on a hole adds to its owner's progress.
    fn worth(&self, game: &ChineseCheckers, player: usize, hole: u8) -> Value {
        let (board, arm) = (game.board, game.goal_arm(player));
        let rows = 2 * board.arm as Value - board.height(arm, hole);
        let in_goal = Value::from(game.goals[player].contains(hole));
        let at_home = Value::from(game.homes[player].contains(hole));
        self.goal * in_goal
            - self.left * at_home
            - self.tip * Value::from(board.to_tip[arm][hole as usize])
            - self.rows * rows
            - self.middle * board.off_middle(arm, hole)
    }
}

/// TAG's heuristic, by goal and home as they are: ten in the goal, minus ten at home, on the way ten less
/// the distance. (TAG's code of 2024 takes one for the other.)
fn camp_worth(game: &ChineseCheckers, player: usize, hole: u8) -> Value {
    if game.goals[player].contains(hole) {
        10
    } else if game.homes[player].contains(hole) {
        -10
    } else {
        let arm = game.goal_arm(player);
        10 - Value::from(game.board.to_tip[arm][hole as usize])
    }
}

/// The pairs of neighbours in a set.
fn pairs(board: &Board, own: &Holes) -> Value {
    let near = |hole: u8| {
        let neighbours = board.neighbours[hole as usize].0.iter().zip(own.0);
        let count = neighbours.map(|(near, own)| (near & own).count_ones());
        count.sum::<u32>() as Value
    };
    own.iter().map(near).sum::<Value>() / 2
}

impl Knowledge<ChineseCheckers> for CheckersKnowledge {
    fn scores(&self, game: &ChineseCheckers, state: &State, _root: Player) -> Scores {
        let players = game.players();
        let mut progress = [0; MAX_SEATS];
        for (player, progress) in progress[..players].iter_mut().enumerate() {
            *progress = self.progress(game, state, player);
        }
        let all: Value = progress.iter().sum();
        let mut scores = Scores::new(players);
        for player in Player::all(players) {
            let own = progress[player.index()];
            let others = (all - own) / (players as Value - 1);
            let share = i64::from(self.weights.balance) * i64::from(others) / 100;
            scores[player] = own - share as Value;
        }
        scores
    }

    /// Differences from the others' mean add up to nothing; each may be rounded up by less than one.
    fn sum_bound(&self, game: &ChineseCheckers) -> Option<Value> {
        (self.weights.balance == 100).then_some(game.players() as Value)
    }

    /// A row of pieces ahead.
    fn worth_of_win(&self) -> Value {
        2_000
    }

    fn rank_all(
        &self,
        game: &ChineseCheckers,
        state: &mut State,
        _view: OrderView,
        moves: &[Move],
        out: &mut Vec<i32>,
    ) {
        self.rank_moves(game, state, moves, out);
    }

    fn noisy(&self, game: &ChineseCheckers, state: &State, _view: OrderView, _ply: u32, out: &mut Vec<Move>) {
        ordering::noisy(game, state, out);
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Rules, Size};
    use super::*;
    use melee_core::{Notation, PlayableGame, random_playout, seeded_rng};

    fn scores(evaluation: &str, position: &str) -> Vec<Value> {
        let game = ChineseCheckers::new(Size::Small, 2, Rules::Free).expect("a board for two");
        let state = game.parse_position(position).expect("a position").start;
        let knowledge = game.knowledge(Some(evaluation), None).expect("known");
        let scores = knowledge.scores(&game, &state, Player::FIRST);
        scores.as_slice().to_vec()
    }

    /// At the start everybody has 64 steps to the tip (12 + 2 x 11 + 3 x 10); b5-d7 gains two.
    #[test]
    fn steps_to_the_tip_by_hand() {
        assert_eq!(scores("tip", "B/BB/BBB/10/9/8/7/8/9/10/AAA/AA/A 1 0"), [0, 0]);
        let after = "B/BB/BBB/10/9/8/7/8/9/6A3/AAA/A1/A 2 1";
        assert_eq!(scores("tip", after), [200, -200]);
        assert_eq!(scores("rows", after), [200, -200]);
        assert_eq!(scores("tip:1+middle:0+last:0+jump:0", after), [200, -200]);
    }

    #[test]
    fn the_last_piece_and_pairs_by_hand() {
        let start = "B/BB/BBB/10/9/8/7/8/9/10/AAA/AA/A 1 0";
        // c4 has two own neighbours, b4 and c5; d4 has none, as c4 is empty then.
        let after = "B/BB/BBB/10/9/8/7/8/9/3A6/1AA/AA/A 2 1";
        let pairs_only = "tip:0+middle:0+last:0+jump:0+friends:1";
        assert_eq!(scores(pairs_only, start), [0, 0]);
        assert_eq!(scores(pairs_only, after), [-200, 200]);
        let last_only = "tip:0+middle:0+last:1+jump:0";
        // a4 is still twelve steps from m10.
        assert_eq!(scores(last_only, after), [0, 0]);
    }

    #[test]
    fn the_longest_way_is_that_of_the_best_move() {
        let mut rng = seeded_rng(8);
        for (size, players, rules) in [(Size::Small, 2, Rules::Free), (Size::Large, 3, Rules::Stay)] {
            let game = ChineseCheckers::new(size, players, rules).expect("in range");
            for plies in 0..200 {
                let mut state = game.initial();
                random_playout(&game, &mut state, plies, &mut Vec::new(), &mut rng);
                let (mover, mut moves) = (state.turn.index(), Vec::new());
                game.moves(&state, &mut moves);
                let goal = game.goal_arm(mover);
                let steps = |hole: u8| usize::from(game.board.to_tip[goal][usize::from(hole)]);
                let gains = moves.iter().filter(|&&mv| mv != Move::PASS);
                let best = gains.map(|mv| steps(mv.from).saturating_sub(steps(mv.to))).max();
                let way = game.board.longest_way(&state.pieces[mover], &state.occupied, &game.kept[mover], goal);
                assert_eq!(way, best.unwrap_or(0), "{}", game.position_text(&state));
            }
        }
    }

    #[test]
    fn a_piece_in_the_goal_is_worth_ten_and_one_at_home_minus_ten_to_tag() {
        let nearly = "A/AA/AA1/5A4/9/8/7/8/9/4B5/1BB/BB/B 1 30";
        // Five in the goal, one two steps from the tip's row: j9 is three from m10; so is d5 from a4.
        assert_eq!(scores("camp", nearly), [0, 0]);
        let behind = "A/AA/AA1/5A4/9/8/7/B7/9/10/1BB/BB/B 1 30";
        let [first, second] = scores("camp", behind)[..] else {
            panic!("two scores");
        };
        assert!(first > 0 && second == -first);
    }
}
