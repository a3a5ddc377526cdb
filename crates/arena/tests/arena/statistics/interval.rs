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

/// So many blocks of so many games, each won with this chance.
fn lopsided(blocks: usize, size: usize, chance: f64, uniform: &mut impl FnMut() -> f64) -> Vec<f64> {
    let won = |_| (0..size).filter(|_| uniform() < chance).count() as f64 / size as f64;
    (0..blocks).map(won).collect()
}

fn interval_of(shares: &[f64], size: usize) -> Interval {
    share_interval(shares, shares.iter().sum::<f64>() * size as f64, (shares.len() * size) as u64)
}

/// Student's interval over blocks alone missed the truth in up to 13 of 100 such matches.
#[test]
fn intervals_of_lopsided_matches_hold_the_truth_as_often_as_they_say() {
    let mut rng = seeded_rng(5);
    let mut uniform = || f64::from(rng.next_u32()) / f64::from(u32::MAX);
    for (blocks, size) in [(10, 2), (10, 6), (18, 6), (10, 14)] {
        for share in [0.5, 0.835, 0.84, 0.945, 0.95, 0.97, 0.975] {
            let trials = 2000;
            let missed = (0..trials).filter(|_| {
                let Interval { low, high } = interval_of(&lopsided(blocks, size, share, &mut uniform), size);
                share < low || high < share
            });
            let missed = missed.count() as f64 / f64::from(trials);
            assert!(missed < 0.05, "{blocks} blocks of {size} at {share}: {missed}");
        }
    }
}

/// A bound on carefulness: near one half the interval is little wider than Student's.
#[test]
fn between_equals_the_interval_is_little_wider_than_that_over_blocks() {
    let mut rng = seeded_rng(6);
    let mut uniform = || f64::from(rng.next_u32()) / f64::from(u32::MAX);
    let (mut both, mut over_blocks) = (0.0, 0.0);
    for _ in 0..500 {
        let shares = lopsided(20, 6, 0.5, &mut uniform);
        let wide = |interval: Interval| interval.high - interval.low;
        both += wide(interval_of(&shares, 6));
        over_blocks += wide(block_interval(&shares).expect("enough blocks"));
    }
    assert!(both < 1.12 * over_blocks, "{}", both / over_blocks);
}

/// All matches of ten blocks of two games of which at least half were won. Once the lower end was 80.0 % for 20 of 20
/// and 83.7 % for 19.
#[test]
fn who_loses_a_game_more_is_not_worth_more() {
    for (won, shared) in (0..=10).flat_map(|won| (0..=10 - won).map(move |shared| (won, shared))) {
        if 2 * won + shared < 10 {
            continue;
        }
        let shares: Vec<f64> =
            (0..10).map(|i| if i < won { 1.0 } else { f64::from(u8::from(i < won + shared)) * 0.5 }).collect();
        let before = interval_of(&shares, 2).low;
        for lost_in in (0..10).filter(|&i| shares[i] > 0.0) {
            let mut after = shares.clone();
            after[lost_in] -= 0.5;
            let after_low = interval_of(&after, 2).low;
            assert!(after_low <= before + 1e-12, "{shares:?}: {before}; a loss more: {after_low}");
        }
    }
}

/// In larger blocks: a loss in a block that is not above the mean.
#[test]
fn a_loss_in_a_middling_block_lowers_the_interval() {
    let mut rng = seeded_rng(7);
    let mut uniform = || f64::from(rng.next_u32()) / f64::from(u32::MAX);
    for (blocks, size) in [(3, 6), (10, 6), (18, 6), (10, 14)] {
        for chance in [0.1, 0.5, 0.8, 0.9, 0.95, 0.98] {
            for _ in 0..200 {
                let mut shares = lopsided(blocks, size, chance, &mut uniform);
                let (mean, before) = (shares.iter().sum::<f64>() / blocks as f64, interval_of(&shares, size).low);
                let Some(middling) = shares.iter().position(|&s| s > 0.0 && s <= mean + 1e-9) else { continue };
                shares[middling] -= 1.0 / size as f64;
                let after = interval_of(&shares, size).low;
                assert!(after <= before + 1e-12, "{shares:?}: {before} and then {after}");
            }
        }
    }
}

#[test]
fn of_no_games_nothing_is_known() {
    let all = Interval { low: 0.0, high: 1.0 };
    assert_eq!([wilson(0.0, 0), corrected_wilson(0.0, 0), share_interval(&[], 0.0, 0)], [all; 3]);
}
