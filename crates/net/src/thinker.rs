//! A search on a thread of its own, asked for a move by a point in time.
//!
//! The search looks at the clock itself and nearly always answers in time. If it does not, because
//! the machine is busy or a single step takes long, the answer is what it has reported so far, or
//! else the first move of the list; it is told to stop and thrown a new position when it has. Between two of our moves it
//! may think ahead ([`ahead`](crate::ahead)).

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use melee::Registry;
use melee_core::{Game, Player};
use melee_games::reversixt::{Move, ReversiXt, State};
use melee_search::{Limits, Report, SearchError, Spec, Stopwatch, Watch};

use crate::ahead::{Expected, Foresight, Stint};

/// A position to search, until it is told to stop.
struct Job {
    number: u64,
    state: State,
    task: Task,
    stop: Arc<AtomicBool>,
}

/// What a position is searched for, and where to leave what is found on the way.
enum Task {
    Move { limits: Limits, clock: Stopwatch, best: Arc<Mutex<Option<Choice>>> },
    Ahead(Foresight),
}

/// A chosen move and how deep the search went.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Choice {
    pub(crate) mv: Move,
    pub(crate) depth: u32,
    pub(crate) nodes: u64,
}

impl Choice {
    fn of(report: &Report<Move>) -> Self {
        Choice { mv: report.best().mv, depth: report.depth, nodes: report.counts.nodes }
    }
}

pub(crate) struct Thinker {
    game: Arc<ReversiXt>,
    jobs: Sender<Job>,
    answers: Receiver<(u64, Option<Choice>)>,
    stop: Arc<AtomicBool>,
    number: u64,
    is_busy: bool,
    /// How many threads look for a move.
    threads: usize,
    /// What the search under way is prepared for, if it thinks ahead.
    expected: Option<Expected>,
    has_core: Arc<AtomicBool>,
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
    pub(crate) fn new(game: Arc<ReversiXt>, spec: &Spec, seed: u64, threads: usize) -> Result<Self, SearchError> {
        let info = Registry::standard().game(ReversiXt::NAME).expect("a game of the standard registry");
        let mut engine = info.typed_engine(spec, game.clone(), seed)?;
        let rules = game.clone();
        let has_core = Arc::new(AtomicBool::new(false));
        let has_own = has_core.clone();
        let (jobs, inbox) = channel::<Job>();
        let (outbox, answers) = channel();
        // The thread ends when the thinker, and with it the sender of jobs, is gone.
        std::thread::spawn(move || {
            for job in inbox {
                let mut search = |state: &State, limits, clock: &Stopwatch, note: &mut dyn FnMut(&Report<Move>)| {
                    let watch = Watch::new().by_clock(clock).stopping_on(&job.stop);
                    engine.search(state, limits, watch, note).ok().map(|report| Choice::of(&report))
                };
                let choice = match &job.task {
                    Task::Move { limits, clock, best } => {
                        let stint = Stint::begin();
                        let choice = search(&job.state, *limits, clock, &mut |report| {
                            if let Ok(mut best) = best.lock() {
                                *best = Some(Choice::of(report));
                            }
                        });
                        if let Some(is_own) = stint.had_core() {
                            has_own.store(is_own, Ordering::Relaxed);
                        }
                        choice
                    }
                    Task::Ahead(foresight) => {
                        foresight.think(&rules, job.state, &job.stop, &mut |state, limits| {
                            search(state, limits, &Stopwatch::start(), &mut |_| {}).map(|choice| choice.mv)
                        });
                        None
                    }
                };
                if outbox.send((job.number, choice)).is_err() {
                    return;
                }
            }
        });
        let stop = Arc::new(AtomicBool::new(false));
        Ok(Thinker { game, jobs, answers, stop, number: 0, is_busy: false, threads, expected: None, has_core })
    }

    /// Did the search for the last move that took a while have a core to itself?
    pub(crate) fn has_core(&self) -> bool {
        self.has_core.load(Ordering::Relaxed)
    }

