//! Tests of `statistics::ranking`.

use melee_arena::statistics::*;
use melee_core::{Rng, seeded_rng};

const TRUTH: [f64; 3] = [4.0, 1.0, 0.25];

/// Free-for-all games by players of known strengths.
fn simulated(games: usize, seed: u64) -> Vec<Ranking> {
    let truth = TRUTH;
    let mut rng = seeded_rng(seed);
    (0..games)
        .map(|i| {
            // Four seats: one of the three sits twice.
            let mut left = vec![0, 1, 2, i % 3];
            let mut ranking = Vec::new();
            while !left.is_empty() {
                let sum: f64 = left.iter().map(|&a| truth[a]).sum();
                let mut lot = f64::from(rng.next_u32()) / f64::from(u32::MAX) * sum;
                let place = left.iter().position(|&a| {
                    lot -= truth[a];
                    lot <= 0.0
                });
                ranking.push(vec![left.remove(place.unwrap_or(left.len() - 1))]);
            }
            ranking
        })
        .collect()
}

/// Games drawn from known strengths give them back.
#[test]
fn planted_strengths_are_found() {
    let games = simulated(4000, 5);
    let found = fit_plackett_luce(3, &games.iter().collect::<Vec<_>>());
    for (found, truth) in found.iter().zip(TRUTH) {
        assert!((found / truth).ln().abs() < 0.1, "{found} for {truth}");
    }
}

/// Another method, by other people: the same ratings, about as near to the truth as it thinks it is.
#[test]
fn weng_and_lin_agree_with_plackett_and_luce() {
    for seed in 0..5 {
        let games = simulated(1500, seed);
        let games: Vec<&Ranking> = games.iter().collect();
        let ours = elo(&fit_plackett_luce(3, &games));
        let theirs = weng_lin(3, &games);
        for ((ours, theirs), truth) in ours.iter().zip(&theirs).zip(elo(&TRUTH)) {
            let slack = 4.0 * theirs.uncertainty;
            assert!(slack < 120.0, "{theirs:?}");
            assert!((theirs.value - ours).abs() < slack, "{theirs:?} and {ours}");
            assert!((theirs.value - truth).abs() < slack, "{theirs:?} for {truth}");
        }
    }
}

/// Draws are results: with two players the rating is that of the share.
#[test]
fn draws_bring_ratings_together() {
    let (win, loss, draw) = (vec![vec![0], vec![1]], vec![vec![1], vec![0]], vec![vec![0, 1]]);
    let games = [vec![win; 1000], vec![loss; 200], vec![draw; 8800]].concat();
    let found = elo(&fit_plackett_luce(2, &games.iter().collect::<Vec<_>>()));
    let expected = 400.0 * (0.54f64 / 0.46).log10();
    assert!((found[0] - found[1] - expected).abs() < 0.1, "{found:?}, {expected}");
}

#[test]
fn who_shares_everything_is_equal() {
    let games = vec![vec![vec![0, 1, 2]]; 10];
    let found = fit_plackett_luce(3, &games.iter().collect::<Vec<_>>());
    assert!(found.iter().all(|s| (s - 1.0).abs() < 1e-9), "{found:?}");
}
