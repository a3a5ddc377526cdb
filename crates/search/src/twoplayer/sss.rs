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
use melee_core::{Evaluator, Game, MoveOrder, Value};

use crate::{DepthSearch, Finding, Found, Line, Observer, Stopped, Walk};

/// SSS*, alone or as the iterations of IDSSS*.
pub struct Sss<G: Game> {
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
    /// Remembers at most `memory` nodes and open states.
    pub fn new(memory: usize) -> Self {
        Sss {
            memory,
            follow_previous: false,
            nodes: Vec::new(),
            open: BTreeMap::new(),
            merits: BTreeMap::new(),
            out_of_memory: false,
        }
    }

    /// Iterative-deepening SSS*: each iteration tries the line of the last one first.
    pub fn deepening(memory: usize) -> Self {
        Sss {
            follow_previous: true,
            ..Sss::new(memory)
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
        let below: Vec<(Vec<u16>, Value)> = below
            .take_while(|(path, _)| path.starts_with(node))
            .map(|(path, &merit)| (path.clone(), merit))
            .collect();
        for (path, merit) in below {
            self.merits.remove(&path);
            let merit = Reverse(merit);
            self.open.remove(&Priority { merit, path });
        }
    }

    fn run<K: Evaluator<G> + MoveOrder<G>, O: Observer<G::Move>>(
        &mut self,
        walk: &mut Walk<G, K, O>,
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
            let (Priority { merit, path }, status) =
                self.open.pop_first().expect("the root is not solved yet");
            self.merits.remove(&path);
            let merit = merit.0;
            match status {
                Status::Live { parent } => {
                    self.visit(walk, depth, Some(parent), path, merit, previous)?;
                }
                Status::Solved { node } => match self.nodes[node].parent {
                    None => {
                        // 1: the root is solved
                        walk.observer
                            .valued(self.nodes[node].seen, Finding::exact(merit));
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
    fn tell_solved<K, O: Observer<G::Move>>(
        &self,
        walk: &mut Walk<G, K, O>,
        node: usize,
        merit: Value,
    ) {
        let node = &self.nodes[node];
        if O::LOOKS && !node.moves.is_empty() {
            walk.observer.valued(node.seen, Finding::at_most(merit));
        }
    }

    /// A live node: cases 4 to 6.
    fn visit<K: Evaluator<G> + MoveOrder<G>, O: Observer<G::Move>>(
        &mut self,
        walk: &mut Walk<G, K, O>,
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
            moves[..=i].rotate_right(1);
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
            walk.observer.left(Finding::exact(value));
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
    fn line<K: Evaluator<G> + MoveOrder<G>, O: Observer<G::Move>>(
        &self,
        walk: &mut Walk<G, K, O>,
    ) -> Line<G::Move> {
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

impl<G: Game, K: Evaluator<G> + MoveOrder<G>, O: Observer<G::Move>> DepthSearch<G, K, O>
    for Sss<G>
{
    fn search(
        &mut self,
        walk: &mut Walk<G, K, O>,
        depth: u32,
        previous: Option<&Found<G::Move>>,
    ) -> Result<Found<G::Move>, Stopped> {
        let previous: Vec<G::Move> = match previous {
            Some(found) if self.follow_previous => found.line.iter().map(|p| p.mv).collect(),
            _ => Vec::new(),
        };
        let guesses = walk.guesses();
        let value = self.run(walk, depth, &previous)?;
        Ok(Found {
            value,
            line: self.line(walk),
            complete: walk.guesses() == guesses,
            values: None,
        })
    }

    fn ran_out_of_memory(&self) -> bool {
        self.out_of_memory
    }
}
