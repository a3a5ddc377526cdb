//! The search itself.
//!
//! Values inside are those of the *side* that chooses at a node: the root player's at his turns,
//! their opposite where an opponent chooses. Where the side stays the same from a node to its
//! child (two opponents in a row) the window is passed on as it is, otherwise turned round; with
//! two players that is negamax. The search is fail-soft. Moves are taken back even if it is stopped, since
//! threads break off a part of it and go on from the node above.

use std::sync::Arc;
use std::time::Duration;

use melee_core::value::INFINITY;
use melee_core::{Game, Knowledge, Searchers, Value};

use super::candidates::{Candidate, Candidates};
use super::policy::{Choices, Round, can_act};
use super::settings::TreeSettings;
use super::sharing::asked_from;
use super::together::{Above, Together};
use crate::busy::ALONE;
use crate::line::Lines;
use crate::ordering::{History, Killers};
use crate::shared_table::Table;
use crate::standstill::Course;
use crate::table::TableError;
use crate::walk::WORST;
use crate::{Best, DepthSearch, Move, Observer, Ply, Stopped, Undo, Walk, World};

/// The kernel with its memory.
pub struct TreeSearch<G: Game> {
    pub(super) settings: TreeSettings,
    pub(super) table: Option<Table<G::Move>>,
    /// From which depth on it is asked.
    pub(super) asked_from: u32,
    pub(super) killers: Killers<G::Move>,
    pub(super) history: Option<History>,
    pub(super) candidates: Candidates<G::Move>,
    pub(super) lines: Lines<G::Move>,
    pub(super) buffer: Vec<G::Move>,
    pub(super) ranks: Vec<i32>,
    /// What a search that was stopped had found at the root, beyond the iteration before.
    partial: Option<Best<G::Move>>,
    is_first_iteration: bool,
    /// The plies of the game before the root, as far as its own searches tell: one round each.
    pub(super) played: u32,
    /// Where the root player's pieces were drawn in the last search.
    course: Option<Course>,
    /// The ply of the last pass on the way to the current node.
    pub(super) last_null: Option<u32>,
    /// What it and other threads tell each other; none if there are none.
    pub(super) together: Option<Arc<Together<G::Move>>>,
    /// The nodes above this one of which they may search moves, from the root on.
    pub(super) above: Vec<Above>,
    /// The ply of the one of them whose bounds are others now, if a search was broken off for that.
    pub(super) outdated: Option<u32>,
    /// From which depth on moves are left to them.
    pub(super) shared_from: u32,
    /// Those who search together with this one, each on a thread of its own.
    pub(super) helpers: Vec<TreeSearch<G>>,
}

impl<G: Game> TreeSearch<G> {
    /// Sets up the memory.
    pub fn new<W: World<Game = G>>(game: &G, settings: TreeSettings) -> Result<Self, TableError> {
        let table = settings.table.map(|size| W::table(game, size)).transpose()?;
        Ok(TreeSearch::with_table(game, settings, table.map(Table::Own)))
    }

    pub(super) fn with_table(game: &G, settings: TreeSettings, table: Option<Table<G::Move>>) -> Self {
        TreeSearch {
            asked_from: asked_from(&settings, table.as_ref()),
            table,
            killers: Killers::new(settings.killers),
            history: settings.history.map(|kind| History::new(kind, game)),
            candidates: Candidates::new(),
            lines: Lines::new(),
            buffer: Vec::new(),
            ranks: Vec::new(),
            partial: None,
            is_first_iteration: true,
            last_null: None,
            played: 0,
            course: None,
            together: None,
            above: Vec::new(),
            outdated: None,
            shared_from: ALONE,
            helpers: Vec::new(),
            settings,
        }
    }

    pub(super) fn set_table(&mut self, table: Option<Table<G::Move>>) {
        self.asked_from = asked_from(&self.settings, table.as_ref());
        self.table = table;
        self.shared_from = ALONE;
        self.helpers.clear();
    }

    fn clear_table(&mut self) {
        match &mut self.table {
            Some(Table::Own(table)) => table.clear(),
            Some(Table::Team(_)) => self.set_table(None),
            None => {}
        }
    }

    /// Another move of the game is searched, in so much time.
    fn begin_move(&mut self, players: usize, time: Option<Duration>) {
        if let Some(Table::Own(table)) = &mut self.table {
            table.fit(time);
        }
        self.begin_like(self.played + players as u32);
    }

    /// The move after so many plies is searched, maybe for the first time.
    pub(super) fn begin_like(&mut self, played: u32) {
        if self.played == played {
            return;
        }
        self.played = played;
        if let Some(history) = &mut self.history {
            history.age();
        }
    }

