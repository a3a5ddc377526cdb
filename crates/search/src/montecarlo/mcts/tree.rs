//! The tree in memory: nodes, and what some settings want to know beside.

use std::ops::Range;

use melee_core::Player;

use super::bounds::PointBounds;
use super::settings::MctsSettings;
use crate::Ply;
use crate::montecarlo::playout::Points;

#[derive(Clone)]
pub(super) struct Node<M> {
    /// The move that leads here; none at the root.
    pub(super) ply: Option<Ply<M>>,
    pub(super) points: Points,
    pub(super) visits: u64,
    /// Where the children are; none yet, or the game is over here.
    pub(super) children: Range<usize>,
    pub(super) is_expanded: bool,
}

impl<M> Node<M> {
    pub(super) fn new(ply: Option<Ply<M>>) -> Self {
        Node { ply, points: Points::default(), visits: 0, children: 0..0, is_expanded: false }
    }

    pub(super) fn mean(&self, player: Player) -> f64 {
        self.points[player.index()] / self.visits.max(1) as f64
    }
}

/// Something about every node, if anybody asks for it.
pub(super) struct Beside<T> {
    is_wanted: bool,
    unknown: T,
    all: Vec<T>,
}

impl<T: Copy> Beside<T> {
    pub(super) fn new(is_wanted: bool, unknown: T) -> Self {
        Beside { is_wanted, unknown, all: Vec::new() }
    }

    #[inline]
    pub(super) fn is_wanted(&self) -> bool {
        self.is_wanted
    }

    /// Nodes have come or gone.
    fn fit(&mut self, nodes: usize) {
        if self.is_wanted {
            self.all.resize(nodes, self.unknown);
        }
    }

    fn keep(&mut self, kept: &[usize]) {
        if self.is_wanted {
            self.all = kept.iter().map(|&node| self.all[node]).collect();
        }
    }

    /// From now on somebody asks for it, or nobody does.
    fn want(&mut self, is_wanted: bool, nodes: usize) {
        self.is_wanted = is_wanted;
        self.all.clear();
        self.fit(nodes);
    }

    pub(super) fn of(&self, nodes: Range<usize>) -> &[T] {
        &self.all[nodes]
    }
}

impl<T> std::ops::Index<usize> for Beside<T> {
    type Output = T;

    #[inline]
    fn index(&self, node: usize) -> &T {
        &self.all[node]
    }
}

impl<T> std::ops::IndexMut<usize> for Beside<T> {
    #[inline]
    fn index_mut(&mut self, node: usize) -> &mut T {
        &mut self.all[node]
    }
}

/// Everybody's share of the point by the evaluation.
pub(super) type Guess = Option<[f32; melee_core::MAX_PLAYERS]>;

/// Nodes, the root first; children lie together, behind their parents.
pub(super) struct Tree<M> {
    pub(super) nodes: Vec<Node<M>>,
    /// For the solver.
    pub(super) bounds: Beside<PointBounds>,
    /// The evaluation of nodes that were visited, backed up.
    pub(super) guesses: Beside<Guess>,
    /// Which of the [abstract moves](super::abstraction) leads here.
    pub(super) abstractions: Beside<u32>,
    /// The keys of positions that were visited, to find them again.
    pub(super) keys: Beside<Option<u64>>,
    /// Simulations of other threads that are still below a node.
    pub(super) pending: Beside<u32>,
}

impl<M: Copy> Tree<M> {
    /// A root alone.
    pub(super) fn plant(&mut self) {
        self.clear();
        self.nodes.push(Node::new(None));
        self.fit();
    }

    pub(super) fn clear(&mut self) {
        self.nodes.clear();
        self.fit();
    }

    /// Is it to be known where other threads are?
    pub(super) fn count_pending(&mut self, is_wanted: bool) {
        self.pending.want(is_wanted, self.nodes.len());
    }

    /// So many simulations that are not over yet have gone through a node.
    #[inline]
    pub(super) fn pending(&self, node: usize) -> u32 {
        if self.pending.is_wanted() { self.pending[node] } else { 0 }
    }

    /// Makes room beside nodes that were added.
    pub(super) fn fit(&mut self) {
        let len = self.nodes.len();
        self.bounds.fit(len);
        self.guesses.fit(len);
        self.abstractions.fit(len);
        self.keys.fit(len);
        self.pending.fit(len);
    }

    /// Every node's parent; the root has none.
    pub(super) fn parents(&self) -> Vec<Option<usize>> {
        let mut parents = vec![None; self.nodes.len()];
        for (i, node) in self.nodes.iter().enumerate() {
            parents[node.children.clone()].fill(Some(i));
        }
        parents
    }

    /// Leaves only what is below a node, which becomes the root.
    pub(super) fn re_root(&mut self, node: usize) {
        if node == 0 {
            return;
        }
        let mut kept = vec![node];
        let mut ranges = Vec::new();
        let mut next = 0;
        while next < kept.len() {
            let children = self.nodes[kept[next]].children.clone();
            ranges.push(kept.len()..kept.len() + children.len());
            kept.extend(children);
            next += 1;
        }
        let mut nodes = Vec::with_capacity(kept.len());
        for (&node, children) in kept.iter().zip(ranges) {
            let children = if children.is_empty() { 0..0 } else { children };
            nodes.push(Node { children, ..self.nodes[node].clone() });
        }
        self.nodes = nodes;
        self.nodes[0].ply = None;
        self.bounds.keep(&kept);
        self.guesses.keep(&kept);
        self.abstractions.keep(&kept);
        self.keys.keep(&kept);
        self.pending.keep(&kept);
    }
}

/// The bytes of a node, with whatever is wanted beside it.
pub(super) fn node_bytes(settings: &MctsSettings) -> u64 {
    let beside = [
        (settings.solver, size_of::<PointBounds>()),
        (settings.implicit_permille > 0, size_of::<Guess>()),
        // Its number, and at most one abstract move for each.
        (settings.abstraction > 0.0, size_of::<u32>() + super::abstraction::BYTES),
        (settings.reuse, size_of::<Option<u64>>()),
    ];
    let wanted = beside.iter().filter(|(is_wanted, _)| *is_wanted).map(|(_, bytes)| bytes);
    (size_of::<Node<u64>>() + wanted.sum::<usize>()) as u64
}
