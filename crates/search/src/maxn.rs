//! Max^n (Luckhardt and Irani 1986): every player maximises his own score.
//!
//! Of moves that are equally good for the mover, the one that is worse for the root player is
//! expected, then the first of the generator (Gras 2012, 4.6.1; Sturtevant 2003). Where the scores
//! have a constant sum and are never negative, shallow pruning skips moves that cannot change the
//! result (Korf 1991). A table remembers exact vectors. In the quiescence search everybody looks at
//! his noisy moves against all others (Esser 2012, 3.4).

use melee_core::value::{MAX_PLIES, WIN, loss_in, win_in};
use melee_core::zobrist::mix;
use melee_core::{Game, Knowledge, OrderView, Outcome, Player, Scores, Value, Verdict};

use crate::line::Lines;
use crate::options::{Opt, TableSize};
use crate::slots::{Slots, Vacant};
use crate::table::{TableError, from_table, to_table};
use crate::tree::{frontier_option, quiescence_option};
use crate::{
    Algorithm, Best, Bound, Chooser, CommonSettings, DepthSearch, Method, Move, NodeValue, Observer, Pace, Search,
    SearchError, Stopped, Variant, Walk, World,
};

/// What max^n does besides searching the whole tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MaxNSettings {
    /// Prune where scores have a constant sum.
    pub prune: bool,
    /// Look only at the first move one ply before the horizon where the order says it is the best.
    pub frontier: bool,
    /// A table; whatever its scheme, of two vectors with one place the deeper stays.
    pub table: Option<TableSize>,
    /// How many plies of noisy moves are searched beyond the horizon.
    pub quiescence: u32,
}

impl MaxNSettings {
    /// Pruning only.
    pub const PLAIN: MaxNSettings = MaxNSettings { prune: true, frontier: false, table: None, quiescence: 0 };
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
            Opt::switch("prune", "cut off what cannot matter, where scores have a constant sum", |s: &mut S| {
                &mut s.prune
            }),
            frontier_option(|s: &mut S| &mut s.frontier),
            quiescence_option(|s: &mut S| &mut s.quiescence),
        ]
    }

    fn make_best(&self, settings: &mut MaxNSettings, common: &mut CommonSettings) {
        settings.table = Some(TableSize::STRONG);
        settings.frontier = true;
        common.deepen = true;
    }

    /// It cannot cut, so quiescence takes more depth from it than it gives.
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
    table: Option<VectorTable>,
    lines: Lines<G::Move>,
    buffer: Vec<G::Move>,
}

/// The best a parent has so far, for pruning: the mover there and his score.
type Promise = Option<(Player, Value)>;

impl<G: Game> MaxN<G> {
    /// Sets up the memory.
    pub fn new(settings: MaxNSettings) -> Result<Self, TableError> {
        Ok(MaxN {
            settings,
            table: settings.table.map(|size| VectorTable::new(size.bytes)).transpose()?,
            lines: Lines::new(),
            buffer: Vec::new(),
        })
    }

    /// The vector of the position, and whether it is exact.
    fn node<W: World<Game = G>>(
        &mut self,
        walk: &mut Walk<W>,
        depth: u32,
        promise: Promise,
    ) -> Result<(Scores, bool), Stopped> {
        walk.enter()?;
        let found = self.visit(walk, depth, promise);
        if let (true, Ok(found)) = (W::Observer::LOOKS, &found) {
            tell_left(walk, *found);
        }
        found
    }

    #[expect(clippy::inline_always, reason = "one function but for the observer: a call more a node costs 3 %")]
    #[inline(always)]
    fn visit<W: World<Game = G>>(
        &mut self,
        walk: &mut Walk<W>,
        depth: u32,
        promise: Promise,
    ) -> Result<(Scores, bool), Stopped> {
        let ply = walk.ply();
        self.lines.clear(ply);
        if let Some(scores) = finished(walk) {
            return Ok((scores, true));
        }
        if depth == 0 {
            return Ok((self.quiesce(walk, 0)?, true));
        }
        let key = walk.game.key(&walk.state) ^ mix(walk.root.index() as u64);
        if let Some(table) = &self.table
            && let Some(known) = table.get(key, depth)
            && ply > 0
        {
            walk.counts.table_hits += 1;
            walk.counts.table_cuts += 1;
            walk.observer.in_table(true);
            walk.note_guess();
            return Ok((shifted(&known, ply, from_table), true));
        }
        let mover = walk.game.to_move(&walk.state);
        walk.observer.chooser(Chooser::Own(mover));
        let limit = self.limit(walk, mover, promise);
        let mut best: Option<(Scores, usize)> = None;
        let mut exact = true;
        let moves = if depth == 1 && self.is_first_enough(walk) {
            let (mv, _) = walk.first_move(OrderView::Own, &mut self.buffer);
            vec![(0, mv)]
        } else {
            walk.ordered_moves_with_places(OrderView::Own)
        };
        for (place, mv) in moves {
            let own = best.map(|(scores, _)| (mover, scores[mover]));
            let undo = walk.play(mv);
            let (scores, is_exact) = self.node(walk, depth - 1, own)?;
            walk.undo(undo);
            exact &= is_exact;
            if prefers(mover, walk.root, (&scores, place), best.as_ref()) {
                best = Some((scores, place));
                self.lines.improve(ply, walk.step(mv));
                if limit.is_some_and(|limit| scores[mover] > limit) {
                    walk.counts.cutoffs += 1;
                    exact = false;
                    break;
                }
                if scores[mover] == win_in(ply + 1) {
                    // Nothing is better than to win at once, and all such moves have one vector.
                    walk.counts.cutoffs += 1;
                    break;
                }
            }
        }
        let (scores, _) = best.expect("a state that is not over has a move");
        if let Some(table) = &mut self.table
            && exact
            && !walk.is_narrowed()
        {
            table.put(key, depth, shifted(&scores, ply, to_table));
        }
        Ok((scores, exact))
    }

