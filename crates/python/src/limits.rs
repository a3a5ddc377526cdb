//! What a search may spend, as it is written in Python.

use std::time::Duration;

use melee::core::shortened;
use melee::search::parse_duration;
use melee::{Limits, SeatSpec, Spec, Who};
use pyo3::prelude::*;

use crate::errors::refuse;

/// Seconds, or a text such as `250ms`.
#[derive(FromPyObject)]
pub(crate) enum Time {
    Seconds(f64),
    Text(String),
}

impl Time {
    fn duration(&self) -> PyResult<Duration> {
        match self {
            Time::Seconds(seconds) => Duration::try_from_secs_f64(*seconds)
                .ok()
                .filter(|time| !time.is_zero())
                .ok_or_else(|| refuse(format!("time {seconds}: expected seconds, more than 0"))),
            Time::Text(text) => {
                parse_duration(text).map_err(|expected| refuse(format!("time '{}': {expected}", shortened(text))))
            }
        }
    }
}

/// The limits of Python's keywords.
pub(crate) fn limits(depth: Option<u32>, nodes: Option<u64>, time: Option<Time>) -> PyResult<Limits> {
    let time = time.map(|time| time.duration()).transpose()?;
    Ok(Limits { depth, nodes, time, ..Limits::NONE })
}

/// A search with the limits that stand behind it, `pvs:best@5000`.
pub(crate) fn parse_search(text: &str) -> PyResult<(Spec, Limits)> {
    let seat: SeatSpec = text.parse().map_err(refuse)?;
    match seat.who {
        Who::Search(spec) => Ok((spec, seat.limits)),
        Who::Person | Who::Program(_) => Err(refuse(format!("'{}' is no search", shortened(text)))),
    }
}
