//! The search itself.
//!
//! Values inside are those of the *side* that chooses at a node: the root player's at his turns,
//! their opposite where an opponent chooses. Where the side stays the same from a node to its
//! child (two opponents in a row) the window is passed on as it is, otherwise turned round; with
//! two players that is negamax. The search is fail-soft.

use melee_core::value::INFINITY;
use melee_core::{
    Bounded, Evaluator, Game, MoveOrder, NoisyMoves, OrderView, Player, Value, Window,
};

use super::candidates::Candidates;
use super::policy::{Policy, Rest, Round, Searchers, can_act};
use crate::line::Lines;
use crate::ordering::{History, HistoryKind, Killers};
use crate::table::{Entry, Replacement, Table, TableError, from_table, to_table};
use crate::walk::WORST;
use crate::{DepthSearch, Found, Ply, Stopped, Walk};

/// Which table entries may end the search of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cut {
    /// Only those of the same remaining depth: values stay those of a search without table.
    Equal,
    /// Deeper ones too.
    Deeper,
}

/// What the kernel does besides plain alpha-beta.
#[derive(Clone, Debug)]
pub struct TreeSettings {
    /// The opponents.
    pub policy: Policy,
    /// Cut off what cannot matter; without it the whole tree is searched.
    pub prune: bool,
    /// Search all but the first move with a null window first (Marsland and Campbell 1982).
    pub pvs: bool,
    /// A transposition table of this many bytes.
    pub table: Option<(Replacement, u64)>,
    /// Which of its entries end a search.
    pub cut: Cut,
    /// Killer moves per ply.
    pub killers: usize,
    /// The history heuristic.
    pub history: Option<HistoryKind>,
    /// How many plies of noisy moves are searched beyond the horizon.
    pub quiescence: u32,
    /// Iterations begin with a window of this much around the last value.
    pub aspiration: Option<Value>,
    /// Only so many moves of a node are searched, the first of the static order (RWTH 2019).
    pub beam: Option<usize>,
    /// Which move is an opponent's best move-ordering move.
    pub bmom: Bmom,
    /// How many best move-ordering moves an opponent has.
    pub bmom_count: usize,
}

/// How an opponent who does not search chooses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bmom {
    /// The first of the static order against the root player.
    Against,
    /// The first of the static order in his own interest.
    Own,
    /// The first of the search's order, with what it has learned.
    Dynamic,
}

impl TreeSettings {
    /// Plain alpha-beta under a policy.
    pub fn plain(policy: Policy) -> Self {
        TreeSettings {
            policy,
            prune: true,
            pvs: false,
            table: None,
            cut: Cut::Deeper,
            killers: 0,
            history: None,
            quiescence: 0,
            aspiration: None,
            beam: None,
            bmom: Bmom::Against,
            bmom_count: 1,
        }
    }
}

/// The kernel with its memory.
pub struct TreeSearch<G: Game> {
    settings: TreeSettings,
    table: Option<Table<G::Move>>,
    killers: Killers<G::Move>,
    history: Option<History>,
    candidates: Candidates<G::Move>,
    lines: Lines<G::Move>,
    buffer: Vec<G::Move>,
    ranks: Vec<i32>,
    /// What a search that was stopped had found at the root, beyond the iteration before.
    partial: Option<Found<G::Move>>,
    is_first_iteration: bool,
}

impl<G: Game> TreeSearch<G> {
    /// Sets up the memory.
    pub fn new(game: &G, settings: TreeSettings) -> Result<Self, TableError> {
        let table = match settings.table {
            Some((scheme, bytes)) => Some(Table::new(scheme, bytes)?),
            None => None,
        };
        Ok(TreeSearch {
            table,
            killers: Killers::new(settings.killers),
            history: settings.history.map(|kind| History::new(kind, game)),
            candidates: Candidates::new(),
            lines: Lines::new(),
            buffer: Vec::new(),
            ranks: Vec::new(),
            partial: None,
            is_first_iteration: true,
            settings,
        })
    }

    /// Forgets everything learned.
    pub fn clear(&mut self) {
        if let Some(table) = &mut self.table {
            table.clear();
        }
        if let Some(history) = &mut self.history {
            history.clear();
        }
        self.killers.clear();
    }
}

/// The bounds between which a value matters to the side that chooses.
#[derive(Clone, Copy)]
struct Bounds {
    alpha: Value,
    beta: Value,
}

impl Bounds {
    const FULL: Bounds = Bounds {
        alpha: -INFINITY,
        beta: INFINITY,
    };

