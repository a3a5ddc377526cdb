//! The searches against their slow twins, published numbers and each other.

mod bestfirst;
mod blokus;
mod catalogue;
mod clock;
mod family;
mod limits;
mod lines;
mod maxn;
mod mcts;

mod mpmix;
mod opponent_pruning;
mod proof;
mod proof_cycles;
mod repetition;
mod table;
mod trees;
