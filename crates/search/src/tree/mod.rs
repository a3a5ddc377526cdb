//! The alpha-beta family: one kernel under different opponent policies.
//!
//! Paranoid search and best-reply search with all its variants are the same depth-first search;
//! they differ only in which opponents may choose between two turns of the root player
//! ([`policy`]). With two players all of them are alpha-beta.

mod candidates;
mod kernel;
mod listing;
mod memory;
pub mod policy;
mod quiescence;
mod selective;
mod settings;
mod telling;
mod turns;

pub use kernel::TreeSearch;
pub use policy::{Policy, Rest, Searchers};
pub use selective::{MultiCut, Selective};
pub use settings::{Bmom, Cut, Learned, TreeSettings};
