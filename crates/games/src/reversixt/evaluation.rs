//! What a position is worth: Melee's own evaluation.
//!
//! A player's *strength* adds up his stones, which count more the fewer empty tiles are left, his
//! mobility, which counts less, the worth of the tiles he holds (corners of any map, see `place`), his
//! override stones and bombs, and the bonus and choice tiles he could take. Inversions that are still to come will hand stones on: half
//! of what counts as his stones are those he will then get. His score compares his strength with
//! everybody else's, one by one, and saturates: to be far ahead of a beaten player is worth little
//! more than to be ahead of him, because ranks are what counts in the end.

use melee_core::{Bounded, Game, Knowledge, OrderView, Outcome, Player, Scores, Value, Verdict, Window};

use super::ordering::Order;
use super::state::{Phase, Tally};
use super::{Move, ReversiXt, State};

/// The weights of a player's strength, in hundredths of a stone at the end of the game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Weights {
    /// A stone on the empty board, and on the full board.
    stone: [i32; 2],
    /// A tile to place a stone on, on the empty board and on the full board.
    mobility: [i32; 2],
    /// A unit of a tile's worth.
    place: i32,
    /// An override stone.
    overriding: i32,
    /// A tile in the reach of a bomb.
    bomb: i32,
    /// A bonus tile that can be taken.
    bonus: i32,
    /// A choice tile that can be taken, in percent of the stones that a swap would win.
    choice: i32,
}

impl Weights {
    /// The evaluations by name, the default first.
    const NAMED: [(&'static str, Weights); 3] = [
        (
            "strength",
            Weights {
                stone: [15, 100],
                mobility: [60, 15],
                place: 10,
                overriding: 700,
                bomb: 15,
                bonus: 150,
                choice: 15,
            },
        ),
        (
            "mobility",
            Weights {
                stone: [0, 100],
                mobility: [100, 0],
                place: 0,
                overriding: 700,
                bomb: 15,
                bonus: 150,
                choice: 15,
            },
        ),
        (
            "stones",
            Weights { stone: [100, 100], mobility: [0, 0], place: 0, overriding: 0, bomb: 0, bonus: 0, choice: 0 },
        ),
    ];

    /// All weights by their names, so that [`parse`](Self::parse) reads them back.
    pub(super) fn list(&self) -> Vec<(&'static str, f64)> {
        [
            ("stone", self.stone[0]),
            ("late-stone", self.stone[1]),
            ("mobility", self.mobility[0]),
            ("late-mobility", self.mobility[1]),
            ("place", self.place),
            ("override", self.overriding),
            ("bomb", self.bomb),
            ("bonus", self.bonus),
            ("choice", self.choice),
        ]
        .map(|(name, weight)| (name, f64::from(weight)))
        .to_vec()
    }

    /// A named set, or the default with some weights changed: `mobility:80+place:5`.
    pub(super) fn parse(text: &str) -> Option<Self> {
        if let Some((_, weights)) = Self::NAMED.into_iter().find(|(name, _)| *name == text) {
            return Some(weights);
        }
        let mut weights = Self::NAMED[0].1;
        for (name, value) in crate::weights::parse(text)? {
            let weight = match name {
                "stone" => &mut weights.stone[0],
                "late-stone" => &mut weights.stone[1],
                "mobility" => &mut weights.mobility[0],
                "late-mobility" => &mut weights.mobility[1],
                "place" => &mut weights.place,
                "override" => &mut weights.overriding,
                "bomb" => &mut weights.bomb,
                "bonus" => &mut weights.bonus,
                "choice" => &mut weights.choice,
                _ => return None,
            };
            *weight = value.round() as i32;
        }
        Some(weights)
    }
}

/// What a search of `ReversiXT` knows.
#[derive(Clone, Debug)]
pub struct ReversiXtKnowledge {
    weights: Weights,
    pub(super) order: Order,
    /// What one bomb is worth on this map.
    bomb: i32,
    /// Tiles of the map.
    tiles: u32,
}

/// A difference in strength at which a comparison is worth half of what it can be.
const HALF: i64 = 4_000;
/// The most that a comparison can be worth.
const FULL: i64 = 10_000;

/// A difference on a scale that saturates.
#[inline]
fn compare(difference: i64) -> i32 {
    (FULL * difference / (HALF + difference.abs())) as i32
}

impl ReversiXtKnowledge {
    pub(super) fn named(game: &ReversiXt, evaluation: Option<&str>, ordering: Option<&str>) -> Option<Self> {
        let weights = Weights::parse(evaluation.unwrap_or("strength"))?;
        let side = 2 * i32::from(game.map.radius) + 1;
        let tiles = game.initial.tally.tiles.max(1);
        Some(ReversiXtKnowledge {
            // Of what a bomb destroys the thrower chooses; more than the map it cannot.
            bomb: weights.bomb * side.saturating_mul(side).min(tiles as i32).min(400),
            order: Order::named(ordering.unwrap_or(Order::NAMES[0]))?,
            weights,
            tiles,
        })
    }

