//! The network game: frames, and servers and clients over the loop-back.

mod common;
mod crowds;
mod following;
mod frame;
mod leaving;
mod loopback;
