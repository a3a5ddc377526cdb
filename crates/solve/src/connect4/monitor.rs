//! How far a long solve has come, for whoever watches.

use std::sync::atomic::{AtomicBool, AtomicI32, AtomicU64, Ordering};

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

    pub(super) fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
    }

    /// Between which scores the answer to the present question lies.
    pub fn bounds(&self) -> (i32, i32) {
        (self.lower.load(Ordering::Relaxed), self.upper.load(Ordering::Relaxed))
    }
}
