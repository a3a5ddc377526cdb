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
        let thread = std::thread::spawn(move || {
            let clock = Stopwatch::start();
            let watch = Watch::new(&clock, &asked);
            let mut last = 0;
            let found = thinker.think(position.as_ref(), limits, watch, &mut |report| {
                last = report.depth;
                say(&output, &dialect.info(report));
            });
            match found {
                Ok(report) => {
                    if report.depth != last || report.partial {
                        say(&output, &dialect.info(&report));
                    }
                    say(&output, &format!("bestmove {}", report.best_move));
                }
                Err(why) => {
                    say(&output, &format!("info string {why}"));
                    say(&output, "bestmove (none)");
                }
            }
            thinker
        });
        Thinking {
            stop,
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
        self.thread.is_finished()
    }

    pub(super) fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Waits for the end; nobody comes back from a search that broke.
    pub(super) fn end(self) -> Option<Box<dyn Thinker>> {
        self.thread.join().ok()
    }
}
