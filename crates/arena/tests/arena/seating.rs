//! Tests of `tournament::seating`.

use melee_arena::tournament::*;

#[test]
fn the_count_is_that_of_the_list() {
    for seats in 1..=6 {
        for algorithms in 1..=seats {
            let listed = seatings(algorithms, seats).len() as u64;
            assert_eq!(count_seatings(algorithms, seats), listed, "{algorithms} in {seats}");
        }
    }
    assert_eq!(count_seatings(8, 8), 40_320);
    assert_eq!(count_seatings(3, 8), 5_796);
}

#[test]
fn every_block_is_balanced() {
    for (algorithms, seats) in [(2, 2), (2, 4), (3, 4), (3, 8), (5, 8), (8, 8)] {
        let blocks = Blocks::new(algorithms, seats, 7);
        for block in 0..4 {
            let all: Vec<Seating> = (0..blocks.len()).map(|i| blocks.seating(block, i)).collect();
            for seating in &all {
                assert!((0..algorithms).all(|a| seating.contains(&a)), "{seating:?}");
            }
            for a in 0..algorithms {
                let on = |seat: usize| all.iter().filter(|s| s[seat] == a).count();
                let first = on(0);
                assert!((1..seats).all(|seat| on(seat) == first), "{a} in {all:?}");
            }
        }
    }
    let blocks = Blocks::new(3, 8, 7);
    assert_ne!(blocks.seating(0, 0), blocks.seating(1, 0), "another lot in each block");
}