    fn is_first_enough<W: World<Game = G>>(&self, walk: &Walk<W>) -> bool {
        self.settings.frontier && self.settings.quiescence == 0 && walk.is_order_exact()
    }

    /// Where the depth ends: the evaluation, or noisy moves until the position is quiet or the plies
    /// are used up. The mover may always take the evaluation instead.
    fn quiesce<W: World<Game = G>>(&mut self, walk: &mut Walk<W>, plies: u32) -> Result<Scores, Stopped> {
        let mut best = walk.evaluate_all();
        if plies == self.settings.quiescence {
            return Ok(best);
        }
        let mut moves = Vec::new();
        walk.knowledge.noisy(walk.game, &walk.state, OrderView::Own, plies, &mut moves);
        let mover = walk.game.to_move(&walk.state);
        for mv in moves {
            let undo = walk.play(mv);
            walk.enter()?;
            self.lines.clear(walk.ply());
            let scores = match finished(walk) {
                Some(scores) => scores,
                None => self.quiesce(walk, plies + 1)?,
            };
            tell_left(walk, (scores, true));
            walk.undo(undo);
            let (new, old) = (scores[mover], best[mover]);
            if new > old || new == old && scores[walk.root] < best[walk.root] {
                best = scores;
            }
        }
        Ok(best)
    }

    /// With more than this for the mover, the player at the parent gets less than he has already.
    fn limit<W: World<Game = G>>(&self, walk: &Walk<W>, mover: Player, promise: Promise) -> Option<Value> {
        let (parent, has) = promise?;
        let sum = walk.knowledge.max_sum(walk.game)?;
        (self.settings.prune && parent != mover && !walk.has_noise()).then(|| sum - has)
    }
}

/// Does the mover prefer a child to the best so far? Ties go against the root player, then to the
/// earlier move of the generator.
fn prefers(mover: Player, root: Player, (scores, place): (&Scores, usize), best: Option<&(Scores, usize)>) -> bool {
    best.is_none_or(|(best, best_place)| {
        let new = (scores[mover], -scores[root], std::cmp::Reverse(place));
        new > (best[mover], -best[root], std::cmp::Reverse(*best_place))
    })
}

/// The vector of a finished game.
fn finished<W: World>(walk: &mut Walk<W>) -> Option<Scores> {
    let outcome = walk.game.outcome(&walk.state)?;
    walk.counts.leaves += 1;
    walk.observer.over();
    Some(scores_of(walk, &outcome))
}

/// Tells what a node was left with.
#[inline]
fn tell_left<W: World>(walk: &mut Walk<W>, (scores, exact): (Scores, bool)) {
    if W::Observer::LOOKS {
        // What pruning skips changes nothing at the root.
        let bound = if exact || walk.ply() == 0 { Bound::Exact } else { Bound::Loose };
        walk.observer.left(NodeValue { value: scores[walk.root], bound, values: Some(scores) });
    }
}

/// The end of a game for everybody; where scores have a constant sum it is shared out.
fn scores_of<W: World>(walk: &Walk<W>, outcome: &Outcome) -> Scores {
    let mut scores = Scores::new(walk.game.players());
    let sum = walk.knowledge.max_sum(walk.game);
    for player in Player::all(walk.game.players()) {
        let verdict = walk.knowledge.verdict(walk.game, &walk.state, outcome, player);
        scores[player] = match (verdict, sum) {
            (Verdict::Score(value), _) => value,
            (_, Some(sum)) => (f64::from(sum) * outcome.points(player)).round() as Value,
            (Verdict::Win, None) => win_in(walk.ply()),
            (Verdict::Loss, None) => loss_in(walk.ply()),
        };
    }
    scores
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
        let guesses = walk.guesses();
        let (scores, _) = self.node(walk, depth, None)?;
        let value = scores[walk.root];
        debug_assert!(value.abs() <= WIN + MAX_PLIES);
        let best = Best::guess(value, self.lines.best()).with_values(scores);
        Ok(best.complete_if(walk.guesses() == guesses))
    }

    fn forget(&mut self) {
        if let Some(table) = &mut self.table {
            table.slots.clear();
        }
    }
}

/// Exact vectors by position and depth; of two with one place the deeper stays.
struct VectorTable {
    slots: Slots<Option<VectorEntry>>,
}

#[derive(Clone, Copy)]
struct VectorEntry {
    key: u64,
    depth: u32,
    scores: Scores,
}

impl Vacant for Option<VectorEntry> {
    const VACANT: Self = None;
}

impl VectorTable {
    fn new(bytes: u64) -> Result<Self, TableError> {
        let slots = Slots::new(bytes, size_of::<Option<VectorEntry>>(), 1)?;
        Ok(VectorTable { slots })
    }

    fn slot(&self, key: u64) -> usize {
        ((u128::from(key) * self.slots.len() as u128) >> 64) as usize
    }

    fn get(&self, key: u64, depth: u32) -> Option<Scores> {
        let entry = self.slots.get(self.slot(key))?.as_ref()?;
        (entry.key == key && entry.depth == depth).then_some(entry.scores)
    }

    fn put(&mut self, key: u64, depth: u32, scores: Scores) {
        let place = self.slot(key);
        let slot = self.slots.get_mut(place);
        let keeps = |old: &VectorEntry| old.depth > depth && old.key != key;
        if !slot.as_ref().is_some_and(keeps) {
            *slot = Some(VectorEntry { key, depth, scores });
        }
    }
}
