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
    Algorithm, Best, DepthSearch, Line, Method, Move, NodeValue, Observer, Pace, Search, SearchError, Stopped, Undo,
    Variant, Walk, World,
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
    tree: BoundedTree,
    /// The moves of the nodes of the tree.
    moves: Vec<Vec<G::Move>>,
}

/// The nodes that are remembered. They know neither positions nor moves, so they are compiled once for all games.
struct BoundedTree {
    memory: usize,
    nodes: Vec<Node>,
    /// Places in `nodes` that were forgotten.
    free: Vec<usize>,
    /// The nodes from the root to the current one.
    path: Vec<usize>,
}

struct Node {
    is_max: bool,
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

/// The game that the tree is about.
trait Board {
    /// Plays a move of the node here, by its number.
    fn play(&mut self, node: usize, index: usize);
    /// Takes the last of them back.
    fn undo(&mut self);
    /// Visits the position, below the node that the observer knows by this number; the value if it is a leaf.
    fn visit(&mut self, parent_seen: Option<usize>, depth: u32) -> Result<Option<Value>, Stopped>;
    /// Makes a node of the position, and keeps its moves under this number.
    fn expand(&mut self, node: usize) -> Node;
    /// Tells the observer what is known of a node.
    fn tell(&mut self, seen: usize, value: NodeValue);
}

impl BoundedTree {
    /// Searches the position on the board; the root and its value.
    fn search(&mut self, board: &mut dyn Board, depth: u32) -> Result<(usize, Value), Stopped> {
        self.nodes.clear();
        self.free.clear();
        self.path.clear();
        let Child::Inner(root) = self.grow(board, None, depth)? else {
            unreachable!("a root that is not over has moves, and depth is at least 1");
        };
        let mut bound = INFINITY;
        loop {
            let upper = self.tighten(board, depth, root, bound)?;
            if upper == bound {
                break;
            }
            bound = upper;
        }
        board.tell(self.nodes[root].seen, NodeValue::exact(bound));
        Ok((root, bound))
    }

    /// Lowers the bound of a node from `bound`: the result is a new upper bound, or `bound` itself
    /// if the value is at least that.
    fn tighten(&mut self, board: &mut dyn Board, depth: u32, node: usize, bound: Value) -> Result<Value, Stopped> {
        self.path.push(node);
        let result = if self.nodes[node].is_max {
            self.tighten_max(board, depth, node, bound)
        } else {
            self.tighten_min(board, depth, node, bound)
        };
        self.path.pop();
        if let Ok(upper) = result {
            board.tell(self.nodes[node].seen, NodeValue::at_most(upper));
        }
        result
    }

