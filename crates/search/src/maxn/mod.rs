//! Max^n (Luckhardt and Irani 1986): every player maximises his own score.
//!
//! Of moves that are equally good for the mover, the one that is worse for the root player is
//! expected, then the first of the generator (Gras 2012, 4.6.1; Sturtevant 2003). Where scores have a constant sum,
//! pruning skips moves that cannot change the result. A table remembers exact vectors. In the quiescence search
//! everybody looks at his noisy moves against all others (Esser 2012, 3.4).

mod choice;
mod ends;
mod pruning;
mod shares;
mod sharing;
mod table;

use std::sync::Arc;

use melee_core::value::{MAX_PLIES, WIN};
use melee_core::zobrist::mix;
use melee_core::{Game, Knowledge, OrderView, Player, Scores, Value};

pub(crate) use ends::finished_scores;
pub use pruning::Pruning;
pub(crate) use shares::{evaluated_shares, finished_shares};

use crate::busy::{ALONE, Busy};
use crate::line::Lines;
use crate::options::{Opt, TableSize};
use crate::table::{TableError, from_table, to_table};
use crate::tree::{frontier_option, quiescence_option};
use crate::{
    Algorithm, Best, Bound, Chooser, CommonSettings, DepthSearch, Method, Move, NodeValue, Observer, Pace, Search,
    SearchError, Stopped, Variant, Walk, World,
};
use choice::{Choice, Next, prefers};
use pruning::{Path, SumBound};
use table::VectorTable;

/// What max^n does besides searching the whole tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MaxNSettings {
    /// What is skipped where scores have a constant sum.
    pub prune: Pruning,
    /// Everybody looks for his share of the whole instead of his score.
    pub shares: bool,
    /// Look only at the first move one ply before the horizon where the order says it is the best.
    pub frontier: bool,
    /// A table; whatever its scheme, of two vectors with one place the deeper stays.
    pub table: Option<TableSize>,
    /// How many plies of noisy moves are searched beyond the horizon.
    pub quiescence: u32,
}

impl MaxNSettings {
    /// Shallow pruning only.
    pub const PLAIN: MaxNSettings =
        MaxNSettings { prune: Pruning::Shallow, shares: false, frontier: false, table: None, quiescence: 0 };
}

/// The algorithm by name.
#[derive(Clone, Copy, Debug)]
pub struct MaxNSearch;

impl Algorithm for MaxNSearch {
    type Settings = MaxNSettings;
    const PACE: Pace = Pace::ByDepth;

    fn variants(&self) -> Vec<Variant<MaxNSettings>> {
        vec![Variant::new("maxn", MaxNSettings::PLAIN, "max^n: every player for himself (Luckhardt and Irani 1986)")]
    }

    fn options(&self) -> Vec<Opt<MaxNSettings>> {
        type S = MaxNSettings;
        vec![
            Opt::table("tt", "transposition table; any scheme means deep", |s: &mut S| &mut s.table),
            Opt::choice(
                "prune",
                &[
                    ("off", Pruning::Off),
                    ("on", Pruning::Shallow),
                    ("last", Pruning::LastBranch),
                    ("speculative", Pruning::Speculative),
                ],
                "cut off what cannot matter, where scores have a constant sum: shallow (on), last-branch too, or also what may have to be searched again (Sturtevant 2003); the same vectors with fewer nodes",
                |s: &mut S| &mut s.prune,
            ),
            Opt::choice(
                "scores",
                &[("own", false), ("share", true)],
                "what everybody looks for: his score, or his share of the whole in millionths, which has a constant sum whatever the evaluation",
                |s: &mut S| &mut s.shares,
            ),
            frontier_option(|s: &mut S| &mut s.frontier),
            quiescence_option(|s: &mut S| &mut s.quiescence),
        ]
    }

    fn make_best(&self, settings: &mut MaxNSettings, common: &mut CommonSettings) {
        settings.table = Some(TableSize::STRONG);
        settings.frontier = true;
        settings.prune = Pruning::Speculative;
        common.deepen = true;
    }

    /// It hardly cuts, so quiescence takes more depth from it than it gives.
    fn declines(&self) -> &'static [&'static str] {
        &["quiescence"]
    }

    fn memory(&self, settings: &MaxNSettings) -> u64 {
        settings.table.map_or(0, |table| table.bytes)
    }
}

impl Search for MaxNSearch {
    fn build<W: World>(&self, settings: &MaxNSettings, _game: &W::Game, _seed: u64) -> Result<Method<W>, SearchError> {
        Ok(Method::ByDepth(Box::new(MaxN::new(*settings)?)))
    }
}

