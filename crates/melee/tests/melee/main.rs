//! The library as its users see it.

mod mistakes;
mod own;
mod rooms;
mod seats;
mod textbook;
mod words;
