//! A search on a thread of its own, asked for a move by a point in time.
//!
//! The search looks at the clock itself and nearly always answers in time. If it does not, because
//! the machine is busy or a single step takes long, the answer is what it has reported so far, or
//! else the first move of the list; it is told to stop and thrown a new position when it has.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use melee::Registry;
use melee_core::Game;
use melee_games::reversixt::{Move, ReversiXt, State};
use melee_search::{Limits, Report, SearchError, Spec, Stopwatch, Watch};

/// A position to search, and where to leave what is found on the way.
struct Job {
    number: u64,
    state: State,
    limits: Limits,
    clock: Stopwatch,
    best: Arc<Mutex<Option<Move>>>,
    stop: Arc<AtomicBool>,
}

/// A chosen move and how deep the search went.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Choice {
    pub(crate) mv: Move,
    pub(crate) depth: u32,
    pub(crate) nodes: u64,
}

pub(crate) struct Thinker {
    game: Arc<ReversiXt>,
    jobs: Sender<Job>,
    answers: Receiver<(u64, Option<Choice>)>,
    stop: Arc<AtomicBool>,
    number: u64,
    is_busy: bool,
}

/// When to answer.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Deadline {
    /// The limits of the search from the request on, and when an answer must leave at the latest.
    Time { limits: Limits, hard: Duration },
    /// Search to a depth, however long it takes.
    Depth(u32),
}

impl Thinker {
    pub(crate) fn new(game: Arc<ReversiXt>, spec: &Spec, seed: u64) -> Result<Self, SearchError> {
        let info = Registry::standard().game(ReversiXt::NAME).expect("a game of the standard registry");
        let mut engine = info.typed_engine(spec, game.clone(), seed)?;
        let (jobs, inbox) = channel::<Job>();
        let (outbox, answers) = channel();
        // The thread ends when the thinker, and with it the sender of jobs, is gone.
        std::thread::spawn(move || {
            for job in inbox {
                let watch = Watch::new().by_clock(&job.clock).stopping_on(&job.stop);
                let mut note = |report: &Report<Move>| {
                    if let Ok(mut best) = job.best.lock() {
                        *best = Some(report.best().mv);
                    }
                };
                let report = engine.search(&job.state, job.limits, watch, &mut note);
                let choice = report.ok().map(|report| Choice {
                    mv: report.best().mv,
                    depth: report.depth,
                    nodes: report.counts.nodes,
                });
                if outbox.send((job.number, choice)).is_err() {
                    return;
                }
            }
        });
        Ok(Thinker { game, jobs, answers, stop: Arc::new(AtomicBool::new(false)), number: 0, is_busy: false })
    }

    /// A legal move of a position that is not over, by the deadline.
    pub(crate) fn choose(&mut self, state: &State, asked: Instant, deadline: Deadline) -> Choice {
        let mut moves = Vec::new();
        self.game.moves(state, &mut moves);
        let first = Choice { mv: moves[0], depth: 0, nodes: 0 };
        let spent = asked.elapsed();
        let (limits, wait) = match deadline {
            Deadline::Time { limits, hard } => {
                let left = |time: Option<Duration>| time.map(|time| time.saturating_sub(spent));
                (Limits { time: left(limits.time), target: left(limits.target), ..limits }, Some(hard))
            }
            Deadline::Depth(depth) => (Limits::depth(depth), None),
        };
        let is_only = moves.len() == 1;
        if is_only || limits.time.is_some_and(|t| t < Duration::from_millis(1)) {
            return first;
        }
        let last_moment = wait.and_then(|hard| asked.checked_add(hard));
        if self.is_busy && !self.is_rid_of_last(last_moment) {
            return first;
        }
        self.number += 1;
        let best = Arc::new(Mutex::new(None));
        self.stop = Arc::new(AtomicBool::new(false));
        let job = Job {
            number: self.number,
            state: state.clone(),
            limits,
            clock: Stopwatch::start(),
            best: best.clone(),
            stop: self.stop.clone(),
        };
        if self.jobs.send(job).is_err() {
            return first;
        }
        self.is_busy = true;
        let choice = self.wait(last_moment);
        if self.is_busy {
            self.stop.store(true, Ordering::Relaxed);
        }
        let reported = || best.lock().ok().and_then(|best| *best);
        let choice = choice.or_else(|| reported().map(|mv| Choice { mv, ..first }));
        // Never an illegal move, whatever went wrong.
        choice.filter(|choice| self.game.is_legal(state, choice.mv)).unwrap_or(first)
    }

    /// The answer to the last job, if it comes in time.
    fn wait(&mut self, last_moment: Option<Instant>) -> Option<Choice> {
        loop {
            let answer = match last_moment {
                None => self.answers.recv().map_err(|_| RecvTimeoutError::Disconnected),
                Some(moment) => {
                    let left = moment.saturating_duration_since(Instant::now());
                    self.answers.recv_timeout(left)
                }
            };
            match answer {
                Ok((number, choice)) if number == self.number => {
                    self.is_busy = false;
                    return choice;
                }
                Ok(_) => {}
                Err(_) => return None,
            }
        }
    }

    /// Waits for a search that was told to stop.
    fn is_rid_of_last(&mut self, last_moment: Option<Instant>) -> bool {
        self.stop.store(true, Ordering::Relaxed);
        self.wait(last_moment);
        !self.is_busy
    }
}
