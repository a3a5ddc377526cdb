//! Several threads in one tree (Chaslot, Winands and Van den Herik 2008).
//!
//! Random games take most of the time, and they are played side by side. The way down the tree and back up belongs to one
//! thread at a time, under one lock: with a lock for every node two threads would wait less, but each would pay for all of
//! them. Who finds the tree taken plays a random game that he has gone down for before, and only waits if there is none:
//! a thread that sleeps wakes up later than most games end. A simulation that is not over yet counts as lost to whoever
//! chooses (*virtual loss*), so that the next one takes another way.

use std::hint;
use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};

use melee_core::Game;
use melee_core::zobrist::mix;

use super::tree::Tree;
use super::{FIRST_PROGRESS, Mcts};
use crate::montecarlo::playout::{Playouts, Points};
use crate::team::race;
use crate::{OnProgress, Stopped, Walk, World};

/// A tree that several threads grow.
struct Shared<'t, G: Game> {
    mcts: &'t mut Mcts<G>,
    /// Simulations begun and ended.
    begun: u64,
    ended: u64,
}

type Lock<'t, G> = Mutex<Shared<'t, G>>;

/// Is told of the tree whenever a simulation of one's own has ended.
type OnGrown<'f, W> = dyn FnMut(&mut Walk<W>, &Shared<<W as World>::Game>) + 'f;

fn lock<'l, 't, G: Game>(shared: &'l Lock<'t, G>) -> MutexGuard<'l, Shared<'t, G>> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

fn try_lock<'l, 't, G: Game>(shared: &'l Lock<'t, G>) -> Option<MutexGuard<'l, Shared<'t, G>>> {
    match shared.try_lock() {
        Ok(tree) => Some(tree),
        Err(TryLockError::Poisoned(tree)) => Some(tree.into_inner()),
        Err(TryLockError::WouldBlock) => None,
    }
}

impl<G: Game> Mcts<G> {
    /// All simulations, on as many threads as the walk allows.
    pub(super) fn simulate_together<W: World<Game = G>>(&mut self, walk: &mut Walk<W>, progress: &mut OnProgress<W>) {
        let (settings, seed, key) = (self.tree.settings.playout, self.seed, walk.game.key(&walk.state));
        // The first plays the games that it would play alone.
        let playouts = |thread: usize| match thread {
            0 => Playouts::new(settings, seed, key),
            thread => Playouts::new(settings, mix(seed ^ mix(thread as u64)), key),
        };
        let mut helpers: Vec<_> = (1..walk.limits().threads).map(playouts).collect();
        self.tree.count_pending(true);
        let shared = Mutex::new(Shared { mcts: self, begun: 0, ended: 0 });
        let mut told = FIRST_PROGRESS / 2;
        let mut tell = |walk: &mut Walk<W>, shared: &Shared<G>| {
            if shared.ended / 2 >= told {
                told = shared.ended;
                progress(walk, &shared.mcts.best(walk.limits().lines));
            }
        };
        // Why it ends does not matter: the tree has an answer at any time.
        let _ = race(
            walk,
            &mut helpers,
            |walk| grow(walk, &shared, &mut playouts(0), &mut tell),
            |playouts, walk| grow(walk, &shared, playouts, &mut |_, _| {}),
        );
        self.tree.count_pending(false);
    }
}

impl Tree {
    /// Notes, or notes no more, that a simulation has gone this way.
    fn set_pending(&mut self, path: &[usize], is_pending: bool) {
        for &node in path {
            let pending = &mut self.pending[node];
            *pending = if is_pending { *pending + 1 } else { *pending - 1 };
        }
    }
}

/// A simulation that has gone down the tree: where, and to which position.
struct Leaf<G: Game> {
    path: Vec<usize>,
    state: G::State,
    ply: u32,
}

/// A thread that finds the tree taken goes down it for so many simulations at a time, at most.
const MOST_AHEAD: usize = 8;

/// So often somebody looks whether the tree is free before he goes to sleep: some ten microseconds, as long as it takes to
/// wake up again.
const LOOKS: usize = 1_000;

/// What one thread does.
struct Grower<'s, 't, G: Game> {
    shared: &'s Lock<'t, G>,
    playouts: &'s mut Playouts<G>,
    /// Simulations whose random games are to be played, and those whose results are to be noted.
    ready: Vec<Leaf<G>>,
    played: Vec<(Leaf<G>, Points)>,
    /// How many simulations go down at a time: more of them if there was anybody to wait for.
    ahead: usize,
}

/// Simulates until all is done, proven or stopped.
fn grow<W: World>(
    walk: &mut Walk<W>,
    shared: &Lock<W::Game>,
    playouts: &mut Playouts<W::Game>,
    tell: &mut OnGrown<W>,
) -> Result<(), Stopped> {
    let mut grower = Grower { shared, playouts, ready: Vec::new(), played: Vec::new(), ahead: 1 };
    let ended = grower.grow(walk, tell);
    // What was played counts, even if there is no time for more.
    grower.note_played(&mut lock(shared));
    ended
}

impl<'s, 't, G: Game> Grower<'s, 't, G> {
    fn grow<W: World<Game = G>>(&mut self, walk: &mut Walk<W>, tell: &mut OnGrown<W>) -> Result<(), Stopped> {
        loop {
            if let Some(mut tree) = self.tree_if_free() {
                self.note_played(&mut tree);
                tell(walk, &tree);
                self.descend(walk, &mut tree)?;
            }
            let Some(leaf) = self.ready.pop() else {
                return Ok(());
            };
            walk.jump(&leaf.state, leaf.ply);
            let points = self.playouts.play(walk)?;
            self.played.push((leaf, points));
        }
    }

    /// The tree, if nobody has it or there is nothing to do without it.
    fn tree_if_free(&mut self) -> Option<MutexGuard<'s, Shared<'t, G>>> {
        let free = try_lock(self.shared);
        if free.is_some() || !self.ready.is_empty() {
            return free;
        }
        self.ahead = (2 * self.ahead).min(MOST_AHEAD);
        for _ in 0..LOOKS {
            hint::spin_loop();
            if let Some(tree) = try_lock(self.shared) {
                return Some(tree);
            }
        }
        Some(lock(self.shared))
    }

    fn note_played(&mut self, tree: &mut Shared<G>) {
        for (leaf, points) in self.played.drain(..) {
            tree.mcts.tree.set_pending(&leaf.path, false);
            tree.mcts.tree.note(&leaf.path, &points);
            tree.ended += 1;
        }
    }

    /// Goes down the tree for the next simulations, as far as there are to be any.
    fn descend<W: World<Game = G>>(&mut self, walk: &mut Walk<W>, tree: &mut Shared<G>) -> Result<(), Stopped> {
        while self.ready.len() < self.ahead
            && tree.begun < tree.mcts.tree.settings.simulations
            && !tree.mcts.tree.is_answered(0)
        {
            tree.begun += 1;
            let mut path = Vec::new();
            if let Some(proven) = tree.mcts.descend(walk, self.playouts, &mut path)? {
                tree.mcts.tree.note(&path, &proven);
                tree.ended += 1;
            } else {
                tree.mcts.tree.set_pending(&path, true);
                self.ready.push(Leaf { path, state: walk.state.clone(), ply: walk.ply() });
            }
        }
        Ok(())
    }
}
