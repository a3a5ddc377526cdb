//! Every game by the laws, and against data, programs and rules from elsewhere.

mod abalone;
mod billabong;
mod blokus;
mod blokus_refusals;
mod chess4;
mod chess4_fen4;
mod chess4_pgn4;
mod chinese_checkers;
mod conformance;
mod connect4_notation;
mod focus;
mod mangled_texts;
mod reversixt;
mod reversixt_map;
mod rolit;
