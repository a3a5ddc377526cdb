//! What a run has cost, and how long it would take on more cores.
//!
//! The forecast plays the schedule of an array job: shards in their order, each on the core that is free first
//! (list scheduling, Graham 1969). Times are drawn from the measured ones of the same section, with replacement.
//! Some shards are unlucky on top of it: see [`SLOW_ONE_IN`] and [`LOST_ONE_IN`].

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use melee_core::zobrist::mix;
use serde::Serialize;

use crate::study::UnitResult;

/// One shard in so many meets a busy machine ...
pub(super) const SLOW_ONE_IN: u64 = 50;
/// ... and takes so many times as long.
pub(super) const SLOW_TIMES: f64 = 3.0;
/// One shard in so many is lost with its machine, at any moment, and played again.
pub(super) const LOST_ONE_IN: u64 = 200;
/// The numbers of cores that are asked about.
pub(super) const CORES: [usize; 4] = [1, 10, 100, 1000];
/// So many runs are simulated for each ...
const RUNS: u64 = 400;
/// ... and fewer, but this many, of runs with very many shards, which differ less.
const LEAST_RUNS: u64 = 20;
const MANY_SHARDS: u64 = 4_000_000;

#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Cost {
    /// One core, one shard, from its start to its end.
    pub core_hours: f64,
    /// The hours that processors really worked, where all systems told: fewer if others worked on them too.
    pub cpu_hours: Option<f64>,
    /// What the plan thought they would, where it was asked.
    pub planned_hours: Option<f64>,
    /// Games, or positions.
    pub units: u64,
    pub nodes: u64,
    pub shards: u64,
    /// The shortest, the median and the longest, in seconds.
    pub shard_seconds: [f64; 3],
    /// The same run on other numbers of cores.
    pub forecasts: Vec<Forecast>,
}

/// How long a run would take on a number of cores.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Forecast {
    pub cores: usize,
    /// Half of the simulated runs took no longer, in seconds.
    pub median_seconds: f64,
    /// One in twenty took no longer.
    pub low_seconds: f64,
    /// One in twenty took longer.
    pub high_seconds: f64,
    /// The part of the cores' time that was spent on shards.
    pub busy: f64,
}

/// How long a shard of a section took.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct ShardTime {
    pub(crate) section: usize,
    pub(crate) seconds: f64,
    pub(crate) cpu_seconds: Option<f64>,
}

impl Cost {
    pub(crate) fn new(times: &[ShardTime], planned_seconds: f64, results: &[Vec<UnitResult>]) -> Cost {
        let mut seconds: Vec<f64> = times.iter().map(|t| t.seconds).collect();
        seconds.sort_by(f64::total_cmp);
        let at = |part: f64| seconds.get(((seconds.len() as f64 - 1.0) * part) as usize);
        let worked: Option<f64> = times.iter().map(|t| t.cpu_seconds).sum();
        let units = results.iter().flatten();
        Cost {
            core_hours: seconds.iter().sum::<f64>() / 3600.0,
            cpu_hours: worked.map(|seconds| seconds / 3600.0),
            planned_hours: (planned_seconds > 0.0).then_some(planned_seconds / 3600.0),
            units: units.clone().count() as u64,
            nodes: units.map(UnitResult::all_nodes).sum(),
            shards: times.len() as u64,
            shard_seconds: [0.0, 0.5, 1.0].map(|part| at(part).copied().unwrap_or_default()),
            forecasts: CORES.map(|cores| forecast(times, cores)).to_vec(),
        }
    }
}

