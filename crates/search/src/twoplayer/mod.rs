//! The classics for two players, each written to be read next to its pseudo-code in
//! Pantel 1997, *Intelligent Adversary Searches*.
//!
//! Alpha-beta and principal-variation search are not here: they are the two-player case of
//! [`tree`](crate::tree).

mod memsss;
mod minimax;
mod mt;
mod mtd;
mod scout;
mod sss;

pub use memsss::MemSssSearch;
pub use minimax::{MinimaxSearch, StopsAtWins};
pub use mtd::{MtdFirst, MtdSearch, MtdSettings};
pub use scout::ScoutSearch;
pub use sss::{SssSearch, SssSettings};
