//! Several threads in one tree (Chaslot, Winands and Van den Herik 2008).
//!
//! Random games take most of the time, and they are played side by side. The way down the tree and back up belongs to one
//! thread at a time, under one lock: with a lock for every node two threads would wait less, but each would pay for all of
//! them. A simulation that is not over yet counts as lost to whoever chooses (*virtual loss*), so that the next one takes
//! another way.

use std::sync::{Mutex, MutexGuard, PoisonError};

use melee_core::Game;
use melee_core::zobrist::mix;

use super::tree::Tree;
use super::{FIRST_PROGRESS, Mcts};
use crate::montecarlo::playout::Playouts;
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

/// Simulates until all is done, proven or stopped.
fn grow<W: World>(
    walk: &mut Walk<W>,
    shared: &Lock<W::Game>,
    playouts: &mut Playouts<W::Game>,
    tell: &mut OnGrown<W>,
) -> Result<(), Stopped> {
    let mut path = Vec::new();
    loop {
        let mut tree = lock(shared);
        if tree.begun == tree.mcts.tree.settings.simulations || tree.mcts.tree.is_answered(0) {
            return Ok(());
        }
        tree.begun += 1;
        if let Some(proven) = tree.mcts.descend(walk, playouts, &mut path)? {
            tree.mcts.tree.note(&path, &proven);
        } else {
            tree.mcts.tree.set_pending(&path, true);
            drop(tree);
            let points = playouts.play(walk);
            tree = lock(shared);
            tree.mcts.tree.set_pending(&path, false);
            tree.mcts.tree.note(&path, &points?);
        }
        tree.ended += 1;
        tell(walk, &tree);
    }
}
