//! A search that runs beside the conversation.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;

use melee_search::{Limits, Watch};

use super::dialect::Dialect;
use super::{Output, say};
use crate::Stopwatch;
use crate::facade::{Position, Thinker};

/// A search under way.
pub(super) struct Thinking {
    stop: Arc<AtomicBool>,
    /// Set before the best move is told: who hears it may go on at once.
    is_done: Arc<AtomicBool>,
    thread: JoinHandle<Box<dyn Thinker>>,
    limits: Limits,
}

impl Thinking {
    /// Searches a position, telling every iteration and in the end the best move.
    pub(super) fn begin(
        mut thinker: Box<dyn Thinker>,
        position: Box<dyn Position>,
        limits: Limits,
        dialect: Dialect,
        output: Output,
    ) -> Self {
        let stop = Arc::new(AtomicBool::new(false));
        let asked = stop.clone();
        let is_done = Arc::new(AtomicBool::new(false));
        let done = is_done.clone();
        let thread = std::thread::spawn(move || {
            let clock = Stopwatch::start();
            let watch = Watch::new(&clock, &asked);
            let mut last = (0, 0);
            let found = thinker.think(position.as_ref(), limits, watch, &mut |report| {
                last = (report.depth, report.counts.nodes);
                say(&output, &dialect.info(report));
            });
            match found {
                Ok(report) => {
                    // What an iteration that was cut off has cost is part of the bill.
                    if (report.depth, report.counts.nodes) != last || report.partial {
                        say(&output, &dialect.info(&report));
                    }
                    done.store(true, Ordering::Release);
                    say(&output, &format!("bestmove {}", report.best_move));
                }
                Err(why) => {
                    say(&output, &format!("info string {why}"));
                    done.store(true, Ordering::Release);
                    say(&output, "bestmove (none)");
                }
            }
            thinker
        });
        Thinking {
            stop,
            is_done,
            thread,
            limits,
        }
    }

    /// Would it go on as long as nobody stops it?
    pub(super) fn is_endless(&self) -> bool {
        let Limits {
            depth, nodes, time, ..
        } = self.limits;
        nodes.is_none() && time.is_none() && depth.is_none_or(|depth| depth >= 250)
    }

    pub(super) fn is_done(&self) -> bool {
        self.is_done.load(Ordering::Acquire) || self.thread.is_finished()
    }

    pub(super) fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Waits for the end; nobody comes back from a search that broke.
    pub(super) fn end(self) -> Option<Box<dyn Thinker>> {
        self.thread.join().ok()
    }
}
