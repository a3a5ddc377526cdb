//! Time that others on the machine do not take part in.

use std::time::Instant;

/// A moment, by the processor time of this thread if there is one thread and the system tells.
pub(super) struct Time {
    wall: Instant,
    cpu: Option<f64>,
}

impl Time {
    pub(super) fn now(threads: usize) -> Self {
        Time { wall: Instant::now(), cpu: cpu_seconds().filter(|_| threads == 1) }
    }

    pub(super) fn elapsed(&self) -> f64 {
        let wall = self.wall.elapsed().as_secs_f64();
        match (self.cpu, cpu_seconds()) {
            (Some(then), Some(now)) => now - then,
            _ => wall,
        }
    }
}

fn cpu_seconds() -> Option<f64> {
    let stat = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let nanoseconds: f64 = stat.split_whitespace().next()?.parse().ok()?;
    Some(nanoseconds / 1e9)
}