/// Max^n with its memory.
pub struct MaxN<G: Game> {
    settings: MaxNSettings,
    /// The player whom the root player holds down instead of looking for his own score.
    target: Option<Player>,
    table: Option<VectorTable>,
    path: Path,
    lines: Lines<G::Move>,
    buffer: Vec<G::Move>,
    /// What other threads are at; none if there are none.
    busy: Option<Arc<Busy>>,
    /// From which depth on moves are left to them.
    shared_from: u32,
    /// Those who search together with this one, each on a thread of its own.
    helpers: Vec<MaxN<G>>,
}

/// What is known of a node that was left.
#[derive(Clone, Copy)]
struct BackedUp {
    /// Its vector; if it is rejected, only one of those it may have.
    scores: Scores,
    /// The ply of the node above that rejects it, or whose descendants do.
    rejected_by: Option<usize>,
}

impl BackedUp {
    fn exact(scores: Scores) -> Self {
        BackedUp { scores, rejected_by: None }
    }
}

impl<G: Game> MaxN<G> {
    /// Sets up the memory.
    pub fn new(settings: MaxNSettings) -> Result<Self, TableError> {
        let table = settings.table.map(|size| VectorTable::new(size.bytes)).transpose()?;
        Ok(MaxN::with_table(settings, table))
    }

    fn with_table(settings: MaxNSettings, table: Option<VectorTable>) -> Self {
        MaxN {
            settings,
            target: None,
            table,
            path: Path::default(),
            lines: Lines::new(),
            buffer: Vec::new(),
            busy: None,
            shared_from: ALONE,
            helpers: Vec::new(),
        }
    }

    /// From now on the root player looks for the lowest score of this player (directed offence); nobody: for his own.
    pub(crate) fn set_target(&mut self, target: Option<Player>) {
        self.target = target;
    }

    /// Searches to a depth on this thread.
    fn iterate<W: World<Game = G>>(&mut self, walk: &mut Walk<W>, depth: u32) -> Result<Best<Move<W>>, Stopped> {
        let guesses = walk.guesses();
        let BackedUp { scores, .. } = self.node(walk, depth, 0)?;
        let value = scores[walk.root];
        debug_assert!(value.abs() <= WIN + MAX_PLIES);
        let best = Best::guess(value, self.lines.best()).with_values(scores);
        Ok(best.complete_if(walk.guesses() == guesses))
    }

    /// The vector of the position, unless a node above rejects it; of those above ply `floor` none is asked.
    fn node<W: World<Game = G>>(&mut self, walk: &mut Walk<W>, depth: u32, floor: usize) -> Result<BackedUp, Stopped> {
        walk.enter()?;
        let found = self.visit(walk, depth, floor);
        if let (true, Ok(found)) = (W::Observer::LOOKS, &found) {
            tell_left(walk, *found);
        }
        found
    }

    #[expect(clippy::inline_always, reason = "one function but for the observer: a call more a node costs 3 %")]
    #[inline(always)]
    fn visit<W: World<Game = G>>(&mut self, walk: &mut Walk<W>, depth: u32, floor: usize) -> Result<BackedUp, Stopped> {
        self.lines.clear(walk.ply());
        if let Some(scores) = self.finished(walk) {
            return Ok(BackedUp::exact(scores));
        }
        if depth == 0 {
            let is_leaf = self.settings.quiescence == 0;
            return Ok(BackedUp::exact(if is_leaf { self.evaluate(walk) } else { self.quiesce(walk, 0)? }));
        }
        let key = self.key(walk);
        if let Some(scores) = self.known(walk, key, depth) {
            return Ok(BackedUp::exact(scores));
        }
        let guesses = walk.guesses();
        let found = self.expand(walk, depth, floor)?;
        let is_kept = found.rejected_by.is_none() && !walk.is_narrowed();
        if let (Some(table), true) = (&mut self.table, is_kept) {
            let to_table = if self.settings.shares { shares::to_table } else { to_table };
            let is_complete = walk.guesses() == guesses && table.is_shared();
            table.put(key, depth, (shifted(&found.scores, walk.ply(), to_table), is_complete));
        }
        Ok(found)
    }

    /// What the table says about the position.
    #[inline]
    fn known<W: World<Game = G>>(&self, walk: &mut Walk<W>, key: u64, depth: u32) -> Option<Scores> {
        let (known, is_complete) = self.table.as_ref()?.get(key, depth)?;
        if walk.ply() == 0 {
            return None;
        }
        walk.counts.table_hits += 1;
        walk.counts.table_cuts += 1;
        walk.observer.in_table(true);
        if !is_complete {
            walk.note_guess();
        }
        let from_table = if self.settings.shares { shares::from_table } else { from_table };
        Some(shifted(&known, walk.ply(), from_table))
    }

