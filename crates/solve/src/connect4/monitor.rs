//! How far a long solve has come, for whoever watches.

use std::sync::atomic::{AtomicBool, AtomicI32, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use melee_search::{Clock, Stopwatch};

/// Shared between a solver and those who watch it, on other threads.
#[derive(Debug, Default)]
pub struct SolveMonitor {
    pub(super) nodes: AtomicU64,
    pub(super) lower: AtomicI32,
    pub(super) upper: AtomicI32,
    /// Set when one thread has the answer.
    pub(super) stop: AtomicBool,
    /// Set when nobody wants the answer any more.
    pub(super) cancelled: AtomicBool,
    deadline: Mutex<Option<(Stopwatch, Duration)>>,
    /// So many nodes cancel it; 0 is no limit.
    most_nodes: AtomicU64,
}

impl SolveMonitor {
    /// Nodes so far, to a few thousand.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// Nobody wants the answer any more: whatever is asked ends soon, and the answers mean nothing.
    pub fn cancel(&self) {
        self.cancelled.store(true, Ordering::Relaxed);
    }

    /// Cancels after so much time from now, for who has no other thread to look on; `None` takes that back.
    pub fn end_after(&self, time: Option<Duration>) {
        *self.deadline.lock().unwrap_or_else(PoisonError::into_inner) = time.map(|time| (Stopwatch::start(), time));
    }

    /// Looks at the clock, if somebody has set a time.
    fn check_time(&self) {
        let deadline = *self.deadline.lock().unwrap_or_else(PoisonError::into_inner);
        if deadline.is_some_and(|(begin, time)| begin.elapsed() >= time) {
            self.cancel();
        }
    }

    /// Cancels it after so many nodes from now, to a few thousand.
    pub fn cancel_after(&self, nodes: u64) {
        self.most_nodes.store(self.nodes().saturating_add(nodes.max(1)), Ordering::Relaxed);
    }

    /// Is it to end? It has visited some more nodes.
    pub(super) fn note_nodes(&self, more: u64) -> bool {
        let nodes = self.nodes.fetch_add(more, Ordering::Relaxed) + more;
        let most = self.most_nodes.load(Ordering::Relaxed);
        if most > 0 && nodes >= most {
            self.cancel();
        }
        self.check_time();
        self.is_cancelled()
    }

    pub(super) fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
    }

    /// Between which scores the answer to the present question lies.
    pub fn bounds(&self) -> (i32, i32) {
        (self.lower.load(Ordering::Relaxed), self.upper.load(Ordering::Relaxed))
    }
}
