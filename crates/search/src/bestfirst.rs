//! Unbounded best-first minimax (Korf and Chickering 1996; Cohen-Solal 2020) for any number of players, with completion.
//!
//! The tree grows at the end of the line that everybody would choose now: its leaf is expanded, every child evaluated, and
//! the values are taken up to the root. Nothing is pruned and there is no horizon; attention goes where the best play is
//! thought to be.
//!
//! What is seen to the end is kept apart from what is estimated: a finished game is *solved*, and so is a node whose
//! children all are or whose mover has a solved win. A solved node is not looked at again. When the root is solved, the
//! search ends: with two players, and against all others together, its value is the game's, but for how soon a win comes.
//! Where more play for themselves, a mover may have another win, and somebody who loses either way may prefer that one: then
//! the value is what one such play leads to. Until then the safest move is played: that which was looked at most (unless it
//! is known to lose).
//!
//! The number of nodes is limited; a search that has used them up ends with what it knows.

use std::ops::Range;

use melee_core::value::{is_loss, is_win};
use melee_core::{Game, Knowledge, Player, Scores, Value};

use crate::maxn::finished_scores;
use crate::options::Opt;
use crate::order::places_by_key;
use crate::{
    Algorithm, AnyTimeSearch, Best, Chooser, Line, Method, Move, NodeValue, Observer, OnProgress, Pace, Ply, Search,
    SearchError, Stopped, Variant, Walk, World,
};

/// For whom opponents choose.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Aim {
    /// For themselves.
    MaxN,
    /// Against the root player.
    Paranoid,
}

/// What the search may do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BestFirstSettings {
    pub aim: Aim,
    /// The most nodes in the tree.
    pub memory: usize,
}

/// The algorithm by name.
#[derive(Clone, Copy, Debug)]
pub struct BestFirstSearch;

impl Algorithm for BestFirstSearch {
    type Settings = BestFirstSettings;
    const PACE: Pace = Pace::AnyTime;

    fn variants(&self) -> Vec<Variant<BestFirstSettings>> {
        let settings = BestFirstSettings { aim: Aim::MaxN, memory: 1_000_000 };
        let summary = "unbounded best-first minimax with completion (Korf and Chickering 1996; Cohen-Solal 2020)";
        vec![Variant::new("ubfm", settings, summary)]
    }

    fn options(&self) -> Vec<Opt<BestFirstSettings>> {
        type S = BestFirstSettings;
        vec![
            Opt::choice(
                "backup",
                &[("maxn", Aim::MaxN), ("paranoid", Aim::Paranoid)],
                "for whom opponents choose: themselves, or against the root player",
                |s: &mut S| &mut s.aim,
            ),
            Opt::number("memory", 1..=usize::MAX, "the most nodes to remember", |s: &mut S| &mut s.memory).fixed(),
        ]
    }

    fn memory(&self, settings: &BestFirstSettings) -> u64 {
        (settings.memory as u64).saturating_mul((size_of::<Node>() + size_of::<Option<u64>>()) as u64)
    }
}

impl Search for BestFirstSearch {
    fn build<W: World>(&self, settings: &BestFirstSettings, _: &W::Game, _seed: u64) -> Result<Method<W>, SearchError> {
        Ok(Method::AnyTime(Box::new(BestFirst {
            tree: Tree { settings: *settings, root: Player::FIRST, nodes: Vec::new() },
            moves: Vec::new(),
            path: Vec::new(),
        })))
    }
}

struct BestFirst<G: Game> {
    tree: Tree,
    /// The move that leads to each node; none at the root.
    moves: Vec<Option<G::Move>>,
    /// The nodes from the root to the leaf that is expanded.
    path: Vec<usize>,
}

/// The tree without its moves: it knows nothing of the game and is compiled once.
struct Tree {
    settings: BestFirstSettings,
    root: Player,
    nodes: Vec<Node>,
}

struct Node {
    /// Who made the move that leads here; at the root the root player.
    chooser: Player,
    /// Who moves here.
    mover: Player,
    /// Everybody's value, or against the root player only his.
    scores: Scores,
    /// How often it was on the way to a leaf.
    visits: u64,
    /// It was seen to the end.
    is_solved: bool,
    children: Range<usize>,
    /// Its number for the observer.
    seen: usize,
}

/// Why the tree does not grow any more.
enum End {
    Stopped,
    /// The root is solved, or the memory is used up.
    Done,
}

