//! A search that runs beside the conversation.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;

use melee::core::Dialect;
use melee::{Engine, Limits, Position, Report, Task, Watch};

use super::{Output, dialect, say};

/// A search under way.
pub(super) struct Thinking {
    stop: Arc<AtomicBool>,
    /// Set before the best move is told: who hears it may go on at once.
    is_done: Arc<AtomicBool>,
    thread: JoinHandle<Engine>,
    limits: Limits,
}

impl Thinking {
    /// Searches a position, telling every iteration and in the end the best move.
    pub(super) fn begin(
        mut engine: Engine,
        position: Position,
        limits: Limits,
        dialect: Dialect,
        output: Output,
    ) -> Self {
        let stop = Arc::new(AtomicBool::new(false));
        let asked = stop.clone();
        let is_done = Arc::new(AtomicBool::new(false));
        let done = is_done.clone();
        let thread = std::thread::spawn(move || {
            let say_report = |report: &Report| {
                for info in dialect::infos(&dialect, report, limits.lines) {
                    say(&output, &info);
                }
            };
            let mut last = (0, 0);
            let mut tell = |report: &Report| {
                last = (report.depth, report.counts.nodes);
                say_report(report);
            };
            let watch = Watch::new().stopping_on(&asked);
            let task = Task::new(limits).watch(watch).on_report(&mut tell);
            let found = engine.search(&position, task);
            match found {
                Ok(report) => {
                    // What an iteration that was cut off has cost is part of the bill.
                    if (report.depth, report.counts.nodes) != last || report.partial {
                        say_report(&report);
                    }
                    done.store(true, Ordering::Release);
                    say(&output, &format!("bestmove {}", report.best().mv));
                }
                Err(why) => {
                    say(&output, &format!("info string {why}"));
                    done.store(true, Ordering::Release);
                    say(&output, "bestmove (none)");
                }
            }
            engine
        });
        Thinking { stop, is_done, thread, limits }
    }

    /// Would it go on as long as nobody stops it?
    pub(super) fn is_endless(&self) -> bool {
        self.limits.is_endless()
    }

    pub(super) fn is_done(&self) -> bool {
        self.is_done.load(Ordering::Acquire) || self.thread.is_finished()
    }

    pub(super) fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Waits for the end; nobody comes back from a search that broke.
    pub(super) fn end(self) -> Option<Engine> {
        self.thread.join().ok()
    }
}
