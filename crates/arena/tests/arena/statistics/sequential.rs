//! Tests of `statistics::sequential`.

use melee_arena::statistics::*;
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
