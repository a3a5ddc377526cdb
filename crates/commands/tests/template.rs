//! What `melee new-game` writes, before the names are changed: it compiles, and its own tests pass.

#[allow(unreachable_pub, reason = "in a crate of its own it may say `pub` as it likes")]
#[path = "../template/game.rs"]
mod game;
#[allow(unreachable_pub, reason = "in a crate of its own it may say `pub` as it likes")]
#[path = "../template/search.rs"]
mod search;
