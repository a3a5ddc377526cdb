//! The search: does a position score more than `alpha`?
//!
//! Every call asks one such question (a null window). A visit first settles all children: forced
//! moves are played out, and decided games and bounds read off the board need no search. What is
//! left is looked up in the table, all children before any is searched (enhanced transposition
//! cut-offs; Schaeffer & Plaat 1996).

use std::sync::atomic::Ordering;

use super::batch::Batch;
use super::book::Book;
use super::bounds::{FOLLOW_UP_FROM, follow_up, win_score};
use super::busy::Busy;
use super::core::Roots;
use super::geometry::Geometry;
use super::monitor::SolveMonitor;
use super::node::Node;
use super::table::{Bounds, Place, Table};
use super::techniques::Techniques;

/// Positions with so few free cells are near the end.
const NEAR: u32 = 16;
/// So many plies below the root are shared among threads: marking deeper ones costs more than it saves...
const SHARED_PLIES: u32 = 16;
/// ... and so many before a node is near the end.
const SHARED_ABOVE: u32 = 2;
/// How many nodes pass between looks at the clock and the other threads.
const BREATH: u64 = 1 << 12;

/// What all threads of a search share.
#[derive(Clone, Copy)]
pub(super) struct Shared<'a, const H: u32> {
    pub(super) g: &'a Geometry<H>,
    pub(super) table: &'a Table,
    pub(super) techniques: Techniques,
    pub(super) roots: Roots,
    pub(super) book: Option<&'a Book>,
    pub(super) monitor: &'a SolveMonitor,
    /// Present if there are several threads.
    pub(super) busy: Option<&'a Busy>,
}

/// One thread's search.
pub(super) struct Searcher<'a, const H: u32> {
    shared: Shared<'a, H>,
    /// Which thread, from 0.
    thread: usize,
    /// Columns from the middle outwards.
    columns: [u64; 8],
    /// The mirror image of the root: the stones of its player to move, and of the other. No stones if
    /// there are many roots.
    mirror_root: [u64; 2],
    root_stones: u32,
    /// Nodes with fewer stones are shared among threads.
    far: u32,
    /// Quiet positions visited.
    pub(super) nodes: u64,
    /// The most nodes to visit.
    pub(super) budget: u64,
    /// The search was stopped; what it returned means nothing.
    pub(super) stopped: bool,
    /// The far nodes being visited, from the root, and their questions; only kept if there are
    /// several threads.
    path: Vec<(Place, i32)>,
    /// The search was stopped because the node at this step of the path was answered elsewhere.
    answered: Option<usize>,
}

/// Who found a score.
enum Visited {
    Here(i32),
    /// Another thread: it is in the table already.
    Elsewhere(i32),
}

#[derive(Clone, Copy, Default)]
struct Child {
    node: Node,
    place: Place,
    known: Option<Bounds>,
    rank: u32,
    /// Is the player to move the same as in the parent?
    same: bool,
}

impl Child {
    /// The parent's `alpha` as this node's player sees it.
    #[inline]
    fn alpha(&self, alpha: i32) -> i32 {
        if self.same { alpha } else { -alpha - 1 }
    }

    /// This node's bounds as the parent's player sees them.
    #[inline]
    fn seen(&self, bounds: Bounds) -> (i32, i32) {
        let (lower, upper) = (bounds.lower.into(), bounds.upper.into());
        if self.same { (lower, upper) } else { (-upper, -lower) }
    }
}

impl<'a, const H: u32> Searcher<'a, H> {
    pub(super) fn new(shared: Shared<'a, H>, thread: usize, root: &Node) -> Self {
        let g = shared.g;
        let mut columns = [0; 8];
        for (i, column) in g.middle_first().enumerate() {
            columns[i] = g.column(column);
        }
        let mirror_root = match shared.roots {
            Roots::One => [root.own, root.occupied ^ root.own].map(|stones| g.mirrored(stones)),
            Roots::Many => [0; 2],
        };
        Searcher {
            shared,
            thread,
            columns,
            mirror_root,
            root_stones: root.stones,
            far: (root.stones + SHARED_PLIES).min(g.cells.saturating_sub(NEAR + SHARED_ABOVE)),
            nodes: 0,
            budget: u64::MAX,
            stopped: false,
            path: Vec::new(),
            answered: None,
        }
    }

