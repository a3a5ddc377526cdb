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

/// Fewer blocks than this may be alike by chance.
const FEW_BLOCKS: usize = 10;

/// The 95 % interval of a share of points: over blocks where there are ten that differ; else what that and the
/// interval that takes every game for itself ([`wilson`]) cover together, as blocks can be alike by chance.
///
/// ```
/// use melee_arena::statistics::{share_interval, wilson};
/// let (interval, games) = (share_interval(&[0.25, 0.25, 0.25], 27.0, 108), wilson(27.0, 108));
/// assert!(interval.low <= games.low && games.high <= interval.high);
/// ```
pub fn share_interval(block_shares: &[f64], points: f64, games: u64) -> Interval {
    let single = wilson(points, games);
    match block_interval(block_shares) {
        None => single,
        Some(blocks) if block_shares.len() >= FEW_BLOCKS && blocks.low < blocks.high => blocks,
        Some(blocks) => Interval {
            low: blocks.low.min(single.low),
            high: blocks.high.max(single.high),
        },
    }
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
    Some(Interval {
        low: 2.0 * shares.low - 1.0,
        high: 2.0 * shares.high - 1.0,
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

    /// Gras 2012, Tables 5.2 and 5.15 to 5.21: the share in percent, the printed half, and the number of games that
    /// fits both and that the neighbours of the row share.
    const GRAS: [(f64, f64, u64); 30] = [
        (39.7, 2.31, 1728), // 5.2 configuration 1; the number is stated
        (39.1, 2.30, 1728), // configuration 2
        (4.1, 0.93, 1728),  // configuration 3
        (34.4, 2.24, 1728), // configuration 4
        (7.8, 1.26, 1728),  // configuration 5
        (63.2, 4.55, 432),  // 5.15, three players: brs against paranoid
        (60.4, 4.62, 432),  // brs(1,C-1)
        (68.9, 4.25, 456),  // four players: brs
        (69.7, 4.22, 456),  // brs(1,C-1)
        (57.3, 3.81, 648),  // brs(C-1,0)
        (56.2, 3.82, 648),  // brs(C-1,1)
        (89.8, 4.04, 216),  // four players: brs against max^n
        (63.9, 3.70, 648),  // 5.16, three players: brs
        (72.5, 3.11, 792),  // four players: brs
        (63.2, 3.47, 744),  // brs(1,C-1)
        (61.1, 5.04, 360),  // brs(C-1,0)
        (52.8, 5.16, 360),  // brs(C-1,1)
        (51.6, 4.72, 432),  // 5.17, three players: brs against brs(1,C-1)
        (61.0, 5.05, 360),  // four players
        (65.7, 6.34, 216),  // brs against brs(C-1,0)
        (70.4, 6.10, 216),  // brs against brs(C-1,1)
        (52.8, 6.67, 216),  // brs(C-1,0) against brs(C-1,1)
        (61.3, 4.60, 432),  // 5.18, 2 seconds
        (63.0, 4.56, 432),  // 10 seconds
        (50.0, 5.78, 288),  // 5.19, first row
        (29.5, 5.28, 288),
        (39.6, 5.66, 288),  // fifth row
        (46.5, 4.02, 592),  // 5.20, first row
        (51.0, 2.89, 1152), // third row
        (39.4, 3.82, 629),  // 5.21
    ];

    #[test]
    fn the_brackets_of_gras_come_out() {
        for (percent, printed, games) in GRAS {
            // The share itself is rounded to a tenth of a percent.
            let half = |percent: f64| 100.0 * plain_half(percent / 100.0, games);
            let halves = [percent - 0.05, percent, percent + 0.05].map(half);
            let low = halves.iter().copied().fold(f64::MAX, f64::min) - 0.005;
            let high = halves.iter().copied().fold(0.0, f64::max) + 0.005;
            assert!(
                (low..=high).contains(&printed),
                "{percent} of {games}: {halves:?}"
            );
        }
    }

    /// Esser 2012 divides by the number of games, and rounds up to a tenth.
    #[test]
    fn the_brackets_of_esser_come_out() {
        for (percent, printed, games) in [
            (32.9, 3.0, 960),  // 6.19, a second: brs(1,C-1)
            (26.5, 2.8, 960),  // brs
            (17.7, 2.5, 960),  // max^n
            (22.9, 2.7, 960),  // paranoid
            (35.4, 3.1, 960),  // 5 seconds: brs(1,C-1)
            (22.7, 2.7, 960),  // brs
            (17.4, 2.4, 960),  // max^n
            (24.5, 2.8, 960),  // paranoid
            (42.1, 2.6, 1440), // 6.4, 1000 ms: paranoid
            (41.1, 4.1, 560),  // 6.5, 1000 ms: paranoid
            (56.0, 4.2, 560),  // 6.7, 1000 ms: brs
            (41.3, 3.2, 960),  // 6.16, 1000 ms: brs(1,C-1)
            (70.0, 3.8, 560),  // 6.21, 1000 ms: brs(1,C-1)
            (50.8, 4.2, 560),  // 6.1, 1000 ms: paranoid
        ] {
            let half = 100.0 * plain_half(percent / 100.0, games + 1);
            let rounded_up = (10.0 * half - 1e-6).ceil() / 10.0;
            assert!(
                (rounded_up - printed).abs() < 1e-9,
                "{percent} of {games}: {half}"
            );
        }
    }

    /// Rows of both theses whose bracket needs another number of games than the rest of their table (`docs/matches.md`).
    #[test]
    fn some_brackets_imply_other_numbers_of_games() {
        // Printed to so much: a hundredth, or a tenth and rounded up.
        for (percent, printed, step, games, implied) in [
            (62.5, 6.34, 0.01, 216, 225), // Gras 5.17, brs(1,C-1) against brs(C-1,1)
            (43.7, 5.76, 0.01, 288, 286), // Gras 5.19, fourth row, brs(1,C-1)
            (54.2, 3.0, 0.1, 560, 1120),  // Esser 6.24, brs
        ] {
            let half = |games| 100.0 * plain_half(percent / 100.0, games);
            assert!(
                (half(games) - printed).abs() > step,
                "{percent}: {}",
                half(games)
            );
            assert!(
                (half(implied) - printed).abs() < step,
                "{percent}: {}",
                half(implied)
            );
        }
    }

    #[test]
    fn few_blocks_have_no_interval() {
        assert_eq!(block_interval(&[0.5, 0.6]), None);
        assert!(block_interval(&[0.5, 0.6, 0.7]).is_some());
    }
}
