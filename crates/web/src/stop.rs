//! The wish to stop, shared between who asked and who thinks.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Asks a search to stop when the last holder lets go of it.
#[derive(Debug)]
pub(crate) struct StopOnDrop(Arc<AtomicBool>);

impl StopOnDrop {
    pub(crate) fn new(flag: Arc<AtomicBool>) -> Self {
        StopOnDrop(flag)
    }
}

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}