    /// The score of a node, or a bound of it on the same side of `alpha`.
    pub(super) fn score(&mut self, node: &Node, alpha: i32) -> i32 {
        let bounds = self.read_off(node, alpha);
        if i32::from(bounds.lower) > alpha {
            return bounds.lower.into();
        }
        if i32::from(bounds.upper) <= alpha {
            return bounds.upper.into();
        }
        let place = self.place(node);
        let known = self.look_up(node, place);
        self.search(node, place, alpha, known)
    }

    /// The bounds that can be read off the board; those that cannot decide the question are not
    /// looked for.
    #[inline]
    fn read_off(&self, node: &Node, alpha: i32) -> Bounds {
        let Shared { g, techniques, .. } = self.shared;
        let mut bounds = by_time(g, node);
        if i32::from(bounds.lower) > alpha || i32::from(bounds.upper) <= alpha {
            return bounds;
        }
        if techniques.live_lines {
            let empty = g.board ^ node.occupied;
            if alpha >= 0 && !g.has_four(node.own | empty) {
                bounds.upper = 0;
            }
            if alpha < 0 && !g.has_four(node.occupied ^ node.own | empty) {
                bounds.lower = 0;
            }
        }
        if techniques.follow_up
            && alpha >= FOLLOW_UP_FROM
            && let Some(upper) = follow_up(g, node)
        {
            bounds.upper = bounds.upper.min(upper as i8);
        }
        bounds
    }

    /// The place of a node in the table. Mirror images share one; but only nodes that hold the mirror
    /// image of the root can be mirror images of another node below it.
    #[inline]
    fn place(&self, node: &Node) -> Place {
        let Shared { g, table, .. } = self.shared;
        let near = self.shared.techniques.near_table && g.cells - node.stones <= NEAR;
        let mut key = node.own + node.occupied;
        if self.shared.techniques.mirror {
            let opp = node.occupied ^ node.own;
            let (first, second) =
                if (node.stones ^ self.root_stones) & 1 == 1 { (opp, node.own) } else { (node.own, opp) };
            let [mirror_first, mirror_second] = self.mirror_root;
            if first & mirror_first == mirror_first && second & mirror_second == mirror_second {
                key = key.min(g.mirrored(key));
            }
        }
        table.place(key, near.then_some(self.thread))
    }

    /// What is known about a node from the book or the table.
    #[inline]
    fn look_up(&self, node: &Node, place: Place) -> Option<Bounds> {
        if let Some(book) = self.shared.book
            && node.stones <= book.plies()
            && let Some(score) = book.score(node.own, node.occupied)
        {
            return Some(Bounds { lower: score, upper: score });
        }
        self.shared.table.get(place)
    }

    fn search(&mut self, node: &Node, place: Place, alpha: i32, known: Option<Bounds>) -> i32 {
        let mut bounds = known.unwrap_or_else(|| by_time(self.shared.g, node));
        if i32::from(bounds.lower) > alpha {
            return bounds.lower.into();
        }
        if i32::from(bounds.upper) <= alpha {
            return bounds.upper.into();
        }
        let before = self.nodes;
        let score = match self.shared.busy.filter(|_| self.is_far(node)) {
            None => self.visit(node, alpha),
            Some(busy) => match self.visit_shared(node, place, alpha, busy) {
                Visited::Here(score) => score,
                Visited::Elsewhere(score) => return score,
            },
        };
        if self.stopped {
            return score;
        }
        if score > alpha {
            bounds.lower = bounds.lower.max(score as i8);
        } else {
            bounds.upper = bounds.upper.min(score as i8);
        }
        self.shared.table.put(place, bounds, self.nodes - before);
        score
    }

    /// A visit that other threads know of, and that ends early if one of them has its answer.
    fn visit_shared(&mut self, node: &Node, place: Place, alpha: i32, busy: &Busy) -> Visited {
        loop {
            let step = self.path.len();
            self.path.push((place, alpha));
            busy.begin(place);
            let score = self.visit(node, alpha);
            busy.end(place);
            self.path.pop();
            if self.answered != Some(step) {
                return Visited::Here(score);
            }
            self.answered = None;
            self.stopped = false;
            // The entry may be gone again: then the visit begins anew.
            if let Some(score) = self.answer(place, alpha) {
                return Visited::Elsewhere(score);
            }
        }
    }

