//! SSS* (Stockman 1979; Pantel 1997, 3.3) in its original form, with an OPEN list.
//!
//! A state of the list is a node, whether it is solved, and its merit: an upper bound on the value
//! of every solution tree that contains it. The best state is taken, leftmost first, and replaced
//! by its successors (the cases of Stockman's operator are numbered below) until the root is
//! solved.
//!
//! The list can grow as fast as the tree; beyond `memory` nodes the search gives up.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use melee_core::value::INFINITY;
use melee_core::{Game, Value};

use crate::options::Opt;
use crate::order::to_front;
use crate::{
    Algorithm, Best, DepthSearch, Line, Method, Move, NodeValue, Observer, Pace, Search, SearchError, Stopped, Variant,
    Walk, World,
};

/// SSS* and its iterations by name.
#[derive(Clone, Copy, Debug)]
pub struct SssSearch;

/// What can be set about SSS*.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SssSettings {
    /// The most nodes and open states to remember.
    pub memory: usize,
    /// Search the line of the iteration before first: IDSSS*.
    pub follow_previous: bool,
}

impl Algorithm for SssSearch {
    type Settings = SssSettings;
    const PACE: Pace = Pace::ByDepth;

    fn variants(&self) -> Vec<Variant<SssSettings>> {
        let settings = |follow_previous| SssSettings { memory: 1_000_000, follow_previous };
        vec![
            Variant::for_two("sss", settings(false), "SSS* with an OPEN list (Stockman 1979)"),
            Variant { deepens: true, ..Variant::for_two("idsss", settings(true), "SSS* with iterative deepening") },
        ]
    }

    fn options(&self) -> Vec<Opt<SssSettings>> {
        vec![memory_option(|s: &mut SssSettings| &mut s.memory)]
    }

    fn memory(&self, settings: &SssSettings) -> u64 {
        (settings.memory as u64).saturating_mul(NODE_BYTES)
    }
}

impl Search for SssSearch {
    fn build<W: World>(&self, settings: &SssSettings, _game: &W::Game, _seed: u64) -> Result<Method<W>, SearchError> {
        Ok(Method::ByDepth(Box::new(Sss::new(*settings))))
    }
}

/// About what a node of a best-first search takes, its position and moves included.
pub(super) const NODE_BYTES: u64 = 256;

/// How much a best-first search may remember.
pub(super) fn memory_option<S: Clone + 'static>(field: impl crate::options::Field<S, usize>) -> Opt<S> {
    let summary = "the most nodes to remember";
    Opt::number("memory", 1..=usize::MAX, summary, field).fixed()
}

/// SSS*, alone or as the iterations of IDSSS*.
struct Sss<G: Game> {
    memory: usize,
    follow_previous: bool,
    tree: SolutionTrees,
    /// What the nodes of the tree stand for.
    places: Vec<Place<G>>,
    out_of_memory: bool,
}

/// The position of a node, and its moves; a leaf has none.
struct Place<G: Game> {
    state: G::State,
    moves: Vec<G::Move>,
}

/// The OPEN list and the nodes it speaks of. It knows neither positions nor moves, so it is compiled once for all games.
#[derive(Default)]
struct SolutionTrees {
    /// Nodes visited so far, parents before children.
    nodes: Vec<Node>,
    open: BTreeMap<Priority, Status>,
    /// The merits of the open states by path, to find all below a node.
    merits: BTreeMap<Vec<u16>, Value>,
}

/// Best first: the highest merit, then the leftmost node.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Priority {
    merit: Reverse<Value>,
    path: Vec<u16>,
}

enum Status {
    /// A child that nobody has looked at.
    Live { parent: usize },
    /// A node whose solution is known.
    Solved { node: usize },
}

struct Node {
    parent: Option<usize>,
    is_max: bool,
    children: usize,
    /// Its number for the observer.
    seen: usize,
    /// The child that decides, and the merit with which it was solved.
    best: Option<(usize, Value)>,
}

/// What is to be done next.
enum Next {
    /// The root has this value.
    Done(Value),
    /// A node below this parent is to be visited.
    Visit { parent: usize, path: Vec<u16>, merit: Value },
    /// There are more nodes and states than may be.
    OutOfMemory,
}

impl SolutionTrees {
    fn clear(&mut self) {
        self.nodes.clear();
        self.open.clear();
        self.merits.clear();
    }

    fn push(&mut self, merit: Value, path: Vec<u16>, status: Status) {
        self.merits.insert(path.clone(), merit);
        let merit = Reverse(merit);
        self.open.insert(Priority { merit, path }, status);
    }

    /// Removes all states below a node.
    fn purge(&mut self, node: &[u16]) {
        let below = self.merits.range(node.to_vec()..);
        let below: Vec<(Vec<u16>, Value)> =
            below.take_while(|(path, _)| path.starts_with(node)).map(|(path, &merit)| (path.clone(), merit)).collect();
        for (path, merit) in below {
            self.merits.remove(&path);
            let merit = Reverse(merit);
            self.open.remove(&Priority { merit, path });
        }
    }

    /// Takes the best states until one is live or the root is solved; `tell` is told what solved nodes are worth.
    fn next(&mut self, memory: usize, tell: &mut dyn FnMut(usize, NodeValue)) -> Next {
        loop {
            if self.nodes.len() + self.open.len() > memory {
                return Next::OutOfMemory;
            }
            let (Priority { merit, path }, status) = self.open.pop_first().expect("the root is not solved yet");
            self.merits.remove(&path);
            let merit = merit.0;
            let node = match status {
                Status::Live { parent } => return Next::Visit { parent, path, merit },
                Status::Solved { node } => &self.nodes[node],
            };
            let Some(parent) = node.parent else {
                // 1: the root is solved
                tell(node.seen, NodeValue::exact(merit));
                return Next::Done(merit);
            };
            if node.children > 0 {
                tell(node.seen, NodeValue::at_most(merit));
            }
            self.solved_child(parent, path, merit);
        }
    }

