//! Who searches what: threads that share a table keep out of each other's way.
//!
//! Before a thread searches a position it says so, and others put that position off until they
//! have nothing else (ABDADA; Weill 1996, as simplified by Kerrigan). It is only a hint: a mark that
//! is overwritten or missed costs some work twice, never a wrong score.

use std::sync::atomic::{AtomicU64, Ordering};

use super::table::Place;

const MARKS: usize = 1 << 12;

/// The positions being searched.
pub(super) struct Busy(Vec<AtomicU64>);

impl Busy {
    pub(super) fn new() -> Self {
        Busy((0..MARKS).map(|_| AtomicU64::new(0)).collect())
    }

    fn mark(&self, place: Place) -> &AtomicU64 {
        &self.0[place.name() as usize % MARKS]
    }

    /// Somebody begins.
    pub(super) fn begin(&self, place: Place) {
        self.mark(place).store(place.name(), Ordering::Relaxed);
    }

    /// Somebody is done.
    pub(super) fn end(&self, place: Place) {
        self.mark(place).store(0, Ordering::Relaxed);
    }

    /// Is somebody at it?
    pub(super) fn is_marked(&self, place: Place) -> bool {
        self.mark(place).load(Ordering::Relaxed) == place.name()
    }
}