    /// The table's answer to a question.
    fn answer(&self, place: Place, alpha: i32) -> Option<i32> {
        let bounds = self.shared.table.get(place)?;
        let (lower, upper) = (bounds.lower.into(), bounds.upper.into());
        if lower > alpha { Some(lower) } else { (upper <= alpha).then_some(upper) }
    }

    /// Is there enough below a node to share it among threads?
    #[inline]
    fn is_far(&self, node: &Node) -> bool {
        node.stones < self.far
    }

    fn visit(&mut self, node: &Node, alpha: i32) -> i32 {
        self.nodes += 1;
        if self.nodes.is_multiple_of(BREATH) {
            self.take_a_breath();
        }
        if self.stopped {
            return alpha;
        }
        let Shared { g, table, techniques, .. } = self.shared;
        let mut best = -64;
        let batch = Batch::new(g, node, &self.columns, techniques.threat_order);
        let mut children = [Child::default(); 8];
        let mut order = [0u8; 8];
        let mut count = 0;
        for i in 0..batch.count {
            let child = &mut children[count & 7];
            let into = (&mut child.node, &mut child.same);
            if let Some(score) = batch.settle(g, node, i, techniques.forced_moves, into) {
                if score > alpha {
                    return score;
                }
                best = best.max(score);
                continue;
            }
            let (lower, upper) = child.seen(self.read_off(&child.node, child.alpha(alpha)));
            if lower > alpha {
                return lower;
            }
            if upper <= alpha {
                best = best.max(upper);
                continue;
            }
            child.place = self.place(&child.node);
            if techniques.prefetch {
                table.prefetch(child.place);
            }
            child.rank = batch.rank(i);
            let rank = child.rank;
            let mut slot = count;
            while slot > 0 && children[order[slot - 1] as usize & 7].rank < rank {
                order[slot] = order[slot - 1];
                slot -= 1;
            }
            order[slot] = count as u8;
            count += 1;
        }
        if techniques.enhanced_cutoffs {
            for child in &mut children[..count] {
                child.known = self.look_up(&child.node, child.place);
                if let Some(known) = child.known {
                    let (lower, _) = child.seen(known);
                    if lower > alpha {
                        return lower;
                    }
                }
            }
        }
        self.search_children(&children, &order[..count], alpha, best)
    }

    /// Searches children in this order until one scores more than `alpha`; those that other
    /// threads are searching come last.
    #[inline]
    fn search_children(&mut self, children: &[Child; 8], order: &[u8], alpha: i32, mut best: i32) -> i32 {
        let mut late = [0u8; 8];
        let mut late_count = 0;
        for turn in 0..2 {
            let late_now = late;
            let order = if turn == 0 { order } else { &late_now[..late_count] };
            for (i, &index) in order.iter().enumerate() {
                let child = &children[index as usize & 7];
                if let Some(busy) = self.shared.busy
                    && turn == 0
                    && i > 0
                    && self.is_far(&child.node)
                    && busy.is_marked(child.place)
                {
                    late[late_count] = index;
                    late_count += 1;
                    continue;
                }
                // The table may have learnt from the children before.
                let known = if i == 0 && turn == 0 && self.shared.techniques.enhanced_cutoffs {
                    child.known
                } else {
                    self.look_up(&child.node, child.place)
                };
                let score = self.search(&child.node, child.place, child.alpha(alpha), known);
                if self.stopped {
                    return alpha;
                }
                let score = if child.same { score } else { -score };
                if score > alpha {
                    return score;
                }
                best = best.max(score);
            }
            if late_count == 0 {
                break;
            }
        }
        best
    }

    #[cold]
    fn take_a_breath(&mut self) {
        let monitor = self.shared.monitor;
        let is_cancelled = monitor.note_nodes(BREATH);
        let is_enough = self.nodes >= self.budget;
        if is_cancelled || is_enough || monitor.stop.load(Ordering::Relaxed) {
            self.stopped = true;
        } else if let Some(step) = (self.path.iter()).position(|&(place, alpha)| self.answer(place, alpha).is_some()) {
            self.stopped = true;
            self.answered = Some(step);
        }
    }
}

/// Nobody wins sooner than his stones allow.
#[inline]
fn by_time<const H: u32>(g: &Geometry<H>, node: &Node) -> Bounds {
    Bounds { lower: -win_score(g.cells, node.stones + 4) as i8, upper: win_score(g.cells, node.stones + 3) as i8 }
}
