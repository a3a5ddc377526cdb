//! Could it be chance?
//!
//! **A against B.** Every block has every seating, so if A and B were equal, a block with their names changed would be as
//! likely as the block itself: the difference of their shares could have had the other sign. The p-value is the part of all
//! such changes of signs in which the sum is at least as far from zero as it was (Fisher's sign-flip test). It supposes
//! nothing about draws, seats or openings.
//!
//! **Seats.** If seats did not matter, the points of a block could have fallen to its seats in any order. The p-value is the
//! part of such reorderings in which the seats' sums differ at least as much (by their sum of squares).
//!
//! Up to [`EXACT`] blocks all changes of signs are gone through, beyond that, and for seats, [`SAMPLES`] are drawn with a
//! fixed seed.

use melee_core::{Rng, seeded_rng};
use serde::Serialize;

use super::interval::{Interval, block_interval, difference_interval, student_p};

/// All changes of signs are tried for so many blocks.
pub const EXACT: usize = 14;
/// So many are drawn for more.
pub const SAMPLES: u32 = 9_999;

/// Sums that differ by rounding alone are equal.
const ROUNDING: f64 = 1e-9;

/// The probability of a mean at least as far from zero if every value could as well have the other sign; `None` for
/// fewer than two values.
///
/// ```
/// use melee_arena::statistics::sign_flip_p;
/// // Of the eight ways to set the signs two are as extreme.
/// assert_eq!(sign_flip_p(&[0.1, 0.2, 0.1]), Some(0.25));
/// assert_eq!(sign_flip_p(&[0.0, 0.0]), Some(1.0));
/// ```
pub fn sign_flip_p(values: &[f64]) -> Option<f64> {
    if values.len() < 2 {
        return None;
    }
    let seen = values.iter().sum::<f64>().abs() - ROUNDING;
    if values.len() <= EXACT {
        let all = 1u32 << values.len();
        let is_extreme = |signs: &u32| {
            let with_sign = |(i, v): (usize, &f64)| if signs >> i & 1 == 1 { -v } else { *v };
            let sum: f64 = values.iter().enumerate().map(with_sign).sum();
            sum.abs() >= seen
        };
        let extreme = (0..all).filter(is_extreme).count();
        return Some(extreme as f64 / f64::from(all));
    }
    let mut rng = seeded_rng(0x7369_676e);
    let mut extreme = 1;
    for _ in 0..SAMPLES {
        let (mut signs, mut sum) = (0, 0.0);
        for (i, value) in values.iter().enumerate() {
            if i % 64 == 0 {
                signs = rng.next_u64();
            }
            sum += if signs & 1 == 1 { -value } else { *value };
            signs >>= 1;
        }
        extreme += u32::from(sum.abs() >= seen);
    }
    Some(f64::from(extreme) / f64::from(SAMPLES + 1))
}

/// One algorithm against another.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Comparison {
    /// The one, by its number.
    pub first: usize,
    /// The other.
    pub second: usize,
    /// By how much the first one's share is larger, in the mean of all whole blocks.
    pub difference: f64,
    /// Its 95 % interval, for three blocks or more ([`difference_interval`]).
    pub interval: Option<Interval>,
    /// The probability of such a difference if they were equal, by changes of signs.
    pub p: Option<f64>,
    /// The same by Student's distribution.
    pub p_student: Option<f64>,
}

impl Comparison {
    /// From the differences of their shares in all whole blocks, with so many games.
    pub fn new(first: usize, second: usize, differences: &[f64], games: u64) -> Self {
        let n = differences.len() as f64;
        Comparison {
            first,
            second,
            difference: differences.iter().sum::<f64>() / n.max(1.0),
            interval: difference_interval(differences, games),
            p: sign_flip_p(differences),
            p_student: student_p(differences, 0.0),
        }
    }
}

/// What a seat is worth.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SeatWorth {
    /// Its mean points in whole blocks.
    pub mean: f64,
    /// The 95 % interval (Student over blocks), for three blocks or more.
    pub interval: Option<Interval>,
    /// The probability to be so far from an even share by chance (Student).
    pub p_student: Option<f64>,
}

/// Do seats matter?
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SeatBias {
    /// Every seat.
    pub seats: Vec<SeatWorth>,
    /// The probability of such differences between the seats if they were all alike, by reordering.
    pub p: Option<f64>,
}

impl SeatBias {
    /// From the mean points of all seats in all whole blocks.
    pub fn new(seats: usize, blocks: &[Vec<f64>]) -> Self {
        let even = 1.0 / seats.max(1) as f64;
        let worth = |seat: usize| {
            let values: Vec<f64> = blocks.iter().map(|b| b[seat]).collect();
            SeatWorth {
                mean: values.iter().sum::<f64>() / values.len().max(1) as f64,
                interval: block_interval(&values),
                p_student: student_p(&values, even),
            }
        };
        SeatBias {
            seats: (0..seats).map(worth).collect(),
            p: reordering_p(seats, blocks),
        }
    }
}

