#![doc = include_str!("../README.md")]

pub mod conformance;
pub mod knowledge;
pub mod mangle;
pub mod positions;
pub mod shared;
pub mod textbook;
pub mod tree;
