//! What a position is worth: how near a player is to his goal, and what he has to get there with.
//!
//! `nijssen` is the evaluation of Nijssen & Winands (Playout Search, 2011) as it is remembered: a large
//! weight for every turn that a player is short of winning, and the pieces he controls. `melee` weighs
//! the same things and more one by one.

use melee_core::value::WIN;

use crate::bits::ones;
use crate::weights::{NamedWeights, named_weights};
use melee_core::{Bounded, Game, Knowledge, OrderView, Player, Scores, Value, Window};

use super::board::{self, Stack};
use super::ordering::{self, Order};
use super::{Focus, MAX_SEATS, Move, State};

/// The weights of the evaluation, in thousandths of a piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Weights {
    /// A capture that is missing to win by the short rules, taken off.
    pub goal: i64,
    /// A piece of any colour in an own stack.
    pub pieces: i64,
    /// A piece of another colour in an own stack, on top of that.
    pub prisoners: i64,
    /// A piece in reserve.
    pub reserve: i64,
    /// An own stack.
    pub stacks: i64,
    /// An own stack of four or five.
    pub tall: i64,
    /// An own piece in a stack of somebody else, taken off.
    pub buried: i64,
    /// A move of an own stack.
    pub moves: i64,
    /// A piece above the first in an own stack that somebody else can move onto, taken off.
    pub threatened: i64,
    /// The share of the others' mean that counts against a player.
    pub balance: i64,
}

impl Weights {
    /// Ours, and that of Nijssen & Winands.
    pub const NAMED: [(&'static str, Weights); 2] = [
        (
            "melee",
            // By games of two plies for two to four players, each weight against half and twice.
            Weights {
                goal: 3000,
                pieces: 300,
                prisoners: 50,
                reserve: 3000,
                stacks: 100,
                tall: 400,
                buried: 100,
                moves: 20,
                threatened: 100,
                balance: 1000,
            },
        ),
        (
            "nijssen",
            Weights {
                goal: 600_000,
                pieces: 1000,
                prisoners: 0,
                reserve: 1000,
                stacks: 0,
                tall: 0,
                buried: 0,
                moves: 0,
                threatened: 0,
                balance: 0,
            },
        ),
    ];

    /// One of the named sets, or weights given one by one, the others as in `melee`.
    ///
    /// ```
    /// use melee_games::focus::Weights;
    /// let weights = Weights::parse("goal:5+moves:0").unwrap();
    /// assert_eq!((weights.goal, weights.moves), (5000, 0));
    /// assert_eq!(Weights::parse("speed:1"), None);
    /// ```
    pub fn parse(text: &str) -> Option<Self> {
        NamedWeights::read(text)
    }
}

named_weights! { Weights: i64, 1000.0;
    "goal" => goal,
    "pieces" => pieces,
    "prisoners" => prisoners,
    "reserve" => reserve,
    "stacks" => stacks,
    "tall" => tall,
    "buried" => buried,
    "moves" => moves,
    "threatened" => threatened,
    "balance" => balance,
}

/// What a search of Focus knows.
#[derive(Clone, Debug)]
pub struct FocusKnowledge {
    weights: Weights,
    pub(super) order: Order,
}

/// No evaluation is further from even.
const LARGEST: i64 = WIN as i64 / 4;

/// How many pieces of each colour a stack has, a byte each, by its code.
static COLOURS_IN: [u32; Stack::CODES] = {
    let mut counts = [0; Stack::CODES];
    let mut code = 4;
    while code < Stack::CODES {
        counts[code] = counts[code >> 2] + (1 << (8 * (code & 3)));
        code += 1;
    }
    counts
};

/// Pieces of each colour: in own stacks, and in those of others.
struct Lying {
    at_home: [u8; 4],
    buried: [u8; 4],
}

impl Lying {
    fn of(state: &State) -> Self {
        let (mut at_home, mut buried) = (0u32, 0u32);
        // Single pieces are at home.
        for (colour, owned) in state.tally.owned.into_iter().enumerate() {
            at_home += (owned & !state.tally.tall[1]).count_ones() << (8 * colour);
        }
        for square in ones(state.tally.tall[1]) {
            let stack = state.stack(square);
            let inside = COLOURS_IN[stack.code()];
            let own = 0xff << (8 * stack.top().unwrap_or(0));
            at_home += inside & own;
            buried += inside & !own;
        }
        Lying { at_home: at_home.to_le_bytes(), buried: buried.to_le_bytes() }
    }
}

impl FocusKnowledge {
    pub(super) fn named(evaluation: Option<&str>, ordering: Option<&str>) -> Option<Self> {
        Some(FocusKnowledge {
            weights: Weights::parse(evaluation.unwrap_or("melee"))?,
            order: Order::named(ordering.unwrap_or(Order::NAMES[0]))?,
        })
    }

