//! Tests of `statistics::rating`.

use melee_arena::statistics::*;
use melee_arena::tournament::{Ending, MoveList, PlayedGame, SeatWork};
use melee_core::{Rng, seeded_rng};

/// A game of a block that ended so: who sat where, and the rank of each seat.
pub(crate) fn game(block: u64, seating: &[usize], ranks: &[u8]) -> PlayedGame {
    let first = ranks.iter().filter(|&&rank| rank == 1).count() as f64;
    let points = |&rank: &u8| if rank == 1 { 1.0 / first } else { 0.0 };
    PlayedGame {
        number: 0,
        block,
        seating: seating.to_vec(),
        start: None,
        moves: MoveList::default(),
        points: ranks.iter().map(points).collect(),
        ranks: ranks.to_vec(),
        ending: Ending::Finished,
        failure: None,
        verdict: None,
        work: vec![SeatWork::default(); seating.len()],
        records: Vec::new(),
        micros: 0,
    }
}

fn rated(algorithms: usize, blocks: &[Vec<PlayedGame>]) -> Vec<Rating> {
    let blocks: Vec<Vec<&PlayedGame>> = blocks.iter().map(|block| block.iter().collect()).collect();
    ratings(algorithms, &blocks).expect("enough blocks")
}

/// Blocks of two games, each with these points for the first player.
fn duels(points: &[[f64; 2]]) -> Vec<Vec<PlayedGame>> {
    let game = |block: usize, points: f64| {
        let ranks = match points {
            1.0 => [1, 2],
            0.0 => [2, 1],
            _ => [1, 1],
        };
        game(block as u64, &[0, 1], &ranks)
    };
    let block = |(block, points): (usize, &[f64; 2])| points.map(|p| game(block, p)).to_vec();
    points.iter().enumerate().map(block).collect()
}

/// The share of points that a rating stands for against one as far on the other side of the mean.
fn share_of(rating: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-rating / 200.0))
}

const RESULTS: [&[[f64; 2]]; 7] = [
    &[[1.0, 1.0], [1.0, 1.0]],
    &[[1.0, 0.0], [1.0, 0.5], [0.0, 1.0]],
    &[[1.0, 0.0], [1.0, 1.0], [0.5, 0.0]],
    &[[0.0, 0.0], [0.0, 0.0], [0.0, 0.0], [0.0, 0.5]],
    &[[0.5, 0.5]; 12],
    &[[1.0, 1.0]; 12],
    &[
        [1.0, 0.0],
        [1.0, 1.0],
        [1.0, 0.0],
        [0.5, 0.5],
        [0.0, 1.0],
        [1.0, 1.0],
        [0.0, 0.0],
        [1.0, 0.5],
        [1.0, 0.0],
        [0.0, 1.0],
        [1.0, 1.0],
    ],
];

/// Once a rating of +-30 stood beside a share of 14 to 94 %, and one without any width beside four wins of four.
#[test]
fn ratings_of_two_have_the_intervals_of_their_shares() {
    for points in RESULTS {
        let shares: Vec<f64> = points.iter().map(|[a, b]| 0.5 * (a + b)).collect();
        let games = 2 * points.len() as u64;
        let share = share_interval(&shares, 2.0 * shares.iter().sum::<f64>(), games);
        for (player, Rating { low, high, .. }) in rated(2, &duels(points)).into_iter().enumerate() {
            let low = low.map_or(0.0, share_of);
            let high = high.map_or(1.0, share_of);
            let (low, high) = if player == 0 { (low, high) } else { (1.0 - high, 1.0 - low) };
            let near = |a: f64, b: f64| (a - b).abs() < 0.002;
            assert!(near(low, share.low) && near(high, share.high), "{points:?}: {low}-{high} and {share:?}");
        }
    }
}

#[test]
fn who_won_all_may_be_as_strong_as_can_be_and_still_equal() {
    let [winner, loser] = rated(2, &duels(RESULTS[0]))[..] else { panic!("two players") };
    assert!(winner.value > 0.0 && winner.high.is_none() && winner.low.is_some_and(|low| low < 0.0), "{winner:?}");
    assert!(loser.value < 0.0 && loser.low.is_none() && loser.high.is_some_and(|high| high > 0.0), "{loser:?}");
}

/// A block of all seatings of three in three seats, by players of these strengths.
fn free_for_all(strengths: [f64; 3], block: u64, uniform: &mut impl FnMut() -> f64) -> Vec<PlayedGame> {
    let seatings = melee_arena::tournament::seatings(3, 3);
    let play = |seating: &Vec<usize>| {
        let (mut left, mut ranks) = (vec![0, 1, 2], [0; 3]);
        for rank in 1..=3 {
            let sum: f64 = left.iter().map(|&seat: &usize| strengths[seating[seat]]).sum();
            let mut lot = uniform() * sum;
            let place = left.iter().position(|&seat| {
                lot -= strengths[seating[seat]];
                lot <= 0.0
            });
            ranks[left.remove(place.unwrap_or(left.len() - 1))] = rank;
        }
        game(block, seating, &ranks)
    };
    seatings.iter().map(play).collect()
}

/// How often the interval of a rating holds the truth.
fn held(truth: [f64; 3], blocks: u64, whim: f64, seed: u64) -> f64 {
    let mut rng = seeded_rng(seed);
    let mut uniform = || f64::from(rng.next_u32()) / f64::from(u32::MAX);
    // Many blocks take their time.
    let trials = if blocks < 12 { 400 } else { 200 };
    let mut held = 0;
    for _ in 0..trials {
        let mut play = |block| {
            // An opening may suit one player more than another.
            let strengths = truth.map(|s| s * (whim * (uniform() - 0.5)).exp());
            free_for_all(strengths, block, &mut uniform)
        };
        let games: Vec<Vec<PlayedGame>> = (0..blocks).map(&mut play).collect();
        for (rating, truth) in rated(3, &games).iter().zip(elo(&truth)) {
            let above = rating.low.is_none_or(|low| low <= truth);
            let below = rating.high.is_none_or(|high| truth <= high);
            held += usize::from(above && below);
        }
    }
    held as f64 / f64::from(3 * trials)
}

/// The promise of the interval, with few blocks too.
#[test]
fn intervals_of_ratings_hold_the_truth_as_often_as_they_say() {
    for (truth, blocks, whim) in [
        ([4.0, 1.0, 0.25], 2, 0.0),
        ([4.0, 1.0, 0.25], 3, 0.0),
        ([4.0, 1.0, 0.25], 12, 0.0),
        ([1.0, 1.0, 1.0], 4, 3.0),
        ([1.0, 1.0, 1.0], 12, 3.0),
        ([40.0, 1.0, 0.025], 3, 0.0),
        // Somebody has won or lost all of many blocks, and others have not.
        ([40.0, 1.0, 0.025], 12, 0.0),
        ([400.0, 1.0, 0.0025], 12, 0.0),
    ] {
        let held = held(truth, blocks, whim, blocks);
        assert!(held >= 0.93, "{truth:?}, {blocks} blocks: {held}");
    }
}
