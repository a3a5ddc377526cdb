//! A test that stops as soon as it knows: is A better than B by more than d?
//!
//! The generalised sequential probability ratio test on the scores of blocks: the log-likelihood ratio of a mean
//! difference of d against one of 0, with the variance estimated from the blocks so far. It needs no assumption
//! about draws or about how games of a block depend on each other.

use super::interval::mean_and_deviation;

/// What the test says so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Decision {
    /// The blocks so far allow either answer.
    Continue,
    /// The difference that was looked for is there.
    Better,
    /// There is no such difference.
    NotBetter,
}

/// A test that stops as soon as the blocks so far are enough.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SequentialTest {
    /// The difference of shares that is looked for: 0.2 for 60 % against 40 %.
    pub difference: f64,
    /// How often it may find what is not there.
    pub alpha: f64,
    /// How often it may miss what is.
    pub beta: f64,
}

/// Fewer blocks say too little about the variance.
const LEAST_BLOCKS: usize = 10;

impl SequentialTest {
    /// One that errs one time in twenty.
    pub fn new(difference: f64) -> Self {
        SequentialTest { difference, alpha: 0.05, beta: 0.05 }
    }

    /// The logarithm of the likelihood ratio after blocks with these differences of shares.
    pub fn log_ratio(&self, differences: &[f64]) -> Option<f64> {
        let (mean, deviation) = mean_and_deviation(differences)?;
        let n = differences.len() as f64;
        // All blocks alike: as if half a block had been different.
        let variance = deviation.powi(2).max(self.difference.powi(2) / (4.0 * n));
        Some(n * self.difference * (mean - self.difference / 2.0) / variance)
    }

    /// What the blocks so far say.
    ///
    /// ```
    /// use melee_arena::statistics::{Decision, SequentialTest};
    /// let test = SequentialTest::new(0.1);
    /// let blocks: Vec<f64> = (0..40).map(|i| if i % 4 == 0 { -0.1 } else { 0.3 }).collect();
    /// assert_eq!(test.decide(&blocks[..5]), Decision::Continue);
    /// assert_eq!(test.decide(&blocks), Decision::Better);
    /// ```
    pub fn decide(&self, differences: &[f64]) -> Decision {
        if differences.len() < LEAST_BLOCKS {
            return Decision::Continue;
        }
        let upper = ((1.0 - self.beta) / self.alpha).ln();
        let lower = (self.beta / (1.0 - self.alpha)).ln();
        match self.log_ratio(differences) {
            Some(ratio) if ratio >= upper => Decision::Better,
            Some(ratio) if ratio <= lower => Decision::NotBetter,
            _ => Decision::Continue,
        }
    }
}
