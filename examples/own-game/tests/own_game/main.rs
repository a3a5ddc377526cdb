//! The game by itself, and the whole program with it.

mod laws;
mod program;
mod registry;
