//! Long solves with somebody who looks on.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, Thread};
use std::time::{Duration, Instant};

use super::monitor::SolveMonitor;
use super::solver::Solver;

/// How far a solve has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SolveStatus {
    /// Nodes since it began, to a few thousand.
    pub nodes: u64,
    /// Between which scores the answer to the present question lies.
    pub bounds: (i32, i32),
    /// Since it began.
    pub elapsed: Duration,
}

impl Solver {
    /// Works while `look` is called every so often, on another thread. It may cancel the work.
    ///
    /// ```
    /// use std::time::Duration;
    /// use melee_solve::connect4::{Goal, Position, Settings, Solver};
    /// let mut solver = Solver::new(7, 6, Settings::default())?;
    /// let empty = Position::empty(7, 6)?;
    /// solver.watched(
    ///     Duration::from_millis(1),
    ///     |status, monitor| {
    ///         if status.elapsed > Duration::from_millis(20) {
    ///             monitor.cancel();
    ///         }
    ///     },
    ///     |solver| solver.score(&empty, Goal::Score),
    /// );
    /// assert!(solver.is_cancelled());
    /// # Ok::<(), melee_solve::connect4::SolveError>(())
    /// ```
    pub fn watched<T>(
        &mut self,
        every: Duration,
        mut look: impl FnMut(SolveStatus, &SolveMonitor) + Send,
        work: impl FnOnce(&mut Solver) -> T,
    ) -> T {
        let (monitor, begin, done) = (self.monitor(), Instant::now(), AtomicBool::new(false));
        let before = monitor.nodes();
        thread::scope(|scope| {
            let watcher = scope.spawn(|| {
                loop {
                    thread::park_timeout(every);
                    if done.load(Ordering::Relaxed) {
                        return;
                    }
                    let status = SolveStatus {
                        nodes: monitor.nodes() - before,
                        bounds: monitor.bounds(),
                        elapsed: begin.elapsed(),
                    };
                    look(status, &monitor);
                }
            });
            let _relief = Relief { done: &done, watcher: watcher.thread().clone() };
            work(self)
        })
    }
}

/// Sends the watcher home when the work ends, even if by a panic.
struct Relief<'a> {
    done: &'a AtomicBool,
    watcher: Thread,
}

impl Drop for Relief<'_> {
    fn drop(&mut self) {
        self.done.store(true, Ordering::Relaxed);
        self.watcher.unpark();
    }
}
