//! The tree from move to move: a search goes on with what the last one found out about its position.
//!
//! The position is looked for by its key among all that were visited, whatever has been played in between. What lies
//! below it stays, the rest is forgotten. The tree is made for one root player: another begins anew.

use melee_core::{Game, Player};

use super::{Backup, Mcts, follow};
use crate::{Ply, Walk, World};

/// The root of a tree that is kept.
pub(super) struct Searched<S> {
    state: S,
    root: Player,
    /// Some of the root's moves were left out.
    is_narrowed: bool,
}

impl<G: Game> Mcts<G> {
    /// Keeps the tree for the next search.
    pub(super) fn remember<W: World<Game = G>>(&mut self, walk: &Walk<W>) {
        self.searched = self.settings.reuse.then(|| Searched {
            state: walk.state.clone(),
            root: walk.root,
            is_narrowed: walk.is_narrowed(),
        });
    }

    /// Goes on with what is known of the root; false if nothing is.
    pub(super) fn take_over<W: World<Game = G>>(&mut self, walk: &mut Walk<W>) -> bool {
        let Some(searched) = self.searched.take() else {
            return false;
        };
        if searched.root != walk.root || walk.is_narrowed() {
            return false;
        }
        let Some(path) = self.find(walk, &searched) else {
            return false;
        };
        let new_root = path.last().copied().unwrap_or(0);
        if self.tree.abstractions.is_wanted() {
            let abstract_move = |&node: &usize| {
                let Ply { player, .. } = self.tree.nodes[node].ply.expect("only the root has none");
                (player, self.tree.abstractions[node])
            };
            let played: Vec<_> = path.iter().map(abstract_move).collect();
            let Some(numbers) = self.abstraction.go_on(walk.game.players(), &played) else {
                return false;
            };
            self.tree.re_root(new_root);
            for node in 0..self.tree.nodes.len() {
                let old = self.tree.abstractions[node] as usize;
                self.tree.abstractions[node] = numbers.get(old).copied().unwrap_or(super::NONE);
            }
        } else {
            self.tree.re_root(new_root);
        }
        true
    }

    /// The way from the old root to the most visited node that is this position.
    fn find<W: World<Game = G>>(&self, walk: &mut Walk<W>, searched: &Searched<G::State>) -> Option<Vec<usize>> {
        if !searched.is_narrowed && walk.state == searched.state {
            return Some(Vec::new());
        }
        let key = Some(walk.game.key(&walk.state));
        let nodes = 1..self.tree.nodes.len();
        let met = nodes.filter(|&node| self.tree.keys[node] == key && self.is_turn_of(walk.root, node));
        let found = met.rev().max_by_key(|&node| self.tree.nodes[node].visits)?;
        let parents = self.tree.parents();
        let mut path = vec![found];
        while let Some(parent) = parents[path[path.len() - 1]].filter(|&parent| parent != 0) {
            path.push(parent);
        }
        path.reverse();
        // Two positions may share a key.
        walk.jump(&searched.state, 0);
        for &node in &path {
            follow(walk, self.tree.nodes[node].ply.expect("only the root has none"));
        }
        let arrived = walk.state.clone();
        walk.restart();
        (arrived == walk.state).then_some(path)
    }

    /// Are the moves below a node the root player's? Where players are passed over others may come first.
    fn is_turn_of(&self, root: Player, node: usize) -> bool {
        self.settings.backup != Backup::BestReply
            || self.tree.nodes[node].ply.is_some_and(|Ply { player, .. }| player != root)
    }
}