    /// What everybody has, in thousandths.
    fn worths(&self, game: &Focus, state: &State) -> [i64; MAX_SEATS] {
        let w = &self.weights;
        let tally = &state.tally;
        let lying = (w.prisoners != 0 || w.buried != 0).then(|| Lying::of(state));
        let attacked = (w.threatened != 0).then(|| attacked(game, state));
        let mut worths = [0; MAX_SEATS];
        for (player, worth) in worths.iter_mut().enumerate().take(game.players()) {
            let own = tally.owned[player];
            let count = |squares: u64| i64::from((own & squares).count_ones());
            let pieces: i64 = tally.tall.iter().map(|&tall| count(tall)).sum();
            *worth = w.pieces * pieces
                + w.reserve * i64::from(tally.reserves[player])
                + w.stacks * count(u64::MAX)
                + w.tall * count(tally.tall[3]);
            if let Some(goal) = game.goal {
                let missing = goal.missing(game.players(), player, tally.captured[player]);
                *worth -= w.goal * i64::from(missing);
            }
            if let Some(lying) = &lying {
                *worth += w.prisoners * (pieces - i64::from(lying.at_home[player]))
                    - w.buried * i64::from(lying.buried[player]);
            }
            if w.moves != 0 {
                *worth += w.moves * board::count_moves(own, &tally.tall) as i64;
            }
            if let Some(attacked) = &attacked {
                let upper = tally.tall[1..].iter();
                let upper: i64 = upper.map(|&tall| count(tall & attacked[player])).sum();
                *worth -= w.threatened * upper;
            }
        }
        worths
    }

    /// From thousandths to hundredths, less the share of the others' mean.
    #[inline]
    fn utility(&self, worths: &[i64; MAX_SEATS], players: usize, player: Player) -> Value {
        let own = worths[player.index()];
        let others: i64 = worths.iter().sum::<i64>() - own;
        let mean = self.weights.balance * others / (players as i64 - 1) / 1000;
        ((own - mean) / 10).clamp(-LARGEST, LARGEST) as Value
    }
}

/// The squares that somebody else than each player can move onto.
fn attacked(game: &Focus, state: &State) -> [u64; MAX_SEATS] {
    let tally = &state.tally;
    let mut attacked = [0; MAX_SEATS];
    for player in 0..game.players() {
        let reach =
            if tally.reserves[player] > 0 { board::BOARD } else { board::reached(tally.owned[player], &tally.tall) };
        for (other, squares) in attacked.iter_mut().enumerate() {
            if other != player {
                *squares |= reach;
            }
        }
    }
    attacked
}

impl Knowledge<Focus> for FocusKnowledge {
    fn scores(&self, game: &Focus, state: &State, _root: Player) -> Scores {
        let worths = self.worths(game, state);
        let mut scores = Scores::new(game.players());
        for player in Player::all(game.players()) {
            scores[player] = self.utility(&worths, game.players(), player);
        }
        scores
    }

    #[inline]
    fn score(&self, game: &Focus, state: &State, root: Player, _window: Window) -> Bounded {
        let worths = self.worths(game, state);
        Bounded::Exact(self.utility(&worths, game.players(), root))
    }

