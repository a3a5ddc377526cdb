//! What a position is worth (Esser 2012, chapter 5).
//!
//! Everybody's features are added up, in parts of a pawn; a score is the own part of the sum of
//! all, in millionths, so that scores add up to one. Pieces and those in danger are counted first;
//! where that already decides, a lazy evaluation leaves it at that (5.3).

mod attack_table;
mod en_prise;
mod ending;
mod king_safety;
mod lines;
mod pawns;
mod pieces;
mod units;
mod view;

use melee_core::zobrist::mix;
use melee_core::{Bounded, Game, Knowledge, OrderView, Outcome, Player, Scores, Value, Verdict, Window};

use super::ordering::{Order, noisy};
use super::piece::{SEATS, Seat};
use super::{Chess4, Move, State};
use attack_table::AttackTable;
pub(super) use pawns::pawn_formation;
pub(super) use pieces::gain_of_place;
use units::PAWN;
pub(super) use units::piece_value;

/// One, in the units of scores.
const WHOLE: i64 = 1_000_000;

/// The features, in the order of the thesis, and one that it has not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Feature {
    EnPrise,
    Knights,
    Random,
    KingSafety,
    Mobility,
    PawnFormation,
    BishopPair,
    BadBishop,
    Pins,
    OpeningPawns,
    Centre,
    Ending,
}

const FEATURES: [(&str, Feature); 12] = [
    ("enprise", Feature::EnPrise),
    ("knights", Feature::Knights),
    ("random", Feature::Random),
    ("king", Feature::KingSafety),
    ("mobility", Feature::Mobility),
    ("pawns", Feature::PawnFormation),
    ("bishops", Feature::BishopPair),
    ("badbishop", Feature::BadBishop),
    ("pins", Feature::Pins),
    ("opening", Feature::OpeningPawns),
    ("centre", Feature::Centre),
    ("ending", Feature::Ending),
];

/// How much each feature counts, in thousandths of what the thesis gives it; 0 leaves it out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Weights {
    features: [i64; FEATURES.len()],
    /// The thesis's margin of the lazy evaluation, in thousandths of a pawn; 0 is none.
    lazy: i64,
    /// The same where everybody's features may change by so much.
    bound: i64,
}

impl Weights {
    /// Only the pieces.
    pub const MATERIAL: Weights = Weights { features: [0; FEATURES.len()], lazy: 0, bound: 0 };

    /// All features of the thesis but chance.
    pub const ESSER: Weights =
        Weights { features: [1000, 1000, 0, 1000, 1000, 1000, 1000, 1000, 1000, 1000, 1000, 0], lazy: 0, bound: 0 };

    /// The same, and how a bare king is mated.
    pub const MELEE: Weights =
        Weights { features: [1000, 1000, 0, 1000, 1000, 1000, 1000, 1000, 1000, 1000, 1000, 1000], lazy: 0, bound: 0 };

    /// The thesis's features with its lazy margin of a pawn.
    pub const LAZY: Weights = Weights { lazy: 1000, ..Weights::ESSER };

    /// `esser`, `material`, `melee` (`esser` and how a bare king is mated), or weights that differ from `esser`:
    /// `mobility:0+pins:2` leaves mobility out and doubles pins. `lazy:1` is the thesis's lazy evaluation with the margin of
    /// a pawn, which may change values; with `bound:15` it cannot.
    ///
    /// ```
    /// use melee_games::chess4::Weights;
    /// assert_eq!(Weights::parse("lazy:1"), Some(Weights::LAZY));
    /// assert_eq!(Weights::parse("ending:1"), Some(Weights::MELEE));
    /// assert_eq!(Weights::parse("speed:1"), None);
    /// ```
    pub fn parse(text: &str) -> Option<Self> {
        match text {
            "esser" => return Some(Self::ESSER),
            "melee" => return Some(Self::MELEE),
            "material" => return Some(Self::MATERIAL),
            _ => {}
        }
        let mut weights = Self::ESSER;
        for (name, value) in crate::weights::parse(text)? {
            if value > 100.0 {
                return None;
            }
            let value = (value * 1000.0).round() as i64;
            if name == "lazy" {
                weights.lazy = value;
            } else if name == "bound" {
                weights.bound = value;
            } else {
                let place = FEATURES.iter().position(|(known, _)| *known == name)?;
                weights.features[place] = value;
            }
        }
        Some(weights)
    }

    /// All weights but those of the lazy evaluation, which is about speed, so that [`parse`](Self::parse) reads them back.
    pub(super) fn list(&self) -> Vec<(&'static str, f64)> {
        let features = FEATURES.iter().zip(self.features);
        features.map(|((name, _), thousandths)| (*name, thousandths as f64 / 1000.0)).collect()
    }

    fn of(&self, feature: Feature) -> i64 {
        self.features[feature as usize]
    }
}

