//! The kernel and its transposition table: what a node asks, what it leaves behind, and lines that
//! the table cut short.

use melee_core::{Game, Player, Policy, Rest, Value};

use super::kernel::{AlphaBeta, Kernel};
use super::policy::{Choices, Round};
use super::settings::Cut;
use crate::table::{Entry, from_table, to_table};
use crate::{Move, Observer, Ply, Stopped, World};

impl<W: World> Kernel<'_, '_, W> {
    /// Asks the table, and searches the moves if it does not know enough.
    #[inline]
    pub(super) fn probe_and_expand(
        &mut self,
        depth: u32,
        mut bounds: AlphaBeta,
        round: Round,
    ) -> Result<Value, Stopped> {
        if depth < self.tree.asked_from {
            return self.expand(depth, bounds, round, None).map(|(value, _)| value);
        }
        let key = self.key(round);
        let mut known = AlphaBeta::FULL;
        let (table_move, cut) = self.probe(key, depth, &mut bounds, &mut known);
        if let Some(value) = cut {
            return Ok(value);
        }
        let symmetric = self.symmetric_key(depth, round);
        if let Some(key) = symmetric
            && let (_, Some(value)) = self.probe(key, depth, &mut bounds, &mut known)
        {
            return Ok(value);
        }
        let guesses = self.walk.guesses();
        let (value, best) = self.expand(depth, bounds, round, table_move)?;
        // Entries of deeper searches may contradict this one: theirs is the better knowledge.
        let value = value.max(known.alpha).min(known.beta);
        if self.walk.is_narrowed() {
            return Ok(value);
        }
        let ply = self.walk.ply();
        let mut entry = Entry::new(key, depth);
        if value > bounds.alpha {
            entry.lower = to_table(value, ply);
        }
        if value < bounds.beta {
            entry.upper = to_table(value, ply);
        }
        entry.set_past(self.tree.played + ply, self.walk.guesses() == guesses);
        let table = self.tree.table.as_mut().expect("just seen");
        if let Some(key) = symmetric {
            table.put(entry.with_key(key));
        }
        entry.best = best;
        table.put(entry);
        Ok(value)
    }

    /// The key of the position in the table.
    #[inline]
    pub(super) fn key(&self, round: Round) -> u64 {
        self.walk.game.key(&self.walk.state) ^ round.key(self.walk.root)
    }

    /// Asks the table: the move it has, and the value if it decides the node; otherwise the bounds
    /// it knows narrow the window.
    #[inline]
    pub(super) fn probe(
        &mut self,
        key: u64,
        depth: u32,
        bounds: &mut AlphaBeta,
        known: &mut AlphaBeta,
    ) -> (Option<Ply<Move<W>>>, Option<Value>) {
        let table = self.tree.table.as_ref().expect("asked only if there is one");
        let Some(entry) = table.get(key, depth) else {
            return (None, None);
        };
        self.walk.counts.table_hits += 1;
        self.walk.observer.in_table(false);
        let best = entry.best.filter(|_| self.tree.settings.table_move);
        let ply = self.walk.ply();
        if ply == 0 || !self.may_cut(entry.depth, depth) {
            return (best, None);
        }
        if !entry.is_complete() {
            self.walk.note_guess();
        }
        let (lower, upper) = (from_table(entry.lower, ply), from_table(entry.upper, ply));
        if lower >= bounds.beta || upper <= bounds.alpha || lower == upper {
            self.walk.counts.table_cuts += 1;
            self.walk.observer.in_table(true);
            let value = if lower >= bounds.beta { lower } else { upper };
            return (best, Some(value));
        }
        known.alpha = known.alpha.max(lower);
        known.beta = known.beta.min(upper);
        bounds.alpha = bounds.alpha.max(lower);
        bounds.beta = bounds.beta.min(upper);
        (best, None)
    }

    /// The key under which a position's images in the board's symmetries are known together.
    #[inline]
    fn symmetric_key(&self, depth: u32, round: Round) -> Option<u64> {
        /// It takes longer than to search a node, so it has to save many.
        const LEAST_DEPTH: u32 = 3;
        /// Keeps these entries apart from those with a move.
        const APART: u64 = 0x5359_4d4d_4554_5259;
        let (walk, settings) = (&*self.walk, &self.tree.settings);
        // Where moves are left out, the generator's order decides among equals, and that is not
        // the same in an image; noise is not either.
        let policy = settings.policy;
        let leaves_out = settings.leaves_replies_out() || policy.rest == Rest::Bmom && policy != Policy::PARANOID;
        let is_sound = settings.symmetry && !leaves_out && !walk.has_noise();
        (is_sound && depth >= LEAST_DEPTH).then(|| {
            let key = walk.game.symmetric_key(&walk.state);
            key ^ round.key(walk.root) ^ APART
        })
    }

    #[inline]
    pub(super) fn may_cut(&self, entry_depth: u8, depth: u32) -> bool {
        match self.tree.cut() {
            Cut::Equal => u32::from(entry_depth) == depth,
            Cut::Deeper => u32::from(entry_depth) >= depth,
        }
    }

    /// Follows the best moves in the table beyond the end of the best line, which the table itself cut short. Not where
    /// opponents answer by their move ordering: the moves alone do not say how many of them may still choose.
    pub(super) fn extend_line(&mut self, depth: u32) {
        let policy = self.tree.settings.policy;
        if self.tree.table.is_none() || policy.rest == Rest::Bmom && policy != Policy::PARANOID {
            return;
        }
        let mut round = Round::OVER;
        for i in 0..depth as usize {
            if self.is_over() {
                break;
            }
            round = self.settle(round);
            self.hand_turn(round);
            if self.is_over() {
                break;
            }
            let choices = self.choices(round);
            if i == self.tree.lines.best_len() {
                let Some(best) = self.known_best(depth - i as u32, round, &choices) else {
                    break;
                };
                self.tree.lines.extend_best(best);
            }
            let ply = self.tree.lines.best_ply(i);
            if ply.player == self.walk.root {
                // Opponents who are left have all passed.
                round = Round::OVER;
            } else if !self.is_choice(ply.player, round, &choices) {
                break;
            }
            self.make(ply);
            round = self.round_after(round, &choices, ply.player, false);
        }
        self.walk.restart();
    }

    /// The best move that the table has of a node, if it is one there.
    fn known_best(&mut self, depth: u32, round: Round, choices: &Choices) -> Option<Ply<Move<W>>> {
        let key = self.key(round);
        let best = self.tree.table.as_ref()?.get(key, depth)?.best?;
        if !self.is_choice(best.player, round, choices) {
            return None;
        }
        let handed = self.walk.give_turn_to(best.player);
        let is_legal = self.walk.game.is_legal(&self.walk.state, best.mv);
        self.walk.take_turn_back(handed);
        is_legal.then_some(best)
    }

    /// May this player move at a node? Where nobody passes he has the turn.
    fn is_choice(&self, player: Player, round: Round, choices: &Choices) -> bool {
        if round.is_over() || self.tree.settings.policy.rest != Rest::Pass {
            return self.walk.game.to_move(&self.walk.state) == player;
        }
        choices.list().iter().any(|&(chooser, _)| chooser == player)
    }

    /// Has the game ended, or the root player's part in it?
    fn is_over(&self) -> bool {
        let (game, state) = (self.walk.game, &self.walk.state);
        game.outcome(state).is_some() || game.has_lost(state, self.walk.root)
    }
}