    /// Differences from the others' mean add up to nothing; each may be rounded up by less than two. No weights that can be
    /// given reach the largest score.
    fn sum_bound(&self, game: &Focus) -> Option<Value> {
        (self.weights.balance == 1000).then_some(2 * game.players() as Value)
    }

    /// About the captures of a short game for two.
    fn worth_of_win(&self) -> Value {
        let captures = 6 * self.weights.goal / 10;
        captures.clamp(1_000, LARGEST) as Value
    }

    #[inline]
    fn rank_all(&self, game: &Focus, state: &mut State, _view: OrderView, moves: &[Move], out: &mut Vec<i32>) {
        self.rank_moves(game, state, moves, out);
    }

    fn noisy(&self, game: &Focus, state: &State, _view: OrderView, _ply: u32, out: &mut Vec<Move>) {
        ordering::noisy(game, state, out);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use melee_core::{Notation, PlayableGame};

    /// The scores of a position for three players by one weight, everything else off.
    fn scores(text: &str, weight: &str) -> Vec<Value> {
        let game = Focus::new(3).expect("three players");
        let state = game.parse_position(text).expect("a position").start;
        let names = Focus::weights("melee").expect("named").into_iter();
        let zeros = names.map(|(name, _)| format!("{name}:0"));
        let spec = zeros.collect::<Vec<_>>().join("+") + "+" + weight;
        let knowledge = game.knowledge(Some(&spec), None).expect("weights");
        let scores = knowledge.scores(&game, &state, Player::FIRST);
        scores.as_slice().to_vec()
    }

    #[test]
    fn every_weight_by_hand() {
        let text = "4/5(brb)/8/8/1(rgggr)6/8/1(rr)4/1g2 g 1,0,2 0,2,1/0,0,9/0,0,0 40";
        assert_eq!(scores(text, "pieces:1"), [700, 100, 300]);
        assert_eq!(scores(text, "prisoners:1"), [300, 0, 100]);
        assert_eq!(scores(text, "buried:1"), [-100, -300, 0]);
        assert_eq!(scores(text, "reserve:1"), [100, 0, 200]);
        assert_eq!(scores(text, "stacks:1"), [200, 100, 100]);
        assert_eq!(scores(text, "tall:1"), [100, 0, 0]);
        // One from green and two from blue, or seven of ten; three from red, or one of ten.
        assert_eq!(scores(text, "goal:1"), [-300, -100, -600]);
        assert_eq!(scores(text, "pieces:1+balance:1"), [500, -400, -100]);
    }

    #[test]
    fn stacks_are_threatened_along_lines_and_by_reserves() {
        let text = "4/6/8/4(gr)3/4(gb)3/8/6/2g1 r 0,0,0 0,0,0/0,0,0/0,0,0 40";
        assert_eq!(scores(text, "threatened:1"), [-100, 0, -100]);
        let reserve = text.replace("r 0,0,0", "r 0,1,0");
        assert_eq!(scores(&reserve, "threatened:1"), [-100, 0, -100]);
        let apart = "4/6/8/4(gr)3/8/8/6/2g(bb) r 0,0,0 0,0,0/0,0,0/0,0,0 40";
        assert_eq!(scores(apart, "threatened:1"), [0, 0, -100]);
    }

    #[test]
    fn nijssen_counts_turns_to_win_and_pieces_controlled() {
        let game = Focus::new(2).expect("two players");
        let knowledge = game.knowledge(Some("nijssen"), None).expect("known");
        let text = "4/6/8/4(gr)3/8/8/6/2g1 r 1,0 0,4/1,0 40";
        let state = game.parse_position(text).expect("a position").start;
        let scores = knowledge.scores(&game, &state, Player::FIRST);
        let hundredths = |turns: Value, pieces: Value| 100 * (pieces - 600 * turns);
        assert_eq!(scores.as_slice(), [hundredths(2, 3), hundredths(5, 1)]);
    }
}