impl<G: Game> BestFirst<G> {
    /// Looks at the position of the walk for the first time.
    fn look<W: World<Game = G>>(&self, walk: &mut Walk<W>, chooser: Player) -> Result<Node, Stopped> {
        walk.enter()?;
        let seen = walk.observer.here();
        let (scores, is_solved) = match self.tree.settings.aim {
            Aim::MaxN => match finished_scores(walk) {
                Some(scores) => (scores, true),
                None => (walk.evaluate_all(), false),
            },
            Aim::Paranoid => {
                let finished = walk.finished();
                let mut scores = Scores::new(walk.game.players());
                scores[walk.root] = finished.unwrap_or_else(|| walk.evaluate());
                (scores, finished.is_some())
            }
        };
        let mover = walk.game.to_move(&walk.state);
        Ok(Node { chooser, mover, scores, visits: 0, is_solved, children: 0..0, seen })
    }

    /// The move that leads to a node; none at the root.
    fn ply(&self, node: usize) -> Option<Ply<G::Move>> {
        self.moves[node].map(|mv| Ply { player: self.tree.nodes[node].chooser, mv })
    }

    /// Goes down to the leaf that everybody would choose, expands it and takes the values up.
    fn grow<W: World<Game = G>>(&mut self, walk: &mut Walk<W>) -> Result<(), End> {
        if self.tree.nodes[0].is_solved {
            return Err(End::Done);
        }
        self.path.clear();
        let (mut node, mut undos) = (0, Vec::new());
        loop {
            self.path.push(node);
            let Some(child) = self.tree.best_child(node, Among::Unsolved) else {
                break;
            };
            undos.push(walk.play(self.moves[child].expect("only the root has none")));
            node = child;
        }
        self.expand(walk, node)?;
        while let Some(undo) = undos.pop() {
            walk.undo(undo);
        }
        for i in (0..self.path.len()).rev() {
            self.take_up(walk, self.path[i]);
        }
        Ok(())
    }

    /// Adds the children of a leaf, all or none.
    fn expand<W: World<Game = G>>(&mut self, walk: &mut Walk<W>, node: usize) -> Result<(), End> {
        let mut moves = Vec::new();
        walk.list_moves(&mut moves);
        walk.note_listed(moves.len());
        // The moves of the root are needed for any answer.
        if node != 0 && self.tree.nodes.len() + moves.len() > self.tree.settings.memory {
            return Err(End::Done);
        }
        let mover = self.tree.nodes[node].mover;
        let first = self.tree.nodes.len();
        self.tree.settings.make_room(&mut self.tree.nodes, first + moves.len());
        self.tree.settings.make_room(&mut self.moves, first + moves.len());
        walk.observer.returned_to(self.tree.nodes[node].seen);
        walk.observer.chooser(match self.tree.settings.aim {
            Aim::MaxN => Chooser::Own(mover),
            Aim::Paranoid if mover == walk.root => Chooser::Max(mover),
            Aim::Paranoid => Chooser::Min(mover),
        });
        for mv in moves {
            let undo = walk.play(mv);
            let Ok(child) = self.look(walk, mover) else {
                self.tree.nodes.truncate(first);
                self.moves.truncate(first);
                return Err(End::Stopped);
            };
            walk.observer.left(self.tree.finding(&child));
            self.tree.nodes.push(child);
            self.moves.push(Some(mv));
            walk.undo(undo);
        }
        walk.observer.suspended();
        self.tree.nodes[node].children = first..self.tree.nodes.len();
        Ok(())
    }

    /// A node gets the value of its best child, and is solved if nothing can change that.
    fn take_up<W: World<Game = G>>(&mut self, walk: &mut Walk<W>, node: usize) {
        self.tree.take_up(node, walk.knowledge.max_sum(walk.game));
        if W::Observer::LOOKS {
            let node = &self.tree.nodes[node];
            walk.observer.valued(node.seen, self.tree.finding(node));
        }
    }

    /// What to play: the best move if the root is solved, else the one looked at most that is not known to lose.
    fn best<W: World<Game = G>>(&self, walk: &Walk<W>) -> Best<G::Move> {
        let (root, is_max_n) = (&self.tree.nodes[0], self.tree.settings.aim == Aim::MaxN);
        let ranked = self.tree.ranked_moves(walk.knowledge.max_sum(walk.game));
        let told = |i: usize| {
            let child = root.children.start + i;
            let Node { scores, is_solved, .. } = self.tree.nodes[child];
            let best = Best::guess(scores[walk.root], self.line(child));
            // Another move may be better than one that is solved, unless the root is.
            let best = best.complete_if(if i == ranked[0] { root.is_solved } else { is_solved });
            if is_max_n { best.with_values(scores) } else { best }
        };
        Best::first_of(&ranked, walk.limits().lines, &told).expect("the root is expanded")
    }

