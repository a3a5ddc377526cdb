//! The searches against their slow twins, published numbers and each other.

mod abalone;
mod agreement;
mod catalogue;
mod chess4;
mod family;
mod limits;
mod montecarlo;
mod multiplayer;
mod record;
mod reversixt;
mod table;
mod trees;