    /// Searches the moves of a node.
    fn expand<W: World<Game = G>>(
        &mut self,
        walk: &mut Walk<W>,
        depth: u32,
        floor: usize,
    ) -> Result<BackedUp, Stopped> {
        let mover = walk.game.to_move(&walk.state);
        walk.observer.chooser(Chooser::Own(mover));
        let place = walk.ply() as usize;
        let target = self.target.filter(|_| mover == walk.root);
        self.path.enter(place, mover, target.is_none());
        let moves = if depth == 1 && self.is_first_enough(walk) {
            let (mv, _) = walk.first_move(OrderView::Own, &mut self.buffer);
            vec![(0, mv)]
        } else {
            walk.ordered_moves_with_places(OrderView::Own)
        };
        let mut choice = Choice { mover, target, best: None, skipped: Vec::new(), rejecter: place, any: None };
        let shared = self.shared_key(walk, depth);
        if let Some(found) = self.try_all(walk, depth, (floor, floor), moves, shared, &mut choice)? {
            return Ok(found);
        }
        if choice.skipped.is_empty() {
            return Ok(BackedUp::exact(choice.best.expect("a state that is not over has a move").0));
        }
        // If what is left is rejected as well, it does not matter which of them the mover takes.
        let rejecter = choice.rejecter;
        match choice.best {
            Some((scores, _)) if !self.path.is_rejected(&scores, rejecter, place) => {}
            best => {
                let scores = best.map(|(scores, _)| scores).or(choice.any).expect("something was skipped");
                return Ok(BackedUp { scores, rejected_by: Some(rejecter) });
            }
        }
        let skipped = std::mem::take(&mut choice.skipped);
        if let Some(found) = self.try_all(walk, depth, (floor, place), skipped, None, &mut choice)? {
            return Ok(found);
        }
        Ok(BackedUp::exact(choice.best.expect("there was one before").0))
    }

    /// Searches these moves of a node, in a way that nodes above ply `asked` are not asked whether they reject what is
    /// below. Tells what the node is worth if that is known without all moves.
    fn try_all<W: World<Game = G>>(
        &mut self,
        walk: &mut Walk<W>,
        depth: u32,
        (floor, asked): (usize, usize),
        mut moves: Vec<(usize, Move<W>)>,
        shared: Option<u64>,
        choice: &mut Choice<Move<W>>,
    ) -> Result<Option<BackedUp>, Stopped> {
        let place = walk.ply() as usize;
        let listed = moves.len();
        let mut tried = 0;
        while let Some(&mv) = moves.get(tried) {
            let can_wait = 0 < tried && tried < listed;
            let mark = shared.map(|key| self.take(walk, key, mv.1, depth, can_wait));
            tried += 1;
            if let Some(None) = mark {
                moves.push(mv);
                continue;
            }
            self.path.follow(place, tried == moves.len());
            let undo = walk.play(mv.1);
            let found = self.node(walk, depth - 1, asked)?;
            walk.undo(undo);
            let next = self.weigh(walk, floor, mv, &found, choice);
            if let Some(Some(mark)) = mark {
                self.release(mark);
            }
            match next {
                Next::GoOn => {}
                Next::Done => break,
                Next::Rejected(rejecter) => {
                    return Ok(Some(BackedUp { scores: found.scores, rejected_by: Some(rejecter) }));
                }
            }
            if let Some(key) = shared
                && let Some(scores) = self.known(walk, key, depth)
            {
                self.lines.clear(walk.ply());
                return Ok(Some(BackedUp::exact(scores)));
            }
        }
        Ok(None)
    }

    /// Compares what a move was found to be worth with the best so far.
    #[inline]
    fn weigh<W: World<Game = G>>(
        &mut self,
        walk: &mut Walk<W>,
        floor: usize,
        (listed, mv): (usize, Move<W>),
        BackedUp { scores, rejected_by }: &BackedUp,
        choice: &mut Choice<Move<W>>,
    ) -> Next {
        let ply = walk.ply();
        let place = ply as usize;
        if let Some(rejecter) = *rejected_by {
            // If it is rejected here, the mover has something better.
            if rejecter < place {
                choice.skip((listed, mv), rejecter, *scores);
            }
            return Next::GoOn;
        }
        if !choice.prefers(walk.root, scores, listed) {
            return Next::GoOn;
        }
        choice.best = Some((*scores, listed));
        self.path.improve(place, *scores);
        self.lines.improve(ply, walk.step(mv));
        if let Some(rejecter) = self.rejecter(walk, floor) {
            walk.counts.cutoffs += 1;
            return Next::Rejected(rejecter);
        }
        if choice.has_won_at_once(ply + 1) {
            // Nothing is better, and all such moves have one vector.
            walk.counts.cutoffs += 1;
            choice.skipped.clear();
            return Next::Done;
        }
        Next::GoOn
    }

