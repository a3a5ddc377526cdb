//! The games of Melee, one folder each, and a registry to find them by name.
//!
//! A game knows its rules and what is worth having in them; it never names a search.

pub mod abalone;
pub mod billabong;
pub mod chess4;
pub mod connect4;
pub mod registry;
pub mod reversixt;
pub mod uniform;
mod weights;
