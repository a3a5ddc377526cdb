//! What a position is worth: Melee's own evaluations.
//!
//! A player's *strength* adds up his stones, which count more the fewer empty tiles are left, his
//! mobility, which counts less, the worth of the tiles he holds (corners of any map, see `place`), his
//! override stones and bombs, and the bonus and choice tiles he could take. Inversions that are still to come will hand
//! stones on, and choices make them uncertain. His score compares his strength with
//! everybody else's, one by one, and saturates: to be far ahead of a beaten player is worth little
//! more than to be ahead of him, because ranks are what counts in the end.
//!
//! `prospects` differs from `strength` in what is still to come: an override stone is worth many times as much, because it
//! turns whole lines at the end when nobody can answer, and stones belong to who will have them.

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
    /// An override stone, whatever the map.
    overriding: i32,
    /// An override stone for each tile along the side of the map: lines that it turns are as long as that.
    override_side: i32,
    /// A tile in the reach of a bomb.
    bomb: i32,
    /// A bonus tile that can be taken.
    bonus: i32,
    /// A choice tile that can be taken, in percent of the stones that a swap would win.
    choice: i32,
    /// Percent of the stones that are those a player gets by the inversions to come, and of the worth of tiles.
    handed_stones: i32,
    handed_places: i32,
    /// By so many percent each choice tile that is left makes stones and places uncertain.
    uncertain: i32,
    /// Percent of the tiles in reach of the others' bombs that will be stones, when bombs decide; 0 counts bombs as stocks.
    blast: i32,
    /// A difference in strength at which a comparison is worth half of what it can be: whatever the map, and for each tile.
    half: i32,
    half_tile: i32,
}

/// Stones and tiles alone.
const STONES: Weights = Weights {
    stone: [100, 100],
    mobility: [0, 0],
    place: 0,
    overriding: 0,
    override_side: 0,
    bomb: 0,
    bonus: 0,
    choice: 0,
    handed_stones: 50,
    handed_places: 0,
    uncertain: 0,
    blast: 0,
    half: 4_000,
    half_tile: 0,
};

/// What `strength` and `mobility` have in common.
const STOCKS: Weights = Weights { overriding: 700, bomb: 15, bonus: 150, choice: 15, ..STONES };

impl Weights {
    /// Found by matches on generated maps (`docs/strength.md`). An override stone is worth the lines it will turn at the end,
    /// and every stone and place is that of the player who has it after the inversions to come.
    const PROSPECTS: Weights = Weights {
        stone: [15, 100],
        mobility: [60, 15],
        place: 10,
        overriding: 0,
        override_side: 450,
        handed_stones: 100,
        handed_places: 100,
        uncertain: 50,
        blast: 60,
        ..STOCKS
    };

