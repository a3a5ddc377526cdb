//! Long solves with somebody who looks on.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, Thread};
use std::time::{Duration, Instant};

use super::gauge::Gauge;
use super::solver::Solver;

/// How far a solve has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Glance {
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
    ///     |glance, gauge| {
    ///         if glance.elapsed > Duration::from_millis(20) {
    ///             gauge.cancel();
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
        mut look: impl FnMut(Glance, &Gauge) + Send,
        work: impl FnOnce(&mut Solver) -> T,
    ) -> T {
        let (gauge, begin, done) = (self.gauge(), Instant::now(), AtomicBool::new(false));
        let before = gauge.nodes();
        thread::scope(|scope| {
            let watcher = scope.spawn(|| {
                loop {
                    thread::park_timeout(every);
                    if done.load(Ordering::Relaxed) {
                        return;
                    }
                    let glance = Glance {
                        nodes: gauge.nodes() - before,
                        bounds: gauge.bounds(),
                        elapsed: begin.elapsed(),
                    };
                    look(glance, &gauge);
                }
            });
            let _relief = Relief {
                done: &done,
                watcher: watcher.thread().clone(),
            };
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
