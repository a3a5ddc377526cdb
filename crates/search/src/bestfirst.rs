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
        (settings.memory as u64).saturating_mul(size_of::<Node<u64>>() as u64)
    }
}

impl Search for BestFirstSearch {
    fn build<W: World>(&self, settings: &BestFirstSettings, _: &W::Game, _seed: u64) -> Result<Method<W>, SearchError> {
        Ok(Method::AnyTime(Box::new(BestFirst { settings: *settings, nodes: Vec::new(), path: Vec::new() })))
    }
}

struct BestFirst<G: Game> {
    settings: BestFirstSettings,
    nodes: Vec<Node<G::Move>>,
    /// The nodes from the root to the leaf that is expanded.
    path: Vec<usize>,
}

struct Node<M> {
    /// The move that leads here; none at the root.
    ply: Option<Ply<M>>,
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
    fn look<W: World<Game = G>>(
        &self,
        walk: &mut Walk<W>,
        ply: Option<Ply<G::Move>>,
    ) -> Result<Node<G::Move>, Stopped> {
        walk.enter()?;
        let seen = walk.observer.here();
        let (scores, is_solved) = match self.settings.aim {
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
        Ok(Node { ply, mover, scores, visits: 0, is_solved, children: 0..0, seen })
    }

    /// What the mover of a node thinks of a child: the higher, the better.
    fn worth(&self, root: Player, mover: Player, child: &Node<G::Move>) -> (Value, Value) {
        match self.settings.aim {
            Aim::MaxN => (child.scores[mover], -child.scores[root]),
            Aim::Paranoid if mover == root => (child.scores[root], 0),
            Aim::Paranoid => (-child.scores[root], 0),
        }
    }

    /// The best child of a node among some; of equal ones the first of the generator.
    fn best_child(&self, root: Player, node: usize, is_meant: impl Fn(&Node<G::Move>) -> bool) -> Option<usize> {
        let mover = self.nodes[node].mover;
        let meant = self.nodes[node].children.clone().rev().filter(|&child| is_meant(&self.nodes[child]));
        meant.max_by_key(|&child| self.worth(root, mover, &self.nodes[child]))
    }

    /// Goes down to the leaf that everybody would choose, expands it and takes the values up.
    fn grow<W: World<Game = G>>(&mut self, walk: &mut Walk<W>) -> Result<(), End> {
        if self.nodes[0].is_solved {
            return Err(End::Done);
        }
        self.path.clear();
        let (mut node, mut undos) = (0, Vec::new());
        loop {
            self.path.push(node);
            let Some(child) = self.best_child(walk.root, node, |child| !child.is_solved) else {
                break;
            };
            let ply = self.nodes[child].ply.expect("only the root has none");
            undos.push(walk.play(ply.mv));
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
        if node != 0 && self.nodes.len() + moves.len() > self.settings.memory {
            return Err(End::Done);
        }
        let mover = self.nodes[node].mover;
        let first = self.nodes.len();
        self.make_room(first + moves.len());
        walk.observer.returned_to(self.nodes[node].seen);
        walk.observer.chooser(match self.settings.aim {
            Aim::MaxN => Chooser::Own(mover),
            Aim::Paranoid if mover == walk.root => Chooser::Max(mover),
            Aim::Paranoid => Chooser::Min(mover),
        });
        for mv in moves {
            let undo = walk.play(mv);
            let Ok(child) = self.look(walk, Some(Ply { player: mover, mv })) else {
                self.nodes.truncate(first);
                return Err(End::Stopped);
            };
            walk.observer.left(self.finding(walk.root, &child));
            self.nodes.push(child);
            walk.undo(undo);
        }
        walk.observer.suspended();
        self.nodes[node].children = first..self.nodes.len();
        Ok(())
    }

    /// The tree doubles as it grows, but takes no more than it was given.
    fn make_room(&mut self, needed: usize) {
        if needed > self.nodes.capacity() {
            let room = (2 * needed).min(self.settings.memory).max(needed);
            self.nodes.reserve_exact(room - self.nodes.len());
        }
    }

    /// A node gets the value of its best child, and is solved if nothing can change that.
    fn take_up<W: World<Game = G>>(&mut self, walk: &mut Walk<W>, node: usize) {
        let best = self.best_child(walk.root, node, |_| true).expect("a state that is not over has a move");
        let mover = self.nodes[node].mover;
        let children = &self.nodes[self.nodes[node].children.clone()];
        let all_solved = children.iter().all(|child| child.is_solved);
        let (scores, best_solved) = (self.nodes[best].scores, self.nodes[best].is_solved);
        let wins = match self.settings.aim {
            Aim::Paranoid if mover != walk.root => is_loss(scores[walk.root]),
            _ => is_win(scores[mover]) || walk.knowledge.max_sum(walk.game) == Some(scores[mover]),
        };
        let found = &mut self.nodes[node];
        found.scores = scores;
        found.visits += 1;
        found.is_solved = all_solved || best_solved && wins;
        if W::Observer::LOOKS {
            let finding = self.finding(walk.root, &self.nodes[node]);
            walk.observer.valued(self.nodes[node].seen, finding);
        }
    }

    fn finding(&self, root: Player, node: &Node<G::Move>) -> NodeValue {
        let values = (self.settings.aim == Aim::MaxN).then_some(node.scores);
        NodeValue { values, ..NodeValue::exact(node.scores[root]) }
    }

    /// What to play: the best move if the root is solved, else the one looked at most that is not known to lose.
    fn best<W: World<Game = G>>(&self, walk: &Walk<W>) -> Best<G::Move> {
        let root = &self.nodes[0];
        let children = root.children.clone();
        let safety = |i: usize| {
            let node = &self.nodes[children.start + i];
            let (worth, second) = self.worth(walk.root, root.mover, node);
            let is_lost = node.is_solved && self.is_lost(walk, node.scores[walk.root]);
            let looks = match () {
                () if root.is_solved => 0,
                () if is_lost => node.visits as i64 - i64::MAX,
                () => node.visits as i64,
            };
            (looks, (i64::from(worth) << 32) + i64::from(second))
        };
        let ranked = places_by_key(children.len(), &safety);
        let told = |i: usize| {
            let child = children.start + i;
            let Node { scores, is_solved, .. } = self.nodes[child];
            let best = Best::guess(scores[walk.root], self.line(walk.root, child));
            // Another move may be better than one that is solved, unless the root is.
            let best = best.complete_if(if i == ranked[0] { root.is_solved } else { is_solved });
            if self.settings.aim == Aim::MaxN { best.with_values(scores) } else { best }
        };
        Best::first_of(&ranked, walk.limits().lines, &told).expect("the root is expanded")
    }

    /// Is this value of the root player a lost game? Where the point is shared out, who has lost has nothing of it.
    fn is_lost<W: World<Game = G>>(&self, walk: &Walk<W>, value: Value) -> bool {
        let is_shared = self.settings.aim == Aim::MaxN && walk.knowledge.max_sum(walk.game).is_some();
        if is_shared { value == 0 } else { is_loss(value) }
    }

    /// The best play after a move of the root.
    fn line(&self, root: Player, first: usize) -> Line<G::Move> {
        let mut line = Line::from_iter(self.nodes[first].ply);
        let mut node = first;
        while let Some(child) = self.best_child(root, node, |_| true) {
            line.extend(self.nodes[child].ply);
            node = child;
        }
        line
    }
}

impl<W: World> AnyTimeSearch<W> for BestFirst<W::Game> {
    fn search(&mut self, walk: &mut Walk<W>, progress: &mut OnProgress<W>) -> Result<Best<Move<W>>, Stopped> {
        self.nodes.clear();
        let root = self.look(walk, None)?;
        walk.observer.suspended();
        self.nodes.push(root);
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
