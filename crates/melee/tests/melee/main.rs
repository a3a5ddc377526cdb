//! The library as its users see it.

mod conformance;
mod mistakes;
mod own;
mod rooms;
mod seats;
mod textbook;
