//! The library as its users see it.

mod abalone;
mod actions;
mod agreement;
mod billabong;
mod books;
mod chess4;
mod conformance;
mod games;
mod mistakes;
mod montecarlo;
mod multiplayer;
mod nets;
mod playthroughs;
mod plies;
mod record;
mod reversixt;
mod review;
mod rooms;
mod search;
mod searched;
mod seats;
mod setup;
mod textbook;
mod words;
