//! The tree from move to move: a search goes on with what the last one found out about its position.
//!
//! The position is looked for by its key among all that were visited, whatever has been played in between. What lies
//! below it stays, the rest is forgotten. The tree is made for one root player: another begins anew.

use melee_core::{Game, Player};

use super::abstraction::NONE;
use super::tree::Tree;
use super::{Backup, Mcts, follow};
use crate::opponents::FoundOut;
use crate::{Walk, World};

/// The root of a tree that is kept.
pub(super) struct Searched<S> {
    state: S,
    root: Player,
    /// Some of the root's moves were left out.
    is_narrowed: bool,
    /// Their nodes have one move.
    found_out: FoundOut,
}

impl<G: Game> Mcts<G> {
    /// Keeps the tree for the next search.
    pub(super) fn remember<W: World<Game = G>>(&mut self, walk: &Walk<W>) {
        self.searched = self.tree.settings.reuse.then(|| Searched {
            state: walk.state.clone(),
            root: walk.root,
            is_narrowed: walk.is_narrowed(),
            found_out: walk.found_out,
        });
    }

    /// Goes on with what is known of the root; false if nothing is.
    pub(super) fn take_over<W: World<Game = G>>(&mut self, walk: &mut Walk<W>) -> bool {
        let Some(searched) = self.searched.take() else {
            return false;
        };
        if searched.root != walk.root || walk.is_narrowed() || searched.found_out != walk.found_out {
            return false;
        }
        let Some(path) = self.find(walk, &searched) else {
            return false;
        };
        let Some(&new_root) = path.last() else {
            return true;
        };
        let Some(numbers) = self.tree.abstract_moves_after(&path) else {
            return false;
        };
        let kept = self.tree.re_root(new_root);
        let mut moves = Vec::with_capacity(kept.len());
        for node in kept {
            moves.push(self.moves[node]);
        }
        moves[0] = None;
        self.moves = moves;
        self.tree.renumber(&numbers);
        true
    }

    /// The way from the old root to the most visited node that is this position.
    fn find<W: World<Game = G>>(&self, walk: &mut Walk<W>, searched: &Searched<G::State>) -> Option<Vec<usize>> {
        if !searched.is_narrowed && walk.state == searched.state {
            return Some(Vec::new());
        }
        let path = self.tree.way_to(walk.game.key(&walk.state))?;
        // Two positions may share a key.
        walk.jump(&searched.state, 0);
        for &node in &path {
            follow(walk, self.ply(node).expect("only the root has none"));
        }
        let arrived = walk.state.clone();
        walk.restart();
        (arrived == walk.state).then_some(path)
    }
}

impl Tree {
    /// The way from the root to the most visited node with this key.
    fn way_to(&self, key: u64) -> Option<Vec<usize>> {
        let met = (1..self.nodes.len()).filter(|&node| self.keys[node] == Some(key) && self.is_turn_of_root(node));
        let found = met.rev().max_by_key(|&node| self.nodes[node].visits)?;
        let parents = self.parents();
        let mut path = vec![found];
        while let Some(parent) = parents[path[path.len() - 1]].filter(|&parent| parent != 0) {
            path.push(parent);
        }
        path.reverse();
        Some(path)
    }

    /// Are the moves below a node the root player's? Where players are passed over others may come first.
    fn is_turn_of_root(&self, node: usize) -> bool {
        self.settings.backup != Backup::BestReply || self.nodes[node].chooser != self.aims.root
    }

    /// The new numbers of abstract moves, if there are such, when those of the path have been played; `None` if they
    /// cannot be told.
    fn abstract_moves_after(&mut self, path: &[usize]) -> Option<Vec<u32>> {
        if !self.abstractions.is_wanted() {
            return Some(Vec::new());
        }
        let played: Vec<_> = path.iter().map(|&node| (self.nodes[node].chooser, self.abstractions[node])).collect();
        self.abstraction.go_on(self.aims.players, &played)
    }

    fn renumber(&mut self, numbers: &[u32]) {
        if self.abstractions.is_wanted() {
            for node in 0..self.nodes.len() {
                let old = self.abstractions[node] as usize;
                self.abstractions[node] = numbers.get(old).copied().unwrap_or(NONE);
            }
        }
    }
}
