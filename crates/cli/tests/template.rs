//! What `melee new-game` writes, before the names are changed: it compiles, and its own tests pass.

// In a crate of its own it may say `pub` as it likes.
#![allow(unreachable_pub)]

#[path = "../template/game.rs"]
mod game;
#[path = "../template/search.rs"]
mod search;
