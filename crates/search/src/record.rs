//! The tree that a search has walked, to be looked at.
//!
//! A [`Recorder`] looks on and keeps every visit of a position as a [`Visit`], in the order of the
//! visits. A position visited twice is there twice: iterations, the passes of MTD, tests and the
//! searches after them. So the number of visits is the search's own count of nodes.
//!
//! ```
//! use std::sync::Arc;
//! use melee_core::Game;
//! use melee_games::Connect4;
//! use melee_search::{Engine, Limits, Watch};
//! let game = Arc::new(Connect4::default());
//! let engine = Engine::new(&"alphabeta".into(), game.clone(), 0)?;
//! let tree = engine.record(&game.initial(), Limits::depth(3), 5_000, Watch::new())?;
//! assert_eq!(tree.visits.len() as u64, tree.report.counts.nodes);
//! assert_eq!(tree.visits[0].value, Some(tree.report.value));
//! # Ok::<(), melee_search::SearchError>(())
//! ```

use melee_core::{Bounded, Game, Player, Scores, Value};
use serde::Serialize;

use crate::{Bound, Chooser, NodeValue, Observer, Ply, Report, Sampled};

/// Where the tree ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Leaf {
    /// The depth was used up.
    Horizon,
    /// The game was over for the root player.
    Over,
}

/// What the transposition table had to say.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum TableUse {
    /// It knew the position, but not enough.
    Hit,
    Decided,
}

/// One visit of a position.
#[derive(Clone, PartialEq, Debug)]
pub struct Visit<M> {
    /// The visit it came from; none at a root.
    pub parent: Option<usize>,
    /// The move that led here; none at a root, after a null move and where a round ends early.
    pub mv: Option<Ply<M>>,
    /// That was the best move-ordering move of an opponent who does not search.
    pub is_bmom: bool,
    /// Who was passed over before that move.
    pub passed: Vec<Player>,
    /// Who was passed over here, before the root player's turn.
    pub passed_here: Vec<Player>,
    /// Plies below the root.
    pub ply: u32,
    /// Whose turn it is by the rules.
    pub mover: Player,
    /// Who chooses; none at a leaf.
    pub chooser: Option<Chooser>,
    /// Alpha and beta on entry, for the root player.
    pub window: Option<(Value, Value)>,
    /// The root player's value; none if the search was stopped before.
    pub value: Option<Value>,
    /// How that relates to the true value.
    pub bound: Bound,
    /// Everybody's value.
    pub values: Option<Scores>,
    /// Moves that were cut off.
    pub unvisited: Vec<Ply<M>>,
    /// Why it is a leaf.
    pub leaf: Option<Leaf>,
    /// What the table said.
    pub table: Option<TableUse>,
    /// The same move from the same visit was searched before.
    pub again: bool,
    /// Random games through it.
    pub games: Option<u64>,
    /// Moves no random game went through.
    pub untried: usize,
    /// When it was entered, in steps of the search.
    pub entered: u32,
    /// When its value was known.
    pub left: Option<u32>,
}

impl<M: Copy> Visit<M> {
    fn new(ply: u32, mover: Player, entered: u32) -> Self {
        Visit {
            parent: None,
            mv: None,
            is_bmom: false,
            passed: Vec::new(),
            passed_here: Vec::new(),
            ply,
            mover,
            chooser: None,
            window: None,
            value: None,
            bound: Bound::Exact,
            values: None,
            unvisited: Vec::new(),
            leaf: None,
            table: None,
            again: false,
            games: None,
            untried: 0,
            entered,
            left: None,
        }
    }

    fn with_moves<N>(self, write: &dyn Fn(M) -> N) -> Visit<N> {
        Visit {
            mv: self.mv.map(|ply| Ply { player: ply.player, mv: write(ply.mv) }),
            unvisited: rewritten(&self.unvisited, write),
            parent: self.parent,
            is_bmom: self.is_bmom,
            passed: self.passed,
            passed_here: self.passed_here,
            ply: self.ply,
            mover: self.mover,
            chooser: self.chooser,
            window: self.window,
            value: self.value,
            bound: self.bound,
            values: self.values,
            leaf: self.leaf,
            table: self.table,
            again: self.again,
            games: self.games,
            untried: self.untried,
            entered: self.entered,
            left: self.left,
        }
    }
}

