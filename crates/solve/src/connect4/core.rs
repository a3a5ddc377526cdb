//! The search compiled for one height, with its table and threads.
//!
//! All shifts depend on the height alone, so each height has its own code with constant shifts; the
//! width stays a number.

use std::sync::atomic::Ordering;
use std::thread::{self, ScopedJoinHandle};

use super::book::Book;
use super::bounds::win_score;
use super::busy::Busy;
use super::geometry::Geometry;
use super::monitor::SolveMonitor;
use super::node::{Node, Settled};
use super::position::Position;
use super::search::{Searcher, Shared};
use super::table::Table;
use super::techniques::Techniques;

/// A question takes more threads only after so many nodes: most are answered sooner.
const ALONE: u64 = 1 << 16;

/// What a position scores at least and at most.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ScoreRange {
    pub(super) lower: i32,
    pub(super) upper: i32,
}

impl ScoreRange {
    pub(super) fn exactly(score: i32) -> Self {
        ScoreRange { lower: score, upper: score }
    }

    /// The same as the opponent sees it.
    fn turned(self) -> Self {
        ScoreRange { lower: -self.upper, upper: -self.lower }
    }
}

/// For whom the table works.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Roots {
    /// One position at a time: only below some nodes are there mirror images of others.
    One,
    /// Many positions that may reach each other's mirror images.
    Many,
}

/// How a question is to be answered.
#[derive(Clone, Copy)]
pub(super) struct SearchContext<'a> {
    pub(super) techniques: Techniques,
    pub(super) threads: usize,
    /// Which thread it is that asks, if each asks for itself.
    pub(super) thread: usize,
    pub(super) roots: Roots,
    pub(super) book: Option<&'a Book>,
    pub(super) monitor: &'a SolveMonitor,
}

/// A search for boards of one height, whichever it is.
pub(super) trait Core: Send + Sync {
    /// Does a position score more than `alpha`? Counts the nodes it takes.
    fn ask(&self, position: &Position, alpha: i32, context: SearchContext, nodes: &mut u64) -> ScoreRange;

    /// Forgets all positions.
    fn clear(&mut self);
}

/// The core for boards of this size, with a table of so many bytes for so many threads.
pub(super) fn core(width: u32, height: u32, bytes: u64, threads: usize) -> Option<Box<dyn Core>> {
    fn of<const H: u32>(width: u32, bytes: u64, threads: usize) -> Option<Box<dyn Core>> {
        let g = Geometry::<H>::new(width)?;
        let table = Table::new(bytes, g.key_bits(), threads);
        Some(Box::new(HeightCore { g, table }))
    }
    match height {
        1 => of::<1>(width, bytes, threads),
        2 => of::<2>(width, bytes, threads),
        3 => of::<3>(width, bytes, threads),
        4 => of::<4>(width, bytes, threads),
        5 => of::<5>(width, bytes, threads),
        6 => of::<6>(width, bytes, threads),
        7 => of::<7>(width, bytes, threads),
        8 => of::<8>(width, bytes, threads),
        _ => None,
    }
}

struct HeightCore<const H: u32> {
    g: Geometry<H>,
    table: Table,
}

impl<const H: u32> Core for HeightCore<H> {
    fn ask(&self, position: &Position, alpha: i32, context: SearchContext, nodes: &mut u64) -> ScoreRange {
        let root = self.node(position);
        if root.own_wins & self.g.playable(root.occupied) != 0 {
            return ScoreRange::exactly(win_score(self.g.cells, root.stones + 1));
        }
        match root.settle(&self.g, context.techniques.forced_moves) {
            Settled::Score(score) => ScoreRange::exactly(score),
            Settled::Quiet(node, true) => self.ask_quiet(&node, alpha, context, nodes),
            Settled::Quiet(node, false) => {
                let theirs = self.ask_quiet(&node, -alpha - 1, context, nodes);
                theirs.turned()
            }
        }
    }

    fn clear(&mut self) {
        self.table.clear();
    }
}

impl<const H: u32> HeightCore<H> {
    fn node(&self, position: &Position) -> Node {
        let g = &self.g;
        let Position { own, occupied, .. } = *position;
        let empty = g.board ^ occupied;
        Node {
            own,
            occupied,
            own_wins: g.completions(own) & empty,
            opp_wins: g.completions(occupied ^ own) & empty,
            moves: 0,
            stones: occupied.count_ones(),
        }
    }

    fn ask_quiet(&self, node: &Node, alpha: i32, context: SearchContext, nodes: &mut u64) -> ScoreRange {
        let mut verdict = ScoreRange {
            lower: -win_score(self.g.cells, node.stones + 4),
            upper: win_score(self.g.cells, node.stones + 3),
        };
        if verdict.lower > alpha || verdict.upper <= alpha {
            return verdict;
        }
        let score = self.score(node, alpha, context, nodes);
        if score > alpha {
            verdict.lower = score;
        } else {
            verdict.upper = score;
        }
        verdict
    }

    fn score(&self, node: &Node, alpha: i32, context: SearchContext, nodes: &mut u64) -> i32 {
        let shared = Shared {
            g: &self.g,
            table: &self.table,
            techniques: context.techniques,
            roots: context.roots,
            book: context.book,
            monitor: context.monitor,
            busy: None,
        };
        context.monitor.stop.store(false, Ordering::Relaxed);
        let mut searcher = Searcher::new(shared, context.thread, node);
        if context.threads > 1 {
            searcher.budget = ALONE;
        }
        let score = searcher.score(node, alpha);
        *nodes += searcher.nodes;
        if !searcher.stopped || context.monitor.is_cancelled() {
            return score;
        }
        let busy = Busy::new();
        let shared = Shared { busy: Some(&busy), ..shared };
        let work = |thread: usize| {
            let mut searcher = Searcher::new(shared, thread, node);
            let score = searcher.score(node, alpha);
            if !searcher.stopped {
                context.monitor.stop.store(true, Ordering::Relaxed);
            }
            (searcher.nodes, (!searcher.stopped).then_some(score))
        };
        let answers: Vec<(u64, Option<i32>)> = thread::scope(|scope| {
            let helpers: Vec<_> = (1..context.threads).map(|thread| scope.spawn(move || work(thread))).collect();
            let mine = work(0);
            let theirs = helpers.into_iter().map(joined);
            std::iter::once(mine).chain(theirs).collect()
        });
        *nodes += answers.iter().map(|(nodes, _)| nodes).sum::<u64>();
        let mut scores = answers.iter().filter_map(|(_, score)| *score);
        if context.monitor.is_cancelled() {
            return 0;
        }
        scores.next().expect("threads stop when one has the answer")
    }
}

/// What a thread found; if it panicked, so does this one.
pub(super) fn joined<T>(thread: ScopedJoinHandle<T>) -> T {
    match thread.join() {
        Ok(found) => found,
        Err(panic) => std::panic::resume_unwind(panic),
    }
}
