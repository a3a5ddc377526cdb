//! Tests of `statistics::significance`.

use melee_arena::statistics::*;
use melee_core::{Rng, seeded_rng};

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
                let winner = if lot < 1.0 + favour { 0 } else { 1 + usize::from(lot > 2.0 + favour) };
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
    assert!(first.interval.is_some_and(|i| i.low > 1.0 / 3.0), "{found:?}");
    assert!(first.p_student.is_some_and(|p| p < 0.001), "{found:?}");
    let wrongly = (0..60).filter(|_| bias(0.0, 10).p.is_some_and(|p| p < 0.05)).count();
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
    // Twelve blocks: 2.201 standard errors of 0.03371 on each side, in games enough to know more than that.
    let twelve = Comparison::new(0, 1, &[0.1, 0.3, 0.2, 0.4].repeat(3), 2_400);
    let interval = twelve.interval.expect("enough");
    assert!((interval.low - 0.1758).abs() < 0.0005, "{interval:?}");
    let none = Comparison::new(0, 1, &[], 0);
    assert_eq!((none.p, none.p_student, none.interval), (None, None, None));
}