fn reordering_p(seats: usize, blocks: &[Vec<f64>]) -> Option<f64> {
    if blocks.len() < 2 {
        return None;
    }
    let spread = |sums: &[f64]| sums.iter().map(|sum| sum * sum).sum::<f64>();
    let mut sums = vec![0.0; seats];
    let add = |sums: &mut [f64], block: &[f64]| {
        for (sum, points) in sums.iter_mut().zip(block) {
            *sum += points;
        }
    };
    for block in blocks {
        add(&mut sums, block);
    }
    let seen = spread(&sums) - ROUNDING;
    let mut rng = seeded_rng(0x7365_6174);
    let (mut drawn, mut extreme) = (blocks.to_vec(), 1);
    for _ in 0..SAMPLES {
        sums.fill(0.0);
        for block in &mut drawn {
            for i in (1..seats).rev() {
                block.swap(i, rng.next_u32() as usize % (i + 1));
            }
            add(&mut sums, block);
        }
        extreme += u32::from(spread(&sums) >= seen);
    }
    Some(f64::from(extreme) / f64::from(SAMPLES + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Blocks of two games each in which the first wins with a probability; an opening may favour a seat.
    fn differences(win: f64, blocks: usize, uniform: &mut impl FnMut() -> f64) -> Vec<f64> {
        let block = |_| {
            let bias = 0.4 * (uniform() - 0.5);
            let wins = [bias, -bias].map(|b| uniform() < win + b);
            wins.iter().filter(|&&w| w).count() as f64 - 1.0
        };
        (0..blocks).map(block).collect()
    }

    fn uniform(seed: u64) -> impl FnMut() -> f64 {
        let mut rng = seeded_rng(seed);
        move || f64::from(rng.next_u32()) / f64::from(u32::MAX)
    }

    /// The promise of a p-value: below x no more often than x among equals. And it is found who is better.
    #[test]
    fn equals_are_rarely_found_different_and_others_often() {
        let mut uniform = uniform(9);
        for blocks in [12, 60] {
            let mut found = |win: f64, trials: u32| {
                let is_found = |_: &u32| {
                    let p = sign_flip_p(&differences(win, blocks, &mut uniform));
                    p.is_some_and(|p| p < 0.05)
                };
                let found = (0..trials).filter(is_found).count();
                found as f64 / f64::from(trials)
            };
            // Three standard deviations above 5 % of 400.
            let wrongly = found(0.5, 400);
            assert!(wrongly < 0.083, "{blocks} blocks: {wrongly}");
            let rightly = found(0.9, 100);
            assert!(rightly > 0.8, "{blocks} blocks: {rightly}");
        }
    }

    #[test]
    fn a_sample_of_signs_agrees_with_all_signs() {
        let mut uniform = uniform(4);
        for blocks in [13, 14] {
            let values = differences(0.65, blocks, &mut uniform);
            let exact = sign_flip_p(&values).expect("enough");
            // Zeros change nothing, but make more of them than are tried exactly.
            let longer = [values, vec![0.0; 4]].concat();
            let drawn = sign_flip_p(&longer).expect("enough");
            assert!((exact - drawn).abs() < 0.02, "{exact} and {drawn}");
        }
    }

    #[test]
    fn seats_that_matter_are_found_and_others_are_not() {
        let mut uniform = uniform(5);
        let mut bias = |favour: f64, blocks: usize| {
            let block = |_| {
                // Three seats, six games; the first seat wins more often.
                let mut points = vec![0.0; 3];
                for _ in 0..6 {
                    let lot = uniform() * (3.0 + favour);
                    let winner = if lot < 1.0 + favour {
                        0
                    } else {
                        1 + usize::from(lot > 2.0 + favour)
                    };
                    points[winner] += 1.0 / 6.0;
                }
                points
            };
            let blocks: Vec<Vec<f64>> = (0..blocks).map(block).collect();
            SeatBias::new(3, &blocks)
        };
        let found = bias(1.5, 40);
        assert!(found.p.is_some_and(|p| p < 0.001), "{found:?}");
        let first = &found.seats[0];
        assert!(
            first.interval.is_some_and(|i| i.low > 1.0 / 3.0),
            "{found:?}"
        );
        assert!(first.p_student.is_some_and(|p| p < 0.001), "{found:?}");
        let wrongly = (0..60)
            .filter(|_| bias(0.0, 10).p.is_some_and(|p| p < 0.05))
            .count();
        assert!(wrongly <= 10, "{wrongly} of 60");
    }

    /// Printed values of Student's distribution.
    #[test]
    fn comparisons_by_hand() {
        let comparison = Comparison::new(0, 1, &[0.1, 0.3, 0.2, 0.4], 8);
        assert!((comparison.difference - 0.25).abs() < 1e-12);
        // The mean is 3.873 standard errors from zero: 3.0 % with three degrees of freedom.
        let p = comparison.p_student.expect("enough");
        assert!((p - 0.0305).abs() < 0.0005, "{p}");
        assert_eq!(comparison.p, Some(2.0 / 16.0));
        // Twelve blocks: 2.201 standard errors of 0.03371 on each side.
        let twelve = Comparison::new(0, 1, &[0.1, 0.3, 0.2, 0.4].repeat(3), 24);
        let interval = twelve.interval.expect("enough");
        assert!((interval.low - 0.1758).abs() < 0.0005, "{interval:?}");
        let none = Comparison::new(0, 1, &[], 0);
        assert_eq!((none.p, none.p_student, none.interval), (None, None, None));
    }
}
