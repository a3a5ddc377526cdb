//! Where a search gets the time from.
//!
//! Programs have a clock of their own. Where there is none (WebAssembly without a host), somebody
//! must lend one, to a search or to all of them (`lend_clock`): a search under a time limit is refused
//! otherwise, for it would never end.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

/// A clock that started with the search.
pub trait Clock: Sync {
    /// The time since then.
    fn elapsed(&self) -> Duration;
}

/// Counts from its creation.
#[derive(Clone, Copy, Debug)]
pub struct Stopwatch(Moment);

#[cfg(not(target_family = "wasm"))]
type Moment = std::time::Instant;

/// A machine without a clock may have been lent one since.
#[cfg(target_family = "wasm")]
type Moment = Option<Duration>;

#[cfg(target_family = "wasm")]
static LENT: std::sync::OnceLock<fn() -> Duration> = std::sync::OnceLock::new();

/// Lends a clock to a machine that has none: it tells the time since a moment that does not change. The first one is kept.
#[cfg(target_family = "wasm")]
pub fn lend_clock(now: fn() -> Duration) {
    let _ = LENT.set(now);
}

impl Stopwatch {
    /// Does this machine have a clock?
    pub fn runs() -> bool {
        #[cfg(target_family = "wasm")]
        return LENT.get().is_some();
        #[cfg(not(target_family = "wasm"))]
        true
    }

    /// Starts now.
    #[must_use]
    pub fn start() -> Self {
        #[cfg(target_family = "wasm")]
        return Stopwatch(LENT.get().map(|now| now()));
        #[cfg(not(target_family = "wasm"))]
        Stopwatch(std::time::Instant::now())
    }
}

impl Clock for Stopwatch {
    #[cfg(not(target_family = "wasm"))]
    fn elapsed(&self) -> Duration {
        self.0.elapsed()
    }

    #[cfg(target_family = "wasm")]
    fn elapsed(&self) -> Duration {
        let since = |begin: Duration| Some(LENT.get()?().saturating_sub(begin));
        self.0.and_then(since).unwrap_or_default()
    }
}

/// What a search looks at from time to time: the clock, and somebody's wish to stop.
///
/// ```
/// use std::sync::atomic::AtomicBool;
/// use melee_search::Watch;
/// let stop = AtomicBool::new(false);
/// let watch = Watch::new().stopping_on(&stop);
/// assert!(watch.has_clock());
/// ```
#[derive(Clone, Copy)]
pub struct Watch<'a> {
    clock: Option<&'a dyn Clock>,
    started: Stopwatch,
    stop: Option<&'a AtomicBool>,
    asked: Option<&'a (dyn Fn() -> bool + Sync)>,
    nodes: Option<&'a AtomicU64>,
}

impl Default for Watch<'_> {
    fn default() -> Self {
        Watch::new()
    }
}

impl<'a> Watch<'a> {
    /// The machine's clock, started now, and nobody who wants to stop.
    #[must_use]
    pub fn new() -> Self {
        Watch { clock: None, started: Stopwatch::start(), stop: None, asked: None, nodes: None }
    }

    /// Takes the time from another clock.
    #[must_use]
    pub fn by_clock(self, clock: &'a dyn Clock) -> Self {
        Watch { clock: Some(clock), ..self }
    }

    /// Stops when this becomes true.
    #[must_use]
    pub fn stopping_on(self, stop: &'a AtomicBool) -> Self {
        Watch { stop: Some(stop), ..self }
    }

    /// Asks on the searching thread, whenever it looks up, whether to stop. For hosts whose signals only that thread can
    /// hear, such as an interpreter; it is asked often, and had better answer at once.
    ///
    /// ```
    /// let asked = melee_search::Watch::new().asking(&|| true);
    /// assert!(asked.is_stopped());
    /// ```
    #[must_use]
    pub fn asking(self, is_to_stop: &'a (dyn Fn() -> bool + Sync)) -> Self {
        Watch { asked: Some(is_to_stop), ..self }
    }

    /// Tells somebody on another thread how many nodes there were so far, whenever it is looked at.
    #[must_use]
    pub fn counting(self, nodes: &'a AtomicU64) -> Self {
        Watch { nodes: Some(nodes), ..self }
    }

    /// Does time pass?
    pub fn has_clock(&self) -> bool {
        self.clock.is_some() || Stopwatch::runs()
    }

    /// The time since the search began.
    pub fn elapsed(&self) -> Duration {
        match self.clock {
            Some(clock) => clock.elapsed(),
            None => self.started.elapsed(),
        }
    }

    /// Is there somebody who may ask to stop?
    pub fn may_be_stopped(&self) -> bool {
        self.stop.is_some() || self.asked.is_some()
    }

    /// Did somebody ask to stop?
    pub fn is_stopped(&self) -> bool {
        self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed)) || self.asked.is_some_and(|asked| asked())
    }

    /// So many nodes were visited.
    pub fn note_nodes(&self, nodes: u64) {
        if let Some(counter) = self.nodes {
            counter.store(nodes, Ordering::Relaxed);
        }
    }

    /// Did somebody ask to stop, or is the time up?
    pub fn is_over(&self, time: Option<Duration>) -> bool {
        self.is_stopped() || time.is_some_and(|time| self.elapsed() >= time)
    }
}
