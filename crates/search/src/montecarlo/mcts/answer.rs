//! What a tree says: the move to play, the line behind it, and the tree itself to whoever looks on.

use std::collections::HashMap;

use melee_core::{Game, Player, Scores};

use super::bounds::{Candidate, ranked};
use super::tree::{Node, Tree};
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
            let ply = self.ply(i);
            if let (Some((_, state)), Some(ply)) = (parent, ply) {
                walk.state.clone_from(state);
                follow(walk, ply);
            }
            let mover = walk.game.to_move(&walk.state);
            let (next, untried) = if node.is_expanded || walk.game.outcome(&walk.state).is_some() {
                let first = self.tree.nodes[node.children.clone()].first();
                (first.map(|child| child.chooser), node.children.clone().filter(|c| !is_visited(c)).count())
            } else {
                // What was visited once, repeats a position or came when the tree was full has not got its moves.
                let below = self.moves_below(walk, i);
                (below.first().map(|(_, ply)| ply.player), below.len())
            };
            let sampled = Sampled { visits: node.visits, values: self.tree.values(i), untried };
            let parent = parent.map(|(number, _)| *number);
            let chooser = self.tree.chooser(next.unwrap_or(mover));
            let grown = walk.observer.grown(parent, ply, mover, chooser, sampled);
            let Some(number) = grown else {
                break;
            };
            told.insert(i, (number, walk.state.clone()));
        }
        walk.restart();
    }

    /// The moves of the root, the most visited first but for what is proven.
    pub(super) fn best(&self, lines: usize) -> Best<G::Move> {
        let (root, first) = (self.tree.aims.root, self.tree.nodes[0].children.start);
        let order = self.tree.ranked_moves();
        let told = |i: usize| {
            let child = first + i;
            let values = self.tree.values(child);
            let best = Best::guess(values[root], self.line(child)).with_values(values);
            // Another move may be better than one that is proven, unless the root is.
            best.complete_if(self.tree.is_answered(if i == order[0] { 0 } else { child }))
        };
        Best::first_of(&order, lines, &told).expect("a state that is not over has a move")
    }

    /// A node's move, and the best ones after it.
    fn line(&self, node: usize) -> Line<G::Move> {
        let mut line = Line::new();
        for node in self.tree.line(node) {
            line.extend(self.ply(node));
        }
        line
    }
}

impl Tree {
    /// Who chooses among the moves of a node, in words; of several opponents this is one.
    fn chooser(&self, player: Player) -> Chooser {
        match self.settings.backup {
            Backup::MaxN => Chooser::Own(player),
            _ if player == self.aims.root => Chooser::Max(player),
            Backup::Paranoid => Chooser::Min(player),
            Backup::BestReply => Chooser::AnyMin,
        }
    }

    /// The moves of the root by their places, the most visited first but for what is proven.
    fn ranked_moves(&self) -> Vec<usize> {
        let start = self.nodes[0].children.start;
        let mut order = ranked(&self.candidates());
        let first = order[0];
        order.retain(|&i| i == first || self.nodes[start + i].visits > 0);
        order
    }

    fn candidates(&self) -> Vec<Candidate> {
        let (root, children) = (self.aims.root, self.nodes[0].children.clone());
        let family = self.bounds.is_wanted().then(|| self.family(0));
        let start = children.start;
        let candidate = |child: usize| Candidate {
            visits: self.nodes[child].visits,
            mean: self.nodes[child].mean(root),
            proven: self.is_answered(child).then(|| self.bounds[child].least(root)),
            // Once the answer is known, what is not known of other moves is no more than that.
            is_beaten: family.is_some_and(|family| family.is_beaten(child - start))
                || (self.is_answered(0) && !self.is_answered(child)),
        };
        children.map(candidate).collect()
    }

    /// Everybody's mean points, or more where it is known.
    fn values(&self, node: usize) -> Scores {
        let Node { points, visits, .. } = &self.nodes[node];
        let means = mean_scores(&points[..self.aims.players], *visits);
        if !self.bounds.is_wanted() {
            return means;
        }
        self.aims.settled(&self.bounds[node], means)
    }

    /// A node and the best ones after it: those that are proven, else the most visited.
    fn line(&self, mut node: usize) -> Vec<usize> {
        let mut line = vec![node];
        loop {
            let children = self.nodes[node].children.clone();
            let best = if self.is_proven(node) && !children.is_empty() {
                Some(children.start + self.family(node).leader)
            } else {
                let most = children.rev().max_by_key(|&c| self.nodes[c].visits);
                most.filter(|&child| self.nodes[child].visits > 0)
            };
            let Some(child) = best else {
                return line;
            };
            line.push(child);
            node = child;
        }
    }
}
