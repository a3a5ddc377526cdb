//! Simultaneous perturbation stochastic approximation (Spall 1992; the sequences as in Spall 1998).
//!
//! Every iteration changes all parameters at once by chance, up or down, and asks which of the two is better; one answer
//! moves all of them. Parameters are in units of their own scale, so that one step size serves them all.

use melee_core::zobrist::mix;
use serde::{Deserialize, Serialize};

/// How steps and changes shrink: Spall's advice for few evaluations.
const ALPHA: f64 = 0.602;
const GAMMA: f64 = 0.101;
/// Steps begin to shrink after this part of the iterations.
const STABILITY: f64 = 0.1;

/// The settings of a search for parameters.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Spsa {
    /// How many iterations there will be.
    pub iterations: u64,
    /// The change of a parameter in the first iteration, in units of its scale.
    pub spread: f64,
    /// The first step after a clear result, in units of the scale.
    pub step: f64,
    /// Other seeds, other changes.
    pub seed: u64,
}

impl Spsa {
    /// What is compared in an iteration: the parameters with the changes, and with the opposite ones. None is below zero.
    pub fn candidates(&self, iteration: u64, parameters: &[f64]) -> [Vec<f64>; 2] {
        let spread = self.spread_at(iteration);
        let with = |sign: f64| {
            let moved = |(i, p): (usize, &f64)| (p + sign * spread * self.direction(iteration, i)).max(0.0);
            parameters.iter().enumerate().map(moved).collect()
        };
        [with(1.0), with(-1.0)]
    }

    /// The parameters after an iteration in which the first candidate was ahead by this much, from -1 to 1.
    pub fn step(&self, iteration: u64, parameters: &[f64], ahead: f64) -> Vec<f64> {
        let stability = STABILITY * self.iterations as f64;
        // The gain of the first iteration is such that a clear result makes the step that was asked for.
        let shrunk = ((stability + 1.0) / (stability + 1.0 + iteration as f64)).powf(ALPHA);
        // The answer is about a distance of twice the spread.
        let widened = self.spread / self.spread_at(iteration);
        let moved = |(i, p): (usize, &f64)| {
            let direction = self.direction(iteration, i);
            exact((p + self.step * shrunk * widened * ahead * direction).max(0.0))
        };
        parameters.iter().enumerate().map(moved).collect()
    }

    fn spread_at(&self, iteration: u64) -> f64 {
        self.spread / (iteration as f64 + 1.0).powf(GAMMA)
    }

    /// Up or down, by chance.
    fn direction(&self, iteration: u64, parameter: usize) -> f64 {
        let lot = mix(mix(self.seed ^ mix(iteration)).wrapping_add(parameter as u64));
        if lot & 1 == 0 { 1.0 } else { -1.0 }
    }
}

/// So many decimals are the same number after they were written and read.
fn exact(parameter: f64) -> f64 {
    (1e9 * parameter).round() / 1e9
}
