//! A test that stops as soon as it knows: is A better than B by more than d?
//!
//! The generalised sequential probability ratio test on the scores of blocks: the log-likelihood ratio of a mean
//! difference of d against one of 0, with the variance estimated from the blocks so far. It needs no assumption
//! about draws or about how games of a block depend on each other.

use super::interval::mean_and_deviation;

/// What the test says so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Decision {
    /// It does not know yet.
    Continue,
    /// The difference is there.
    Better,
    /// It is not.
    NotBetter,
}

/// The test.
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
        SequentialTest {
            difference,
            alpha: 0.05,
            beta: 0.05,
        }
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

#[cfg(test)]
mod tests {
    use super::*;
    use melee_core::{Rng, seeded_rng};

    /// Plays simulated matches in which A wins a game with a probability, in blocks of two with an opening that
    /// may favour either; how many are found better, and how many blocks it took on the average.
    fn found(difference: f64, win: f64, seed: u64) -> (usize, f64) {
        let test = SequentialTest::new(difference);
        let mut rng = seeded_rng(seed);
        let mut uniform = || f64::from(rng.next_u32()) / f64::from(u32::MAX);
        let (mut better, mut blocks) = (0, 0);
        for _ in 0..200 {
            let mut differences = Vec::new();
            let decision = loop {
                let bias = 0.2 * (uniform() - 0.5);
                let wins = [bias, -bias].map(|b| uniform() < win + b);
                let share = wins.iter().filter(|&&w| w).count() as f64 / 2.0;
                differences.push(2.0 * share - 1.0);
                match test.decide(&differences) {
                    Decision::Continue if differences.len() < 5000 => {}
                    decision => break decision,
                }
            };
            better += usize::from(decision == Decision::Better);
            blocks += differences.len();
        }
        (better, blocks as f64 / 200.0)
    }

    /// A player who is truly 60 % against another is found, an equal one is not, at the stated rates.
    #[test]
    fn planted_effects_are_found_and_others_are_not() {
        // With errors of 5 % in 200 matches more than 18 are as likely as one in a thousand.
        let (better, blocks) = found(0.1, 0.6, 1);
        assert!(better >= 182, "{better} of 200");
        assert!(blocks < 150.0, "it stops early: {blocks} blocks");
        let (better, _) = found(0.1, 0.5, 2);
        assert!(better <= 18, "{better} of 200");
        // Where the rates are stated: the difference is exactly what is looked for.
        let (better, _) = found(0.2, 0.6, 3);
        assert!(better >= 182, "{better} of 200");
        let (better, _) = found(0.2, 0.5, 4);
        assert!(better <= 18, "{better} of 200");
        let (better, _) = found(0.1, 0.55, 5);
        assert!(better >= 182, "{better} of 200");
    }
}