pub(super) fn forecast(times: &[ShardTime], cores: usize) -> Forecast {
    let sections = times.iter().map(|t| t.section + 1).max().unwrap_or(0);
    let mut of_section = vec![Vec::new(); sections];
    for time in times {
        of_section[time.section].push(time.seconds);
    }
    let runs = (MANY_SHARDS / times.len().max(1) as u64).clamp(LEAST_RUNS, RUNS);
    let mut lots = Lots(mix(cores as u64));
    let mut busy = 0.0;
    let mut spans: Vec<f64> = (0..runs)
        .map(|_| {
            let mut draw = |time: &ShardTime| {
                let seconds = lots.one_of(&of_section[time.section]);
                lots.unlucky(seconds)
            };
            let drawn: Vec<f64> = times.iter().map(&mut draw).collect();
            let span = makespan(&drawn, cores);
            busy += drawn.iter().sum::<f64>() / (span * cores as f64).max(1e-9);
            span
        })
        .collect();
    spans.sort_by(f64::total_cmp);
    let at = |part: f64| spans[((runs as f64 - 1.0) * part).round() as usize];
    Forecast { cores, median_seconds: at(0.5), low_seconds: at(0.05), high_seconds: at(0.95), busy: busy / runs as f64 }
}

/// When the last of some jobs ends if each, in order, goes to the core that is free first.
pub(crate) fn makespan(seconds: &[f64], cores: usize) -> f64 {
    let micros = |seconds: f64| (seconds * 1e6).round() as u64;
    let mut free: BinaryHeap<Reverse<u64>> = (0..cores.max(1)).map(|_| Reverse(0)).collect();
    let mut last = 0;
    for &seconds in seconds {
        let Reverse(begin) = free.pop().expect("there is a core");
        let end = begin + micros(seconds);
        last = last.max(end);
        free.push(Reverse(end));
    }
    last as f64 / 1e6
}

/// Lots that are the same in every run.
struct Lots(u64);

impl Lots {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(1);
        mix(self.0)
    }

    fn one_of(&mut self, all: &[f64]) -> f64 {
        all[(self.next() % all.len() as u64) as usize]
    }

    /// The time of a shard after what may befall it.
    fn unlucky(&mut self, seconds: f64) -> f64 {
        let mut all = seconds;
        if self.next().is_multiple_of(SLOW_ONE_IN) {
            all *= SLOW_TIMES;
        }
        if self.next().is_multiple_of(LOST_ONE_IN) {
            let at = self.next() as f64 / u64::MAX as f64;
            all += at * seconds;
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_scheduled_as_on_paper() {
        // The long one comes last: 8 seconds where 6 would do.
        assert!((makespan(&[2.0, 2.0, 2.0, 6.0], 3) - 8.0).abs() < 1e-9);
        assert!((makespan(&[3.0, 1.0, 2.0], 1) - 6.0).abs() < 1e-9);
        assert!((makespan(&[3.0, 1.0, 2.0], 9) - 3.0).abs() < 1e-9);
        assert!((makespan(&[], 9)).abs() < 1e-9);
    }

    /// With equal shards the mean of what befalls them is known: 2 % take twice as long on top, 0.5 % a half.
    #[test]
    fn forecasts_keep_to_the_bounds_of_list_scheduling() {
        let times: Vec<ShardTime> =
            (0..2000).map(|_| ShardTime { section: 0, seconds: 100.0, cpu_seconds: None }).collect();
        let mean = 100.0 * (1.0 + 2.0 / SLOW_ONE_IN as f64 + 0.5 / LOST_ONE_IN as f64);
        let one = forecast(&times, 1);
        let expected = 2000.0 * mean;
        assert!((one.median_seconds / expected - 1.0).abs() < 0.005, "{one:?}");
        assert!((one.busy - 1.0).abs() < 1e-6);
        for cores in [10, 100, 1000] {
            let forecast = forecast(&times, cores);
            let share = expected / cores as f64;
            // Graham's bound: never longer than an even share and one (unlucky) shard more.
            assert!(forecast.median_seconds > 0.99 * share, "{forecast:?}");
            assert!(forecast.high_seconds < 1.01 * share + 400.0, "{forecast:?}");
            assert!(forecast.low_seconds <= forecast.median_seconds);
            assert!(forecast.busy <= 1.0);
        }
    }

    #[test]
    fn a_run_on_more_cores_than_shards_takes_as_long_as_one_shard() {
        let times = [10.0, 20.0, 30.0].map(|seconds| ShardTime { section: 0, seconds, cpu_seconds: None });
        let forecast = forecast(&times, 1000);
        assert!(forecast.median_seconds >= 10.0 && forecast.median_seconds <= 90.0);
    }
}
