//! Tests of `statistics::interval`.

use melee_arena::statistics::*;
use melee_core::{Rng, seeded_rng};

/// The promise of the interval: it holds the truth 95 times of 100.
#[test]
fn intervals_over_blocks_hold_the_truth_as_often_as_they_say() {
    let mut rng = seeded_rng(3);
    let mut uniform = || f64::from(rng.next_u32()) / f64::from(u32::MAX);
    let (mut held, trials) = (0, 2000);
    for _ in 0..trials {
        let blocks: Vec<f64> = (0..12)
            .map(|_| {
                // Games of a block have an opening in common that favours one side.
                let bias = 0.3 * (uniform() - 0.5);
                let wins = (0..14).filter(|_| uniform() < 0.55 + bias).count();
                wins as f64 / 14.0
            })
            .collect();
        let interval = block_interval(&blocks).expect("enough blocks");
        held += usize::from(interval.low <= 0.55 && 0.55 <= interval.high);
    }
    let share = held as f64 / f64::from(trials);
    assert!((0.935..=0.965).contains(&share), "{share}");
}

/// Gras 2012, Tables 5.2 and 5.15 to 5.21: the share in percent, the printed half, and the number of games that
/// fits both and that the neighbours of the row share.
const GRAS: [(f64, f64, u64); 30] = [
    (39.7, 2.31, 1728), // 5.2 configuration 1; the number is stated
    (39.1, 2.30, 1728), // configuration 2
    (4.1, 0.93, 1728),  // configuration 3
    (34.4, 2.24, 1728), // configuration 4
    (7.8, 1.26, 1728),  // configuration 5
    (63.2, 4.55, 432),  // 5.15, three players: brs against paranoid
    (60.4, 4.62, 432),  // brs(1,C-1)
    (68.9, 4.25, 456),  // four players: brs
    (69.7, 4.22, 456),  // brs(1,C-1)
    (57.3, 3.81, 648),  // brs(C-1,0)
    (56.2, 3.82, 648),  // brs(C-1,1)
    (89.8, 4.04, 216),  // four players: brs against max^n
    (63.9, 3.70, 648),  // 5.16, three players: brs
    (72.5, 3.11, 792),  // four players: brs
    (63.2, 3.47, 744),  // brs(1,C-1)
    (61.1, 5.04, 360),  // brs(C-1,0)
    (52.8, 5.16, 360),  // brs(C-1,1)
    (51.6, 4.72, 432),  // 5.17, three players: brs against brs(1,C-1)
    (61.0, 5.05, 360),  // four players
    (65.7, 6.34, 216),  // brs against brs(C-1,0)
    (70.4, 6.10, 216),  // brs against brs(C-1,1)
    (52.8, 6.67, 216),  // brs(C-1,0) against brs(C-1,1)
    (61.3, 4.60, 432),  // 5.18, 2 seconds
    (63.0, 4.56, 432),  // 10 seconds
    (50.0, 5.78, 288),  // 5.19, first row
    (29.5, 5.28, 288),
    (39.6, 5.66, 288),  // fifth row
    (46.5, 4.02, 592),  // 5.20, first row
    (51.0, 2.89, 1152), // third row
    (39.4, 3.82, 629),  // 5.21
];

#[test]
fn the_brackets_of_gras_come_out() {
    for (percent, printed, games) in GRAS {
        // The share itself is rounded to a tenth of a percent.
        let half = |percent: f64| 100.0 * plain_half(percent / 100.0, games);
        let halves = [percent - 0.05, percent, percent + 0.05].map(half);
        let low = halves.iter().copied().fold(f64::MAX, f64::min) - 0.005;
        let high = halves.iter().copied().fold(0.0, f64::max) + 0.005;
        assert!((low..=high).contains(&printed), "{percent} of {games}: {halves:?}");
    }
}

/// Esser 2012 divides by the number of games, and rounds up to a tenth.
#[test]
fn the_brackets_of_esser_come_out() {
    for (percent, printed, games) in [
        (32.9, 3.0, 960),  // 6.19, a second: brs(1,C-1)
        (26.5, 2.8, 960),  // brs
        (17.7, 2.5, 960),  // max^n
        (22.9, 2.7, 960),  // paranoid
        (35.4, 3.1, 960),  // 5 seconds: brs(1,C-1)
        (22.7, 2.7, 960),  // brs
        (17.4, 2.4, 960),  // max^n
        (24.5, 2.8, 960),  // paranoid
        (42.1, 2.6, 1440), // 6.4, 1000 ms: paranoid
        (41.1, 4.1, 560),  // 6.5, 1000 ms: paranoid
        (56.0, 4.2, 560),  // 6.7, 1000 ms: brs
        (41.3, 3.2, 960),  // 6.16, 1000 ms: brs(1,C-1)
        (70.0, 3.8, 560),  // 6.21, 1000 ms: brs(1,C-1)
        (50.8, 4.2, 560),  // 6.1, 1000 ms: paranoid
    ] {
        let half = 100.0 * plain_half(percent / 100.0, games + 1);
        let rounded_up = (10.0 * half - 1e-6).ceil() / 10.0;
        assert!((rounded_up - printed).abs() < 1e-9, "{percent} of {games}: {half}");
    }
}

/// Rows of both theses whose bracket needs another number of games than the rest of their table (`docs/matches.md`).
#[test]
fn some_brackets_imply_other_numbers_of_games() {
    // Printed to so much: a hundredth, or a tenth and rounded up.
    for (percent, printed, step, games, implied) in [
        (62.5, 6.34, 0.01, 216, 225), // Gras 5.17, brs(1,C-1) against brs(C-1,1)
        (43.7, 5.76, 0.01, 288, 286), // Gras 5.19, fourth row, brs(1,C-1)
        (54.2, 3.0, 0.1, 560, 1120),  // Esser 6.24, brs
    ] {
        let half = |games| 100.0 * plain_half(percent / 100.0, games);
        assert!((half(games) - printed).abs() > step, "{percent}: {}", half(games));
        assert!((half(implied) - printed).abs() < step, "{percent}: {}", half(implied));
    }
}

#[test]
fn the_interval_of_81_of_263_is_that_of_the_textbook() {
    // Newcombe 1998, table I: 81 of 263, Wilson score 0.2553 to 0.3662.
    let Interval { low, high } = wilson(81.0, 263);
    assert!((low - 0.2553).abs() < 1e-4 && (high - 0.3662).abs() < 1e-4);
}

/// Newcombe 1998, table I, method 4.
#[test]
fn corrected_intervals_are_those_of_the_textbook() {
    for (points, games, printed) in [
        (81.0, 263, [0.2535, 0.3682]),
        (15.0, 148, [0.0598, 0.1644]),
        (0.0, 20, [0.0, 0.2005]),
        (1.0, 29, [0.0018, 0.1963]),
    ] {
        let Interval { low, high } = corrected_wilson(points, games);
        assert!((low - printed[0]).abs() < 1e-4 && (high - printed[1]).abs() < 1e-4, "{points}: {low} to {high}");
    }
}

#[test]
fn few_blocks_have_no_interval() {
    assert_eq!(block_interval(&[0.5, 0.6]), None);
    assert!(block_interval(&[0.5, 0.6, 0.7]).is_some());
}
