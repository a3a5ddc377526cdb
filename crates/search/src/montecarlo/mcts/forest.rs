//! A tree for every thread, whose roots are added up in the end (root parallelisation: Cazenave and Jouandeau 2007;
//! Chaslot, Winands and Van den Herik 2008).
//!
//! Nobody waits for anybody, so there are as many random games as the cores can play; but what one thread has found out
//! below the root no other thread knows.

use std::sync::atomic::{AtomicU64, Ordering};

use melee_core::Game;
use melee_core::zobrist::mix;

use super::tree::Tree;
use super::{FIRST_PROGRESS, Mcts, MctsSettings, Playouts};
use crate::team::race;
use crate::{OnProgress, Stopped, Walk, World};

/// Threads take so many simulations at a time, so that they seldom meet where these are counted; towards the end fewer, as
/// who finds none left ends the search of the others.
const BATCH: u64 = 64;

/// How many of those that are left somebody takes.
fn batch_of(left: u64) -> u64 {
    (left / BATCH).clamp(1, BATCH).min(left)
}

impl<G: Game> Mcts<G> {
    /// May there be several trees? What is proven must be known to all, and a tree that is kept must not count the games
    /// of another.
    pub(super) fn may_grow_apart(&self) -> bool {
        self.tree.settings.solver.is_none() && !self.tree.settings.reuse
    }

    /// All simulations, on as many threads as the walk allows, each in a tree of its own.
    pub(super) fn simulate_apart<W: World<Game = G>>(&mut self, walk: &mut Walk<W>, progress: &mut OnProgress<W>) {
        let threads = walk.limits().threads;
        let MctsSettings { simulations, memory, .. } = self.tree.settings;
        let settings = MctsSettings { memory: (memory / threads).max(1), ..self.tree.settings };
        let mut others: Vec<Mcts<G>> =
            (1..threads).map(|thread| Mcts::new(settings, mix(self.seed ^ mix(thread as u64)))).collect();
        let left = AtomicU64::new(simulations);
        self.tree.settings = settings;
        // Why it ends does not matter: a tree has an answer at any time.
        let _ = race(
            walk,
            &mut others,
            |walk| self.simulate_share(walk, &left, progress),
            |other, walk| {
                other.begin(walk);
                other.grow_root(walk);
                other.simulate_share(walk, &left, &mut |_, _| {})
            },
        );
        self.tree.settings.memory = memory;
        // A thread that the machine did not give has no tree.
        for other in others.iter().filter(|other| !other.tree.nodes.is_empty()) {
            self.tree.add_root(&other.tree);
        }
    }

    /// As many simulations as are left to whoever comes for them.
    fn simulate_share<W: World<Game = G>>(
        &mut self,
        walk: &mut Walk<W>,
        left: &AtomicU64,
        progress: &mut OnProgress<W>,
    ) -> Result<(), Stopped> {
        let key = walk.game.key(&walk.state);
        let mut playouts = Playouts::new(self.tree.settings.playout, self.seed, key);
        let mut path = Vec::new();
        let mut told = FIRST_PROGRESS / 2;
        loop {
            let before = left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| Some(left - batch_of(left)));
            let batch = before.map_or(0, batch_of);
            for _ in 0..batch {
                self.simulate(walk, &mut playouts, &mut path)?;
            }
            if batch == 0 {
                return Ok(());
            }
            let visits = self.tree.nodes[0].visits;
            if visits / 2 >= told {
                told = visits;
                progress(walk, &self.best(walk.limits().lines));
            }
        }
    }
}

impl Tree {
    /// Counts the games of another tree of the same position, as far as the moves of the root are concerned.
    fn add_root(&mut self, other: &Tree) {
        let ours = self.nodes[0].children.clone();
        let theirs = other.nodes[0].children.clone();
        for (ours, theirs) in std::iter::once((0, 0)).chain(ours.zip(theirs)) {
            let (ours, theirs) = (&mut self.nodes[ours], &other.nodes[theirs]);
            ours.visits += theirs.visits;
            for (sum, points) in ours.points.iter_mut().zip(theirs.points) {
                *sum += points;
            }
        }
    }
}
