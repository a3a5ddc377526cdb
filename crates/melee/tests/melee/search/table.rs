//! Tests of `table`.

use melee::core::value::INFINITY;
use melee::core::value::{loss_in, win_in};
use melee::search::table::*;

const ONE: u64 = size_of::<Entry<u8>>() as u64;

fn table(scheme: Replacement, slots: u64) -> TranspositionTable<u8> {
    TranspositionTable::new(scheme, slots * ONE).expect("small")
}

fn bounded(mut entry: Entry<u8>, bound: impl Fn(&mut Entry<u8>)) -> Entry<u8> {
    bound(&mut entry);
    entry
}

fn entry(key: u64, depth: u32) -> Entry<u8> {
    Entry::new(key, depth)
}

/// Which of the keys 1 to `keys` a table of one bucket holds after storing each at a depth.
fn kept(scheme: Replacement, slots: u64, depths: &[u32]) -> Vec<u64> {
    let mut table = table(scheme, slots);
    for (key, &depth) in (1..).zip(depths) {
        table.put(entry(key, depth));
    }
    (1..=depths.len() as u64).filter(|&key| table.get(key).is_some()).collect()
}

#[test]
fn old_keeps_the_first_and_new_the_last() {
    assert_eq!(kept(Replacement::Old, 1, &[3, 5, 1]), [1]);
    assert_eq!(kept(Replacement::New, 1, &[3, 5, 1]), [3]);
}

#[test]
fn deep_keeps_the_deepest_and_of_equals_the_last() {
    assert_eq!(kept(Replacement::Deep, 1, &[3, 5, 1]), [2]);
    assert_eq!(kept(Replacement::Deep, 1, &[3, 3]), [2]);
}

/// Esser 2012, 3.2.2: a deep search of an earlier move makes room for a shallow one that ends
/// later in the game.
#[test]
fn path_keeps_what_ends_latest_in_the_game() {
    let kept = |searches: &[(u32, u32)]| {
        let mut table = table(Replacement::Path, 1);
        for (key, &(path, depth)) in (1..).zip(searches) {
            let mut entry = entry(key, depth);
            entry.set_past(path, false);
            table.put(entry);
        }
        (1..=searches.len() as u64).find(|&key| table.get(key).is_some())
    };
    assert_eq!(kept(&[(0, 6), (4, 3)]), Some(2), "7 after 6");
    assert_eq!(kept(&[(0, 6), (4, 2)]), Some(2), "of equals the last");
    assert_eq!(kept(&[(0, 6), (1, 4)]), Some(1), "5 does not replace 6");
}

#[test]
fn two_deep_keeps_the_deepest_and_the_last_other() {
    assert_eq!(kept(Replacement::TwoDeep, 2, &[3, 5, 1]), [2, 3]);
    assert_eq!(kept(Replacement::TwoDeep, 2, &[5, 2, 1]), [1, 3]);
    assert_eq!(kept(Replacement::TwoDeep, 2, &[1, 2, 3]), [2, 3]);
}

#[test]
fn key_zero_is_a_key_like_any_other() {
    let mut table = table(Replacement::New, 1);
    assert!(table.get(0).is_none());
    table.put(entry(0, 1));
    assert!(table.get(0).is_some());
}

#[test]
fn bounds_of_one_depth_add_up() {
    let mut table = table(Replacement::Deep, 1);
    table.put(bounded(entry(7, 4), |e| e.lower = 3));
    table.put(bounded(entry(7, 4), |e| e.upper = 9));
    let found = table.get(7).expect("stored");
    assert_eq!((found.lower, found.upper), (3, 9));
    table.put(bounded(entry(7, 2), |e| e.upper = 5));
    assert_eq!(table.get(7).expect("stored").depth, 4, "deeper stays");
}

#[test]
fn sizes_are_in_bytes() {
    assert_eq!(table(Replacement::Deep, 1000).capacity(), 1000);
    assert_eq!(table(Replacement::TwoDeep, 1001).capacity(), 1000);
    let none = TranspositionTable::<u8>::new(Replacement::Deep, ONE - 1);
    assert!(matches!(none, Err(TableError::TooSmall { .. })));
    let huge = TranspositionTable::<u8>::new(Replacement::Deep, u64::MAX);
    assert!(matches!(huge, Err(TableError::TooLarge { .. })));
}

#[test]
fn wins_keep_their_distance_from_the_position() {
    for value in [win_in(7), loss_in(7), 5, -5, INFINITY, -INFINITY] {
        assert_eq!(from_table(to_table(value, 3), 3), value);
    }
    assert_eq!(to_table(win_in(7), 3), win_in(4));
}

/// Keys over the whole range, as hashes are.
fn spread_keys() -> impl Iterator<Item = u64> {
    (1..=1000u64).map(|i| i.wrapping_mul(0x9e37_79b9_7f4a_7c15))
}

#[test]
fn what_a_short_search_knows_is_still_known_when_there_is_more_time() {
    use std::time::Duration;
    for scheme in [Replacement::Old, Replacement::New, Replacement::Deep, Replacement::TwoDeep, Replacement::Path] {
        let mut table = table(scheme, (64 << 20) / ONE);
        table.fit(Some(Duration::from_millis(1)));
        for (key, depth) in spread_keys().zip((1..20).cycle()) {
            table.put(entry(key, depth));
        }
        let known: Vec<_> = spread_keys().filter_map(|key| table.get(key).copied()).collect();
        assert!(known.len() > 900, "{scheme}: a hundred-thousandth part of the places collides");
        for time in [Some(Duration::from_millis(50)), Some(Duration::from_millis(10)), None, Some(Duration::MAX)] {
            table.fit(time);
            let now: Vec<_> = spread_keys().filter_map(|key| table.get(key).copied()).collect();
            assert_eq!(now, known, "{scheme}, {time:?}");
        }
        assert_eq!(table.len(), known.len());
        table.clear();
        assert!(table.is_empty());
    }
}
