//! What results of games are worth.
//!
//! Games of a block share their opening and its seats, so they are not independent: intervals and tests take
//! a block for one observation. The interval that takes every game for itself is there too, because the
//! theses print it.

mod interval;
mod ranking;
mod sequential;

pub use interval::{Interval, block_interval, plain_half, t_quantile, wilson};
pub use ranking::{Ranking, Rating, fit_plackett_luce, ratings};
pub use sequential::{Decision, SequentialTest};
