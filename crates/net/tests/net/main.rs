//! The network game: frames, and server and clients over the loop-back.

mod frame;
mod loopback;
