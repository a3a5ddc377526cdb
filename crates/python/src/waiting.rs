//! Calls that may take long: other threads of Python run meanwhile, and Ctrl-C ends them.
//!
//! Only the thread that Python began with hears its signals, and only if it asks. A search asks from time to time; what
//! does not ask on its own thread is sent to another, so that this one can.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread::{self, ThreadId};
use std::time::{Duration, Instant};

use pyo3::prelude::*;

use crate::errors::{exception, guarded};

/// How long a signal may wait: a person does not notice, and taking the interpreter's lock so seldom costs nothing.
pub(crate) const BETWEEN_SIGNALS: Duration = Duration::from_millis(40);

/// Signals, asked for at most every so often.
struct Signals {
    thread: ThreadId,
    began: Instant,
    next_millis: AtomicU64,
    raised: Mutex<Option<PyErr>>,
}

impl Signals {
    fn new() -> Self {
        Signals {
            thread: thread::current().id(),
            began: Instant::now(),
            next_millis: AtomicU64::new(BETWEEN_SIGNALS.as_millis() as u64),
            raised: Mutex::new(None),
        }
    }

    fn is_raised(&self) -> bool {
        let now = self.began.elapsed().as_millis() as u64;
        if now < self.next_millis.load(Ordering::Relaxed) || thread::current().id() != self.thread {
            return false;
        }
        self.next_millis.store(now + BETWEEN_SIGNALS.as_millis() as u64, Ordering::Relaxed);
        let Err(error) = Python::attach(|py| py.check_signals()) else {
            return false;
        };
        *self.raised.lock().expect("nobody panics with it") = Some(error);
        true
    }
}

/// A question that is asked often: is there a signal?
pub(crate) type Ask<'a> = &'a (dyn Fn() -> bool + Sync);

/// Runs a search on this thread without the interpreter's lock.
pub(crate) fn search<T: Send>(py: Python<'_>, call: impl FnOnce(Ask) -> T + Send) -> PyResult<T> {
    let signals = Signals::new();
    let found = py.detach(|| guarded(|| call(&|| signals.is_raised())));
    match signals.raised.into_inner().expect("nobody panics with it") {
        Some(error) => Err(error),
        None => found,
    }
}

/// Runs something on a thread of its own, with a flag that ends it.
pub(crate) fn elsewhere<T: Send>(
    py: Python<'_>,
    stop: &AtomicBool,
    call: impl FnOnce(&AtomicBool) -> T + Send,
) -> PyResult<T> {
    let mut raised = None;
    let done = &AtomicBool::new(false);
    let found = py.detach(|| {
        thread::scope(|scope| {
            let waiter = thread::current();
            let worker = scope.spawn(move || {
                let found = guarded(|| call(stop));
                done.store(true, Ordering::Release);
                waiter.unpark();
                found
            });
            while !done.load(Ordering::Acquire) {
                thread::park_timeout(BETWEEN_SIGNALS);
                if raised.is_none()
                    && let Err(error) = Python::attach(|py| py.check_signals())
                {
                    raised = Some(error);
                    stop.store(true, Ordering::Relaxed);
                }
            }
            worker.join().unwrap_or_else(|payload| Err(exception(payload)))
        })
    });
    match raised {
        Some(error) => Err(error),
        None => found,
    }
}
