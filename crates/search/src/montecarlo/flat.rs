//! Flat Monte-Carlo search (Chorus 2009, 4.3): every root move gets the same number of random
//! games, the move with the best mean is played.

use melee_core::{Evaluator, Game, MoveOrder, NoisyMoves};

use super::playout::{PlayoutSettings, Playouts, Points};
use super::{mean_scores, millionths};
use crate::{Chooser, DepthSearch, Found, Observer, Sampled, Stopped, Walk};

/// Flat Monte-Carlo.
pub struct FlatMonteCarlo {
    /// How games are played.
    pub playout: PlayoutSettings,
    /// The most games per root move.
    pub per_move: u64,
    /// Different seeds, different games.
    pub seed: u64,
}

struct Arm<M> {
    mv: M,
    points: Points,
    games: u64,
}

impl FlatMonteCarlo {
    fn round<G: Game, K: Evaluator<G> + MoveOrder<G>, O: Observer<G::Move>>(
        walk: &mut Walk<G, K, O>,
        playouts: &mut Playouts<G>,
        arms: &mut [Arm<G::Move>],
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
    fn tell_arms<G: Game, K: Evaluator<G> + MoveOrder<G>, O: Observer<G::Move>>(
        walk: &mut Walk<G, K, O>,
        arms: &[Arm<G::Move>],
    ) {
        let players = walk.game.players();
        let mut points = Points::default();
        for arm in arms {
            for (sum, point) in points.iter_mut().zip(arm.points) {
                *sum += point;
            }
        }
        let sampled = |points: &Points, visits| Sampled {
            visits,
            values: mean_scores(&points[..players], visits),
            untried: 0,
        };
        let games = arms.iter().map(|arm| arm.games).sum();
        let mover = walk.root;
        let root = walk.observer.grown(
            None,
            None,
            mover,
            Chooser::Max(mover),
            sampled(&points, games),
        );
        for arm in arms {
            let step = walk.step(arm.mv);
            walk.play(arm.mv);
            let mover = walk.game.to_move(&walk.state);
            walk.restart();
            let sampled = sampled(&arm.points, arm.games);
            walk.observer
                .grown(root, Some(step), mover, Chooser::Own(mover), sampled);
        }
    }
}

impl<G, K, O> DepthSearch<G, K, O> for FlatMonteCarlo
where
    G: Game,
    K: Evaluator<G> + MoveOrder<G> + NoisyMoves<G>,
    O: Observer<G::Move>,
{
    fn search(
        &mut self,
        walk: &mut Walk<G, K, O>,
        _depth: u32,
        _previous: Option<&Found<G::Move>>,
    ) -> Result<Found<G::Move>, Stopped> {
        walk.observer.samples(walk.root);
        walk.enter()?;
        let mut playouts = Playouts::new(self.playout, self.seed, walk.game.key(&walk.state));
        let mut arms: Vec<Arm<G::Move>> = walk
            .ordered_moves()
            .into_iter()
            .map(|mv| Arm {
                mv,
                points: Points::default(),
                games: 0,
            })
            .collect();
        for _ in 0..self.per_move {
            if Self::round(walk, &mut playouts, &mut arms).is_err() {
                break;
            }
        }
        walk.restart();
        let root = walk.root.index();
        let mean = |arm: &Arm<G::Move>| arm.points[root] / arm.games.max(1) as f64;
        let mut best = &arms[0];
        for arm in &arms {
            if mean(arm) > mean(best) {
                best = arm;
            }
        }
        let players = walk.game.players();
        if O::LOOKS {
            Self::tell_arms(walk, &arms);
        }
        Ok(Found {
            value: millionths(mean(best)),
            line: vec![walk.step(best.mv)],
            complete: false,
            values: Some(mean_scores(&best.points[..players], best.games)),
        })
    }
}