fn rewritten<M: Copy, N>(plies: &[Ply<M>], write: &dyn Fn(M) -> N) -> Vec<Ply<N>> {
    let mut rewritten = Vec::with_capacity(plies.len());
    for &Ply { player, mv } in plies {
        rewritten.push(Ply { player, mv: write(mv) });
    }
    rewritten
}

/// A search with its tree.
#[derive(Clone, Debug)]
pub struct RecordedTree<M> {
    /// What the search found.
    pub report: Report<M>,
    /// All visits in their order; those without a parent are roots, one an iteration or pass.
    pub visits: Vec<Visit<M>>,
    /// There were more visits than were to be kept.
    pub cut_short: bool,
}

impl<M: Copy> RecordedTree<M> {
    /// The same with moves written differently.
    pub(crate) fn with_moves<N>(self, write: &dyn Fn(M) -> N) -> RecordedTree<N> {
        let report = self.report.with_lines(&|line| rewritten(line, write));
        let mut visits = Vec::with_capacity(self.visits.len());
        for visit in self.visits {
            visits.push(visit.with_moves(write));
        }
        RecordedTree { report, visits, cut_short: self.cut_short }
    }

    /// The visits below each visit, in order.
    pub fn children(&self) -> Vec<Vec<usize>> {
        let mut children = vec![Vec::new(); self.visits.len()];
        for (i, visit) in self.visits.iter().enumerate() {
            if let Some(parent) = visit.parent {
                children[parent].push(i);
            }
        }
        children
    }

    /// The visits from a root to this one, both included.
    pub fn path(&self, visit: usize) -> Vec<usize> {
        let mut path = vec![visit];
        while let Some(parent) = self.visits[path[path.len() - 1]].parent {
            path.push(parent);
        }
        path.reverse();
        path
    }

    /// The position of a visit, in a recording that began at `start`. Players who were passed over
    /// are passed over again.
    pub fn state<G: Game<Move = M>>(&self, game: &G, start: &G::State, visit: usize) -> G::State
    where
        M: Copy,
    {
        let mut state = start.clone();
        let give_turn_to = |state: &mut G::State, player| {
            if game.to_move(state) != player {
                game.hand_turn_to(state, player);
            }
        };
        for visit in self.path(visit).into_iter().map(|i| &self.visits[i]) {
            if let Some(Ply { player, mv }) = visit.mv {
                give_turn_to(&mut state, player);
                game.play(&mut state, mv);
            } else {
                // A null move has given him the turn.
                give_turn_to(&mut state, visit.mover);
            }
        }
        state
    }
}

/// An observer who keeps the tree.
pub struct Recorder<M> {
    most: usize,
    visits: Vec<Visit<M>>,
    /// What was listed at each visit.
    listed: Vec<Vec<Ply<M>>>,
    /// The moves searched from each visit.
    tried: Vec<Vec<Ply<M>>>,
    /// Whether each visit has others below it.
    is_inner: Vec<bool>,
    /// The visits that are not left yet, the root first.
    open: Vec<usize>,
    /// The moves by which each ply of the current path was reached.
    path: Vec<Edge<M>>,
    next: Announced,
    stood_pat: bool,
    /// The root player of a search by random games.
    sampled_for: Option<Player>,
    steps: u32,
    cut_short: bool,
}

/// What was said of the move or node that comes next.
#[derive(Clone, Debug, Default)]
struct Announced {
    is_bmom: bool,
    passed: Vec<Player>,
    ends_round: bool,
}

#[derive(Clone, Debug)]
struct Edge<M> {
    mv: Option<Ply<M>>,
    is_bmom: bool,
    passed: Vec<Player>,
}