    fn tighten_max(&mut self, board: &mut dyn Board, depth: u32, node: usize, bound: Value) -> Result<Value, Stopped> {
        let mut highest = -INFINITY;
        for i in 0..self.nodes[node].children.len() {
            if self.nodes[node].upper[i] >= bound {
                let upper = self.tighten_child(board, depth, node, i, bound)?;
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

    fn tighten_min(&mut self, board: &mut dyn Board, depth: u32, node: usize, bound: Value) -> Result<Value, Stopped> {
        while self.nodes[node].next < self.nodes[node].children.len() {
            let i = self.nodes[node].next;
            let upper = self.tighten_child(board, depth, node, i, bound)?;
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

    fn tighten_child(
        &mut self,
        board: &mut dyn Board,
        depth: u32,
        node: usize,
        index: usize,
        bound: Value,
    ) -> Result<Value, Stopped> {
        board.play(node, index);
        if self.nodes[node].children[index] == Child::Unknown {
            let seen = self.nodes[node].seen;
            self.nodes[node].children[index] = self.grow(board, Some(seen), depth - 1)?;
        }
        let upper = match self.nodes[node].children[index] {
            Child::Inner(child) => self.tighten(board, depth - 1, child, bound)?,
            Child::Leaf(value) => value.min(bound),
            Child::Unknown => unreachable!("it was just grown"),
        };
        board.undo();
        Ok(upper)
    }

    /// Visits the position on the board and makes a node of it, if it is not a leaf.
    fn grow(&mut self, board: &mut dyn Board, parent_seen: Option<usize>, depth: u32) -> Result<Child, Stopped> {
        if let Some(value) = board.visit(parent_seen, depth)? {
            return Ok(Child::Leaf(value));
        }
        while self.nodes.len() - self.free.len() >= self.memory && self.forget_worst() {}
        let place = self.free.pop().unwrap_or(self.nodes.len());
        let node = board.expand(place);
        if place < self.nodes.len() {
            self.nodes[place] = node;
        } else {
            self.nodes.push(node);
        }
        Ok(Child::Inner(place))
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
            let below =
                (0..node.children.len()).filter(remembered).min_by_key(|&i| (node.upper[i], std::cmp::Reverse(i)));
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
        for i in 0..self.nodes[child].children.len() {
            self.forget_child(child, i);
        }
        self.free.push(child);
    }
}

/// A walk with the moves of the nodes.
struct WalkedBoard<'m, 'w, W: World> {
    walk: &'m mut Walk<'w, W>,
    moves: &'m mut Vec<Vec<Move<W>>>,
    /// What takes the moves on the path back.
    undo: Vec<Undo<W>>,
}

impl<W: World> Board for WalkedBoard<'_, '_, W> {
    fn play(&mut self, node: usize, index: usize) {
        let undo = self.walk.play(self.moves[node][index]);
        self.undo.push(undo);
    }

    fn undo(&mut self) {
        let undo = self.undo.pop().expect("a move was played");
        self.walk.undo(undo);
    }

    fn visit(&mut self, parent_seen: Option<usize>, depth: u32) -> Result<Option<Value>, Stopped> {
        if let Some(parent) = parent_seen {
            self.walk.observer.returned_to(parent);
        }
        self.walk.enter()?;
        let leaf = self.walk.leaf(depth);
        if let Some(value) = leaf {
            self.walk.observer.left(NodeValue::exact(value));
        }
        Ok(leaf)
    }

    fn expand(&mut self, node: usize) -> Node {
        let moves = self.walk.ordered_moves();
        let count = moves.len();
        if node < self.moves.len() {
            self.moves[node] = moves;
        } else {
            self.moves.push(moves);
        }
        let seen = self.walk.observer.here();
        self.walk.observer.suspended();
        Node {
            is_max: self.walk.is_root_turn(),
            seen,
            upper: vec![INFINITY; count],
            children: vec![Child::Unknown; count],
            next: 0,
            best: 0,
        }
    }

    fn tell(&mut self, seen: usize, value: NodeValue) {
        self.walk.observer.valued(seen, value);
    }
}

impl<G: Game> MemSss<G> {
    /// Remembers at most `memory` nodes, and always those on the current path.
    fn new(memory: usize) -> Self {
        let tree = BoundedTree { memory, nodes: Vec::new(), free: Vec::new(), path: Vec::new() };
        MemSss { tree, moves: Vec::new() }
    }

    /// The deciding children, as far as they are remembered.
    fn line<W: World<Game = G>>(&self, walk: &mut Walk<W>, root: usize) -> Line<G::Move> {
        let mut line = Vec::new();
        let mut next = Some(root);
        while let Some(place) = next {
            let node = &self.tree.nodes[place];
            let mv = self.moves[place][node.best];
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
        self.moves.clear();
        let guesses = walk.guesses();
        let mut board = WalkedBoard { walk, moves: &mut self.moves, undo: Vec::new() };
        let (root, value) = self.tree.search(&mut board, depth)?;
        let line = self.line(walk, root);
        Ok(Best::guess(value, line).complete_if(walk.guesses() == guesses))
    }
}
