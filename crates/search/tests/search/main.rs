//! The searches against their slow twins, published numbers and each other.

mod bestfirst;
mod catalogue;
mod family;
mod limits;
mod lines;
mod maxn;
mod mpmix;
mod opponent_pruning;
mod proof;
mod table;
mod trees;
