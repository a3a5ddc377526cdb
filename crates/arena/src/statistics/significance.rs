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
    /// The algorithm that is compared, by its number in the match.
    pub first: usize,
    /// The one it is compared with.
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
    /// What each seat is worth, in order.
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
        SeatBias { seats: (0..seats).map(worth).collect(), p: reordering_p(seats, blocks) }
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
