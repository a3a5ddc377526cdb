//! The alpha-beta family: one kernel under different opponent policies.
//!
//! Paranoid search and best-reply search with all its variants are the same depth-first search;
//! they differ only in which opponents may choose between two turns of the root player
//! (a [`Policy`](melee_core::Policy)). With two players all of them are alpha-beta.

mod candidates;
mod family;
mod kernel;
mod listing;
mod memory;
mod policy;
mod quiescence;
mod selective;
mod settings;
mod sharing;
mod telling;
mod together;
mod turns;

pub use family::AlphaBetaFamily;
pub(crate) use family::{frontier_option, patience_option, quiescence_option};
pub use kernel::TreeSearch;
pub use selective::{MultiCut, Selective};
pub use settings::{Bmom, Cut, Learned, TreeSettings};