impl<M: Copy + Eq> Recorder<M> {
    /// Keeps at most so many visits.
    pub fn new(most: usize) -> Self {
        Recorder {
            most,
            visits: Vec::new(),
            listed: Vec::new(),
            tried: Vec::new(),
            is_inner: Vec::new(),
            open: Vec::new(),
            path: Vec::new(),
            next: Announced::default(),
            stood_pat: false,
            sampled_for: None,
            steps: 0,
            cut_short: false,
        }
    }

    /// The tree, with what the search found.
    pub fn finish(mut self, report: Report<M>) -> RecordedTree<M> {
        let root = self.visits.first().map(|v| v.mover);
        for (i, visit) in self.visits.iter_mut().enumerate() {
            let is_untried = |mv: &&Ply<M>| !self.tried[i].contains(mv);
            visit.unvisited = self.listed[i].iter().filter(is_untried).copied().collect();
            if self.is_inner[i] {
                // An evaluation of an inner node only helped to decide how to search it.
                visit.leaf = None;
                visit.chooser = visit.chooser.or(Some(if Some(visit.mover) == root {
                    Chooser::Max(visit.mover)
                } else {
                    Chooser::Min(visit.mover)
                }));
            }
        }
        // A search that was stopped does not know the value of its last root.
        let last = self.visits.iter().rev().find(|v| v.parent.is_none());
        let stopped = last.is_some_and(|root| root.value.is_none());
        RecordedTree { report, cut_short: self.cut_short || stopped, visits: self.visits }
    }

    /// Is there no room for another visit?
    fn is_full(&mut self) -> bool {
        self.cut_short |= self.visits.len() >= self.most;
        self.cut_short
    }

    fn now(&mut self) -> u32 {
        self.steps += 1;
        self.steps
    }

    /// The visit that is looked at now.
    fn current(&mut self) -> Option<&mut Visit<M>> {
        let open = *self.open.last()?;
        self.visits.get_mut(open)
    }

    fn push(&mut self, visit: Visit<M>) -> usize {
        if let Some(parent) = visit.parent {
            self.is_inner[parent] = true;
        }
        self.visits.push(visit);
        self.listed.push(Vec::new());
        self.tried.push(Vec::new());
        self.is_inner.push(false);
        self.visits.len() - 1
    }

    fn set(&mut self, node: usize, finding: NodeValue) {
        let now = self.now();
        let is_inner = self.is_inner.get(node).copied();
        let stood_pat = std::mem::take(&mut self.stood_pat);
        let Some(visit) = self.visits.get_mut(node) else {
            return;
        };
        visit.bound = match visit.leaf {
            // What the rules or the evaluation say of a leaf holds whatever the window.
            Some(Leaf::Over) => Bound::Exact,
            Some(Leaf::Horizon) if is_inner == Some(false) && !stood_pat => visit.bound,
            _ => finding.bound,
        };
        visit.value = Some(finding.value);
        visit.values = finding.values.or(visit.values);
        visit.left = Some(now);
    }
}

impl<M: Copy + Eq> Observer<M> for Recorder<M> {
    const LOOKS: bool = true;

    fn here(&self) -> usize {
        self.open.last().copied().unwrap_or_default()
    }

    fn restarted(&mut self) {
        self.open.clear();
        self.next = Announced::default();
    }

    fn moved(&mut self, ply: u32, mv: Option<Ply<M>>) {
        if self.sampled_for.is_some() {
            return;
        }
        let edge =
            Edge { mv, is_bmom: std::mem::take(&mut self.next.is_bmom), passed: std::mem::take(&mut self.next.passed) };
        let place = ply as usize - 1;
        self.path.truncate(place);
        while self.path.len() < place {
            // A search that jumps enters only what is behind the last move.
            self.path.push(Edge { mv: None, is_bmom: false, passed: Vec::new() });
        }
        self.path.push(edge);
    }

    fn next_is_bmom(&mut self) {
        self.next.is_bmom = true;
    }

    fn passed_over(&mut self, over: &[Player]) {
        self.next.passed = over.to_vec();
    }

    fn turn_back(&mut self) {
        self.next.passed.clear();
    }

