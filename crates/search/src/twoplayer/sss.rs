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
    /// Nodes visited so far, parents before children.
    nodes: Vec<Node<G>>,
    open: BTreeMap<Priority, Status>,
    /// The merits of the open states by path, to find all below a node.
    merits: BTreeMap<Vec<u16>, Value>,
    out_of_memory: bool,
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

struct Node<G: Game> {
    state: G::State,
    parent: Option<usize>,
    is_max: bool,
    moves: Vec<G::Move>,
    /// Its number for the observer.
    seen: usize,
    /// The child that decides, and the merit with which it was solved.
    best: Option<(usize, Value)>,
}

impl<G: Game> Sss<G> {
    fn new(settings: SssSettings) -> Self {
        Sss {
            memory: settings.memory,
            follow_previous: settings.follow_previous,
            nodes: Vec::new(),
            open: BTreeMap::new(),
            merits: BTreeMap::new(),
            out_of_memory: false,
        }
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

    fn run<W: World<Game = G>>(
        &mut self,
        walk: &mut Walk<W>,
        depth: u32,
        previous: &[G::Move],
    ) -> Result<Value, Stopped> {
        self.nodes.clear();
        self.open.clear();
        self.merits.clear();
        self.out_of_memory = false;
        self.visit(walk, depth, None, vec![], INFINITY, previous)?;
        loop {
            if self.nodes.len() + self.open.len() > self.memory {
                self.out_of_memory = true;
                return Err(Stopped);
            }
            let (Priority { merit, path }, status) = self.open.pop_first().expect("the root is not solved yet");
            self.merits.remove(&path);
            let merit = merit.0;
            match status {
                Status::Live { parent } => {
                    self.visit(walk, depth, Some(parent), path, merit, previous)?;
                }
                Status::Solved { node } => match self.nodes[node].parent {
                    None => {
                        // 1: the root is solved
                        walk.observer.valued(self.nodes[node].seen, NodeValue::exact(merit));
                        return Ok(merit);
                    }
                    Some(parent) => {
                        self.tell_solved(walk, node, merit);
                        self.solved_child(parent, path, merit);
                    }
                },
            }
        }
    }

    /// Tells the merit of an inner node that is solved: its value is not above it.
    #[inline]
    fn tell_solved<W: World<Game = G>>(&self, walk: &mut Walk<W>, node: usize, merit: Value) {
        let node = &self.nodes[node];
        if W::Observer::LOOKS && !node.moves.is_empty() {
            walk.observer.valued(node.seen, NodeValue::at_most(merit));
        }
    }

    /// A live node: cases 4 to 6.
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
            let parent = &self.nodes[parent];
            walk.observer.returned_to(parent.seen);
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
        let is_max = walk.is_root_turn();
        let children = moves.len() as u16;
        let node = self.nodes.len();
        self.nodes.push(Node {
            state: walk.state.clone(),
            parent,
            is_max,
            moves,
            seen: walk.observer.here(),
            best: None,
        });
        if let Some(value) = leaf {
            walk.observer.left(NodeValue::exact(value));
            // 4: a terminal node is solved
            self.push(merit.min(value), path, Status::Solved { node });
        } else {
            walk.observer.suspended();
            // 5: all children of a MAX node; 6: the first child of a MIN node
            for i in 0..if is_max { children } else { 1 } {
                self.push(merit, child(&path, i), Status::Live { parent: node });
            }
        }
        Ok(())
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
        } else if index + 1 < node.moves.len() {
            // 3: the next child of a MIN node
            let next = child(&path, index as u16 + 1);
            self.push(merit, next, Status::Live { parent });
        } else {
            // 3: the last child of a MIN node solves it
            self.push(merit, path, Status::Solved { node: parent });
        }
    }

    /// The line of the deciding children.
    fn line<W: World<Game = G>>(&self, walk: &mut Walk<W>) -> Line<G::Move> {
        let mut line = Vec::new();
        let mut node = 0;
        walk.restart();
        while let Some((index, _)) = self.nodes[node].best {
            let mv = self.nodes[node].moves[index];
            line.push(walk.step(mv));
            walk.play(mv);
            let visited = |n: &Node<G>| n.parent == Some(node) && n.state == walk.state;
            let Some(next) = self.nodes.iter().position(visited) else {
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
