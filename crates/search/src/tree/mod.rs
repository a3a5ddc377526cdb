//! The alpha-beta family: one kernel under different opponent policies.
//!
//! Paranoid search and best-reply search with all its variants are the same depth-first search;
//! they differ only in which opponents may choose between two turns of the root player
//! ([`policy`]). With two players all of them are alpha-beta.

mod candidates;
mod kernel;
pub mod policy;

pub use kernel::{Bmom, Cut, TreeSearch, TreeSettings};
pub use policy::{Policy, Rest, Searchers};
