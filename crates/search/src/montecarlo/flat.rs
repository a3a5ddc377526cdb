//! Flat Monte-Carlo search (Chorus 2009, 4.3): every root move gets the same number of random
//! games, the move with the best mean is played.

use melee_core::Game;

use super::playout::{PlayoutSettings, Playouts, Points, playout_options};
use super::{mean_scores, millionths};
use crate::options::Opt;
use crate::order::{order_of, places_by_key};
use crate::{
    Algorithm, AnyTimeSearch, Best, Chooser, Method, Move, Observer, OnProgress, Pace, Sampled, Search, SearchError,
    Stopped, Variant, Walk, World,
};

/// What flat Monte-Carlo does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FlatSettings {
    /// How games are played.
    pub playout: PlayoutSettings,
    /// The most games per root move.
    pub per_move: u64,
}

/// The algorithm by name.
#[derive(Clone, Copy, Debug)]
pub struct FlatSearch;

impl Algorithm for FlatSearch {
    type Settings = FlatSettings;
    const PACE: Pace = Pace::AnyTime;

    fn variants(&self) -> Vec<Variant<FlatSettings>> {
        let plain = FlatSettings { playout: PlayoutSettings::PLAIN, per_move: 1_000 };
        let summary = "flat Monte-Carlo: the same number of random games for every move";
        vec![Variant::new("mc", plain, summary)]
    }

    fn options(&self) -> Vec<Opt<FlatSettings>> {
        let mut options = vec![
            Opt::number("playouts", 1..=u64::MAX, "the most random games per root move", |s: &mut FlatSettings| {
                &mut s.per_move
            })
            .fixed(),
        ];
        options.extend(playout_options(|s: &mut FlatSettings| &mut s.playout));
        options
    }

    /// Without random games it would evaluate the same positions again and again.
    fn declines(&self) -> &'static [&'static str] {
        &["cutoff=0"]
    }
}

impl Search for FlatSearch {
    fn build<W: World>(&self, settings: &FlatSettings, _game: &W::Game, seed: u64) -> Result<Method<W>, SearchError> {
        let settings = *settings;
        Ok(Method::AnyTime(Box::new(FlatMonteCarlo { settings, seed })))
    }
}

struct FlatMonteCarlo {
    settings: FlatSettings,
    seed: u64,
}

struct Arm<M> {
    mv: M,
    points: Points,
    games: u64,
}

impl FlatMonteCarlo {
    fn round<W: World>(
        walk: &mut Walk<W>,
        playouts: &mut Playouts<W::Game>,
        arms: &mut [Arm<Move<W>>],
    ) -> Result<(), Stopped> {
        for arm in arms {
            walk.restart();
            walk.play(arm.mv);
            walk.enter()?;
            let points = playouts.play(walk)?;
            for (sum, point) in arm.points.iter_mut().zip(points) {
                *sum += point;
            }
            arm.games += 1;
        }
        Ok(())
    }

    /// Tells what came of the games after every move.
    fn tell_arms<W: World>(walk: &mut Walk<W>, arms: &[Arm<Move<W>>]) {
        let players = walk.game.players();
        let mut points = Points::default();
        for arm in arms {
            for (sum, point) in points.iter_mut().zip(arm.points) {
                *sum += point;
            }
        }
        let sampled =
            |points: &Points, visits| Sampled { visits, values: mean_scores(&points[..players], visits), untried: 0 };
        let games = arms.iter().map(|arm| arm.games).sum();
        let mover = walk.root;
        let root = walk.observer.grown(None, None, mover, Chooser::Max(mover), sampled(&points, games));
        for arm in arms {
            let step = walk.step(arm.mv);
            walk.play(arm.mv);
            let mover = walk.game.to_move(&walk.state);
            walk.restart();
            let sampled = sampled(&arm.points, arm.games);
            walk.observer.grown(root, Some(step), mover, Chooser::Own(mover), sampled);
        }
    }
}

impl<W: World> AnyTimeSearch<W> for FlatMonteCarlo {
    fn search(&mut self, walk: &mut Walk<W>, progress: &mut OnProgress<W>) -> Result<Best<Move<W>>, Stopped> {
        walk.observer.samples(walk.root);
        walk.enter()?;
        let mut playouts = Playouts::new(self.settings.playout, self.seed, walk.game.key(&walk.state));
        let mut arms: Vec<Arm<Move<W>>> =
            walk.ordered_moves().into_iter().map(|mv| Arm { mv, points: Points::default(), games: 0 }).collect();
        for round in 1..=self.settings.per_move {
            if Self::round(walk, &mut playouts, &mut arms).is_err() {
                break;
            }
            if round >= FIRST_PROGRESS && round.is_power_of_two() {
                walk.restart();
                progress(walk, &best_arm(walk, &arms));
            }
        }
        walk.restart();
        if W::Observer::LOOKS {
            Self::tell_arms(walk, &arms);
        }
        Ok(best_arm(walk, &arms))
    }

    fn tells_points(&self) -> bool {
        true
    }

    fn tells_tree_afterwards(&self) -> bool {
        true
    }

    fn forget(&mut self, seed: u64) {
        self.seed = seed;
    }
}

/// Progress is told after so many games of every move, and whenever there are twice as many.
const FIRST_PROGRESS: u64 = 16;

/// The moves with the highest means; of equal ones the first of the static order.
fn best_arm<W: World>(walk: &Walk<W>, arms: &[Arm<Move<W>>]) -> Best<Move<W>> {
    let root = walk.root.index();
    let mean = |arm: &Arm<Move<W>>| arm.points[root] / arm.games.max(1) as f64;
    let ranked = places_by_key(arms.len(), &|i| (order_of(mean(&arms[i])), 0));
    let players = walk.game.players();
    let told = |i: usize| {
        let arm = &arms[i];
        let best = Best::guess(millionths(mean(arm)), vec![walk.step(arm.mv)]);
        best.with_values(mean_scores(&arm.points[..players], arm.games))
    };
    Best::first_of(&ranked, walk.limits().lines, &told).expect("a state that is not over has a move")
}
