//! A clock that runs only while its own thread does.
//!
//! Under a time limit a busy machine decides matches: whoever thinks while others compute gets less of a move's time
//! than his opponent. The processor time of the thread that searches is his alone, whatever else runs.

use std::fs;
use std::path::PathBuf;
use std::thread::{self, ThreadId};
use std::time::{Duration, Instant};

use melee::search::Clock;
use rustix::time::{ClockId, clock_gettime};

/// The processor time of the thread that started it, whoever looks: a solver computes and lets another thread look at the
/// clock. Where nothing tells the others, they see the time of day pass, so that a limit always ends.
pub struct ProcessorClock {
    owner: ThreadId,
    /// Where Linux says how long the owner has computed.
    told: Option<PathBuf>,
    began: Duration,
    wall: Instant,
}

impl ProcessorClock {
    /// From now on, of this thread.
    #[must_use]
    pub fn start() -> Self {
        // `PID/task/TID`; for another thread it would name that one.
        let own = fs::read_link("/proc/thread-self").ok();
        let told = own.map(|own| PathBuf::from("/proc").join(own).join("schedstat"));
        ProcessorClock { owner: thread::current().id(), told, began: used(), wall: Instant::now() }
    }

    fn used_by_owner(&self) -> Option<Duration> {
        if thread::current().id() == self.owner {
            return Some(used());
        }
        let text = fs::read_to_string(self.told.as_ref()?).ok()?;
        Some(Duration::from_nanos(text.split_whitespace().next()?.parse().ok()?))
    }
}

impl Clock for ProcessorClock {
    fn elapsed(&self) -> Duration {
        self.used_by_owner().map_or_else(|| self.wall.elapsed(), |used| used.saturating_sub(self.began))
    }
}

/// The processor time of this thread.
fn used() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, Ordering};

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

    /// As the solver has it: one thread computes until the one beside it says that the time is up.
    #[test]
    fn a_thread_beside_it_sees_the_time_of_the_one_that_computes() {
        let (clock, limit) = (ProcessorClock::start(), Duration::from_millis(20));
        let (is_up, wall) = (AtomicBool::new(false), Instant::now());
        thread::scope(|scope| {
            scope.spawn(|| {
                while clock.elapsed() < limit && wall.elapsed() < Duration::from_secs(60) {
                    thread::sleep(Duration::from_millis(1));
                }
                is_up.store(true, Ordering::Relaxed);
            });
            let mut number = 1u64;
            while !is_up.load(Ordering::Relaxed) {
                number = std::hint::black_box(melee::core::zobrist::mix(number));
            }
        });
        assert!(wall.elapsed() < Duration::from_secs(60), "it never was");
        assert!(clock.elapsed() >= limit, "{:?}", clock.elapsed());
    }
}
