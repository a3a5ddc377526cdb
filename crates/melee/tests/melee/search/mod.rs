//! The searches against their slow twins, published numbers and each other. They are tested here and not beside
//! themselves because the library has compiled them for every game already.

mod bestfirst;
mod blokus;
mod catalogue;
mod clock;
mod family;
mod floor;
mod hashed;
mod limits;
mod lines;
mod maxn;
mod mcts;
mod mpmix;
mod opponent_pruning;
mod opponents;
mod probmaxn;
mod proof;
mod proof_cycles;
mod repetition;
mod standstill;
mod table;
mod threads;
mod trees;