    fn rejecter<W: World<Game = G>>(&self, walk: &Walk<W>, floor: usize) -> Option<usize> {
        let pruning = self.settings.prune;
        if pruning == Pruning::Off {
            return None;
        }
        self.path.rejecter(self.sum_bound(walk)?, pruning, floor)
    }

    /// What all scores together never exceed, if that is known.
    fn sum_bound<W: World<Game = G>>(&self, walk: &Walk<W>) -> Option<SumBound> {
        if self.settings.shares {
            return (!walk.has_noise()).then_some(SumBound { most: shares::WHOLE, never_negative: true });
        }
        let shared = walk.knowledge.max_sum(walk.game).map(|most| SumBound { most, never_negative: true });
        let bounded = || {
            let most = walk.knowledge.sum_bound(walk.game)?;
            (self.settings.prune != Pruning::Shallow).then_some(SumBound { most, never_negative: false })
        };
        shared.or_else(bounded).filter(|_| !walk.has_noise())
    }

    /// The key of the position in the table; what everybody looks for is part of it.
    fn key<W: World<Game = G>>(&self, walk: &Walk<W>) -> u64 {
        let aim = self.target.map_or(0, |target| mix(target.index() as u64 + 100));
        walk.game.key(&walk.state) ^ mix(walk.root.index() as u64) ^ aim
    }

    fn is_first_enough<W: World<Game = G>>(&self, walk: &Walk<W>) -> bool {
        let is_own_score = !self.settings.shares && self.target.is_none();
        self.settings.frontier && is_own_score && self.settings.quiescence == 0 && walk.is_order_exact()
    }

    /// Where the depth ends: the evaluation, or noisy moves until the position is quiet or the plies
    /// are used up. The mover may always take the evaluation instead.
    fn quiesce<W: World<Game = G>>(&mut self, walk: &mut Walk<W>, plies: u32) -> Result<Scores, Stopped> {
        let mut best = self.evaluate(walk);
        if plies == self.settings.quiescence {
            return Ok(best);
        }
        let mut moves = Vec::new();
        walk.knowledge.noisy(walk.game, &walk.state, OrderView::Own, plies, &mut moves);
        let mover = walk.game.to_move(&walk.state);
        let target = self.target.filter(|_| mover == walk.root);
        for mv in moves {
            let undo = walk.play(mv);
            walk.enter()?;
            self.lines.clear(walk.ply());
            let scores = match self.finished(walk) {
                Some(scores) => scores,
                None => self.quiesce(walk, plies + 1)?,
            };
            tell_left(walk, BackedUp::exact(scores));
            walk.undo(undo);
            if prefers(mover, walk.root, target, (&scores, 0), (&best, 0)) {
                best = scores;
            }
        }
        Ok(best)
    }

    fn evaluate<W: World<Game = G>>(&self, walk: &mut Walk<W>) -> Scores {
        if self.settings.shares { evaluated_shares(walk) } else { walk.evaluate_all() }
    }

    /// The vector of a finished game.
    #[inline]
    fn finished<W: World<Game = G>>(&self, walk: &mut Walk<W>) -> Option<Scores> {
        if self.settings.shares { finished_shares(walk) } else { finished_scores(walk) }
    }
}

/// Tells what a node was left with.
#[inline]
fn tell_left<W: World>(walk: &mut Walk<W>, BackedUp { scores, rejected_by }: BackedUp) {
    if W::Observer::LOOKS {
        // What pruning skips changes nothing at the root.
        let bound = if rejected_by.is_none() { Bound::Exact } else { Bound::Loose };
        walk.observer.left(NodeValue { value: scores[walk.root], bound, values: Some(scores) });
    }
}

fn shifted(scores: &Scores, ply: u32, shift: fn(Value, u32) -> Value) -> Scores {
    let mut shifted = *scores;
    for player in Player::all(scores.as_slice().len()) {
        shifted[player] = shift(scores[player], ply);
    }
    shifted
}

impl<W: World> DepthSearch<W> for MaxN<W::Game> {
    fn search(
        &mut self,
        walk: &mut Walk<W>,
        depth: u32,
        _previous: Option<&Best<Move<W>>>,
    ) -> Result<Best<Move<W>>, Stopped> {
        if walk.has_threads() {
            return self.search_together(walk, depth);
        }
        self.keep_table();
        self.iterate(walk, depth)
    }

    fn tells_points(&self) -> bool {
        self.settings.shares
    }

    fn forget(&mut self) {
        match &mut self.table {
            Some(VectorTable::Own(slots)) => slots.clear(),
            Some(VectorTable::Team(_)) => self.set_table(None),
            None => {}
        }
    }
}
