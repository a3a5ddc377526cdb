//! Several threads that look for the same answer at the same time.
//!
//! What they know they share through tables; here is what else they have in common: the nodes they may visit together, and
//! the news that one of them has the answer. The threads live no longer than one call of [`race`], whether it ends, is
//! stopped or panics.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use crate::{Stopped, Walk, World};

/// What threads that search together have in common.
#[derive(Debug)]
pub(crate) struct Team {
    is_over: AtomicBool,
    /// How many nodes were handed out, and the most that may be.
    drawn: AtomicU64,
    most: u64,
}

impl Team {
    /// For a search that has visited so many nodes of so many.
    pub(crate) fn new(visited: u64, most: Option<u64>) -> Self {
        Team { is_over: AtomicBool::new(false), drawn: AtomicU64::new(visited), most: most.unwrap_or(u64::MAX) }
    }

    pub(crate) fn is_over(&self) -> bool {
        self.is_over.load(Ordering::Relaxed)
    }

    fn end(&self) {
        self.is_over.store(true, Ordering::Relaxed);
    }

    /// Hands out up to so many nodes; none if all are spent.
    pub(crate) fn draw(&self, wanted: u64) -> u64 {
        let before = self.drawn.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |drawn| {
            Some(drawn.saturating_add(wanted).min(self.most).max(drawn))
        });
        let before = before.unwrap_or_else(|drawn| drawn);
        self.most.saturating_sub(before).min(wanted)
    }

    /// How many nodes all have visited, or soon will have.
    pub(crate) fn nodes(&self) -> u64 {
        self.drawn.load(Ordering::Relaxed)
    }
}

/// Ends the search of the others when a thread is done, however it ends.
struct EndOnDrop<'t>(&'t Team);

impl Drop for EndOnDrop<'_> {
    fn drop(&mut self) {
        self.0.end();
    }
}

/// Searches on this thread and, if the walk's limits allow and there is a helper for each, on others. The first answer is
/// taken and ends the other searches; what they did is counted in this walk. Where the machine gives no more threads there
/// are fewer.
pub(crate) fn race<W: World, H: Send, T: Send>(
    walk: &mut Walk<W>,
    helpers: &mut [H],
    search: impl FnOnce(&mut Walk<W>) -> Result<T, Stopped>,
    help: impl Fn(&mut H, &mut Walk<W>) -> Result<T, Stopped> + Sync,
) -> Result<T, Stopped> {
    let team = Arc::new(Team::new(walk.counts.nodes, walk.limits().nodes));
    // Plain loops: this is compiled for every kind of search of every game.
    let theirs = Mutex::new((None, Vec::new()));
    let mut work: Vec<Work<'_>> = Vec::new();
    for helper in helpers {
        let (fork, team, help, theirs) = (walk.fork(&team), &*team, &help, &theirs);
        work.push(Box::new(move || {
            let Some(mut walk) = fork.walk() else { return };
            // A helper that panics ends the search too. One that was stopped has met a limit, and so will the others.
            let _end = EndOnDrop(team);
            let found = help(helper, &mut walk);
            let mut theirs = theirs.lock().unwrap_or_else(PoisonError::into_inner);
            theirs.1.push(walk.counts);
            theirs.0 = theirs.0.take().or(found.ok());
        }));
    }
    walk.join(team.clone());
    let (mut search, mut own) = (Some(search), None);
    run_beside(work, &mut || {
        let _end = EndOnDrop(&team);
        own = search.take().and_then(|search| search(walk).ok());
    });
    let (theirs, counts) = theirs.into_inner().unwrap_or_else(PoisonError::into_inner);
    walk.leave(&counts);
    own.or(theirs).ok_or(Stopped)
}

/// What another thread does.
type Work<'w> = Box<dyn FnOnce() + Send + 'w>;

/// Does this on other threads, as many as there are, and that on this one, and waits for all. Whoever panics does so here.
/// Nothing in it depends on a game, so that it is compiled once.
fn run_beside(work: Vec<Work<'_>>, own: &mut dyn FnMut()) {
    thread::scope(|scope| {
        let start = |work| thread::Builder::new().spawn_scoped(scope, work).ok();
        let started: Vec<_> = work.into_iter().filter_map(start).collect();
        own();
        for helper in started {
            if let Err(panic) = helper.join() {
                resume_unwind(panic);
            }
        }
    });
}