    /// Searches to a depth on this thread.
    pub(super) fn iterate<W: World<Game = G>>(
        &mut self,
        walk: &mut Walk<W>,
        depth: u32,
        previous: Option<&Best<Move<W>>>,
    ) -> Result<Best<Move<W>>, Stopped> {
        self.partial = None;
        self.last_null = None;
        self.above.clear();
        self.outdated = None;
        let mut bounds = aspiration_window(self.settings.aspiration, previous);
        loop {
            self.candidates.truncate(0);
            let guesses = walk.guesses();
            let mut search = Kernel { tree: self, walk };
            let value = search.node(depth, bounds, Round::OVER)?;
            if value > bounds.alpha && value < bounds.beta {
                let mut search = Kernel { tree: self, walk };
                search.extend_line(depth);
                return Ok(Best::guess(value, self.lines.best()).complete_if(walk.guesses() == guesses));
            }
            // The value lies outside the window: open it on that side and search again.
            if value <= bounds.alpha {
                bounds.alpha = -INFINITY;
            } else {
                bounds.beta = INFINITY;
            }
        }
    }
}

/// The bounds between which a value matters to the side that chooses.
#[derive(Clone, Copy)]
pub(super) struct AlphaBeta {
    pub(super) alpha: Value,
    pub(super) beta: Value,
}

impl AlphaBeta {
    pub(super) const FULL: AlphaBeta = AlphaBeta { alpha: -INFINITY, beta: INFINITY };

    /// The null window that asks whether a value reaches beta.
    #[inline]
    pub(super) fn just_below_beta(self) -> Self {
        AlphaBeta { alpha: self.beta - 1, beta: self.beta }
    }

    /// The null window that asks whether a value is above alpha.
    #[inline]
    fn just_above_alpha(self) -> Self {
        AlphaBeta { alpha: self.alpha, beta: self.alpha + 1 }
    }

    /// The same bounds for the other side.
    #[inline]
    pub(super) fn flipped(self) -> Self {
        AlphaBeta { alpha: -self.beta, beta: -self.alpha }
    }
}

/// A node whose moves are searched.
pub(super) struct Moves<'c> {
    /// Where the list of its moves begins.
    pub(super) base: usize,
    pub(super) depth: u32,
    pub(super) bounds: AlphaBeta,
    pub(super) round: Round,
    pub(super) choices: &'c Choices,
}

/// What was found of a node's moves so far.
pub(super) struct BestSoFar<M> {
    pub(super) alpha: Value,
    pub(super) best: Value,
    /// The move that raised alpha.
    pub(super) ply: Option<Ply<M>>,
}

/// The value of a node, and the move that raised alpha if one did.
type Expanded<M> = (Value, Option<Ply<M>>);

/// One search of one position: the kernel's memory and the walk together.
pub(super) struct Kernel<'s, 'w, W: World> {
    pub(super) tree: &'s mut TreeSearch<W::Game>,
    pub(super) walk: &'s mut Walk<'w, W>,
}

impl<W: World> DepthSearch<W> for TreeSearch<W::Game> {
    fn search(
        &mut self,
        walk: &mut Walk<W>,
        depth: u32,
        previous: Option<&Best<Move<W>>>,
    ) -> Result<Best<Move<W>>, Stopped> {
        self.is_first_iteration = previous.is_none();
        if self.is_first_iteration {
            self.begin_move(walk.game.players(), walk.limits().likely_time());
            let course = walk.set_out(self.settings.patience, self.course);
            if course != self.course {
                // What was found on the way elsewhere is worth something else.
                self.course = course;
                self.clear_table();
            }
        }
        if walk.has_threads() {
            return self.search_together(walk, depth, previous);
        }
        self.keep_table::<W>(walk.game);
        self.iterate(walk, depth, previous)
    }

    fn partial(&self) -> Option<Best<Move<W>>> {
        self.partial.clone()
    }

    fn forget(&mut self) {
        self.clear_table();
        if let Some(history) = &mut self.history {
            history.clear();
        }
        self.killers.clear();
        self.played = 0;
        self.course = None;
    }

    fn proves(&self) -> bool {
        self.settings.policy.searchers != Searchers::Count(0)
            && !self.settings.leaves_replies_out()
            && !self.settings.selective.is_on()
    }
}

fn aspiration_window<M>(margin: Option<Value>, previous: Option<&Best<M>>) -> AlphaBeta {
    match (margin, previous) {
        (Some(margin), Some(found)) => AlphaBeta {
            alpha: found.value.saturating_sub(margin).max(-INFINITY),
            beta: found.value.saturating_add(margin).min(INFINITY),
        },
        _ => AlphaBeta::FULL,
    }
}

