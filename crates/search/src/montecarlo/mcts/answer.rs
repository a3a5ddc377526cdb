//! What a tree says: the move to play, the line behind it, and the tree itself to whoever looks on.

use std::collections::HashMap;

use melee_core::{Game, Player, Scores};

use super::bounds::{Candidate, ranked};
use super::tree::Node;
use super::{Backup, Mcts, follow};
use crate::montecarlo::mean_scores;
use crate::order::places_by_key;
use crate::{Best, Chooser, Line, Observer, Sampled, Walk, World};

impl<G: Game> Mcts<G> {
    /// Tells the tree, the most visited nodes first; so parents come before their children.
    pub(super) fn tell_tree<W: World<Game = G>>(&self, walk: &mut Walk<W>) {
        let parents = self.tree.parents();
        let is_visited = |&i: &usize| self.tree.nodes[i].visits > 0;
        let order = places_by_key(self.tree.nodes.len(), &|i| (self.tree.nodes[i].visits as i64, 0));
        let mut told: HashMap<usize, (usize, G::State)> = HashMap::new();
        for i in order.into_iter().take_while(is_visited) {
            let node = &self.tree.nodes[i];
            let parent = parents[i].map(|parent| &told[&parent]);
            walk.restart();
            if let (Some((_, state)), Some(ply)) = (parent, node.ply) {
                walk.state.clone_from(state);
                follow(walk, ply);
            }
            let sampled = Sampled {
                visits: node.visits,
                values: self.values(walk, i),
                untried: node.children.clone().filter(|c| !is_visited(c)).count(),
            };
            let mover = walk.game.to_move(&walk.state);
            let parent = parent.map(|(number, _)| *number);
            let chooser = self.chooser(walk.root, mover, node);
            let grown = walk.observer.grown(parent, node.ply, mover, chooser, sampled);
            let Some(number) = grown else {
                break;
            };
            told.insert(i, (number, walk.state.clone()));
        }
        walk.restart();
    }

    /// Who chooses among the children of a node, in words.
    fn chooser(&self, root: Player, mover: Player, node: &Node<G::Move>) -> Chooser {
        let first = self.tree.nodes[node.children.clone()].first();
        let player = first.and_then(|n| n.ply).map_or(mover, |ply| ply.player);
        match self.settings.backup {
            Backup::MaxN => Chooser::Own(player),
            _ if player == root => Chooser::Max(player),
            Backup::Paranoid => Chooser::Min(player),
            Backup::BestReply => Chooser::AnyMin,
        }
    }

    /// The moves of the root, the most visited first but for what is proven.
    pub(super) fn best<W: World<Game = G>>(&self, walk: &Walk<W>) -> Best<G::Move> {
        let children = self.tree.nodes[0].children.clone();
        let mut order = ranked(&self.candidates(walk));
        let first = order[0];
        order.retain(|&i| i == first || self.tree.nodes[children.start + i].visits > 0);
        let told = |i: usize| {
            let child = children.start + i;
            let values = self.values(walk, child);
            let best = Best::guess(values[walk.root], self.line(walk, child)).with_values(values);
            // Another move may be better than one that is proven, unless the root is.
            best.complete_if(self.is_proven(walk, if i == first { 0 } else { child }))
        };
        let best = Best::first_of(&order, walk.limits().lines, &told);
        best.expect("a state that is not over has a move")
    }

    fn candidates<W: World<Game = G>>(&self, walk: &Walk<W>) -> Vec<Candidate> {
        let children = self.tree.nodes[0].children.clone();
        let family = self.settings.solver.then(|| self.family(walk, 0));
        let start = children.start;
        let candidate = |child: usize| Candidate {
            visits: self.tree.nodes[child].visits,
            mean: self.tree.nodes[child].mean(walk.root),
            proven: self.is_proven(walk, child).then(|| self.tree.bounds[child].least(walk.root)),
            is_beaten: family.is_some_and(|family| family.is_beaten(child - start)),
        };
        children.map(candidate).collect()
    }

    /// Everybody's mean points, or more where it is known.
    fn values<W: World<Game = G>>(&self, walk: &Walk<W>, node: usize) -> Scores {
        let Node { points, visits, .. } = &self.tree.nodes[node];
        let means = mean_scores(&points[..walk.game.players()], *visits);
        if !self.settings.solver {
            return means;
        }
        self.aims(walk).settled(&self.tree.bounds[node], means)
    }

    /// A node's move, and the best ones after it: those that are proven, else the most visited.
    fn line<W: World<Game = G>>(&self, walk: &Walk<W>, mut node: usize) -> Line<G::Move> {
        let mut line: Line<G::Move> = self.tree.nodes[node].ply.into_iter().collect();
        loop {
            let children = self.tree.nodes[node].children.clone();
            let best = if self.is_proven(walk, node) && !children.is_empty() {
                Some(children.start + self.family(walk, node).leader)
            } else {
                let most = children.rev().max_by_key(|&c| self.tree.nodes[c].visits);
                most.filter(|&child| self.tree.nodes[child].visits > 0)
            };
            let Some(child) = best else {
                return line;
            };
            line.extend(self.tree.nodes[child].ply);
            node = child;
        }
    }
}
