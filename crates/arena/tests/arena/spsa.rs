//! Tests of `tuning::spsa`.

use melee_arena::tuning::Spsa;
use melee_core::{Rng, seeded_rng};

/// Players are as strong as their parameters are near to the planted ones; each iteration is eight games.
#[test]
fn planted_parameters_are_found() {
    let planted = [1.0, 0.3, 1.7, 0.8];
    let distance = |p: &[f64]| {
        let squares = p.iter().zip(planted).map(|(p, q)| (p - q).powi(2));
        squares.sum::<f64>()
    };
    for seed in 0..4 {
        let spsa = Spsa { iterations: 2000, spread: 0.3, step: 0.1, seed };
        let mut rng = seeded_rng(seed);
        let mut parameters = vec![0.2, 1.5, 0.4, 2.0];
        let before = distance(&parameters);
        for iteration in 0..spsa.iterations {
            let [first, second] = spsa.candidates(iteration, &parameters);
            let better = distance(&second) - distance(&first);
            let chance = 1.0 / (1.0 + (-2.0 * better).exp());
            let wins = (0..8).filter(|_| f64::from(rng.next_u32()) / f64::from(u32::MAX) < chance).count();
            parameters = spsa.step(iteration, &parameters, wins as f64 / 4.0 - 1.0);
        }
        let after = distance(&parameters);
        assert!(after < before / 50.0, "{parameters:?}: {after} of {before}");
    }
}

#[test]
fn candidates_lie_on_both_sides() {
    let spsa = Spsa { iterations: 100, spread: 0.25, step: 0.1, seed: 3 };
    let [up, down] = spsa.candidates(0, &[1.0, 1.0, 0.1]);
    for i in 0..2 {
        assert!((up[i] + down[i] - 2.0).abs() < 1e-12 && (up[i] - down[i]).abs() > 0.49);
    }
    assert!(up[2].min(down[2]) == 0.0, "none is below zero");
    // A clear first result makes the step, in the direction of the winner.
    let moved = spsa.step(0, &[1.0, 1.0, 0.1], 1.0);
    assert!((moved[0] - 1.0).abs() > 0.0999 && (moved[0] > 1.0) == (up[0] > 1.0));
    assert_eq!(spsa.step(0, &[1.0], 0.0), [1.0]);
}
