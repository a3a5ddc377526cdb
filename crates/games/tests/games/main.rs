//! Every game by the laws, and against data, programs and rules from elsewhere.

mod abalone;
mod billabong;
mod chess4;
mod chess4_fen4;
mod chess4_pgn4;
mod conformance;
mod connect4_notation;
mod reversixt;
mod reversixt_map;
