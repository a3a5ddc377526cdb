//! Ratings with intervals that agree with those of shares.
//!
//! How far a rating may be wrong is asked as Wilson asked it of a share: at which ratings would the results be so far
//! from what the model expects that chance explains them one time in twenty? The algorithm's rating is moved along the
//! line on which the results object least, so that the others go with it as far as they would; its *surplus* there is
//! what it has won beyond what the model expects. Chance is measured as for shares ([`together`]): by how the surpluses
//! of blocks differ, and by the model itself, which takes every game for itself. Of two players the interval is that of
//! the share in another scale. Where results know no bound, because all or nothing was won, there is none.

use serde::Serialize;

use super::interval::{Interval, Z, mean_and_deviation, t_quantile, together};
use super::ranking::{Ranking, Results, elo, ranking};
use crate::tournament::PlayedGame;

/// A rating in the scale of Elo: 400 points are odds of ten to one. The mean of all is 0.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Rating {
    /// Elo points above or below the mean.
    pub value: f64,
    /// The lower end of its 95 % interval; `None` if it may be as weak as can be.
    pub low: Option<f64>,
    /// The upper end; `None` if it may be as strong as can be.
    pub high: Option<f64>,
}

/// The ratings of all algorithms, from whole blocks; `None` if there are fewer than two.
///
/// ```
/// # use melee_arena::statistics::ratings;
/// assert_eq!(ratings(2, &[]), None);
/// ```
pub fn ratings(algorithms: usize, blocks: &[Vec<&PlayedGame>]) -> Option<Vec<Rating>> {
    if blocks.len() < 2 {
        return None;
    }
    let rankings: Vec<Vec<Ranking>> =
        blocks.iter().map(|block| block.iter().map(|game| ranking(game)).collect()).collect();
    let all = Results::new(rankings.iter().flatten());
    let blocks: Vec<Results> = rankings.iter().map(Results::new).collect();
    let strengths = all.fit(algorithms);
    let information = all.information(&strengths);
    let rating = |(algorithm, value): (usize, f64)| {
        let line = Line::new(algorithm, &strengths, &information);
        let Interval { low, high } = line.interval(&all, &blocks);
        let bound = |end: f64| end.is_finite().then_some(value + end);
        Rating { value, low: bound(low), high: bound(high) }
    };
    Some(elo(&strengths).into_iter().enumerate().map(rating).collect())
}

/// The way through all strengths on which one algorithm's rating changes and the results object least.
struct Line {
    /// The logarithms of the fitted strengths.
    from: Vec<f64>,
    /// How fast each of them changes with the rating.
    along: Vec<f64>,
}

/// Elo points for a unit of the logarithm of a strength.
const ELO: f64 = 400.0 / std::f64::consts::LN_10;
/// Nobody is so much stronger, in logarithms.
const FARTHEST: f64 = 30.0;

impl Line {
    fn new(algorithm: usize, strengths: &[f64], information: &[Vec<f64>]) -> Self {
        let count = strengths.len();
        // The rating is above the mean of all.
        let contrast: Vec<f64> = (0..count).map(|a| f64::from(u8::from(a == algorithm)) - 1.0 / count as f64).collect();
        let mut along = solve(information.to_vec(), contrast.clone());
        let change: f64 = contrast.iter().zip(&along).map(|(c, a)| c * a).sum();
        for a in &mut along {
            *a /= change;
        }
        Line { from: strengths.iter().map(|s| s.ln()).collect(), along }
    }

    /// What was won beyond the expectation at a distance from the fit, and its variance by the model.
    fn surplus(&self, results: &Results, distance: f64) -> (f64, f64) {
        let moved = self.from.iter().zip(&self.along).map(|(from, along)| from + distance * along);
        let moved: Vec<f64> = moved.collect();
        let (mut surplus, mut variance) = (0.0, 0.0);
        results.each_draw(&mut |drawn, left, times| {
            // Relative to the strongest, so that nothing overflows.
            let top = left.iter().map(|&a| moved[a]).fold(f64::MIN, f64::max);
            let (mut sum, mut mean, mut squares) = (0.0, 0.0, 0.0);
            for &a in left {
                let (chance, gain) = ((moved[a] - top).exp(), self.along[a]);
                sum += chance;
                mean += chance * gain;
                squares += chance * gain * gain;
            }
            mean /= sum;
            surplus += times * (self.along[drawn] - mean);
            variance += times * (squares / sum - mean * mean).max(0.0);
        });
        (surplus, variance)
    }

    /// How far the rating may be below and above the fit, in Elo points.
    fn interval(&self, all: &Results, blocks: &[Results]) -> Interval {
        let by_model = self.where_chance_explains(all, |variance| Z * variance.sqrt() + self.half_a_game());
        let surpluses: Vec<f64> = blocks.iter().map(|block| self.surplus(block, 0.0).0).collect();
        let count = surpluses.len();
        let deviation = mean_and_deviation(&surpluses).filter(|_| count >= 3);
        let over_blocks = deviation.map(|(_, deviation)| {
            let margin = t_quantile(count as u32 - 1) * deviation * (count as f64).sqrt();
            // Blocks that are all alike say nothing about chance.
            if margin < 1e-9 { Interval { low: 0.0, high: 0.0 } } else { self.where_chance_explains(all, |_| margin) }
        });
        together(over_blocks, by_model)
    }

    /// The correction for continuity: half of what one game can change.
    fn half_a_game(&self) -> f64 {
        let most = self.along.iter().copied().fold(f64::MIN, f64::max);
        let least = self.along.iter().copied().fold(f64::MAX, f64::min);
        0.5 * (most - least)
    }

    /// The distances at which the surplus is within the margin that its variance leaves to chance.
    fn where_chance_explains(&self, all: &Results, margin: impl Fn(f64) -> f64) -> Interval {
        let is_beyond = |distance: f64, side: f64| {
            let (surplus, variance) = self.surplus(all, distance);
            side * surplus > margin(variance)
        };
        // The weaker it is taken for, the larger is its surplus.
        let end = |side: f64| {
            let (mut within, mut beyond) = (0.0, -side * FARTHEST);
            if !is_beyond(beyond, side) {
                return -side * f64::INFINITY;
            }
            for _ in 0..60 {
                let middle = f64::midpoint(within, beyond);
                if is_beyond(middle, side) {
                    beyond = middle;
                } else {
                    within = middle;
                }
            }
            within * ELO
        };
        Interval { low: end(1.0), high: end(-1.0) }
    }
}

/// Solves linear equations by Gauss and Jordan's elimination; `matrix` is positive definite.
fn solve(mut matrix: Vec<Vec<f64>>, mut right: Vec<f64>) -> Vec<f64> {
    let size = right.len();
    for i in 0..size {
        let pivot = matrix[i].clone();
        let value = right[i];
        for row in (0..size).filter(|&row| row != i) {
            let factor = matrix[row][i] / pivot[i];
            for (cell, above) in matrix[row].iter_mut().zip(&pivot) {
                *cell -= factor * above;
            }
            right[row] -= factor * value;
        }
    }
    (0..size).map(|i| right[i] / matrix[i][i]).collect()
}