    /// The best play after a move of the root.
    fn line(&self, first: usize) -> Line<G::Move> {
        let mut line = Line::new();
        let mut next = Some(first);
        while let Some(node) = next {
            line.extend(self.ply(node));
            next = self.tree.best_child(node, Among::All);
        }
        line
    }
}

/// Which children may be chosen.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Among {
    All,
    Unsolved,
}

impl BestFirstSettings {
    /// The tree doubles as it grows, but takes no more than it was given.
    fn make_room<T>(&self, list: &mut Vec<T>, needed: usize) {
        if needed > list.capacity() {
            let room = (2 * needed).min(self.memory).max(needed);
            list.reserve_exact(room - list.len());
        }
    }
}

impl Tree {
    /// What the mover of a node thinks of a child: the higher, the better.
    fn worth(&self, mover: Player, child: &Node) -> (Value, Value) {
        let root = self.root;
        match self.settings.aim {
            Aim::MaxN => (child.scores[mover], -child.scores[root]),
            Aim::Paranoid if mover == root => (child.scores[root], 0),
            Aim::Paranoid => (-child.scores[root], 0),
        }
    }

    /// The best child of a node among some; of equal ones the first of the generator.
    fn best_child(&self, node: usize, among: Among) -> Option<usize> {
        let mover = self.nodes[node].mover;
        let is_meant = |&child: &usize| among == Among::All || !self.nodes[child].is_solved;
        let meant = self.nodes[node].children.clone().rev().filter(is_meant);
        meant.max_by_key(|&child| self.worth(mover, &self.nodes[child]))
    }

    /// A node gets the value of its best child, and is solved if nothing can change that.
    fn take_up(&mut self, node: usize, max_sum: Option<Value>) {
        let best = self.best_child(node, Among::All).expect("a state that is not over has a move");
        let mover = self.nodes[node].mover;
        let children = &self.nodes[self.nodes[node].children.clone()];
        let all_solved = children.iter().all(|child| child.is_solved);
        let (scores, best_solved) = (self.nodes[best].scores, self.nodes[best].is_solved);
        let wins = match self.settings.aim {
            Aim::Paranoid if mover != self.root => is_loss(scores[self.root]),
            _ => is_win(scores[mover]) || max_sum == Some(scores[mover]),
        };
        let found = &mut self.nodes[node];
        found.scores = scores;
        found.visits += 1;
        found.is_solved = all_solved || best_solved && wins;
    }

    fn finding(&self, node: &Node) -> NodeValue {
        let values = (self.settings.aim == Aim::MaxN).then_some(node.scores);
        NodeValue { values, ..NodeValue::exact(node.scores[self.root]) }
    }

    /// The moves of the root by their places, from the one to play on.
    fn ranked_moves(&self, max_sum: Option<Value>) -> Vec<usize> {
        let root = &self.nodes[0];
        let children = root.children.clone();
        let safety = |i: usize| {
            let node = &self.nodes[children.start + i];
            let (worth, second) = self.worth(root.mover, node);
            let is_lost = node.is_solved && self.is_lost(node.scores[self.root], max_sum);
            let looks = match () {
                () if root.is_solved => 0,
                () if is_lost => node.visits as i64 - i64::MAX,
                () => node.visits as i64,
            };
            (looks, (i64::from(worth) << 32) + i64::from(second))
        };
        places_by_key(children.len(), &safety)
    }

    /// Is this value of the root player a lost game? Where the point is shared out, who has lost has nothing of it.
    fn is_lost(&self, value: Value, max_sum: Option<Value>) -> bool {
        let is_shared = self.settings.aim == Aim::MaxN && max_sum.is_some();
        if is_shared { value == 0 } else { is_loss(value) }
    }
}

impl<W: World> AnyTimeSearch<W> for BestFirst<W::Game> {
    fn search(&mut self, walk: &mut Walk<W>, progress: &mut OnProgress<W>) -> Result<Best<Move<W>>, Stopped> {
        self.tree.root = walk.root;
        self.tree.nodes.clear();
        self.moves.clear();
        let root = self.look(walk, walk.root)?;
        walk.observer.suspended();
        self.tree.nodes.push(root);
        self.moves.push(None);
        let mut expanded: u64 = 0;
        loop {
            match self.grow(walk) {
                Ok(()) => expanded += 1,
                Err(End::Stopped) if expanded == 0 => return Err(Stopped),
                Err(_) => break,
            }
            if expanded >= FIRST_PROGRESS && expanded.is_power_of_two() {
                progress(walk, &self.best(walk));
            }
        }
        walk.restart();
        Ok(self.best(walk))
    }

    fn proves(&self) -> bool {
        true
    }
}

/// Progress is told after so many expansions, and whenever there were twice as many.
const FIRST_PROGRESS: u64 = 16;
