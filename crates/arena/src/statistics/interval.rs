//! Intervals of shares.

use serde::{Deserialize, Serialize};

/// From where to where.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// 97.5 % of a normal distribution lie below.
const Z: f64 = 1.959_963_984_540_054;

/// Half the 95 % interval of a share as the theses compute it.
///
/// ```
/// // Gras 2012: 61.0 % of 360 games are +-5.05.
/// let half = melee_arena::statistics::plain_half(0.61, 360);
/// assert!((half * 100.0 - 5.05).abs() < 0.01);
/// ```
pub fn plain_half(share: f64, games: u64) -> f64 {
    let share = share.clamp(0.0, 1.0);
    Z * (share * (1.0 - share) / (games.max(2) - 1) as f64).sqrt()
}

/// The 95 % interval of a share of points in so many games (Wilson 1927), which is right for few games and
/// shares near 0 and 1 too. A draw counts as half a win, so with draws it is a little too wide.
///
/// ```
/// let interval = melee_arena::statistics::wilson(0.0, 10);
/// assert!(interval.low == 0.0 && (0.277..0.279).contains(&interval.high));
/// ```
pub fn wilson(points: f64, games: u64) -> Interval {
    let n = games.max(1) as f64;
    let p = (points / n).clamp(0.0, 1.0);
    let middle = p + Z * Z / (2.0 * n);
    let half = Z * (p * (1.0 - p) / n + Z * Z / (4.0 * n * n)).sqrt();
    let scale = 1.0 + Z * Z / n;
    Interval {
        low: ((middle - half) / scale).max(0.0),
        high: ((middle + half) / scale).min(1.0),
    }
}

/// The 95 % interval of a mean share by the shares of whole blocks (Student); `None` for fewer than three blocks.
pub fn block_interval(shares: &[f64]) -> Option<Interval> {
    let (mean, deviation) = mean_and_deviation(shares).filter(|_| shares.len() >= 3)?;
    let n = shares.len() as f64;
    let half = t_quantile(shares.len() as u32 - 1) * deviation / n.sqrt();
    Some(Interval {
        low: (mean - half).max(0.0),
        high: (mean + half).min(1.0),
    })
}

/// The mean, and the standard deviation estimated from the sample.
pub(super) fn mean_and_deviation(values: &[f64]) -> Option<(f64, f64)> {
    if values.len() < 2 {
        return None;
    }
    let n = values.len() as f64;
    let mean = values.iter().sum::<f64>() / n;
    let squares: f64 = values.iter().map(|v| (v - mean).powi(2)).sum();
    Some((mean, (squares / (n - 1.0)).sqrt()))
}

/// 97.5 % of Student's distribution with so many degrees of freedom lie below.
///
/// ```
/// use melee_arena::statistics::t_quantile;
/// for (freedom, printed) in [(1, 12.706), (2, 4.303), (5, 2.571), (10, 2.228), (30, 2.042), (1000, 1.962)] {
///     assert!((t_quantile(freedom) - printed).abs() < 0.0006, "{freedom}");
/// }
/// ```
pub fn t_quantile(freedom: u32) -> f64 {
    // The probability between -t and t grows with t: halve the interval.
    let (mut low, mut high) = (0.0, 700.0);
    for _ in 0..200 {
        let middle = f64::midpoint(low, high);
        if central_probability(middle, freedom.max(1)) < 0.95 {
            low = middle;
        } else {
            high = middle;
        }
    }
    low
}

/// The probability between -t and t, by the finite series for whole degrees of freedom
/// (Abramowitz and Stegun 26.7.3 and 26.7.4).
fn central_probability(t: f64, freedom: u32) -> f64 {
    let angle = (t / f64::from(freedom).sqrt()).atan();
    let (sin, cos) = angle.sin_cos();
    let (mut sum, mut term);
    if freedom % 2 == 1 {
        (sum, term) = (0.0, cos);
        let mut k = 1;
        while 2 * k < freedom {
            sum += term;
            term *= cos * cos * f64::from(2 * k) / f64::from(2 * k + 1);
            k += 1;
        }
        2.0 / std::f64::consts::PI * (angle + sin * sum)
    } else {
        (sum, term) = (0.0, 1.0);
        let mut k = 1;
        while 2 * k <= freedom {
            sum += term;
            term *= cos * cos * f64::from(2 * k - 1) / f64::from(2 * k);
            k += 1;
        }
        sin * sum
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use melee_core::{Rng, seeded_rng};

    /// The promise of the interval: it holds the truth 95 times of 100.
    #[test]
    fn intervals_over_blocks_hold_the_truth_as_often_as_they_say() {
        let mut rng = seeded_rng(3);
        let mut uniform = || f64::from(rng.next_u32()) / f64::from(u32::MAX);
        let (mut held, trials) = (0, 2000);
        for _ in 0..trials {
            let blocks: Vec<f64> = (0..12)
                .map(|_| {
                    // Games of a block have an opening in common that favours one side.
                    let bias = 0.3 * (uniform() - 0.5);
                    let wins = (0..14).filter(|_| uniform() < 0.55 + bias).count();
                    wins as f64 / 14.0
                })
                .collect();
            let interval = block_interval(&blocks).expect("enough blocks");
            held += usize::from(interval.low <= 0.55 && 0.55 <= interval.high);
        }
        let share = held as f64 / f64::from(trials);
        assert!((0.935..=0.965).contains(&share), "{share}");
    }

    #[test]
    fn few_blocks_have_no_interval() {
        assert_eq!(block_interval(&[0.5, 0.6]), None);
        assert!(block_interval(&[0.5, 0.6, 0.7]).is_some());
    }
}
