//! Weights of an evaluation, fitted by self-play; and the strongest [`settings`] of a search.
//!
//! A [`Tuning`] lets two sets of weights play a few blocks of games against each other in every iteration of [`Spsa`], and
//! now and then the weights so far against those at the start. Everything depends on the [`TunePlan`] alone, on any
//! number of threads; with a file it goes on where it was killed, on the path it would have taken.

mod log;
mod plot;
pub mod settings;
mod spsa;

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use melee::core::zobrist::mix;
use melee::{Registry, SeatSpec, Who};
use serde::{Deserialize, Serialize};

pub use log::Event;
pub use plot::plot;
pub use spsa::Spsa;

use crate::statistics::Interval;
use crate::tournament::{MatchError, MatchPlan, Run, Standings};
use log::Log;

/// Why weights cannot be fitted: one line for a person.
#[derive(Debug, thiserror::Error)]
pub enum TuneError {
    #[error(transparent)]
    Match(#[from] MatchError),
    #[error(transparent)]
    Game(#[from] melee::Error),
    /// Not made of weights.
    #[error("{game}: evaluation '{evaluation}' has no weights; {hint}")]
    NoWeights { game: String, evaluation: String, hint: String },
    /// No such weight.
    #[error("unknown weight '{name}'; known: {known}")]
    UnknownWeight { name: String, known: String },
    /// The algorithm has an evaluation of its own.
    #[error("--algo {0}: the evaluation is given by --eval")]
    OwnEvaluation(String),
    /// Nothing to fit.
    #[error("no weights to fit: all that were named are zero at the start and by default")]
    Nothing,
    /// No such option of any search.
    #[error("no search of the game has an option '{0}'")]
    UnknownOption(String),
    /// Settings are found by games that end.
    #[error("a game could not be played: {0}")]
    Failed(String),
    #[error("file {name}: {why}")]
    File { name: String, why: String },
}

impl TuneError {
    fn file(name: &str, why: impl std::fmt::Display) -> Self {
        TuneError::File { name: name.to_string(), why: why.to_string() }
    }
}

/// A weight that is fitted.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weight {
    pub name: String,
    pub start: f64,
    /// What counts as a change by one: the larger of the start and the evaluation's default. None: it stays.
    pub scale: Option<f64>,
}

/// A search for weights. The order of its parts is that of the file.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TunePlan {
    /// What is played, with two players whose evaluations are left out.
    pub game: String,
    /// The match: openings, limits, ply cap.
    pub base: MatchPlan,
    /// The weights in the order of `eval=`.
    pub weights: Vec<Weight>,
    /// How far weights are moved, iteration by iteration.
    pub spsa: Spsa,
    /// Blocks of games in an iteration.
    pub blocks: u64,
    /// A match against the start after so many iterations; 0 is none.
    pub test_every: u64,
    /// Blocks of such a match, and of the one at the end.
    pub test_blocks: u64,
}

