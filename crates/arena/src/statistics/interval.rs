//! Intervals of shares.

use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// Of no games nothing is known.
const ANYTHING: Interval = Interval { low: 0.0, high: 1.0 };

/// 97.5 % of a normal distribution lie below.
pub(super) const Z: f64 = 1.959_963_984_540_054;

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

/// The 95 % interval of a share of points in so many games (Wilson 1927), which is right for shares near 0 and 1
/// too. A draw counts as half a win, so with draws it is a little too wide.
///
/// ```
/// let interval = melee_arena::statistics::wilson(0.0, 10);
/// assert!(interval.low == 0.0 && (0.277..0.279).contains(&interval.high));
/// ```
pub fn wilson(points: f64, games: u64) -> Interval {
    if games == 0 {
        return ANYTHING;
    }
    let n = games as f64;
    let p = (points / n).clamp(0.0, 1.0);
    let middle = p + Z * Z / (2.0 * n);
    let half = Z * (p * (1.0 - p) / n + Z * Z / (4.0 * n * n)).sqrt();
    let scale = 1.0 + Z * Z / n;
    Interval { low: ((middle - half) / scale).max(0.0), high: ((middle + half) / scale).min(1.0) }
}

/// Wilson's interval with a correction for continuity (Newcombe 1998, method 4): results come in whole games, and of a
/// few of them [`wilson`] leaves out the truth more often than one time in twenty.
///
/// ```
/// use melee_arena::statistics::{corrected_wilson, wilson};
/// // Four games won of four happen to one of two equals one time in eight.
/// assert!(wilson(4.0, 4).low > 0.5 && corrected_wilson(4.0, 4).low < 0.5);
/// ```
pub fn corrected_wilson(points: f64, games: u64) -> Interval {
    if games == 0 {
        return ANYTHING;
    }
    let n = games as f64;
    let p = (points / n).clamp(0.0, 1.0);
    // The upper end is the lower one of those who lost what was won.
    let low = |p: f64| {
        // Less than the half point of the correction says nothing.
        if p * n <= 0.5 {
            return 0.0;
        }
        let root = (Z * Z - 2.0 - 1.0 / n + 4.0 * p * (n * (1.0 - p) + 1.0)).max(0.0).sqrt();
        ((2.0 * n * p + Z * Z - 1.0 - Z * root) / (2.0 * (n + Z * Z))).max(0.0)
    };
    Interval { low: low(p), high: 1.0 - low(1.0 - p) }
}

/// The 95 % interval of a mean share by the shares of whole blocks (Student); `None` for fewer than three blocks.
pub fn block_interval(shares: &[f64]) -> Option<Interval> {
    ShareIntervals::of_blocks(shares.len()).over_blocks(shares)
}

/// The intervals of all who played the same blocks. They share a quantile, which takes longer to find than all else.
pub struct ShareIntervals {
    blocks: usize,
    /// Student's, if there are enough blocks.
    quantile: Option<f64>,
}

impl ShareIntervals {
    pub fn of_blocks(blocks: usize) -> Self {
        ShareIntervals { blocks, quantile: (blocks >= 3).then(|| t_quantile(blocks as u32 - 1)) }
    }

    /// [`share_interval`] of one of them.
    pub fn interval(&self, block_shares: &[f64], points: f64, games: u64) -> Interval {
        together(self.over_blocks(block_shares), corrected_wilson(points, games))
    }

    fn over_blocks(&self, shares: &[f64]) -> Option<Interval> {
        assert_eq!(shares.len(), self.blocks, "all have a share in every block");
        let (mean, deviation) = mean_and_deviation(shares)?;
        let half = self.quantile? * deviation / (shares.len() as f64).sqrt();
        Some(Interval { low: (mean - half).max(0.0), high: (mean + half).min(1.0) })
    }
}

/// What the interval over blocks and the one that takes every game for itself cover together.
///
/// Neither is to be trusted alone. Games of a block depend on each other, which only the first knows. But blocks are few
/// and come to few different sums: near 0 and 1, or where most of them are alike by chance, they differ less than chance
/// allows, and Student's interval alone left out the truth in 13 matches of 100 where it says 5.
pub fn together(over_blocks: Option<Interval>, single: Interval) -> Interval {
    let over = over_blocks.unwrap_or(single);
    Interval { low: over.low.min(single.low), high: over.high.max(single.high) }
}

