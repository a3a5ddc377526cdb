//! Exact solvers of single games.
//!
//! A search to a depth tells what looks best; a solver tells what *is* best. Solvers know their
//! game inside out, so they live here, above `games`, and not among the general searches.

pub mod connect4;