impl TunePlan {
    /// Lists the weights that may be fitted, those at the start of the evaluation; `only` keeps some.
    pub fn weights(
        start: &[(&'static str, f64)],
        default: &[(&'static str, f64)],
        only: &[String],
    ) -> Result<Vec<Weight>, TuneError> {
        if let Some(name) = only.iter().find(|n| start.iter().all(|(s, _)| s != n)) {
            let known: Vec<&str> = start.iter().map(|(name, _)| *name).collect();
            return Err(TuneError::UnknownWeight { name: name.clone(), known: known.join(", ") });
        }
        let weight = |&(name, value): &(&'static str, f64)| {
            let usual = default.iter().find(|(n, _)| *n == name);
            let scale = usual.map_or(value, |(_, usual)| usual.max(value));
            let is_meant = only.is_empty() || only.iter().any(|n| n == name);
            Weight { name: name.to_string(), start: value, scale: (is_meant && scale > 0.0).then_some(scale) }
        };
        let weights: Vec<Weight> = start.iter().map(weight).collect();
        if weights.iter().all(|w| w.scale.is_none()) {
            return Err(TuneError::Nothing);
        }
        Ok(weights)
    }

    /// The parameters at the start: the weights that are fitted, in units of their scale.
    pub fn start(&self) -> Vec<f64> {
        let fitted = self.weights.iter().filter_map(|w| Some(w.start / w.scale?));
        fitted.collect()
    }

    /// The weights for some parameters, all of them, as `eval=` takes them.
    pub fn evaluation(&self, parameters: &[f64]) -> String {
        let mut parameters = parameters.iter();
        let text = |w: &Weight| {
            let value = match w.scale {
                Some(scale) => scale * parameters.next().expect("one for each that is fitted"),
                None => w.start,
            };
            // Evaluations have thousandths at most.
            format!("{}:{}", w.name, (1000.0 * value).round() / 1000.0)
        };
        let texts: Vec<String> = self.weights.iter().map(text).collect();
        texts.join("+")
    }

    /// A match of two sets of weights.
    fn versus(&self, evaluations: [&str; 2], seed: u64) -> MatchPlan {
        let mut plan = self.base.clone();
        for (entrant, evaluation) in plan.entrants.iter_mut().zip(evaluations) {
            if let Who::Search(spec) = &mut entrant.who {
                *spec = spec.clone().with("eval", evaluation);
            }
        }
        plan.seed = seed;
        plan
    }
}

/// Two players of the same algorithm, whose evaluations will be set.
pub fn line_up(seat: &SeatSpec) -> Result<Vec<SeatSpec>, TuneError> {
    match &seat.who {
        Who::Search(spec) if spec.get("eval").is_some() => Err(TuneError::OwnEvaluation(spec.to_string())),
        _ => Ok(vec![seat.clone(); 2]),
    }
}

/// A search for weights under way.
pub struct Tuning {
    registry: Registry,
    plan: TunePlan,
    events: Vec<Event>,
    log: Option<Log>,
    threads: usize,
    /// When this becomes true, what is being played is broken off.
    pub stop: Arc<AtomicBool>,
}

/// Is told after every event what has happened so far.
type OnEvent<'t> = dyn FnMut(&Tuning) + 't;

impl Tuning {
    /// Begins, or goes on where the file ends.
    pub fn open(registry: &Registry, plan: TunePlan, file: Option<&Path>, threads: usize) -> Result<Self, TuneError> {
        // Whatever the game or the algorithm has against it shows now.
        let start = plan.evaluation(&plan.start());
        plan.versus([&start, &start], 0).open(registry)?;
        let (log, events) = match file {
            Some(file) => {
                let (log, events) = Log::open::<_, Event>(file, &plan)?;
                (Some(log), events)
            }
            None => (None, Vec::new()),
        };
        Ok(Tuning { registry: registry.clone(), plan, events, log, threads, stop: Arc::default() })
    }

    /// What is fitted, and how.
    pub fn plan(&self) -> &TunePlan {
        &self.plan
    }

    /// What has happened so far.
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// How many iterations are done.
    pub fn done(&self) -> u64 {
        let steps = self.events.iter().rev().find_map(|event| match event {
            Event::Step { iteration, .. } => Some(iteration + 1),
            Event::Test { .. } => None,
        });
        steps.unwrap_or(0)
    }

    /// The parameters so far.
    pub fn parameters(&self) -> Vec<f64> {
        let last = self.events.iter().rev().find_map(|event| match event {
            Event::Step { parameters, .. } => Some(parameters.clone()),
            Event::Test { .. } => None,
        });
        last.unwrap_or_else(|| self.plan.start())
    }

    /// The weights so far, as `eval=` takes them.
    pub fn evaluation(&self) -> String {
        self.plan.evaluation(&self.parameters())
    }

    /// Goes on to the end, where the last event is a match against the start, or until it is to stop.
    pub fn run(&mut self, on_event: &mut OnEvent) -> Result<(), TuneError> {
        while let Some(event) = self.next()? {
            if let Some(log) = &mut self.log {
                log.write(&event)?;
            }
            self.events.push(event);
            on_event(self);
        }
        Ok(())
    }

    /// What comes next; nothing at the end, or if it is to stop.
    fn next(&self) -> Result<Option<Event>, TuneError> {
        let (done, plan) = (self.done(), &self.plan);
        let is_over = done == plan.spsa.iterations;
        let is_due = is_over || (plan.test_every > 0 && done > 0 && done % plan.test_every == 0);
        let is_tested = self.events.iter().any(|e| matches!(e, Event::Test { after, .. } if *after == done));
        if is_due && !is_tested {
            return self.test(done);
        }
        if is_over {
            return Ok(None);
        }
        let parameters = self.parameters();
        let candidates = plan.spsa.candidates(done, &parameters);
        let [first, second] = candidates.map(|p| plan.evaluation(&p));
        let seed = mix(plan.spsa.seed ^ mix(done));
        let Some(standings) = self.play([&first, &second], seed, plan.blocks)? else {
            return Ok(None);
        };
        let ahead = standings.algorithms[0].share - standings.algorithms[1].share;
        Ok(Some(Event::Step { iteration: done, ahead, parameters: plan.spsa.step(done, &parameters, ahead) }))
    }

    fn test(&self, after: u64) -> Result<Option<Event>, TuneError> {
        let plan = &self.plan;
        let (tuned, start) = (self.evaluation(), plan.evaluation(&plan.start()));
        // Other openings than those of the iterations, the same for all tests.
        let seed = mix(plan.spsa.seed ^ 0x7465_7374);
        let played = self.play([&tuned, &start], seed, plan.test_blocks)?;
        Ok(played.map(|standings| {
            let tuned = &standings.algorithms[0];
            Event::Test {
                after,
                games: standings.games,
                share: tuned.share,
                interval: Interval { low: tuned.low, high: tuned.high },
            }
        }))
    }

    /// Plays a match; the standings of all its games, or nothing if it was broken off.
    fn play(&self, evaluations: [&str; 2], seed: u64, blocks: u64) -> Result<Option<Standings>, TuneError> {
        let mut open = self.plan.versus(evaluations, seed).open(&self.registry)?;
        open.stop = self.stop.clone();
        let run = Run { games: blocks * open.block_len() as u64, threads: self.threads, keep_moves: false };
        let games = run.play(&open, Vec::new(), &mut |_, _| Ok(true))?;
        if self.stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        let names = evaluations.map(str::to_string);
        Ok(Some(Standings::new(&names, &games, open.block_len(), false)))
    }
}