    /// The evaluations by name, the default first.
    const NAMED: [(&'static str, Weights); 4] = [
        ("strength", Weights { stone: [15, 100], mobility: [60, 15], place: 10, ..STOCKS }),
        ("mobility", Weights { stone: [0, 100], mobility: [100, 0], ..STOCKS }),
        ("stones", STONES),
        ("prospects", Weights::PROSPECTS),
    ];

    /// Every weight by its name.
    fn fields(&mut self) -> [(&'static str, &mut i32); 16] {
        let [stone, late_stone] = &mut self.stone;
        let [mobility, late_mobility] = &mut self.mobility;
        [
            ("stone", stone),
            ("late-stone", late_stone),
            ("mobility", mobility),
            ("late-mobility", late_mobility),
            ("place", &mut self.place),
            ("override", &mut self.overriding),
            ("override-side", &mut self.override_side),
            ("bomb", &mut self.bomb),
            ("bonus", &mut self.bonus),
            ("choice", &mut self.choice),
            ("handed-stones", &mut self.handed_stones),
            ("handed-places", &mut self.handed_places),
            ("uncertain", &mut self.uncertain),
            ("blast", &mut self.blast),
            ("half", &mut self.half),
            ("half-tile", &mut self.half_tile),
        ]
    }

    /// All weights by their names, so that [`parse`](Self::parse) reads them back.
    pub(super) fn list(mut self) -> Vec<(&'static str, f64)> {
        self.fields().map(|(name, weight)| (name, f64::from(*weight))).to_vec()
    }

    /// A named set, or `prospects` with some weights changed: `mobility:80+place:5`.
    pub(super) fn parse(text: &str) -> Option<Self> {
        if let Some((_, weights)) = Self::NAMED.into_iter().find(|(name, _)| *name == text) {
            return Some(weights);
        }
        let mut weights = Self::PROSPECTS;
        for (name, value) in crate::weights::parse(text)? {
            let field = weights.fields().into_iter().find(|(own, _)| *own == name);
            *field?.1 = value.round() as i32;
        }
        Some(weights)
    }
}

/// What a search of `ReversiXT` knows.
#[derive(Clone, Debug)]
pub struct ReversiXtKnowledge {
    weights: Weights,
    pub(super) order: Order,
    /// What one bomb is worth on this map, and one override stone.
    bomb: i32,
    overriding: i32,
    /// A difference in strength at which a comparison is worth half of what it can be.
    half: i64,
    /// Stones that one bomb will destroy, in hundredths.
    blast: i64,
    /// Tiles of the map.
    tiles: u32,
}

/// The most that a comparison can be worth.
const FULL: i64 = 10_000;
/// A difference in stones at which a comparison of finished games is worth half of what it can be.
const HALF_OF_STONES: i64 = 4_000;
/// What a game for two is worth to both after which no stone is left: it is drawn, but who steers for it when he stands a
/// little behind gives away what it takes to come back, and then has nothing else.
const NOTHING_LEFT: Value = -(FULL as Value) / 2;

/// A difference on a scale that saturates.
#[inline]
fn compare(difference: i64, half: i64) -> i32 {
    (FULL * difference / (half + difference.abs())) as i32
}

impl ReversiXtKnowledge {
    pub(super) fn named(game: &ReversiXt, evaluation: Option<&str>, ordering: Option<&str>) -> Option<Self> {
        let weights = Weights::parse(evaluation.unwrap_or(Weights::NAMED[0].0))?;
        let side = 2 * i32::from(game.map.radius) + 1;
        let tiles = game.initial.tally.tiles.max(1);
        let reach = side.saturating_mul(side).min(tiles as i32);
        let along = f64::from(weights.override_side) * f64::from(tiles).sqrt();
        Some(ReversiXtKnowledge {
            // Of what a bomb destroys the thrower chooses; more than the map it cannot.
            bomb: weights.bomb * reach.min(400),
            blast: i64::from(weights.blast) * i64::from(reach),
            overriding: weights.overriding + along as i32,
            half: (i64::from(weights.half) + i64::from(weights.half_tile) * i64::from(tiles)).max(1),
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
        if self.blast > 0 && Self::is_left_to_bombs(tally, players) {
            return self.after_bombs(tally, players);
        }
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
        let certain = 100 * 100 / (100 + i64::from(w.uncertain) * i64::from(tally.choices));
        let shift = tally.inversions as usize % players;
        let most = tally.stones.iter().max().copied().unwrap_or(0);
        for (player, strength) in strengths.iter_mut().enumerate().take(players) {
            let colour = tally.colour(player);
            // Some of his stones are those he gets by the inversions to come.
            let handed = tally.colour((player + players - shift) % players);
            let share = |own: i64, got: i64, percent: i32| own * i64::from(100 - percent) + got * i64::from(percent);
            let stones = share(tally.stones[colour].into(), tally.stones[handed].into(), w.handed_stones);
            let places = share(tally.places[colour].into(), tally.places[handed].into(), w.handed_places);
            *strength = (stone * stones + i64::from(w.place) * places) / 100 * certain / 100
                + mobility * i64::from(tally.mobility[colour])
                + i64::from(self.overriding) * i64::from(tally.overrides[player])
                + bomb * i64::from(tally.bombs[player])
                + i64::from(w.bonus) * i64::from(tally.bonus_moves[colour]);
            if tally.choice_moves[colour] > 0 {
                let won = most - tally.stones[colour];
                *strength += stone * i64::from(won) * i64::from(w.choice) / 100;
            }
        }
        strengths
    }

    /// Are bombs thrown, or will they be next, with most of the board still empty? Who has taken every stone of the others
    /// ends the first phase, and a few stones do not outlast it.
    #[inline]
    fn is_left_to_bombs(tally: &Tally, players: usize) -> bool {
        let is_stuck = |player: usize| tally.is_out(player) || tally.mobility[tally.colour(player)] == 0;
        tally.phase == Phase::Bombs || 2 * tally.empties > tally.tiles && (0..players).all(is_stuck)
    }

    /// Everybody's strength by what the others' bombs leave of his stones, each thrown at one of those whom it can hurt.
    #[cold]
    fn after_bombs(&self, tally: &Tally, players: usize) -> [i64; 8] {
        /// What stones are worth beyond that, and override stones where there is little left to turn.
        const REST: i64 = 10;
        const OVERRIDE: i64 = 100;
        let playing = (0..players).filter(|&player| !tally.is_out(player));
        let all: i64 = playing.clone().map(|player| i64::from(tally.bombs[player])).sum();
        let targets = (playing.clone().count() as i64 - 1).max(1);
        let mut strengths = [0; 8];
        for player in playing {
            let stones = i64::from(tally.stones[tally.colour(player)]);
            let lost = (all - i64::from(tally.bombs[player])) * self.blast / targets;
            let overrides = if tally.phase == Phase::Bombs { 0 } else { i64::from(tally.overrides[player]) };
            strengths[player] = (100 * stones - lost).max(0) + REST * stones + OVERRIDE * overrides;
        }
        strengths
    }

    #[inline]
    fn score_of(&self, strengths: &[i64; 8], tally: &Tally, players: usize, player: usize) -> Value {
        let (mut sum, mut others) = (0, 0);
        for (q, &strength) in strengths.iter().enumerate().take(players) {
            if q != player && !tally.is_out(q) {
                sum += compare(strengths[player] - strength, self.half);
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
            scores[player] = self.score_of(&strengths, &state.tally, game.players(), index);
        }
        scores
    }

    #[inline]
    fn score(&self, game: &ReversiXt, state: &State, root: Player, _window: Window) -> Bounded {
        let strengths = self.strengths(game, &state.tally);
        let (players, root) = (game.players(), root.index());
        Bounded::Exact(self.score_of(&strengths, &state.tally, players, root))
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
        if game.players() == 2 && Player::all(2).all(|player| state.stones(player) == 0) {
            return Verdict::Score(NOTHING_LEFT);
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
        let margin = compare(i64::from(stones / others), HALF_OF_STONES) / 10;
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

#[cfg(test)]
mod tests {
    use super::*;
    use melee_core::PlayableGame;

    fn score(map: &str, evaluation: &str) -> Value {
        let map = super::super::Map::parse(map).expect("a map");
        let game = ReversiXt::new(map);
        let knowledge = game.knowledge(Some(evaluation), None).expect("an evaluation");
        knowledge.scores(&game, &game.initial(), Player::FIRST)[Player::FIRST]
    }

    #[test]
    fn every_weight_reads_back() {
        for (name, weights) in Weights::NAMED {
            let text: Vec<String> = weights.list().iter().map(|(name, weight)| format!("{name}:{weight}")).collect();
            assert_eq!(Weights::parse(&text.join("+")), Some(weights), "{name}");
        }
        assert_eq!(Weights::parse("speed:1"), None);
    }

    #[test]
    fn an_inversion_to_come_makes_the_others_stones_ones_own() {
        let with = |tile: char| format!("2\n0\n0 0\n1 8\n1 1 1 1 2 0 {tile} 0");
        assert!(score(&with('0'), "prospects") > 0);
        assert!(score(&with('i'), "prospects") < 0);
        assert!(score(&with('i'), "handed-stones:0+handed-places:0") > 0);
    }

    #[test]
    fn a_few_stones_are_worth_little_to_who_has_ended_the_first_phase_with_them() {
        let with = |bombs: u8| format!("2\n0\n{bombs} 1\n2 9\n1 1 1 0 0 0 0 0 0\n0 0 0 0 0 0 0 0 2");
        let [safe, bombed] = [0, 1].map(|bombs| score(&with(bombs), "prospects"));
        assert!(safe > 3 * bombed && bombed > 0, "{safe} and {bombed}");
    }

    #[test]
    fn a_board_without_stones_is_worth_less_than_a_draw_to_both() {
        let verdicts = |map: &str| {
            let game = ReversiXt::new(super::super::Map::parse(map).expect("a map"));
            let knowledge = game.knowledge(None, None).expect("an evaluation");
            let mut state = game.initial();
            while game.outcome(&state).is_none() {
                let mut moves = Vec::new();
                game.moves(&state, &mut moves);
                game.play(&mut state, moves[moves.len() / 2]);
            }
            let outcome = game.outcome(&state).expect("it is over");
            [0, 1].map(|player| knowledge.verdict(&game, &state, &outcome, Player::new(player)))
        };
        assert_eq!(verdicts("2\n0\n0 0\n1 3\n1 0 2"), [Verdict::Score(0); 2]);
        assert_eq!(verdicts("2\n0\n1 1\n1 3\n1 0 2"), [Verdict::Score(NOTHING_LEFT); 2]);
    }

    #[test]
    fn an_override_stone_is_worth_more_on_a_larger_map() {
        let game = |side: usize| {
            let row = format!("{}\n", "0 ".repeat(side));
            let map = format!("2\n1\n0 0\n{side} {side}\n{}", row.repeat(side));
            ReversiXt::new(super::super::Map::parse(&map).expect("a map"))
        };
        let worth = |side, name| ReversiXtKnowledge::named(&game(side), Some(name), None).expect(name).overriding;
        assert_eq!((worth(10, "strength"), worth(20, "strength")), (700, 700));
        assert_eq!((worth(10, "prospects"), worth(20, "prospects")), (4_500, 9_000));
    }
}
