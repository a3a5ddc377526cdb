//! The tree in memory: nodes, and what some settings want to know beside.
//!
//! The moves themselves are kept elsewhere, so that all of it is compiled once for all games.

use std::ops::Range;

use melee_core::Player;

use super::abstraction::{Abstraction, NONE};
use super::bounds::{Aims, Family, PointBounds};
use super::proofs::{self, ProofNumbers};
use super::settings::{Backup, Indifference, MctsSettings};
use crate::montecarlo::playout::Points;

#[derive(Clone)]
pub(super) struct Node {
    /// Who chose the move that leads here; at the root the root player.
    pub(super) chooser: Player,
    pub(super) points: Points,
    pub(super) visits: u64,
    /// Where the children are; none yet, or the game is over here.
    pub(super) children: Range<usize>,
    pub(super) is_expanded: bool,
}

impl Node {
    fn new(chooser: Player) -> Self {
        Node { chooser, points: Points::default(), visits: 0, children: 0..0, is_expanded: false }
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
pub(super) struct Tree {
    pub(super) settings: MctsSettings,
    /// Who wants what.
    pub(super) aims: Aims,
    pub(super) nodes: Vec<Node>,
    /// For the solver.
    pub(super) bounds: Beside<PointBounds>,
    /// Is more known of some child than was when the node got its children?
    has_learned: Beside<bool>,
    /// What is missing to prove a win.
    pub(super) proofs: Beside<ProofNumbers>,
    /// The evaluation of nodes that were visited, backed up.
    pub(super) guesses: Beside<Guess>,
    /// Which of the [abstract moves](super::abstraction) leads here.
    pub(super) abstractions: Beside<u32>,
    pub(super) abstraction: Abstraction,
    /// Where in the history the move stands that leads here.
    pub(super) history_places: Beside<u32>,
    /// Points and plays of each player's moves anywhere, for progressive history.
    pub(super) history: Vec<(f64, u64)>,
    /// The keys of positions that were visited, to find them again.
    pub(super) keys: Beside<Option<u64>>,
    /// Simulations of other threads that are still below a node.
    pub(super) pending: Beside<u32>,
}

impl Tree {
    pub(super) fn new(settings: MctsSettings) -> Self {
        Tree {
            settings,
            aims: Aims {
                players: 0,
                root: Player::FIRST,
                is_paranoid: settings.backup != Backup::MaxN,
                ties: settings.solver.unwrap_or(Indifference::Open),
            },
            nodes: Vec::new(),
            bounds: Beside::new(settings.solver.is_some(), PointBounds::UNKNOWN),
            has_learned: Beside::new(settings.solver.is_some(), false),
            proofs: Beside::new(settings.proofs > 0.0, proofs::UNKNOWN),
            guesses: Beside::new(settings.implicit_permille > 0, None),
            abstractions: Beside::new(settings.abstraction > 0.0, NONE),
            abstraction: Abstraction::default(),
            history_places: Beside::new(settings.history > 0.0, 0),
            history: Vec::new(),
            keys: Beside::new(settings.reuse, None),
            pending: Beside::new(false, 0),
        }
    }

    /// A root alone; `moves` is how many moves of each player there may be.
    pub(super) fn plant(&mut self, moves: usize) {
        self.nodes.clear();
        self.nodes.push(Node::new(self.aims.root));
        self.fit();
        self.history.clear();
        if self.history_places.is_wanted() {
            self.history.resize(self.aims.players * moves, (0.0, 0));
        }
        if self.abstractions.is_wanted() {
            self.abstraction.clear(self.aims.players);
        }
    }

    /// Adds the children of a node, by who chooses each.
    pub(super) fn expand(&mut self, node: usize, choosers: impl Iterator<Item = Player>) -> Range<usize> {
        let start = self.nodes.len();
        self.nodes.extend(choosers.map(Node::new));
        self.fit();
        let children = start..self.nodes.len();
        self.nodes[node].is_expanded = true;
        self.nodes[node].children = children.clone();
        children
    }

    /// What the solver knows of a node that has children.
    pub(super) fn family(&self, node: usize) -> Family<'_> {
        let children = self.bounds.of(self.nodes[node].children.clone());
        Family::new(self.aims, self.chooser_of(node), children)
    }

    /// Who chooses among the children of a node that has some; of several opponents the first.
    pub(super) fn chooser_of(&self, node: usize) -> Player {
        self.nodes[self.nodes[node].children.start].chooser
    }

    /// Is everything known of a node that counts above it?
    pub(super) fn is_proven(&self, node: usize) -> bool {
        self.bounds.is_wanted() && self.aims.is_proven(&self.bounds[node])
    }

    /// Is as much known of a node as the answer of the search needs?
    pub(super) fn is_answered(&self, node: usize) -> bool {
        self.bounds.is_wanted() && self.aims.is_answered(&self.bounds[node])
    }

    /// Do the solver's bounds of a node's children say more than nothing?
    #[inline]
    pub(super) fn knows_children(&self, node: usize) -> bool {
        self.bounds.is_wanted() && (self.has_learned[node] || self.aims.may_prefer(&self.bounds[node]))
    }

    /// What a player makes of everybody's points: his own or, against the root player, what that one has not got.
    #[inline]
    pub(super) fn worth(&self, chooser: Player, points: impl Fn(Player) -> f64) -> f64 {
        let Aims { root, is_paranoid, .. } = self.aims;
        if !is_paranoid || chooser == root { points(chooser) } else { 1.0 - points(root) }
    }

    /// The bounds of the node at the end of the path are known better, and so are those above it.
    pub(super) fn take_bounds_up(&mut self, path: &[usize], known: PointBounds) {
        let node = path[path.len() - 1];
        let known = known.with_place(self.bounds[node].place);
        if known == self.bounds[node] {
            return;
        }
        self.bounds[node] = known;
        for &node in path.iter().rev().skip(1) {
            self.has_learned[node] = true;
            let found = self.family(node).bounds().with_place(self.bounds[node].place);
            if found == self.bounds[node] {
                break;
            }
            self.bounds[node] = found;
        }
    }

    /// Every node of the path has the evaluation of the child that would be chosen by it, as far as they were visited.
    pub(super) fn take_guesses_up(&mut self, path: &[usize], known: &Points) {
        self.guesses[path[path.len() - 1]] = Some(known.map(|point| point as f32));
        let Aims { root, is_paranoid, .. } = self.aims;
        for &node in path.iter().rev().skip(1) {
            let chooser = self.chooser_of(node);
            let children = self.guesses.of(self.nodes[node].children.clone());
            let mut best: Option<(f32, usize)> = None;
            for (i, guess) in children.iter().enumerate() {
                let Some(guess) = guess else { continue };
                let worth = if !is_paranoid || chooser == root { guess[chooser.index()] } else { -guess[root.index()] };
                if best.is_none_or(|(most, _)| worth > most) {
                    best = Some((worth, i));
                }
            }
            let found = best.and_then(|(_, i)| children[i]);
            if found == self.guesses[node] {
                break;
            }
            self.guesses[node] = found;
        }
    }

    /// Adds everybody's points to the nodes of the path, and to what is known of their moves elsewhere.
    pub(super) fn note(&mut self, path: &[usize], points: &Points) {
        for &node in path {
            let node = &mut self.nodes[node];
            node.visits += 1;
            for (sum, point) in node.points.iter_mut().zip(points) {
                *sum += point;
            }
        }
        if self.history_places.is_wanted() {
            for &node in &path[1..] {
                let (sum, plays) = &mut self.history[self.history_places[node] as usize];
                *sum += points[self.nodes[node].chooser.index()];
                *plays += 1;
            }
        }
        if self.abstractions.is_wanted() {
            for &node in &path[1..] {
                let worth = self.worth(self.nodes[node].chooser, |player| points[player.index()]);
                self.abstraction.note(self.abstractions[node], worth);
            }
        }
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
    fn fit(&mut self) {
        let len = self.nodes.len();
        self.bounds.fit(len);
        self.has_learned.fit(len);
        self.proofs.fit(len);
        self.guesses.fit(len);
        self.abstractions.fit(len);
        self.history_places.fit(len);
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

    /// Leaves only what is below a node, which becomes the root. Tells which nodes those were.
    pub(super) fn re_root(&mut self, node: usize) -> Vec<usize> {
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
        self.nodes[0].chooser = self.aims.root;
        self.bounds.keep(&kept);
        self.has_learned.keep(&kept);
        self.proofs.keep(&kept);
        self.guesses.keep(&kept);
        self.abstractions.keep(&kept);
        self.history_places.keep(&kept);
        self.keys.keep(&kept);
        self.pending.keep(&kept);
        kept
    }
}

/// The bytes of a node, with whatever is wanted beside it.
pub(super) fn node_bytes(settings: &MctsSettings) -> u64 {
    let beside = [
        (settings.solver.is_some(), size_of::<PointBounds>() + size_of::<bool>()),
        (settings.proofs > 0.0, size_of::<ProofNumbers>()),
        (settings.implicit_permille > 0, size_of::<Guess>()),
        // Its number, and at most one abstract move for each.
        (settings.abstraction > 0.0, size_of::<u32>() + super::abstraction::BYTES),
        (settings.history > 0.0, size_of::<u32>()),
        (settings.reuse, size_of::<Option<u64>>()),
    ];
    let wanted = beside.iter().filter(|(is_wanted, _)| *is_wanted).map(|(_, bytes)| bytes);
    (size_of::<Node>() + size_of::<Option<u64>>() + wanted.sum::<usize>()) as u64
}