    /// A solved node below `parent`: cases 2 and 3.
    fn solved_child(&mut self, parent: usize, mut path: Vec<u16>, merit: Value) {
        let index = path.pop().expect("it has a parent") as usize;
        let node = &mut self.nodes[parent];
        if node.best.is_none_or(|(_, best)| merit < best) {
            node.best = Some((index, merit));
        }
        if node.is_max {
            // 2: the best child of a MAX node solves it, its other descendants are of no interest
            self.purge(&path);
            self.push(merit, path, Status::Solved { node: parent });
        } else if index + 1 < node.children {
            // 3: the next child of a MIN node
            let next = child(&path, index as u16 + 1);
            self.push(merit, next, Status::Live { parent });
        } else {
            // 3: the last child of a MIN node solves it
            self.push(merit, path, Status::Solved { node: parent });
        }
    }

    /// A node that was live and is visited: cases 4 to 6.
    fn add(&mut self, new: Node, leaf: Option<Value>, path: Vec<u16>, merit: Value) {
        let (node, is_max, children) = (self.nodes.len(), new.is_max, new.children as u16);
        self.nodes.push(new);
        if let Some(value) = leaf {
            // 4: a terminal node is solved
            self.push(merit.min(value), path, Status::Solved { node });
        } else {
            // 5: all children of a MAX node; 6: the first child of a MIN node
            for i in 0..if is_max { children } else { 1 } {
                self.push(merit, child(&path, i), Status::Live { parent: node });
            }
        }
    }
}

impl<G: Game> Sss<G> {
    fn new(settings: SssSettings) -> Self {
        Sss {
            memory: settings.memory,
            follow_previous: settings.follow_previous,
            tree: SolutionTrees::default(),
            places: Vec::new(),
            out_of_memory: false,
        }
    }

    fn run<W: World<Game = G>>(
        &mut self,
        walk: &mut Walk<W>,
        depth: u32,
        previous: &[G::Move],
    ) -> Result<Value, Stopped> {
        self.tree.clear();
        self.places.clear();
        self.out_of_memory = false;
        self.visit(walk, depth, None, vec![], INFINITY, previous)?;
        loop {
            match self.tree.next(self.memory, &mut |seen, value| walk.observer.valued(seen, value)) {
                Next::Done(value) => return Ok(value),
                Next::Visit { parent, path, merit } => self.visit(walk, depth, Some(parent), path, merit, previous)?,
                Next::OutOfMemory => {
                    self.out_of_memory = true;
                    return Err(Stopped);
                }
            }
        }
    }

    /// Visits a live node.
    fn visit<W: World<Game = G>>(
        &mut self,
        walk: &mut Walk<W>,
        depth: u32,
        parent: Option<usize>,
        path: Vec<u16>,
        merit: Value,
        previous: &[G::Move],
    ) -> Result<(), Stopped> {
        if let (Some(parent), Some(&last)) = (parent, path.last()) {
            walk.observer.returned_to(self.tree.nodes[parent].seen);
            let parent = &self.places[parent];
            walk.jump(&parent.state, path.len() as u32 - 1);
            walk.play(parent.moves[last as usize]);
        }
        walk.enter()?;
        let leaf = walk.leaf(depth - path.len() as u32);
        let mut moves = match leaf {
            Some(_) => Vec::new(),
            None => walk.ordered_moves(),
        };
        // Along the line of the last iteration its move comes first: there, all indices are 0.
        if let Some(next) = previous.get(path.len())
            && path.iter().all(|&i| i == 0)
            && let Some(i) = moves.iter().position(|mv| mv == next)
        {
            to_front(&mut moves, i);
        }
        let seen = walk.observer.here();
        match leaf {
            Some(value) => walk.observer.left(NodeValue::exact(value)),
            None => walk.observer.suspended(),
        }
        let node = Node { parent, is_max: walk.is_root_turn(), children: moves.len(), seen, best: None };
        self.places.push(Place { state: walk.state.clone(), moves });
        self.tree.add(node, leaf, path, merit);
        Ok(())
    }

    /// The line of the deciding children.
    fn line<W: World<Game = G>>(&self, walk: &mut Walk<W>) -> Line<G::Move> {
        let mut line = Vec::new();
        let mut node = 0;
        walk.restart();
        while let Some((index, _)) = self.tree.nodes[node].best {
            let mv = self.places[node].moves[index];
            line.push(walk.step(mv));
            walk.play(mv);
            let is_below = |i: &usize| self.tree.nodes[*i].parent == Some(node) && self.places[*i].state == walk.state;
            let Some(next) = (0..self.places.len()).find(is_below) else {
                break;
            };
            node = next;
        }
        walk.restart();
        line
    }
}

fn child(path: &[u16], index: u16) -> Vec<u16> {
    let mut path = path.to_vec();
    path.push(index);
    path
}

impl<W: World> DepthSearch<W> for Sss<W::Game> {
    fn search(
        &mut self,
        walk: &mut Walk<W>,
        depth: u32,
        previous: Option<&Best<Move<W>>>,
    ) -> Result<Best<Move<W>>, Stopped> {
        let previous: Vec<Move<W>> = match previous {
            Some(found) if self.follow_previous => found.line.iter().map(|p| p.mv).collect(),
            _ => Vec::new(),
        };
        let guesses = walk.guesses();
        let value = self.run(walk, depth, &previous)?;
        Ok(Best::guess(value, self.line(walk)).complete_if(walk.guesses() == guesses))
    }

    fn ran_out_of_memory(&self) -> bool {
        self.out_of_memory
    }
}