    /// The same bounds for the other side.
    #[inline]
    fn flipped(self) -> Self {
        Bounds {
            alpha: -self.beta,
            beta: -self.alpha,
        }
    }
}

/// The value of a node, and the move that raised alpha if one did.
type Expanded<M> = (Value, Option<Ply<M>>);

/// One search of one position: the kernel's memory and the walk together.
struct Search<'s, 'w, G: Game, K> {
    tree: &'s mut TreeSearch<G>,
    walk: &'s mut Walk<'w, G, K>,
}

impl<G, K> DepthSearch<G, K> for TreeSearch<G>
where
    G: Game,
    K: Evaluator<G> + MoveOrder<G> + NoisyMoves<G>,
{
    fn search(
        &mut self,
        walk: &mut Walk<G, K>,
        depth: u32,
        previous: Option<&Found<G::Move>>,
    ) -> Result<Found<G::Move>, Stopped> {
        self.partial = None;
        self.is_first_iteration = previous.is_none();
        let mut bounds = aspiration_window(self.settings.aspiration, previous);
        loop {
            self.candidates.truncate(0);
            let guesses = walk.guesses();
            let mut search = Search { tree: self, walk };
            let value = search.node(depth, bounds, Round::OVER)?;
            if value > bounds.alpha && value < bounds.beta {
                let mut search = Search { tree: self, walk };
                search.extend_line(depth);
                return Ok(Found {
                    value,
                    line: self.lines.best(),
                    complete: walk.guesses() == guesses,
                    values: None,
                });
            }
            // The value lies outside the window: open it on that side and search again.
            if value <= bounds.alpha {
                bounds.alpha = -INFINITY;
            } else {
                bounds.beta = INFINITY;
            }
        }
    }

    fn partial(&self) -> Option<Found<G::Move>> {
        self.partial.clone()
    }

    fn proves(&self) -> bool {
        self.settings.policy.searchers != Searchers::Count(0) && self.settings.beam.is_none()
    }
}

fn aspiration_window<M>(margin: Option<Value>, previous: Option<&Found<M>>) -> Bounds {
    match (margin, previous) {
        (Some(margin), Some(found)) => Bounds {
            alpha: found.value.saturating_sub(margin).max(-INFINITY),
            beta: found.value.saturating_add(margin).min(INFINITY),
        },
        _ => Bounds::FULL,
    }
}

