//! Flat Monte-Carlo search (Chorus 2009, 4.3): every root move gets the same number of random
//! games, the move with the best mean is played.

use melee_core::{Evaluator, Game, MoveOrder, NoisyMoves};

use super::playout::{PlayoutSettings, Playouts, Points};
use super::{mean_scores, millionths};
use crate::{DepthSearch, Found, Stopped, Walk};

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
    fn round<G: Game, K: Evaluator<G> + MoveOrder<G>>(
        walk: &mut Walk<G, K>,
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
}

impl<G, K> DepthSearch<G, K> for FlatMonteCarlo
where
    G: Game,
    K: Evaluator<G> + MoveOrder<G> + NoisyMoves<G>,
{
    fn search(
        &mut self,
        walk: &mut Walk<G, K>,
        _depth: u32,
        _previous: Option<&Found<G::Move>>,
    ) -> Result<Found<G::Move>, Stopped> {
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
        Ok(Found {
            value: millionths(mean(best)),
            line: vec![walk.step(best.mv)],
            complete: false,
            values: Some(mean_scores(&best.points[..players], best.games)),
        })
    }
}
