//! Tests of `tournament::seating`.

use melee_arena::tournament::*;

#[test]
fn the_count_is_that_of_the_list() {
    for seats in 1..=6 {
        for algorithms in 1..=6 {
            let listed = seatings(algorithms, seats).len() as u64;
            assert_eq!(count_seatings(algorithms, seats), listed, "{algorithms} in {seats}");
        }
    }
    assert_eq!(count_seatings(8, 8), 40_320);
    assert_eq!(count_seatings(3, 8), 5_796);
    assert_eq!(count_seatings(20, 8), 5_079_110_400);
}

#[test]
fn every_block_is_balanced() {
    for (algorithms, seats) in
        [(2, 2), (2, 4), (3, 4), (4, 6), (2, 8), (3, 8), (4, 8), (5, 8), (8, 8), (3, 2), (6, 4), (7, 4), (20, 8)]
    {
        let blocks = Blocks::new(algorithms, seats, 7);
        for block in 0..4 {
            let all: Vec<Seating> = (0..blocks.len()).map(|i| blocks.seating(block, i)).collect();
            for seating in &all {
                let seated = (0..algorithms).filter(|a| seating.contains(a)).count();
                assert_eq!(seated, algorithms.min(seats), "{seating:?}");
            }
            let times = all.len() / algorithms;
            for (a, seat) in (0..algorithms).flat_map(|a| (0..seats).map(move |seat| (a, seat))) {
                let sat = all.iter().filter(|s| s[seat] == a).count();
                assert_eq!(sat, times, "{a} on seat {seat} in {all:?}");
            }
        }
    }
    let blocks = Blocks::new(3, 8, 7);
    assert_ne!(blocks.seating(0, 0), blocks.seating(1, 0), "another lot in each block");
}

#[test]
fn of_more_algorithms_than_seats_each_meets_each_equally_often_on_all_seats() {
    for (algorithms, seats) in [(3, 2), (4, 3), (6, 4)] {
        let all = seatings(algorithms, seats);
        for a in 0..algorithms {
            for b in (0..algorithms).filter(|&b| b != a) {
                for (mine, its) in (0..seats).flat_map(|m| (0..seats).map(move |i| (m, i))).filter(|(m, i)| m != i) {
                    let times = all.iter().filter(|s| s[mine] == a && s[its] == b).count();
                    assert_eq!(times * algorithms * (algorithms - 1), all.len(), "{a} on {mine}, {b} on {its}");
                }
            }
        }
    }
}

/// A match may end within its first block.
#[test]
fn the_first_games_of_a_block_favour_nobody() {
    let blocks = Blocks::new(16, 2, 3);
    assert_eq!(blocks.len(), 240);
    let first = |block| (0..32).map(|i| blocks.seating(block, i)).collect::<Vec<Seating>>();
    assert_ne!(first(0), first(1), "another order in each block");
    let mut sat = [0; 16];
    for algorithm in (0..100).flat_map(first).flatten() {
        sat[algorithm] += 1;
    }
    // Each sits four times in a block, give or take two: 400 in a hundred, give or take twenty.
    assert!(sat.iter().all(|times| (330..=470).contains(times)), "{sat:?}");
}

#[test]
fn in_circles_each_meets_each_over_many_blocks() {
    let blocks = Blocks::new(16, 4, 3);
    assert_eq!(blocks.len(), 16);
    let mut met = [[0; 16]; 16];
    for seating in (0..100).flat_map(|block| (0..16).map(move |i| (block, i))).map(|(b, i)| blocks.seating(b, i)) {
        for (&a, &b) in seating.iter().flat_map(|a| seating.iter().map(move |b| (a, b))) {
            met[a][b] += 1;
        }
    }
    // A pair meets in one of 20 games or so.
    for (a, b) in (0..16).flat_map(|a| (0..a).map(move |b| (a, b))) {
        assert!((40..=130).contains(&met[a][b]), "{a} and {b}: {}", met[a][b]);
    }
}

/// Two algorithms that share the seats of a large board sit beside each other and apart.
#[test]
fn in_circles_one_algorithm_has_seats_at_any_distance() {
    let blocks = Blocks::new(4, 6, 3);
    assert_eq!(blocks.len(), 4);
    let mut apart = [0; 6];
    for seating in (0..100).flat_map(|block| (0..4).map(move |i| (block, i))).map(|(b, i)| blocks.seating(b, i)) {
        for a in 0..4 {
            let seats: Vec<usize> = (0..6).filter(|&seat| seating[seat] == a).collect();
            if let [first, second] = seats[..] {
                apart[second - first] += 1;
            }
        }
    }
    // 800 pairs: of 15 ways to sit, five have a distance of one.
    assert!((1..6).all(|distance| apart[distance] > 10 * (6 - distance)), "{apart:?}");
}
