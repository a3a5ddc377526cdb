//! Time that others on the machine do not take part in.

use std::time::Instant;

use melee::search::Clock;
use melee_arena::tournament::ProcessorClock;

/// Since a moment: the processor time of this thread, or the time of day if several work.
pub(super) enum Time {
    Processor(ProcessorClock),
    Day(Instant),
}

impl Time {
    pub(super) fn now(threads: usize) -> Self {
        if threads == 1 { Time::Processor(ProcessorClock::start()) } else { Time::Day(Instant::now()) }
    }

    pub(super) fn elapsed(&self) -> f64 {
        match self {
            Time::Processor(clock) => clock.elapsed().as_secs_f64(),
            Time::Day(moment) => moment.elapsed().as_secs_f64(),
        }
    }
}
