//! One engine for whoever asks, one after the other.
//!
//! Nobody waits for it with the interpreter's lock, which the one who searches may need for rules written in Python, and
//! whoever waits looks up from time to time whether he still wants it.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use crate::waiting::BETWEEN_SIGNALS;

pub(crate) struct Lending {
    shelf: Mutex<Shelf>,
    returned: Condvar,
}

struct Shelf {
    /// None while somebody has it.
    engine: Option<melee::Engine>,
    /// What it was last made or emptied with.
    seed: u64,
    /// Something was raised in the middle of a search: nothing is known of its memory.
    is_torn: bool,
}

impl Lending {
    pub(crate) fn new(engine: melee::Engine, seed: u64) -> Self {
        let shelf = Shelf { engine: Some(engine), seed, is_torn: false };
        Lending { shelf: Mutex::new(shelf), returned: Condvar::new() }
    }

    fn shelf(&self) -> MutexGuard<'_, Shelf> {
        self.shelf.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for the engine and lets somebody use it. Nothing if he no longer wants it.
    pub(crate) fn lend<T>(
        &self,
        is_to_stop: impl Fn() -> bool,
        call: impl FnOnce(&mut melee::Engine) -> T,
    ) -> Option<T> {
        let mut place = self.shelf();
        let engine = loop {
            if let Some(engine) = place.engine.take() {
                break engine;
            }
            let waited = self.returned.wait_timeout(place, BETWEEN_SIGNALS);
            drop(waited.unwrap_or_else(PoisonError::into_inner).0);
            // Without the lock: the answer may have to wait for the interpreter's.
            if is_to_stop() {
                return None;
            }
            place = self.shelf();
        };
        let (is_torn, seed) = (place.is_torn, place.seed);
        drop(place);
        let mut lent = Lent { from: self, engine: Some(engine), is_torn: true };
        let engine = lent.engine.as_mut().expect("until it is returned");
        if is_torn {
            engine.forget(seed);
        }
        let answer = call(engine);
        lent.is_torn = false;
        Some(answer)
    }

    /// Everything learned is forgotten.
    pub(crate) fn forget(&self, is_to_stop: impl Fn() -> bool, seed: u64) -> Option<()> {
        self.lend(is_to_stop, |engine| {
            engine.forget(seed);
            self.shelf().seed = seed;
        })
    }
}

/// The engine on its way; it comes back whatever happens.
struct Lent<'a> {
    from: &'a Lending,
    engine: Option<melee::Engine>,
    is_torn: bool,
}

impl Drop for Lent<'_> {
    fn drop(&mut self) {
        let mut place = self.from.shelf();
        place.engine = self.engine.take();
        place.is_torn = self.is_torn;
        drop(place);
        self.from.returned.notify_one();
    }
}
