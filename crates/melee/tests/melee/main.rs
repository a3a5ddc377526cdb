//! The library as its users see it.

mod mistakes;
mod own;
mod playthroughs;
mod plies;
mod rooms;
mod seats;
mod textbook;
