//! Shares of the point from logits: a softmax in whole numbers.

use super::{Shares, WHOLE};
use crate::MAX_PLAYERS;

/// Logits have 127 * 64 units for one.
const UNITS: f64 = 8128.0;
/// A step of the table has so many units, as a power of two.
const STEP: u32 = 7;
/// From here on it is nothing.
const STEPS: usize = 1024;

/// `exp(-d / UNITS)` in parts of 2^30 at every step, zero at the end; between them it is interpolated.
#[derive(Debug)]
pub(super) struct Exponentials(Vec<i64>);

impl Exponentials {
    pub(super) fn new() -> Self {
        let at = |step: usize| {
            let distance = (step << STEP) as f64;
            (f64::from(1 << 30) * (-distance / UNITS).exp()).round() as i64
        };
        Exponentials((0..STEPS).map(at).chain([0]).collect())
    }

    /// Of a logit that is so far below the largest one.
    fn of(&self, distance: i64) -> i64 {
        let step = (distance >> STEP) as usize;
        if step >= STEPS - 1 {
            return 0;
        }
        let (here, next) = (self.0[step], self.0[step + 1]);
        here - (((here - next) * (distance & ((1 << STEP) - 1))) >> STEP)
    }

    /// Everybody's share in millionths, rounded down.
    pub(super) fn shares(&self, logits: &[i32]) -> Shares {
        let best = i64::from(logits.iter().copied().max().unwrap_or(0));
        let mut parts = [0; MAX_PLAYERS];
        for (part, &logit) in parts.iter_mut().zip(logits) {
            *part = self.of(best - i64::from(logit));
        }
        let sum = parts.iter().sum::<i64>().max(1);
        parts.map(|part| (i64::from(WHOLE) * part / sum) as i32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_by_hand() {
        let exponentials = Exponentials::new();
        assert_eq!(exponentials.shares(&[5, 5])[..2], [500_000, 500_000]);
        assert_eq!(exponentials.shares(&[0, 0, 0])[..3], [333_333; 3]);
        // A logit of one more is e to 1.
        let [first, second, ..] = exponentials.shares(&[8128, 0]);
        assert!((first - 731_058).abs() < 20 && (second - 268_941).abs() < 20, "{first} {second}");
        assert_eq!(exponentials.shares(&[i32::MAX, i32::MIN])[..2], [1_000_000, 0]);
    }

    /// The table is made with floating point: it must not depend on the machine.
    #[test]
    fn the_table_is_the_same_everywhere() {
        let exponentials = Exponentials::new();
        assert_eq!(exponentials.0[..3], [1 << 30, 1_056_964_952, 1_040_450_213]);
        let sum: i64 = exponentials.0.iter().sum();
        assert_eq!((exponentials.0.len(), sum), (1025, 68_720_879_039));
    }
}