impl<W: World> Kernel<'_, '_, W> {
    /// The value of the position for the side that chooses, exact inside the bounds.
    fn node(&mut self, depth: u32, bounds: AlphaBeta, round: Round) -> Result<Value, Stopped> {
        self.walk.enter()?;
        self.tree.lines.clear(self.walk.ply());
        let side = Side::of(round);
        self.tell_window(side, bounds);
        let value = self.visit(depth, bounds, round, side)?;
        self.tell_value(side, bounds, value);
        Ok(value)
    }

    #[expect(clippy::inline_always, reason = "one function but for the observer: a call more a node costs 3 %")]
    #[inline(always)]
    fn visit(&mut self, depth: u32, bounds: AlphaBeta, round: Round, side: Side) -> Result<Value, Stopped> {
        if let Some(value) = self.walk.finished() {
            return Ok(side.of_root(value));
        }
        if let Some(contempt) = self.tree.settings.repetition
            && self.walk.is_repeated()
        {
            // Nothing is proven by it: those before may do otherwise this time.
            self.walk.note_guess();
            let draw = self.walk.knowledge.worth_of_draw(self.walk.game, &self.walk.state);
            return Ok(side.of_root(draw - contempt));
        }
        if depth == 0 {
            return self.horizon(side, bounds);
        }
        let settled = self.settle(round);
        if settled.is_over() && !can_act(self.walk.game, &self.walk.state, self.walk.root) {
            // Nobody may act: only where no opponent ever does and the root player has no move.
            return Ok(self.stand_pat(side, bounds));
        }
        // Skipping the last opponents leaves the choice to the other side.
        let turned = settled.is_over() != round.is_over();
        let inner = if turned { bounds.flipped() } else { bounds };
        let Some(undo) = self.hand_turn(settled) else {
            self.tell_chooser(settled);
            let value = self.probe_and_expand(depth, inner, settled)?;
            return Ok(if turned { -value } else { value });
        };
        self.tell_chooser(settled);
        // A turn that begins may end the game, or the root player's part in it.
        let value = if let Some(value) = self.walk.finished() {
            Ok(side.of_root(value))
        } else {
            let value = self.probe_and_expand(depth, inner, settled);
            if turned { value.map(|value| -value) } else { value }
        };
        self.walk.game.undo(&mut self.walk.state, undo);
        value
    }

    /// Searches the moves of a node.
    pub(super) fn expand(
        &mut self,
        depth: u32,
        bounds: AlphaBeta,
        round: Round,
        table_move: Option<Ply<Move<W>>>,
    ) -> Result<Expanded<Move<W>>, Stopped> {
        if let Some(value) = self.null_move(depth, bounds, round)? {
            return Ok((value, None));
        }
        let choices = self.choices(round);
        let base = self.list_moves(depth, round, &choices, table_move);
        let count = self.tree.candidates.len() - base;
        if let Some(value) = self.multi_cut(base, depth, bounds, round, &choices)? {
            self.tree.candidates.truncate(base);
            return Ok((value, None));
        }
        let node = Moves { base, depth, bounds, round, choices: &choices };
        let mut found = BestSoFar { alpha: bounds.alpha, best: WORST, ply: None };
        if self.is_shared(depth) {
            self.try_all_among_others(&node, count, &mut found)?;
        } else {
            for i in 0..count {
                let candidate = self.tree.candidates.pick(base, i);
                if self.try_move(&node, i, &candidate, &mut found)? {
                    break;
                }
            }
        }
        self.tree.candidates.truncate(base);
        let root_acts = || can_act(self.walk.game, &self.walk.state, self.walk.root);
        if choices.may_all_pass && found.alpha < bounds.beta && root_acts() {
            // It is the root player's turn again; if he cannot act, somebody has to.
            let window = AlphaBeta { alpha: found.alpha, beta: bounds.beta };
            self.walk.observer.round_ends();
            let value = -self.node(depth, window.flipped(), Round::OVER)?;
            if value > found.best {
                found.best = value;
                if value > found.alpha {
                    found.ply = None;
                }
            }
        }
        if let (Some(history), Some(best)) = (&mut self.tree.history, found.ply) {
            history.reward(self.walk.game, best, depth);
        }
        Ok((found.best, found.ply))
    }

