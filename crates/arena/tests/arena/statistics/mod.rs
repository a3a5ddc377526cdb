//! What intervals, tests and ratings promise, held to by simulation and by printed tables.

mod interval;
mod ranking;
pub(crate) mod rating;
mod sequential;
mod significance;
