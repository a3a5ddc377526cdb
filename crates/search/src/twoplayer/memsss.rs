//! `MemSSS`* (Pantel 1997, 3.3.2): SSS* that remembers only so many nodes.
//!
//! The tree is kept explicitly, each node with upper bounds on its children (the view of Pijls and
//! de Bruin 1995). When memory is full the least promising node off the current path is forgotten;
//! its bound stays with its parent, and should it become the best again it is grown anew from
//! there. With enough memory the leaves and their order are those of SSS*; with little the work
//! grows, the value stays right.

use melee_core::value::INFINITY;
use melee_core::{Game, Value};

use super::sss::{NODE_BYTES, memory_option};
use crate::options::Opt;
use crate::{
    Algorithm, Best, DepthSearch, Line, Method, Move, NodeValue, Observer, Pace, Search, SearchError, Stopped, Variant,
    Walk, World,
};

/// The algorithm by name; what can be set is how many nodes it remembers.
#[derive(Clone, Copy, Debug)]
pub struct MemSssSearch;

impl Algorithm for MemSssSearch {
    type Settings = usize;
    const PACE: Pace = Pace::ByDepth;

    fn variants(&self) -> Vec<Variant<usize>> {
        vec![Variant::for_two("memsss", 100_000, "SSS* that remembers a limited number of nodes")]
    }

    fn options(&self) -> Vec<Opt<usize>> {
        vec![memory_option(|memory: &mut usize| memory)]
    }

    fn memory(&self, settings: &usize) -> u64 {
        (*settings as u64).saturating_mul(NODE_BYTES)
    }
}

impl Search for MemSssSearch {
    fn build<W: World>(&self, memory: &usize, _game: &W::Game, _seed: u64) -> Result<Method<W>, SearchError> {
        Ok(Method::ByDepth(Box::new(MemSss::new(*memory))))
    }
}

/// `MemSSS`*.
struct MemSss<G: Game> {
    memory: usize,
    nodes: Vec<Node<G>>,
    /// Places in `nodes` that were forgotten.
    free: Vec<usize>,
    /// The nodes from the root to the current one.
    path: Vec<usize>,
}

struct Node<G: Game> {
    is_max: bool,
    moves: Vec<G::Move>,
    /// Its number for the observer.
    seen: usize,
    /// An upper bound on each child.
    upper: Vec<Value>,
    children: Vec<Child>,
    /// The children before this one are proven to be no way out for MIN.
    next: usize,
    /// The child that decided last.
    best: usize,
}

/// What is remembered of a child besides its bound.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Child {
    /// Nothing: it was never visited, or forgotten.
    Unknown,
    /// Its value, which takes no node.
    Leaf(Value),
    /// Its node.
    Inner(usize),
}

impl Child {
    fn node(self) -> Option<usize> {
        match self {
            Child::Inner(node) => Some(node),
            Child::Unknown | Child::Leaf(_) => None,
        }
    }
}

impl<G: Game> MemSss<G> {
    /// Remembers at most `memory` nodes, and always those on the current path.
    fn new(memory: usize) -> Self {
        MemSss { memory, nodes: Vec::new(), free: Vec::new(), path: Vec::new() }
    }

    /// Lowers the bound of a node from `bound`: the result is a new upper bound, or `bound` itself
    /// if the value is at least that.
    fn tighten<W: World<Game = G>>(
        &mut self,
        walk: &mut Walk<W>,
        depth: u32,
        node: usize,
        bound: Value,
    ) -> Result<Value, Stopped> {
        self.path.push(node);
        let result = if self.nodes[node].is_max {
            self.tighten_max(walk, depth, node, bound)
        } else {
            self.tighten_min(walk, depth, node, bound)
        };
        self.path.pop();
        if let Ok(upper) = result {
            let seen = self.nodes[node].seen;
            walk.observer.valued(seen, NodeValue::at_most(upper));
        }
        result
    }

    fn tighten_max<W: World<Game = G>>(
        &mut self,
        walk: &mut Walk<W>,
        depth: u32,
        node: usize,
        bound: Value,
    ) -> Result<Value, Stopped> {
        let mut highest = -INFINITY;
        for i in 0..self.nodes[node].moves.len() {
            if self.nodes[node].upper[i] >= bound {
                let upper = self.tighten_child(walk, depth, node, i, bound)?;
                self.nodes[node].upper[i] = upper;
                if upper == bound {
                    self.nodes[node].best = i;
                    return Ok(bound);
                }
            }
            highest = highest.max(self.nodes[node].upper[i]);
        }
        Ok(highest)
    }

    fn tighten_min<W: World<Game = G>>(
        &mut self,
        walk: &mut Walk<W>,
        depth: u32,
        node: usize,
        bound: Value,
    ) -> Result<Value, Stopped> {
        while self.nodes[node].next < self.nodes[node].moves.len() {
            let i = self.nodes[node].next;
            let upper = self.tighten_child(walk, depth, node, i, bound)?;
            self.nodes[node].upper[i] = upper;
            if upper < bound {
                self.nodes[node].best = i;
                return Ok(upper);
            }
            // The child that decided before is the one the line goes through.
            if i != self.nodes[node].best {
                self.forget_child(node, i);
            }
            self.nodes[node].next += 1;
        }
        Ok(bound)
    }

