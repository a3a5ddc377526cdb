//! The server over a socket, as pages, programs and strangers meet it.

mod answers;
mod editor;
mod engines;
mod inside;
mod outside_game;
mod running;
mod schema;
mod server;
mod trees_and_matches;