    /// Searches a move and adds what it is worth; true if it is too good for anything else to matter.
    #[expect(clippy::inline_always, reason = "the heart of the loop over moves, which stands in two places")]
    #[inline(always)]
    pub(super) fn try_move(
        &mut self,
        node: &Moves,
        i: usize,
        candidate: &Candidate<Move<W>>,
        found: &mut BestSoFar<Move<W>>,
    ) -> Result<bool, Stopped> {
        let Moves { base, depth, bounds, round, choices } = *node;
        let (ply, prune) = (self.walk.ply(), self.tree.settings.prune);
        let next = self.round_after(round, choices, candidate.ply.player, candidate.is_bmom);
        self.tell_bmom(round, candidate.is_bmom);
        let window = if prune { AlphaBeta { alpha: found.alpha, beta: bounds.beta } } else { AlphaBeta::FULL };
        let test = (i > 0).then(|| self.late_reduction(depth, i, found.best));
        let value = self.child(depth - 1, window, round, next, candidate.ply, test)?;
        if let Some(history) = &mut self.tree.history {
            history.count(self.walk.game, candidate.ply, depth);
        }
        if value > found.best {
            found.best = value;
            if value > found.alpha {
                found.alpha = value;
                found.ply = Some(candidate.ply);
                self.tree.lines.improve(ply, candidate.ply);
                if ply == 0 {
                    self.keep_partial(Best::guess(value, self.tree.lines.best()), i == 0);
                }
                if value >= bounds.beta && prune {
                    self.walk.counts.cutoffs += 1;
                    self.tree.killers.add(ply, candidate.ply);
                    self.tell_left_out(base + i + 1);
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// Remembers the best root move so far, for a search that is stopped before its end. The first move alone says nothing
    /// that the iteration before did not. Whatever is kept already was found by another thread, or in a narrower window
    /// that it was too good for: it stays until there is something better.
    pub(super) fn keep_partial(&mut self, best: Best<Move<W>>, is_first: bool) {
        let is_news = match &self.tree.partial {
            Some(kept) => best.value > kept.value,
            None => !is_first || self.tree.is_first_iteration,
        };
        if is_news {
            self.tree.partial = Some(best);
        }
    }

    /// The value of a child for the side that chooses at its parent; `test` is by how much less
    /// deep a first test may search it.
    #[expect(
        clippy::inline_always,
        reason = "else it is called where moves are tried by three: 5 % of a search with small nodes"
    )]
    #[inline(always)]
    pub(super) fn child(
        &mut self,
        depth: u32,
        window: AlphaBeta,
        round: Round,
        next: Round,
        ply: Ply<Move<W>>,
        test: Option<u32>,
    ) -> Result<Value, Stopped> {
        let undo = self.make(ply);
        let same_side = round.is_over() == next.is_over();
        let value = self.test_then_search(depth, window, next, same_side, test);
        self.unmake(undo);
        value
    }

    /// Makes a move, after handing its player the turn if he has not got it.
    #[inline]
    pub(super) fn make(&mut self, ply: Ply<Move<W>>) -> (Option<Undo<W>>, Undo<W>) {
        let handed = self.walk.give_turn_to(ply.player);
        (handed, self.walk.play(ply.mv))
    }

    /// Takes the move back, and the turn if it was handed over.
    #[inline]
    pub(super) fn unmake(&mut self, (handed, undo): (Option<Undo<W>>, Undo<W>)) {
        self.walk.undo(undo);
        self.walk.take_turn_back(handed);
    }

    #[expect(clippy::inline_always, reason = "as the child it belongs to")]
    #[inline(always)]
    fn test_then_search(
        &mut self,
        depth: u32,
        window: AlphaBeta,
        next: Round,
        same_side: bool,
        test: Option<u32>,
    ) -> Result<Value, Stopped> {
        let scout = window.just_above_alpha();
        if let Some(reduction @ 1..) = test {
            self.walk.counts.tests += 1;
            let value = self.toward_child(depth - reduction, scout, next, same_side)?;
            if value <= window.alpha {
                return Ok(value);
            }
        }
        if self.tree.settings.pvs && test.is_some() {
            self.walk.counts.tests += 1;
            let value = self.toward_child(depth, scout, next, same_side)?;
            if value <= window.alpha || value >= window.beta {
                return Ok(value);
            }
        }
        self.toward_child(depth, window, next, same_side)
    }

    #[inline]
    pub(super) fn toward_child(
        &mut self,
        depth: u32,
        bounds: AlphaBeta,
        next: Round,
        same_side: bool,
    ) -> Result<Value, Stopped> {
        if same_side { self.node(depth, bounds, next) } else { Ok(-self.node(depth, bounds.flipped(), next)?) }
    }
}

/// Who chooses at a node.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    Root,
    Opponents,
}

impl Side {
    #[inline]
    pub(super) fn of(round: Round) -> Self {
        if round.is_over() { Side::Root } else { Side::Opponents }
    }

    pub(super) fn to_move<W: World>(walk: &Walk<W>) -> Self {
        if walk.is_root_turn() { Side::Root } else { Side::Opponents }
    }

    pub(super) fn other(self) -> Self {
        match self {
            Side::Root => Side::Opponents,
            Side::Opponents => Side::Root,
        }
    }

    /// This side's view of the root player's value.
    #[inline]
    pub(super) fn of_root(self, value: Value) -> Value {
        match self {
            Side::Root => value,
            Side::Opponents => -value,
        }
    }
}
