//! A search on a thread of its own, asked for a move by a point in time.
//!
//! The search looks at the clock itself and nearly always answers in time. If it does not, because
//! the machine is busy or a single step takes long, the answer is what it has reported so far, or
//! else the first move of the list; it is told to stop, and gets a new position as soon as it has. Between two of our moves it
//! may think ahead ([`ahead`](crate::ahead)).

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use melee::Registry;
use melee_core::{Game, Player};
use melee_games::reversixt::{Move, ReversiXt, State};
use melee_search::{Limits, Report, SearchError, Spec, Stopwatch, Watch};

use crate::ahead::{Foreseen, Foresight, Stint};

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

/// What became of a job.
struct Answer {
    number: u64,
    choice: Option<Choice>,
    had_core: Option<bool>,
}

pub(crate) struct Thinker {
    game: Arc<ReversiXt>,
    jobs: Sender<Job>,
    answers: Receiver<Answer>,
    stop: Arc<AtomicBool>,
    number: u64,
    is_busy: bool,
    /// How many threads look for a move.
    threads: usize,
    /// What the search under way is prepared for, if it thinks ahead.
    foreseen: Option<Foreseen>,
    has_core: bool,
    /// A move had to leave before the search under way had ended.
    is_late: bool,
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
        let (jobs, inbox) = channel::<Job>();
        let (outbox, answers) = channel();
        // The thread ends when the thinker is gone, which stops what it does, and with it the sender of jobs.
        std::thread::spawn(move || {
            for job in inbox {
                let mut search = |state: &State, limits, clock: &Stopwatch, note: &mut dyn FnMut(&Report<Move>)| {
                    let watch = Watch::new().by_clock(clock).stopping_on(&job.stop);
                    engine.search(state, limits, watch, note).ok().map(|report| Choice::of(&report))
                };
                let stint = Stint::begin();
                let choice = match &job.task {
                    Task::Move { limits, clock, best } => search(&job.state, *limits, clock, &mut |report| {
                        if let Ok(mut best) = best.lock() {
                            *best = Some(Choice::of(report));
                        }
                    }),
                    Task::Ahead(foresight) => {
                        foresight.think(&rules, job.state, &job.stop, &mut |state, limits| {
                            search(state, limits, &Stopwatch::start(), &mut |_| {}).map(|choice| choice.mv)
                        });
                        None
                    }
                };
                if outbox.send(Answer { number: job.number, choice, had_core: stint.had_core() }).is_err() {
                    return;
                }
            }
        });
        let stop = Arc::new(AtomicBool::new(false));
        Ok(Thinker {
            game,
            jobs,
            answers,
            stop,
            number: 0,
            is_busy: false,
            threads,
            foreseen: None,
            has_core: false,
            is_late: false,
        })
    }

    /// Did the last search that took a while have a core to itself, and end before a move had to leave?
    pub(crate) fn has_core(&self) -> bool {
        self.has_core
    }

    /// From now on, and until a move is asked for, thinks about what a player may be asked; others are on turn, and what
    /// they will do is guessed in so much time for each. If it does so already and they did what was foreseen, it goes on.
    pub(crate) fn think_ahead(&mut self, state: &State, player: Player, guess: Duration, most: Duration) {
        if self.foreseen.as_ref().is_some_and(|foreseen| foreseen.has(self.game.key(state))) {
            return;
        }
        // A search that does not stop in this moment is not waited for, nor twice: somebody else may have something to say.
        let moment = if self.stop.load(Ordering::Relaxed) { Duration::ZERO } else { Duration::from_millis(20) };
        if self.is_busy && !self.is_rid_of_last(Some(Instant::now() + moment)) {
            return;
        }
        let foreseen = Foreseen::default();
        foreseen.note(self.game.key(state));
        let foresight = Foresight { player, guess, most, threads: self.threads, foreseen: foreseen.clone() };
        if self.begin(state.clone(), Task::Ahead(foresight)) {
            self.foreseen = Some(foreseen);
        }
    }

    /// There is nothing more to think about; nobody waits for the end of it.
    pub(crate) fn rest(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        self.foreseen = None;
    }

    /// A legal move of a position that is not over, by the deadline.
    pub(crate) fn choose(&mut self, state: &State, asked: Instant, deadline: Deadline) -> Choice {
        let mut moves = Vec::new();
        self.game.moves(state, &mut moves);
        let first = Choice { mv: moves[0], depth: 0, nodes: 0 };
        if moves.len() == 1 {
            return first;
        }
        let hard = match deadline {
            Deadline::Time { hard, .. } => Some(hard),
            Deadline::Depth(_) => None,
        };
        let last_moment = hard.and_then(|hard| asked.checked_add(hard));
        if self.is_busy {
            // What has ended by itself has not been heard of yet.
            self.wait(Some(Instant::now()));
        }
        let was_busy = self.is_busy;
        self.rest();
        if was_busy && !self.is_rid_of_last(last_moment) {
            self.note_late();
            return first;
        }
        let spent = asked.elapsed();
        let limits = match deadline {
            Deadline::Time { limits, .. } => {
                let left = |time: Option<Duration>| time.map(|time| time.saturating_sub(spent));
                Limits { time: left(limits.time), target: left(limits.target), ..limits }
            }
            Deadline::Depth(depth) => Limits::depth(depth),
        };
        let limits = Limits { threads: self.threads, ..limits };
        if limits.time.is_some_and(|t| t < Duration::from_millis(1)) {
            // It ended in time for a move and not for a search: who thinks ahead next loses a move again.
            self.has_core &= !was_busy;
            return first;
        }
        let best = Arc::new(Mutex::new(None));
        let task = Task::Move { limits, clock: Stopwatch::start(), best: best.clone() };
        if !self.begin(state.clone(), task) {
            return first;
        }
        let choice = self.wait(last_moment);
        if self.is_busy {
            self.rest();
            self.note_late();
        }
        let reported = || best.lock().ok().and_then(|best| *best);
        let choice = choice.or_else(reported);
        // Never an illegal move, whatever went wrong.
        choice.filter(|choice| self.game.is_legal(state, choice.mv)).unwrap_or(first)
    }

    /// Hands the search another job; it is not busy.
    fn begin(&mut self, state: State, task: Task) -> bool {
        self.number += 1;
        self.is_late = false;
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
                Ok(Answer { number, choice, had_core }) if number == self.number => {
                    self.is_busy = false;
                    self.has_core = had_core.unwrap_or(self.has_core) && !self.is_late;
                    return choice;
                }
                Ok(_) => {}
                Err(_) => return None,
            }
        }
    }

    /// A move has to leave, and the search under way has not ended.
    fn note_late(&mut self) {
        self.is_late = true;
        self.has_core = false;
    }

    /// Waits for a search that was told to stop.
    fn is_rid_of_last(&mut self, last_moment: Option<Instant>) -> bool {
        self.rest();
        self.wait(last_moment);
        !self.is_busy
    }
}