    fn round_ends(&mut self) {
        self.next.ends_round = true;
    }

    fn entered(&mut self, ply: u32, mover: Player) {
        if self.sampled_for.is_some() {
            return;
        }
        if self.is_full() {
            return;
        }
        let parent = self.open.last().copied();
        let ends_round = std::mem::take(&mut self.next.ends_round);
        let edge = match ply.checked_sub(1) {
            Some(place) if !ends_round => self.path.get(place as usize).cloned(),
            _ => None,
        };
        let mv = edge.as_ref().and_then(|e| e.mv);
        let again = match (parent, mv) {
            (Some(parent), Some(mv)) => {
                let again = self.tried[parent].contains(&mv);
                self.tried[parent].push(mv);
                again
            }
            _ => false,
        };
        let entered = self.now();
        let visit = Visit {
            parent,
            mv,
            is_bmom: edge.as_ref().is_some_and(|e| e.is_bmom),
            passed: edge.map(|e| e.passed).unwrap_or_default(),
            again,
            ..Visit::new(ply, mover, entered)
        };
        let number = self.push(visit);
        self.open.push(number);
    }

    fn chooser(&mut self, chooser: Chooser) {
        let passed = match chooser {
            Chooser::Max(_) | Chooser::Min(_) => std::mem::take(&mut self.next.passed),
            Chooser::AnyMin | Chooser::Own(_) => Vec::new(),
        };
        if let Some(visit) = self.current() {
            visit.chooser = Some(chooser);
            visit.passed_here = passed;
        }
    }

    fn window(&mut self, alpha: Value, beta: Value) {
        if let Some(visit) = self.current() {
            visit.window = Some((alpha, beta));
        }
    }

    fn listed(&mut self, moves: &[Ply<M>]) {
        if let Some(&open) = self.open.last() {
            self.listed[open] = moves.to_vec();
        }
    }

    fn in_table(&mut self, decided: bool) {
        let table = if decided { TableUse::Decided } else { TableUse::Hit };
        if let Some(visit) = self.current() {
            visit.table = Some(table);
        }
    }

    fn over(&mut self) {
        if let Some(visit) = self.current() {
            visit.leaf = Some(Leaf::Over);
        }
    }

    fn evaluated(&mut self, score: Bounded) {
        if let Some(visit) = self.current() {
            visit.leaf = Some(Leaf::Horizon);
            (visit.value, visit.bound) = match score {
                Bounded::Exact(value) => (Some(value), Bound::Exact),
                Bounded::AtLeast(value) => (Some(value), Bound::AtLeast),
                Bounded::AtMost(value) => (Some(value), Bound::AtMost),
            };
        }
    }

    fn stood_pat(&mut self) {
        self.stood_pat = true;
    }

    fn left(&mut self, finding: NodeValue) {
        if let Some(node) = self.open.pop() {
            self.set(node, finding);
        }
    }

    fn suspended(&mut self) {
        self.open.pop();
    }

    fn returned_to(&mut self, node: usize) {
        self.open.clear();
        self.open.push(node);
    }

    fn valued(&mut self, node: usize, finding: NodeValue) {
        self.set(node, finding);
    }

    fn samples(&mut self, root: Player) {
        self.sampled_for = Some(root);
    }

    fn grown(
        &mut self,
        parent: Option<usize>,
        mv: Option<Ply<M>>,
        mover: Player,
        chooser: Chooser,
        sampled: Sampled,
    ) -> Option<usize> {
        if self.is_full() {
            return None;
        }
        let passed = std::mem::take(&mut self.next.passed);
        let ply = parent.map_or(0, |parent| self.visits[parent].ply + 1);
        let now = self.now();
        Some(self.push(Visit {
            parent,
            mv,
            passed: mv.map_or(Vec::new(), |_| passed),
            chooser: Some(chooser),
            value: self.sampled_for.map(|root| sampled.values[root]),
            values: Some(sampled.values),
            games: Some(sampled.visits),
            untried: sampled.untried,
            left: Some(now),
            ..Visit::new(ply, mover, now)
        }))
    }
}