/// The 95 % interval of a share of points: what the interval over blocks ([`block_interval`]) and the one that takes
/// every game for itself ([`corrected_wilson`]) cover together. So it is never narrower than if games were independent.
///
/// Who loses a game more can only be worth less: the lower end falls. But for one case: a game that is lost in a block far
/// better than the others makes blocks agree more, and may raise it a little.
///
/// ```
/// use melee_arena::statistics::share_interval;
/// // Twenty games of ten blocks: all won, and all but one.
/// let all = share_interval(&[1.0; 10], 20.0, 20);
/// let but_one = share_interval(&[1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.5], 19.0, 20);
/// assert!((0.79..0.81).contains(&all.low) && (0.73..0.74).contains(&but_one.low));
/// ```
pub fn share_interval(block_shares: &[f64], points: f64, games: u64) -> Interval {
    ShareIntervals::of_blocks(block_shares.len()).interval(block_shares, points, games)
}

/// The 95 % interval of the difference of two shares, given it for every block; `None` for fewer than three blocks.
///
/// ```
/// use melee_arena::statistics::difference_interval;
/// // Twenty games of ten blocks, all won: certain that it is better, but not that it always wins.
/// let interval = difference_interval(&[1.0; 10], 20).expect("enough blocks");
/// assert!(interval.low < 0.75 && interval.high == 1.0);
/// ```
pub fn difference_interval(block_differences: &[f64], games: u64) -> Option<Interval> {
    if block_differences.len() < 3 {
        return None;
    }
    let shares: Vec<f64> = block_differences.iter().map(|d| 0.5 + 0.5 * d).collect();
    let mean = shares.iter().sum::<f64>() / shares.len() as f64;
    let shares = share_interval(&shares, mean * games as f64, games);
    Some(Interval { low: 2.0 * shares.low - 1.0, high: 2.0 * shares.high - 1.0 })
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
    if freedom > MANY_DEGREES {
        return t_quantile_of_many(freedom.into());
    }
    // The probability between -t and t grows with t: halve the interval.
    let (mut low, mut high) = (0.0, 700.0);
    loop {
        let middle = f64::midpoint(low, high);
        // Nothing is between the two any more.
        if middle <= low || middle >= high {
            return low;
        }
        if central_probability(middle, freedom.max(1)) < 0.95 {
            low = middle;
        } else {
            high = middle;
        }
    }
}

/// From here on the distribution is so near to the normal one that the expansion is exact to the last digits. The series below
/// would be summed up sixty times over all degrees: a match of a million games would take that long to end.
const MANY_DEGREES: u32 = 20_000;

/// The same quantile by what it adds to the normal one (Abramowitz and Stegun 26.7.5).
fn t_quantile_of_many(freedom: f64) -> f64 {
    let terms = [
        (Z.powi(3) + Z) / 4.0,
        (5.0 * Z.powi(5) + 16.0 * Z.powi(3) + 3.0 * Z) / 96.0,
        (3.0 * Z.powi(7) + 19.0 * Z.powi(5) + 17.0 * Z.powi(3) - 15.0 * Z) / 384.0,
    ];
    Z + terms.iter().rev().fold(0.0, |sum, term| (sum + term) / freedom)
}

/// The probability of a mean at least so far from the expected one, by Student's distribution; `None` for fewer than
/// two values. Values that are all alike are no accident, or nothing else.
pub fn student_p(values: &[f64], expected: f64) -> Option<f64> {
    let (mean, deviation) = mean_and_deviation(values)?;
    let distance = (mean - expected).abs();
    if deviation < 1e-12 {
        return Some(if distance < 1e-12 { 1.0 } else { 0.0 });
    }
    let t = distance / (deviation / (values.len() as f64).sqrt());
    Some(1.0 - central_probability(t, values.len() as u32 - 1))
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

    #[test]
    fn both_ways_to_a_quantile_meet() {
        for freedom in [MANY_DEGREES / 2, MANY_DEGREES - 1, MANY_DEGREES] {
            let difference = t_quantile(freedom) - t_quantile_of_many(freedom.into());
            assert!(difference.abs() < 1e-11, "{freedom}: {difference:e}");
        }
        assert!(t_quantile(MANY_DEGREES) > t_quantile(MANY_DEGREES + 1) && t_quantile(u32::MAX) > Z);
    }
}
