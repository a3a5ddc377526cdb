//! When a search under a clock for the whole game has thought enough about one move.
//!
//! A move has a [target](Limits::target) and a limit beyond it. How much of the target it takes is decided after every
//! iteration: more while the best move keeps changing or its value falls, less when nothing changes any more, and nothing
//! beyond the first iteration when there is no choice. What is saved is left for the moves to come.

use std::time::Duration;

use melee_core::Value;

use crate::Limits;

/// What the iterations of one move have shown so far.
#[derive(Clone, Debug)]
pub(crate) struct Pacing<M> {
    limits: Limits,
    is_forced: bool,
    forecast: Forecast,
    /// The best move and its value of the last iteration.
    last: Option<(M, Value)>,
    /// So many iterations have not changed the best move.
    steady: usize,
    /// Did the value fall in the last iteration by more than it usually changes?
    has_fallen: bool,
    /// The sum and the number of the changes of the value between iterations.
    changes: (u64, u64),
}

/// Percent of the target by the number of iterations that have not changed the best move.
const BY_STEADINESS: [u32; 5] = [170, 130, 100, 80, 65];
/// Percent of that when the value has just fallen.
const FALLEN: u32 = 150;
/// A fall counts if it is so many times the mean change. Values of odd and even depths differ in most games, and that
/// says nothing.
const LARGE: u64 = 2;

impl<M: PartialEq> Pacing<M> {
    /// A move is searched from now on.
    pub(crate) fn new(limits: Limits, is_forced: bool, now: Duration) -> Self {
        Pacing {
            limits,
            is_forced,
            forecast: Forecast::new(now),
            last: None,
            steady: 0,
            has_fallen: false,
            changes: (0, 0),
        }
    }

    /// An iteration has found this.
    pub(crate) fn note(&mut self, now: Duration, best: M, value: Value) {
        self.forecast.note(now);
        if let Some((before, worth)) = &self.last {
            self.steady = if *before == best { self.steady + 1 } else { 0 };
            let change = u64::from(value.abs_diff(*worth));
            let (sum, count) = self.changes;
            self.has_fallen = value < *worth && count > 0 && change * count > LARGE * sum;
            self.changes = (sum + change, count + 1);
        }
        self.last = Some((best, value));
    }

    /// Is another iteration worth beginning? One that begins may take all of the limit.
    pub(crate) fn goes_on(&self) -> bool {
        let (Some(target), Some(_)) = (self.limits.target, &self.last) else {
            return true;
        };
        if self.is_forced {
            return false;
        }
        let worth = self.worth_of(target);
        // By the middle of its time a search can still hope to answer with what another iteration finds.
        self.forecast.now < worth / 2 || self.forecast.ends_by(worth)
    }

    /// What this move is worth of a target.
    fn worth_of(&self, target: Duration) -> Duration {
        let steadiness = BY_STEADINESS[self.steady.min(BY_STEADINESS.len() - 1)];
        let fall = if self.has_fallen { FALLEN } else { 100 };
        let worth = target.saturating_mul(steadiness) / 100;
        let worth = worth.saturating_mul(fall) / 100;
        self.limits.time.map_or(worth, |most| worth.min(most))
    }
}

/// How long the last two iterations took.
#[derive(Clone, Copy, Debug)]
struct Forecast {
    now: Duration,
    last: Option<Duration>,
    before: Option<Duration>,
}

impl Forecast {
    fn new(now: Duration) -> Self {
        Forecast { now, last: None, before: None }
    }

    /// An iteration has ended.
    fn note(&mut self, now: Duration) {
        self.before = self.last;
        self.last = Some(now.saturating_sub(self.now));
        self.now = now;
    }

    /// Will the next iteration end by then? It takes as much longer than the last as that took
    /// longer than the one before (Chorus 2009, 4.1.2).
    fn ends_by(&self, limit: Duration) -> bool {
        let (Some(last), Some(before)) = (self.last, self.before) else {
            return true;
        };
        let ratio = last.as_secs_f64() / before.as_secs_f64().max(1e-9);
        self.now.as_secs_f64() + last.as_secs_f64() * ratio.max(1.0) <= limit.as_secs_f64()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn seconds(number: u64) -> Duration {
        Duration::from_secs(number)
    }

    #[test]
    fn the_example_of_the_thesis() {
        let mut forecast = Forecast::new(seconds(0));
        assert!(forecast.ends_by(seconds(1)), "nothing is known yet");
        forecast.note(seconds(2));
        assert!(forecast.ends_by(seconds(1)), "one says nothing");
        // Depth 3 took 2 seconds, depth 4 took 10: depth 5 will take about 50.
        forecast.note(seconds(12));
        assert!(forecast.ends_by(seconds(62)));
        assert!(!forecast.ends_by(seconds(61)));
    }

    /// A move after eight iterations of a second each, with what they found.
    fn searched(is_forced: bool, found: impl Fn(u64) -> (u8, Value)) -> Pacing<u8> {
        let limits = Limits { target: Some(seconds(100)), ..Limits::time(seconds(200)) };
        let mut pacing = Pacing::new(limits, is_forced, Duration::ZERO);
        assert!(pacing.goes_on(), "nothing was found yet");
        for i in 0..8 {
            let (mv, value) = found(i);
            pacing.note(seconds(i + 1), mv, value);
        }
        pacing
    }

    #[test]
    fn a_move_in_doubt_is_worth_more_time() {
        let worth = |found: fn(u64) -> (u8, Value)| searched(false, found).worth_of(seconds(100));
        assert_eq!(worth(|_| (1, 10)), seconds(65));
        assert_eq!(worth(|i| (u8::from(i == 7), 10)), seconds(170), "another move was better");
        assert_eq!(worth(|i| (u8::from(i >= 6), 10)), seconds(130));
        assert_eq!(worth(|i| (1, (i % 2) as Value)), seconds(65), "odd and even depths");
        assert_eq!(worth(|i| (1, if i == 7 { -500 } else { (i % 2) as Value })), Duration::from_millis(97_500));
        assert_eq!(worth(|i| (1, if i == 7 { 500 } else { (i % 2) as Value })), seconds(65), "rising is no reason");
        assert_eq!(
            worth(|i| (u8::from(i == 7), i as Value % 2 - 500 * Value::from(i == 7))),
            seconds(200),
            "the limit"
        );
    }

    #[test]
    fn an_iteration_begins_if_it_may_end_in_time() {
        let mut pacing = searched(false, |_| (1, 10));
        assert!(pacing.goes_on(), "8 of 65 seconds");
        pacing.note(seconds(40), 1, 10);
        assert!(!pacing.goes_on(), "more than half, and the next will take a thousand");
        assert!(!searched(true, |_| (1, 10)).goes_on(), "there is no choice");
    }

    #[test]
    fn without_a_target_all_of_the_time_is_used() {
        let mut pacing = Pacing::new(Limits::time(seconds(10)), true, Duration::ZERO);
        pacing.note(seconds(9), 1, 0);
        assert!(pacing.goes_on());
    }
}