impl<G, K> Search<'_, '_, G, K>
where
    G: Game,
    K: Evaluator<G> + MoveOrder<G> + NoisyMoves<G>,
{
    /// The value of the position for the side that chooses, exact inside the bounds.
    fn node(&mut self, depth: u32, bounds: Bounds, round: Round) -> Result<Value, Stopped> {
        self.walk.enter()?;
        self.tree.lines.clear(self.walk.ply());
        let side = Side::of(round);
        if let Some(value) = self.walk.finished() {
            return Ok(side.of_root(value));
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
        let handed = self.hand_turn(settled);
        let value = self.probe_and_expand(depth, inner, settled)?;
        if let Some(undo) = handed {
            self.walk.game.undo(&mut self.walk.state, undo);
        }
        Ok(if turned { -value } else { value })
    }

    /// Steps over everybody who cannot act, the root player too.
    #[inline]
    fn settle(&self, round: Round) -> Round {
        let (walk, policy) = (&*self.walk, self.tree.settings.policy);
        let (game, state, root) = (walk.game, &walk.state, walk.root);
        let settled = round.settle(game, state, root, policy.rest);
        if settled.is_over() && !can_act(game, state, root) {
            return policy
                .new_round(game, state, root)
                .settle(game, state, root, policy.rest);
        }
        settled
    }

    /// Follows the best moves in the table beyond the end of the best line, which the table itself
    /// cut short. Only where the round says nothing that the position does not.
    fn extend_line(&mut self, depth: u32) {
        if self.tree.settings.policy != Policy::PARANOID || self.walk.game.players() != 2 {
            return;
        }
        let Some(table) = &self.tree.table else {
            return;
        };
        let (lines, walk) = (&mut self.tree.lines, &mut *self.walk);
        let mut round = Round::OVER;
        for i in 0..depth as usize {
            if i == lines.best_len() {
                let key = walk.game.key(&walk.state) ^ round.key(walk.root);
                let best = table.get(key).and_then(|entry| entry.best);
                let Some(best) = best.filter(|b| walk.game.is_legal(&walk.state, b.mv)) else {
                    break;
                };
                lines.extend_best(best);
            }
            round = if round.is_over() {
                self.tree
                    .settings
                    .policy
                    .new_round(walk.game, &walk.state, walk.root)
            } else {
                Round::OVER
            };
            walk.play(lines.best_ply(i).mv);
            if walk.game.outcome(&walk.state).is_some() {
                break;
            }
        }
        walk.restart();
    }

    /// Gives the turn to whoever acts next, if the rules did not.
    #[inline]
    fn hand_turn(&mut self, round: Round) -> Option<G::Undo> {
        let walk = &mut *self.walk;
        let next = match round.next_to_act(walk.root, walk.game.players()) {
            None => walk.root,
            // Where the rest passes, each candidate says himself whose turn it is.
            Some(_) if self.tree.settings.policy.rest == Rest::Pass => return None,
            Some(next) => next,
        };
        (walk.game.to_move(&walk.state) != next)
            .then(|| walk.game.hand_turn_to(&mut walk.state, next))
    }

    /// Asks the table, and searches the moves if it does not know enough.
    #[inline]
    fn probe_and_expand(
        &mut self,
        depth: u32,
        mut bounds: Bounds,
        round: Round,
    ) -> Result<Value, Stopped> {
        if self.tree.table.is_none() {
            return self
                .expand(depth, bounds, round, None)
                .map(|(value, _)| value);
        }
        let ply = self.walk.ply();
        let key = self.walk.game.key(&self.walk.state) ^ round.key(self.walk.root);
        let mut table_move = None;
        let (mut lower, mut upper) = (-INFINITY, INFINITY);
        let table = self.tree.table.as_ref().expect("just seen");
        if let Some(entry) = table.get(key).copied() {
            self.walk.counts.table_hits += 1;
            table_move = entry.best;
            if self.may_cut(entry.depth, depth) && ply > 0 {
                (lower, upper) = (from_table(entry.lower, ply), from_table(entry.upper, ply));
                if lower >= bounds.beta || upper <= bounds.alpha || lower == upper {
                    self.walk.counts.table_cuts += 1;
                    if !entry.complete {
                        self.walk.note_guess();
                    }
                    return Ok(if lower >= bounds.beta { lower } else { upper });
                }
                bounds.alpha = bounds.alpha.max(lower);
                bounds.beta = bounds.beta.min(upper);
                if !entry.complete {
                    self.walk.note_guess();
                }
            }
        }
        let guesses = self.walk.guesses();
        let (value, best) = self.expand(depth, bounds, round, table_move)?;
        // Entries of deeper searches may contradict this one: theirs is the better knowledge.
        let value = value.clamp(lower, upper);
        let mut entry = Entry::new(key, depth);
        if value > bounds.alpha {
            entry.lower = to_table(value, ply);
        }
        if value < bounds.beta {
            entry.upper = to_table(value, ply);
        }
        entry.best = best;
        entry.complete = self.walk.guesses() == guesses;
        self.tree.table.as_mut().expect("just seen").put(entry);
        Ok(value)
    }

    #[inline]
    fn may_cut(&self, entry_depth: u8, depth: u32) -> bool {
        match self.tree.settings.cut {
            Cut::Equal => u32::from(entry_depth) == depth,
            Cut::Deeper => u32::from(entry_depth) >= depth,
        }
    }

    /// Searches the moves of a node.
    fn expand(
        &mut self,
        depth: u32,
        bounds: Bounds,
        round: Round,
        table_move: Option<Ply<G::Move>>,
    ) -> Result<Expanded<G::Move>, Stopped> {
        let ply = self.walk.ply();
        let base = self.list_moves(ply, round, table_move);
        let count = self.tree.candidates.len() - base;
        let prune = self.tree.settings.prune;
        let mut alpha = bounds.alpha;
        let mut best = WORST;
        let mut best_ply = None;
        for i in 0..count {
            let candidate = self.tree.candidates.pick(base, i);
            let next = self.round_after(round, candidate.ply.player, candidate.is_bmom);
            let window = if prune {
                Bounds {
                    alpha,
                    beta: bounds.beta,
                }
            } else {
                Bounds::FULL
            };
            let value = self.child(depth - 1, window, round, next, candidate.ply, i == 0)?;
            if let Some(history) = &mut self.tree.history {
                history.count(self.walk.game, candidate.ply, depth);
            }
            if value > best {
                best = value;
                if value > alpha {
                    alpha = value;
                    best_ply = Some(candidate.ply);
                    self.tree.lines.improve(ply, candidate.ply);
                    if ply == 0 {
                        self.keep_partial(value, i);
                    }
                    if alpha >= bounds.beta && prune {
                        self.walk.counts.cutoffs += 1;
                        self.tree.killers.add(ply, candidate.ply);
                        break;
                    }
                }
            }
        }
        self.tree.candidates.truncate(base);
        if let (Some(history), Some(best)) = (&mut self.tree.history, best_ply) {
            history.reward(self.walk.game, best, depth);
        }
        Ok((best, best_ply))
    }

    /// Remembers the best root move so far, for a search that is stopped before its end. The first
    /// move alone says nothing that the iteration before did not.
    fn keep_partial(&mut self, value: Value, index: usize) {
        if index > 0 || self.tree.is_first_iteration {
            self.tree.partial = Some(Found {
                value,
                line: self.tree.lines.best(),
                complete: false,
                values: None,
            });
        }
    }

    /// The value of a child for the side that chooses at its parent.
    #[inline]
    fn child(
        &mut self,
        depth: u32,
        window: Bounds,
        round: Round,
        next: Round,
        ply: Ply<G::Move>,
        first: bool,
    ) -> Result<Value, Stopped> {
        let walk = &mut *self.walk;
        let handed = (walk.game.to_move(&walk.state) != ply.player)
            .then(|| walk.game.hand_turn_to(&mut walk.state, ply.player));
        let undo = walk.play(ply.mv);
        let same_side = round.is_over() == next.is_over();
        let value = if self.tree.settings.pvs && !first {
            let scout = Bounds {
                alpha: window.alpha,
                beta: window.alpha + 1,
            };
            self.walk.counts.tests += 1;
            match self.toward_child(depth, scout, next, same_side)? {
                inside if inside > window.alpha && inside < window.beta => {
                    self.toward_child(depth, window, next, same_side)?
                }
                outside => outside,
            }
        } else {
            self.toward_child(depth, window, next, same_side)?
        };
        self.walk.undo(undo);
        if let Some(undo) = handed {
            self.walk.game.undo(&mut self.walk.state, undo);
        }
        Ok(value)
    }

    #[inline]
    fn toward_child(
        &mut self,
        depth: u32,
        bounds: Bounds,
        next: Round,
        same_side: bool,
    ) -> Result<Value, Stopped> {
        if same_side {
            self.node(depth, bounds, next)
        } else {
            Ok(-self.node(depth, bounds.flipped(), next)?)
        }
    }

    /// The round after a move.
    #[inline]
    fn round_after(&self, round: Round, player: Player, is_bmom: bool) -> Round {
        let (walk, policy) = (&*self.walk, self.tree.settings.policy);
        if round.is_over() {
            return policy.new_round(walk.game, &walk.state, walk.root);
        }
        match policy.rest {
            Rest::Bmom if is_bmom && policy != Policy::PARANOID => {
                round.after_first(round.budget())
            }
            Rest::Bmom => round.after_first(round.budget().saturating_sub(1)),
            Rest::Pass => {
                let mut choices = round.choices(walk.root, walk.game.players());
                let (_, after) = choices
                    .find(|&(chooser, _)| chooser == player)
                    .expect("candidates are the choices' moves");
                after
            }
        }
    }

    /// Lists the moves of a node in search order; returns where the list begins.
    fn list_moves(&mut self, ply: u32, round: Round, table_move: Option<Ply<G::Move>>) -> usize {
        let base = self.tree.candidates.len();
        let policy = self.tree.settings.policy;
        let has_bmom = !round.is_over() && policy.rest == Rest::Bmom && policy != Policy::PARANOID;
        if round.is_over() || policy.rest == Rest::Bmom {
            self.list_moves_of_mover(base);
        } else {
            for (player, _) in round.choices(self.walk.root, self.walk.game.players()) {
                if can_act(self.walk.game, &self.walk.state, player) {
                    let undo = self.walk.game.hand_turn_to(&mut self.walk.state, player);
                    self.list_moves_of_mover(base);
                    self.walk.game.undo(&mut self.walk.state, undo);
                }
            }
        }
        let (bmom, bmom_count) = (self.tree.settings.bmom, self.tree.settings.bmom_count);
        match bmom {
            Bmom::Own if has_bmom => self.mark_own_bmom(base),
            Bmom::Against if has_bmom => self.tree.candidates.mark_first_static(base, bmom_count),
            _ => {}
        }
        if let Some(beam) = self.tree.settings.beam {
            self.tree.candidates.keep_first(base, beam);
        }
        self.tree.candidates.promote_table_move(base, table_move);
        let killers = self.tree.killers.at(ply);
        self.tree.candidates.promote_killers(base, killers);
        if bmom == Bmom::Dynamic && has_bmom {
            self.tree.candidates.mark_first(base, bmom_count);
        }
        if has_bmom && round.budget() == 0 {
            self.tree.candidates.keep_marked(base);
        }
        base
    }

    /// Marks what an opponent would play in his own interest.
    fn mark_own_bmom(&mut self, base: usize) {
        let (tree, walk) = (&mut *self.tree, &mut *self.walk);
        tree.ranks.clear();
        walk.knowledge.rank_all(
            walk.game,
            &mut walk.state,
            OrderView::Own,
            &tree.buffer,
            &mut tree.ranks,
        );
        tree.candidates
            .mark_ranked(base, &tree.ranks, tree.settings.bmom_count);
    }

    fn list_moves_of_mover(&mut self, base: usize) {
        let (tree, walk) = (&mut *self.tree, &mut *self.walk);
        let player = walk.game.to_move(&walk.state);
        tree.buffer.clear();
        tree.ranks.clear();
        walk.game.moves(&walk.state, &mut tree.buffer);
        let view = OrderView::Against(walk.root);
        walk.knowledge.rank_all(
            walk.game,
            &mut walk.state,
            view,
            &tree.buffer,
            &mut tree.ranks,
        );
        for (&mv, &rank) in tree.buffer.iter().zip(&tree.ranks) {
            let history = match &tree.history {
                Some(history) => history.rank(walk.game, player, mv),
                None => 0,
            };
            tree.candidates
                .push(base, Ply { player, mv }, rank, history);
        }
    }

    /// The value where the depth ends: the evaluation, or the noisy moves first.
    #[inline]
    fn horizon(&mut self, side: Side, bounds: Bounds) -> Result<Value, Stopped> {
        if self.tree.settings.quiescence == 0 {
            return Ok(self.stand_pat(side, bounds));
        }
        let mover = Side::to_move(self.walk);
        if mover == side {
            self.quiesce(side, bounds, 0)
        } else {
            Ok(-self.quiesce(mover, bounds.flipped(), 0)?)
        }
    }

    #[inline]
    fn stand_pat(&mut self, side: Side, bounds: Bounds) -> Value {
        let window = match side {
            Side::Root => bounds,
            Side::Opponents => bounds.flipped(),
        };
        let score = self.walk.evaluate_within(Window {
            alpha: window.alpha,
            beta: window.beta,
        });
        let (Bounded::Exact(value) | Bounded::AtLeast(value) | Bounded::AtMost(value)) = score;
        side.of_root(value)
    }

    /// Searches noisy moves until the position is quiet or the plies are used up; a side may
    /// always take the evaluation instead. Opponents move in the order of the rules.
    fn quiesce(&mut self, side: Side, bounds: Bounds, plies: u32) -> Result<Value, Stopped> {
        let mut best = self.stand_pat(side, bounds);
        if plies == self.tree.settings.quiescence || best >= bounds.beta {
            return Ok(best);
        }
        let walk = &mut *self.walk;
        let mut moves = Vec::new();
        let view = OrderView::Against(walk.root);
        walk.knowledge
            .noisy(walk.game, &walk.state, view, plies, &mut moves);
        let mut alpha = bounds.alpha.max(best);
        for mv in moves {
            let undo = self.walk.play(mv);
            self.walk.enter()?;
            self.tree.lines.clear(self.walk.ply());
            let next = Side::to_move(self.walk);
            let window = Bounds {
                alpha,
                beta: bounds.beta,
            };
            let value = if let Some(value) = self.walk.finished() {
                side.of_root(value)
            } else if next == side {
                self.quiesce(next, window, plies + 1)?
            } else {
                -self.quiesce(next, window.flipped(), plies + 1)?
            };
            self.walk.undo(undo);
            best = best.max(value);
            alpha = alpha.max(value);
            if alpha >= bounds.beta {
                break;
            }
        }
        Ok(best)
    }
}

/// Who chooses at a node.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Root,
    Opponents,
}

impl Side {
    #[inline]
    fn of(round: Round) -> Self {
        if round.is_over() {
            Side::Root
        } else {
            Side::Opponents
        }
    }

    fn to_move<G: Game, K: Evaluator<G> + MoveOrder<G>>(walk: &Walk<G, K>) -> Self {
        if walk.is_root_turn() {
            Side::Root
        } else {
            Side::Opponents
        }
    }

    /// This side's view of the root player's value.
    #[inline]
    fn of_root(self, value: Value) -> Value {
        match self {
            Side::Root => value,
            Side::Opponents => -value,
        }
    }
}
