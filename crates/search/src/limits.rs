//! When a search has to stop.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use crate::SearchError;
use crate::deepening::MAX_DEPTH;

/// What a search may spend; the first limit reached ends it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// The deepest iteration.
    pub depth: Option<u32>,
    /// The most nodes, never exceeded.
    pub nodes: Option<u64>,
    /// The time, looked at every thousand nodes or so.
    pub time: Option<Duration>,
    /// Do not begin an iteration that will not end in time, by the time of the last two (Chorus
    /// 2009, 4.1.2). What is saved is of use if there is a clock for the whole game.
    pub predict: bool,
}

impl Limits {
    /// Can anything be searched within them? No limit at all is one too.
    ///
    /// ```
    /// use melee_search::Limits;
    /// assert!(Limits::depth(4).check().is_ok());
    /// assert_eq!(Limits::depth(0).check().unwrap_err().to_string(), "depth 0: expected 1 to 250");
    /// ```
    pub fn check(&self) -> Result<(), SearchError> {
        match *self {
            Limits {
                depth: Some(depth), ..
            } if !(1..=MAX_DEPTH).contains(&depth) => Err(SearchError::Depth(depth)),
            Limits { nodes: Some(0), .. } => Err(SearchError::NoNodes),
            _ => Ok(()),
        }
    }

    /// Only a depth.
    pub fn depth(depth: u32) -> Self {
        Limits {
            depth: Some(depth),
            ..Limits::default()
        }
    }

    /// Only a number of nodes.
    pub fn nodes(nodes: u64) -> Self {
        Limits {
            nodes: Some(nodes),
            ..Limits::default()
        }
    }

    /// Only a time.
    pub fn time(time: Duration) -> Self {
        Limits {
            time: Some(time),
            ..Limits::default()
        }
    }
}

/// A clock that started with the search.
pub trait Clock {
    /// The time since then.
    fn elapsed(&self) -> Duration;
}

/// A clock that stands still, for searches without a time limit.
#[derive(Clone, Copy, Debug)]
pub struct NoClock;

impl Clock for NoClock {
    fn elapsed(&self) -> Duration {
        Duration::ZERO
    }
}

/// What a search looks at from time to time: the clock, and somebody's wish to stop.
#[derive(Clone, Copy)]
pub struct Watch<'a> {
    clock: &'a dyn Clock,
    stop: &'a AtomicBool,
    nodes: Option<&'a AtomicU64>,
}

impl<'a> Watch<'a> {
    /// Watches both.
    pub fn new(clock: &'a dyn Clock, stop: &'a AtomicBool) -> Self {
        Watch {
            clock,
            stop,
            nodes: None,
        }
    }

    /// Tells somebody on another thread how many nodes there were so far, whenever it is looked at.
    #[must_use]
    pub fn counting(self, nodes: &'a AtomicU64) -> Self {
        Watch {
            nodes: Some(nodes),
            ..self
        }
    }

    /// Nothing to watch: the search ends by depth or nodes.
    pub fn nothing() -> Watch<'static> {
        static NEVER: AtomicBool = AtomicBool::new(false);
        Watch {
            clock: &NoClock,
            stop: &NEVER,
            nodes: None,
        }
    }

    /// The time since the search began.
    pub fn elapsed(&self) -> Duration {
        self.clock.elapsed()
    }

    /// So many nodes were visited.
    pub(crate) fn note_nodes(&self, nodes: u64) {
        if let Some(counter) = self.nodes {
            counter.store(nodes, Ordering::Relaxed);
        }
    }

    /// Did somebody ask to stop, or is the time up?
    pub(crate) fn is_over(&self, time: Option<Duration>) -> bool {
        self.stop.load(Ordering::Relaxed) || time.is_some_and(|t| self.clock.elapsed() >= t)
    }
}