impl Drop for Thinker {
    fn drop(&mut self) {
        self.rest();
    }
}

#[cfg(test)]
mod tests {
    use melee_games::reversixt::named_map;

    use super::*;
    use crate::ahead::tests::moves_of;

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

    const GUESS: Duration = Duration::from_millis(1);
    const MOST: Duration = Duration::from_secs(60);

    #[test]
    fn what_was_thought_ahead_is_not_thought_again() {
        let depth = Deadline::Depth(6);
        let (mut thinker, state, player) = near_the_end();
        let alone = thinker.choose(&state, Instant::now(), depth);
        let (mut thinker, ..) = near_the_end();
        thinker.think_ahead(&state, player, GUESS, MOST);
        // So near to the end it comes to an end by itself.
        thinker.wait(None);
        let after = thinker.choose(&state, Instant::now(), depth);
        assert!(after.nodes < alone.nodes / 2, "{after:?} {alone:?}");
    }

    /// In the middle of a game, where a search goes on until it is stopped.
    #[test]
    fn thinking_ahead_goes_on_while_all_is_as_foreseen() {
        let (mut thinker, ..) = near_the_end();
        let game = thinker.game.clone();
        let state = game.initial();
        let player = game.to_move(&state);
        thinker.think_ahead(&state, player, GUESS, MOST);
        let first = thinker.number;
        thinker.think_ahead(&state, player, GUESS, MOST);
        assert_eq!(thinker.number, first, "nothing else was begun");
        let mut other = state.clone();
        game.play(&mut other, moves_of(&game, &state)[0]);
        // One that has not stopped in a moment is left to itself, so on a busy machine that takes a while.
        while thinker.number == first {
            thinker.think_ahead(&other, player, GUESS, MOST);
            std::thread::yield_now();
        }
        let choice = thinker.choose(&state, Instant::now(), Deadline::Depth(1));
        assert!(game.is_legal(&state, choice.mv) && choice.depth == 1, "{choice:?}");
        assert!(thinker.foreseen.is_none() && !thinker.is_busy);
    }

    /// A thinker who thinks ahead; what it is told of that is what we say.
    fn told_by_us() -> (Thinker, State, Sender<Answer>) {
        let (mut thinker, state, player) = near_the_end();
        thinker.think_ahead(&state, player, GUESS, MOST);
        let (outbox, answers) = channel();
        thinker.answers = answers;
        (thinker, state, outbox)
    }

    #[test]
    fn whoever_ends_too_late_has_no_core_whatever_he_was_doing() {
        let (mut thinker, state, outbox) = told_by_us();
        thinker.has_core = true;
        let deadline = Deadline::Time { limits: Limits::time(GUESS), hard: Duration::ZERO };
        assert_eq!(thinker.choose(&state, Instant::now(), deadline).depth, 0);
        assert!(thinker.is_busy && !thinker.has_core());
        outbox.send(Answer { number: thinker.number, choice: None, had_core: Some(true) }).expect("a thinker");
        thinker.wait(None);
        assert!(!thinker.is_busy && !thinker.has_core());
    }

    #[test]
    fn whoever_has_ended_by_himself_is_not_late() {
        let (mut thinker, state, outbox) = told_by_us();
        outbox.send(Answer { number: thinker.number, choice: None, had_core: Some(true) }).expect("a thinker");
        let deadline = Deadline::Time { limits: Limits::time(Duration::ZERO), hard: MOST };
        assert_eq!(thinker.choose(&state, Instant::now(), deadline).depth, 0);
        assert!(!thinker.is_busy && thinker.has_core() && thinker.foreseen.is_none());
    }

    #[test]
    fn nothing_is_thought_after_the_game() {
        let (mut thinker, ..) = near_the_end();
        let state = thinker.game.initial();
        let player = thinker.game.to_move(&state);
        thinker.think_ahead(&state, player, GUESS, MOST);
        let stop = thinker.stop.clone();
        drop(thinker);
        assert!(stop.load(Ordering::Relaxed));
    }
}