/// What a search of four-player chess knows.
#[derive(Clone, Debug)]
pub struct Chess4Knowledge {
    weights: Weights,
    pub(super) order: Order,
}

/// Everybody's sums, in thousandths of the unit.
type Sums = [i64; SEATS];

impl Chess4Knowledge {
    pub(super) fn named(evaluation: Option<&str>, ordering: Option<&str>) -> Option<Self> {
        Some(Chess4Knowledge {
            weights: Weights::parse(evaluation.unwrap_or("esser"))?,
            order: Order::named(ordering.unwrap_or("captured"))?,
        })
    }

    /// Adds a feature that is known for all seats together.
    fn add_all(&self, sums: &mut Sums, feature: Feature, values: impl FnOnce() -> [i32; SEATS]) {
        let weight = self.weights.of(feature);
        if weight != 0 {
            for (sum, value) in sums.iter_mut().zip(values()) {
                *sum += weight * i64::from(value);
            }
        }
    }

    /// Adds a feature seat by seat.
    fn add_each(&self, sums: &mut Sums, feature: Feature, value: impl Fn(Seat) -> i32) {
        self.add_all(sums, feature, || std::array::from_fn(|seat| value(seat as Seat)));
    }

    /// The first stage: pieces, and those in danger.
    fn first_stage(&self, state: &State, table: &AttackTable, root: Player) -> Sums {
        let mut sums = material(state).map(|value| 1000 * value);
        self.add_all(&mut sums, Feature::EnPrise, || en_prise::en_prise(state, table, root));
        sums
    }

    /// The second stage: everything else.
    fn second_stage(&self, state: &State, table: &AttackTable, sums: &mut Sums) {
        self.add_all(sums, Feature::Knights, || table.knights);
        self.add_each(sums, Feature::Random, |s| random(state, s));
        self.add_each(sums, Feature::KingSafety, |s| king_safety::king_safety(state, table, s));
        self.add_all(sums, Feature::Mobility, || lines::mobility(state, table.moves));
        self.add_all(sums, Feature::PawnFormation, || state.formation);
        self.add_each(sums, Feature::BishopPair, |s| pieces::bishop_pair(state, s));
        self.add_all(sums, Feature::BadBishop, || table.bad_bishops);
        self.add_all(sums, Feature::Pins, || table.pins);
        self.add_all(sums, Feature::OpeningPawns, || pieces::opening(state));
        self.add_all(sums, Feature::Centre, || pieces::centre(state));
    }
}

impl Chess4Knowledge {
    /// The sums where nothing is left but to mate a bare king.
    fn ending(&self, state: &State) -> Option<Sums> {
        let weight = self.weights.of(Feature::Ending);
        if weight == 0 {
            return None;
        }
        let (winner, progress) = ending::progress(state)?;
        let mut sums = material(state).map(|value| 1000 * value);
        sums[winner as usize] += weight * i64::from(progress);
        Some(sums)
    }

    fn sums(&self, game: &Chess4, state: &State, root: Player) -> Sums {
        if self.weights == Weights::MATERIAL {
            return material(state);
        }
        if let Some(sums) = self.ending(state) {
            return sums;
        }
        let mut table = AttackTable::EMPTY;
        table.fill(state, game.bends);
        let mut sums = self.first_stage(state, &table, root);
        self.second_stage(state, &table, &mut sums);
        sums
    }

    /// The answer where the second stage cannot matter: everybody's sum may change by the margin
    /// (`bound`), or only the root player's, as in the thesis (`lazy`).
    fn lazy_bound(&self, sums: &Sums, root: Player, window: Window) -> Option<Bounded> {
        let pawn = i64::from(PAWN);
        let (own_margin, others_margin) = match (self.weights.bound, self.weights.lazy) {
            (0, 0) => return None,
            (0, lazy) => (lazy * pawn, 0),
            (bound, _) => (bound * pawn, bound * pawn),
        };
        let least = share_with(sums, root, -own_margin, others_margin);
        if least >= window.beta {
            return Some(Bounded::AtLeast(least));
        }
        let most = share_with(sums, root, own_margin, -others_margin);
        (most <= window.alpha).then_some(Bounded::AtMost(most))
    }
}

/// Up to a tenth of a pawn by chance, always the same in a position.
fn random(state: &State, seat: Seat) -> i32 {
    let chance = mix(state.key ^ mix(u64::from(seat))) >> 33;
    (chance % (PAWN as u64 / 10)) as i32
}

/// The value of everybody's pieces.
fn material(state: &State) -> Sums {
    std::array::from_fn(|seat| i64::from(state.material(seat)))
}

/// The part of the whole; nobody has less than nothing.
fn share(own: i64, sums: &Sums) -> Value {
    let all: i64 = sums.iter().map(|&sum| sum.max(0)).sum();
    (own.max(0) * WHOLE / all.max(1)) as Value
}