    /// From now on, and until a move is asked for, thinks about what a player may be asked; others are on turn, and what
    /// they will do is guessed in so much time for each. If it does so already and they did what was expected, it goes on.
    pub(crate) fn think_ahead(&mut self, state: &State, player: Player, guess: Duration) {
        if self.expected.as_ref().is_some_and(|expected| expected.has(self.game.key(state))) {
            return;
        }
        // A search that does not stop in this moment is not waited for: somebody else may have something to say.
        if self.is_busy && !self.is_rid_of_last(Some(Instant::now() + Duration::from_millis(20))) {
            return;
        }
        let expected = Expected::default();
        expected.note(self.game.key(state));
        let foresight = Foresight { player, guess, threads: self.threads, expected: expected.clone() };
        if self.begin(state.clone(), Task::Ahead(foresight)) {
            self.expected = Some(expected);
        }
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
        let limits = Limits { threads: self.threads, ..limits };
        let is_only = moves.len() == 1;
        if is_only || limits.time.is_some_and(|t| t < Duration::from_millis(1)) {
            return first;
        }
        let last_moment = wait.and_then(|hard| asked.checked_add(hard));
        if self.is_busy && !self.is_rid_of_last(last_moment) {
            return first;
        }
        let best = Arc::new(Mutex::new(None));
        let task = Task::Move { limits, clock: Stopwatch::start(), best: best.clone() };
        if !self.begin(state.clone(), task) {
            return first;
        }
        let choice = self.wait(last_moment);
        if self.is_busy {
            self.stop.store(true, Ordering::Relaxed);
        }
        let reported = || best.lock().ok().and_then(|best| *best);
        let choice = choice.or_else(reported);
        // Never an illegal move, whatever went wrong.
        choice.filter(|choice| self.game.is_legal(state, choice.mv)).unwrap_or(first)
    }

    /// Hands the search another job; it is not busy.
    fn begin(&mut self, state: State, task: Task) -> bool {
        self.number += 1;
        self.stop = Arc::new(AtomicBool::new(false));
        self.is_busy = self.jobs.send(Job { number: self.number, state, task, stop: self.stop.clone() }).is_ok();
        self.is_busy
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
        self.expected = None;
        self.wait(last_moment);
        !self.is_busy
    }
}

#[cfg(test)]
mod tests {
    use melee_games::reversixt::named_map;

    use super::*;

    fn moves_of(game: &ReversiXt, state: &State) -> Vec<Move> {
        let mut moves = Vec::new();
        game.moves(state, &mut moves);
        moves
    }

    /// A thinker, and a position of his game ten or so plies before its end.
    fn near_the_end() -> (Thinker, State, Player) {
        let game = Arc::new(ReversiXt::new(named_map("classic").expect("shipped")));
        let mut state = game.initial();
        while game.plies_left(&state).is_some_and(|plies| plies > 10) {
            let mv = moves_of(&game, &state)[0];
            game.play(&mut state, mv);
            state.forget_past();
        }
        let player = game.to_move(&state);
        let spec = "pvs:tt=two-deep/8MiB".parse().expect("known");
        (Thinker::new(game, &spec, 0, 1).expect("it can"), state, player)
    }

    #[test]
    fn what_was_thought_ahead_is_not_thought_again() {
        let depth = Deadline::Depth(6);
        let (mut thinker, state, player) = near_the_end();
        let alone = thinker.choose(&state, Instant::now(), depth);
        let (mut thinker, ..) = near_the_end();
        thinker.think_ahead(&state, player, Duration::from_millis(1));
        // So near to the end it comes to an end by itself.
        thinker.wait(None);
        let after = thinker.choose(&state, Instant::now(), depth);
        assert!(after.nodes < alone.nodes / 2, "{after:?} {alone:?}");
    }

    #[test]
    fn thinking_ahead_goes_on_while_all_is_as_expected() {
        let (mut thinker, state, player) = near_the_end();
        let game = thinker.game.clone();
        thinker.think_ahead(&state, player, Duration::from_millis(1));
        let first = thinker.number;
        thinker.think_ahead(&state, player, Duration::from_millis(1));
        assert_eq!(thinker.number, first, "nothing else was begun");
        let mut other = state.clone();
        game.play(&mut other, moves_of(&game, &state)[0]);
        thinker.think_ahead(&other, player, Duration::from_millis(1));
        assert_ne!(thinker.number, first, "that was not expected");
        thinker.choose(&state, Instant::now(), Deadline::Depth(1));
        assert!(thinker.expected.is_none(), "a move is asked for");
    }
}