    /// Everybody's strength.
    #[inline]
    fn strengths(&self, game: &ReversiXt, tally: &Tally) -> [i64; 8] {
        let players = game.players();
        let mut strengths = [0; 8];
        let w = &self.weights;
        let bomb = i64::from(self.bomb);
        if tally.phase == Phase::Bombs {
            for (player, strength) in strengths.iter_mut().enumerate().take(players) {
                let stones = i64::from(tally.stones[tally.colour(player)]);
                *strength = 100 * stones + bomb * i64::from(tally.bombs[player]);
            }
            return strengths;
        }
        // How much of the board is empty, in 256ths.
        let empty = (tally.empties * 256 / self.tiles) as i32;
        let blend = |[early, late]: [i32; 2]| i64::from(late + (((early - late) * empty) >> 8));
        let (stone, mobility) = (blend(w.stone), blend(w.mobility));
        let shift = tally.inversions as usize % players;
        for (player, strength) in strengths.iter_mut().enumerate().take(players) {
            let colour = tally.colour(player);
            // Half of his stones and half of those he gets by the inversions to come.
            let giver = (player + players - shift) % players;
            let half_stones = tally.stones[colour] + tally.stones[tally.colour(giver)];
            *strength = stone * i64::from(half_stones) / 2
                + mobility * i64::from(tally.mobility[colour])
                + i64::from(w.place) * i64::from(tally.places[colour])
                + i64::from(w.overriding) * i64::from(tally.overrides[player])
                + bomb * i64::from(tally.bombs[player])
                + i64::from(w.bonus) * i64::from(tally.bonus_moves[colour]);
            if tally.choice_moves[colour] > 0 {
                let most = tally.stones.iter().max().copied().unwrap_or(0);
                let won = most - tally.stones[colour];
                *strength += stone * i64::from(won) * i64::from(w.choice) / 100;
            }
        }
        strengths
    }

    #[inline]
    fn score_of(strengths: &[i64; 8], tally: &Tally, players: usize, player: usize) -> Value {
        let (mut sum, mut others) = (0, 0);
        for (q, &strength) in strengths.iter().enumerate().take(players) {
            if q != player && !tally.is_out(q) {
                sum += compare(strengths[player] - strength);
                others += 1;
            }
        }
        if others == 0 { 0 } else { sum / others }
    }
}

impl Knowledge<ReversiXt> for ReversiXtKnowledge {
    fn scores(&self, game: &ReversiXt, state: &State, _root: Player) -> Scores {
        let strengths = self.strengths(game, &state.tally);
        let mut scores = Scores::new(game.players());
        for player in Player::all(game.players()) {
            let index = player.index();
            scores[player] = Self::score_of(&strengths, &state.tally, game.players(), index);
        }
        scores
    }

    #[inline]
    fn score(&self, game: &ReversiXt, state: &State, root: Player, _window: Window) -> Bounded {
        let strengths = self.strengths(game, &state.tally);
        let (players, root) = (game.players(), root.index());
        Bounded::Exact(Self::score_of(&strengths, &state.tally, players, root))
    }

    /// With more than two players every rank counts, not only the first.
    fn verdict(&self, game: &ReversiXt, state: &State, outcome: &Outcome, player: Player) -> Verdict {
        let is_first = outcome.is_first(player);
        if is_first && outcome.firsts() == 1 {
            return Verdict::Win;
        }
        if game.players() == 2 && !is_first {
            return Verdict::Loss;
        }
        // On the scale of the evaluation: each opponent behind or ahead, then the stones.
        let rank = outcome.ranks()[player.index()];
        let (mut sum, mut stones) = (0, 0);
        for (q, &other) in outcome.ranks().iter().enumerate() {
            sum += i32::from(other > rank) - i32::from(other < rank);
            stones -= state.stones(Player::new(q)) as i32;
        }
        let others = game.players() as i32 - 1;
        stones += (others + 1) * state.stones(player) as i32;
        let margin = compare(i64::from(stones / others)) / 10;
        Verdict::Score((FULL as i32 * sum + margin) / others)
    }

    fn worth_of_win(&self) -> Value {
        FULL as Value
    }

    fn rank_all(&self, game: &ReversiXt, state: &mut State, view: OrderView, moves: &[Move], out: &mut Vec<i32>) {
        super::ordering::rank_all(self, game, state, view, moves, out);
    }

    /// Moves onto choice and inversion tiles, which change everything at once.
    fn noisy(&self, game: &ReversiXt, state: &State, _view: OrderView, _ply: u32, out: &mut Vec<Move>) {
        let tally = &state.tally;
        if tally.phase == Phase::Stones && tally.choices + tally.inversions > 0 {
            game.each_move(state, |mv| {
                let cell = state.cells[mv.tile as usize];
                if matches!(cell, super::Cell::CHOICE | super::Cell::INVERSION) {
                    out.push(mv);
                }
            });
        }
    }
}