/// The root player's share if his sum and everybody else's change by so much.
fn share_with(sums: &Sums, root: Player, own: i64, others: i64) -> Value {
    let mut changed = *sums;
    for (seat, sum) in changed.iter_mut().enumerate() {
        // Who has nothing is out, and nothing changes that.
        if *sum > 0 {
            *sum += if seat == root.index() { own } else { others };
        }
    }
    share(changed[root.index()], &changed)
}

impl Knowledge<Chess4> for Chess4Knowledge {
    fn scores(&self, game: &Chess4, state: &State, root: Player) -> Scores {
        let sums = self.sums(game, state, root);
        let mut scores = Scores::new(SEATS);
        for player in Player::all(game.players()) {
            scores[player] = share(sums[player.index()], &sums);
        }
        scores
    }

    fn score(&self, game: &Chess4, state: &State, root: Player, window: Window) -> Bounded {
        if self.weights == Weights::MATERIAL {
            let sums = material(state);
            return Bounded::Exact(share(sums[root.index()], &sums));
        }
        if let Some(sums) = self.ending(state) {
            return Bounded::Exact(share(sums[root.index()], &sums));
        }
        let mut table = AttackTable::EMPTY;
        table.fill(state, game.bends);
        let mut sums = self.first_stage(state, &table, root);
        if let Some(bound) = self.lazy_bound(&sums, root, window) {
            return bound;
        }
        self.second_stage(state, &table, &mut sums);
        Bounded::Exact(share(sums[root.index()], &sums))
    }

    /// A draw is worth the part of the point that it gives.
    fn verdict(&self, _game: &Chess4, _state: &State, outcome: &Outcome, player: Player) -> Verdict {
        match outcome.firsts() {
            _ if !outcome.is_first(player) => Verdict::Loss,
            1 => Verdict::Win,
            firsts => Verdict::Score((WHOLE / firsts as i64) as Value),
        }
    }

    /// The living share the point.
    fn worth_of_draw(&self, _game: &Chess4, state: &State) -> Value {
        (WHOLE / i64::from(state.alive.count_ones().max(1))) as Value
    }

    /// Scores are shares of one (the thesis's maxSum).
    fn max_sum(&self, _game: &Chess4) -> Option<Value> {
        Some(WHOLE as Value)
    }

    fn worth_of_win(&self) -> Value {
        WHOLE as Value
    }

    fn rank_all(&self, game: &Chess4, state: &mut State, view: OrderView, moves: &[Move], out: &mut Vec<i32>) {
        self.rank_moves(game, state, view, moves, out);
    }

    fn noisy(&self, game: &Chess4, state: &State, view: OrderView, ply: u32, out: &mut Vec<Move>) {
        noisy(game, state, view, ply, out);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use melee_core::PlayableGame;

    /// The example of 5.3: all have 43, then an opponent loses his queen.
    #[test]
    fn lazy_evaluation_of_figure_5_9() {
        let pawns = |n: i64| 1000 * n * i64::from(PAWN);
        let sums = [43, 43, 33, 43].map(pawns);
        assert_eq!(share(sums[0], &sums), 265_432);
        assert_eq!(share_with(&sums, Player::FIRST, -pawns(1), 0), 260_869);
    }

    #[test]
    fn everybody_has_a_quarter_at_the_start() {
        let game = Chess4::default();
        for name in Chess4::describe().evaluations {
            let knowledge = game.knowledge(Some(name), None).expect("listed");
            let scores = knowledge.scores(&game, &game.initial(), Player::FIRST);
            assert_eq!(scores.as_slice(), [250_000; 4], "{name}");
        }
    }

    #[test]
    fn a_draw_is_shared_by_the_living() {
        let game = Chess4::default();
        let knowledge = game.knowledge(None, None).expect("the default");
        let mut state = game.initial();
        assert_eq!(knowledge.worth_of_draw(&game, &state), 250_000);
        state.eliminate(1);
        state.eliminate(3);
        assert_eq!(knowledge.worth_of_draw(&game, &state), 500_000);
    }

    /// 5.1.4: a little by chance, at most a tenth of a pawn, always the same in a position.
    #[test]
    fn chance_is_small_and_keeps_to_the_position() {
        let game = Chess4::default();
        let mut rng = melee_core::seeded_rng(3);
        let (mut state, mut seen) = (game.initial(), std::collections::BTreeSet::new());
        for _ in 0..50 {
            for seat in 0..SEATS as Seat {
                let chance = random(&state, seat);
                assert!((0..PAWN / 10).contains(&chance));
                assert_eq!(chance, random(&state.clone(), seat));
                seen.insert(chance);
            }
            let mv = game.random_move(&state, &mut Vec::new(), &mut rng);
            game.play(&mut state, mv);
        }
        assert!(seen.len() > 150, "it varies: {}", seen.len());
    }
}
