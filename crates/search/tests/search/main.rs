//! The searches against their slow twins, published numbers and each other.

mod catalogue;
mod family;
mod limits;
mod lines;
mod table;
mod trees;
