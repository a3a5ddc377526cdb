#![doc = include_str!("../README.md")]

pub mod book;
pub mod conformance;
pub mod knowledge;
pub mod mangle;
pub mod net;
pub mod positions;
pub mod schema;
pub mod shared;
pub mod textbook;
pub mod tree;

/// How much a test does: what is usual, or the larger amount with `MELEE_LONG_TESTS` set.
pub fn usual_or_long<T>(usual: T, long: T) -> T {
    if std::env::var_os("MELEE_LONG_TESTS").is_some() { long } else { usual }
}