    fn tighten_child<W: World<Game = G>>(
        &mut self,
        walk: &mut Walk<W>,
        depth: u32,
        node: usize,
        index: usize,
        bound: Value,
    ) -> Result<Value, Stopped> {
        let undo = walk.play(self.nodes[node].moves[index]);
        if self.nodes[node].children[index] == Child::Unknown {
            walk.observer.returned_to(self.nodes[node].seen);
            self.nodes[node].children[index] = self.grow(walk, depth - 1)?;
        }
        let upper = match self.nodes[node].children[index] {
            Child::Inner(child) => self.tighten(walk, depth - 1, child, bound)?,
            Child::Leaf(value) => value.min(bound),
            Child::Unknown => unreachable!("it was just grown"),
        };
        walk.undo(undo);
        Ok(upper)
    }

    /// Visits the walk's position and makes a node of it, if it is not a leaf.
    fn grow<W: World<Game = G>>(&mut self, walk: &mut Walk<W>, depth: u32) -> Result<Child, Stopped> {
        walk.enter()?;
        if let Some(value) = walk.leaf(depth) {
            walk.observer.left(NodeValue::exact(value));
            return Ok(Child::Leaf(value));
        }
        while self.nodes.len() - self.free.len() >= self.memory && self.forget_worst() {}
        let moves = walk.ordered_moves();
        let node = Node {
            is_max: walk.is_root_turn(),
            upper: vec![INFINITY; moves.len()],
            children: vec![Child::Unknown; moves.len()],
            moves,
            seen: walk.observer.here(),
            next: 0,
            best: 0,
        };
        walk.observer.suspended();
        Ok(Child::Inner(if let Some(place) = self.free.pop() {
            self.nodes[place] = node;
            place
        } else {
            self.nodes.push(node);
            self.nodes.len() - 1
        }))
    }

    /// Forgets the least promising node off the path that has no remembered children; false if
    /// there is none.
    fn forget_worst(&mut self) -> bool {
        let mut worst: Option<(Value, usize, usize)> = None;
        for (level, &node) in self.path.iter().enumerate() {
            let on_path = self.path.get(level + 1).copied();
            for (i, child) in self.nodes[node].children.iter().enumerate() {
                let upper = self.nodes[node].upper[i];
                let child = child.node();
                if child.is_some() && child != on_path && worst.is_none_or(|(w, ..)| upper <= w) {
                    worst = Some((upper, node, i));
                }
            }
        }
        let Some((_, mut parent, mut index)) = worst else {
            return false;
        };
        // Its own worst descendant goes before it.
        while let Child::Inner(child) = self.nodes[parent].children[index] {
            let node = &self.nodes[child];
            let remembered = |&i: &usize| node.children[i].node().is_some();
            let below = (0..node.moves.len()).filter(remembered).min_by_key(|&i| (node.upper[i], std::cmp::Reverse(i)));
            let Some(below) = below else {
                self.forget_child(parent, index);
                return true;
            };
            (parent, index) = (child, below);
        }
        unreachable!("the walk down ends at a node without remembered children");
    }

    /// Forgets a child and all below it.
    fn forget_child(&mut self, parent: usize, index: usize) {
        let Child::Inner(child) = self.nodes[parent].children[index] else {
            return;
        };
        self.nodes[parent].children[index] = Child::Unknown;
        for i in 0..self.nodes[child].moves.len() {
            self.forget_child(child, i);
        }
        self.free.push(child);
    }

    /// The deciding children, as far as they are remembered.
    fn line<W: World<Game = G>>(&self, walk: &mut Walk<W>, root: usize) -> Line<G::Move> {
        let mut line = Vec::new();
        let mut next = Some(root);
        while let Some(node) = next {
            let node = &self.nodes[node];
            let mv = node.moves[node.best];
            line.push(walk.step(mv));
            walk.play(mv);
            next = node.children[node.best].node();
        }
        walk.restart();
        line
    }
}

impl<W: World> DepthSearch<W> for MemSss<W::Game> {
    fn search(
        &mut self,
        walk: &mut Walk<W>,
        depth: u32,
        _previous: Option<&Best<Move<W>>>,
    ) -> Result<Best<Move<W>>, Stopped> {
        self.nodes.clear();
        self.free.clear();
        self.path.clear();
        let guesses = walk.guesses();
        let Child::Inner(root) = self.grow(walk, depth)? else {
            unreachable!("a root that is not over has moves, and depth is at least 1");
        };
        let mut bound = INFINITY;
        loop {
            let upper = self.tighten(walk, depth, root, bound)?;
            if upper == bound {
                break;
            }
            bound = upper;
        }
        let seen = self.nodes[root].seen;
        walk.observer.valued(seen, NodeValue::exact(bound));
        let line = self.line(walk, root);
        Ok(Best::guess(bound, line).complete_if(walk.guesses() == guesses))
    }
}
