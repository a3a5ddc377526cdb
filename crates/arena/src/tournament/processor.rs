//! A clock that runs only while its own thread does.
//!
//! Under a time limit a busy machine decides matches: whoever thinks while others compute gets less of a move's time
//! than his opponent. The processor time of the thread that searches is his alone, whatever else runs.

use std::time::Duration;

use melee::search::Clock;
use rustix::time::{ClockId, clock_gettime};

/// The processor time of this thread since it was started. Only this thread may look at it.
pub(super) struct ProcessorClock(Duration);

impl ProcessorClock {
    pub(super) fn start() -> Self {
        ProcessorClock(used())
    }
}

impl Clock for ProcessorClock {
    fn elapsed(&self) -> Duration {
        used().saturating_sub(self.0)
    }
}

fn used() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A thread that sleeps uses none of it, one that computes does.
    #[test]
    fn time_passes_only_while_the_thread_computes() {
        let clock = ProcessorClock::start();
        std::thread::sleep(Duration::from_millis(30));
        let asleep = clock.elapsed();
        let wall = std::time::Instant::now();
        let mut number = 1u64;
        while clock.elapsed() < asleep + Duration::from_millis(5) {
            number = std::hint::black_box(melee::core::zobrist::mix(number));
        }
        // Any machine computes less than it lets time pass, and sleeping is not computing.
        assert!(wall.elapsed() >= Duration::from_millis(4) && asleep < Duration::from_millis(30), "{asleep:?}");
    }
}
