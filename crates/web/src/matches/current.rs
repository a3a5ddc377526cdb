//! The match that is played.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread;

use melee_arena::tournament::{MatchError, MatchPlan, OpenMatch, PlayedGame, Run, Store};
use tokio::sync::watch;

use super::live::{Live, Watcher};

/// A match that is played, or was.
pub(crate) struct CurrentMatch {
    pub(crate) name: String,
    pub(crate) plan: MatchPlan,
    /// It is played until it has so many games.
    pub(crate) target: u64,
    stop: Arc<AtomicBool>,
    /// The first who had it stop.
    stopped_by: OnceLock<StoppedBy>,
    pub(crate) live: Arc<Live>,
    games: Mutex<Vec<PlayedGame>>,
    /// How many games there are, and whether it still runs.
    progress: watch::Sender<Progress>,
}

/// Why a match stops before its time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum StoppedBy {
    /// Somebody wants no more of it.
    Person,
    /// Whoever wants it played still does.
    ServerEnds,
}

/// How far a match has come.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Progress {
    pub(crate) games: usize,
    pub(crate) is_running: bool,
    /// Why it ended before its time.
    pub(crate) failure: Option<String>,
}

impl CurrentMatch {
    /// Plays in a thread of its own.
    pub(super) fn begin(
        name: &str,
        mut open: OpenMatch,
        store: Store,
        done: Vec<PlayedGame>,
        target: u64,
        threads: usize,
    ) -> Arc<Self> {
        let progress = Progress { games: done.len(), is_running: true, failure: None };
        let current = Arc::new(CurrentMatch {
            name: name.to_string(),
            plan: open.plan.clone(),
            target,
            stop: open.stop.clone(),
            stopped_by: OnceLock::new(),
            live: Arc::default(),
            games: Mutex::new(done.clone()),
            progress: watch::Sender::new(progress),
        });
        open.onlooker = Some(current.live.clone());
        let playing = current.clone();
        thread::spawn(move || {
            let run = Run { games: target, threads, keep_moves: true };
            let result = catch_unwind(AssertUnwindSafe(|| playing.run(&open, store, done, run)));
            let failure = match result {
                Ok(Ok(())) => None,
                Ok(Err(error)) => Some(error.to_string()),
                Err(_) => Some("an error inside melee ended the match".to_string()),
            };
            playing.progress.send_modify(|progress| {
                progress.is_running = false;
                progress.failure = failure;
            });
        });
        current
    }

    fn run(&self, open: &OpenMatch, mut store: Store, done: Vec<PlayedGame>, run: Run) -> Result<(), MatchError> {
        let played = run.play(open, done, &mut |new, count| {
            for game in new {
                self.live.ended(game.number);
            }
            store.put(new)?;
            let mut games = self.games.lock().unwrap_or_else(PoisonError::into_inner);
            games.extend(new.iter().cloned());
            drop(games);
            self.progress.send_modify(|progress| progress.games = count);
            Ok(true)
        });
        self.live.all_ended();
        played?;
        if self.stopped_by.get() != Some(&StoppedBy::ServerEnds) {
            store.set_wanted(None)?;
        }
        Ok(())
    }

    /// Asks it to stop. Who had it stopped by hand does not want it played on by the next server, even if this one ends
    /// before it has stopped.
    pub(super) fn stop(&self, by: StoppedBy) {
        let _ = self.stopped_by.set(by);
        self.stop.store(true, Ordering::Release);
    }

    pub(crate) fn is_running(&self) -> bool {
        self.progress.borrow().is_running
    }

    pub(crate) fn is_stopping(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    pub(crate) fn progress(&self) -> Progress {
        self.progress.borrow().clone()
    }

    /// To hear of changes.
    pub(crate) fn news(&self) -> watch::Receiver<Progress> {
        self.progress.subscribe()
    }

    /// To be shown boards as long as this is held.
    pub(crate) fn watch(&self) -> Watcher {
        self.live.watch()
    }

    /// The games so far, in order.
    pub(crate) fn games(&self) -> Vec<PlayedGame> {
        let games = self.games.lock().unwrap_or_else(PoisonError::into_inner);
        let mut games = games.clone();
        games.sort_by_key(|game| game.number);
        games
    }
}
