//! What games and searches are tested with.
//!
//! * [`conformance`]: the laws that every game obeys, over random games;
//! * [`knowledge`]: the laws of evaluations and orderings;
//! * [`tree`]: a game read from a tree written as text, for the figures of the literature;
//! * [`textbook`]: searches without any pruning or memory, written to be obviously right;
//! * [`positions`]: random positions to compare on;
//! * [`mangle`]: texts with mistakes, for parsers.

pub mod conformance;
pub mod knowledge;
pub mod mangle;
pub mod positions;
pub mod shared;
pub mod textbook;
pub mod tree;
