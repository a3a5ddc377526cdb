//! What results of games are worth.
//!
//! Games of a block share their opening and its seats, so they are not independent: intervals and tests take
//! a block for one observation. The interval that takes every game for itself is there too, because the
//! theses print it.

mod interval;
mod ranking;
mod rating;
mod sequential;
mod significance;
mod weng_lin;

pub use interval::{
    Interval, ShareIntervals, block_interval, corrected_wilson, difference_interval, plain_half, share_interval,
    student_p, t_quantile, together, wilson,
};
pub use ranking::{Ranking, elo, fit_plackett_luce, ranking};
pub use rating::{Rating, ratings};
pub use sequential::{Decision, SequentialTest};
pub use significance::{Comparison, EXACT, SAMPLES, SeatBias, SeatWorth, sign_flip_p};
pub use weng_lin::{WengLin, weng_lin};
