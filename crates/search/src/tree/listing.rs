//! The moves of a node in the order they are searched.
//!
//! Static order first (Gras 2012, 4.3), history among equals; then the table's move and the killers
//! go to the front. Where the rest of a round passes, the moves of all opponents who may act next
//! are one list.

use melee_core::{Game, Knowledge, OrderView, Policy, Rest};

use super::kernel::Kernel;
use super::policy::{Choices, Round};
use super::settings::Bmom;
use crate::{Move, Ply, World};

impl<W: World> Kernel<'_, '_, W> {
    /// Lists the moves of a node in search order; returns where the list begins.
    pub(super) fn list_moves(
        &mut self,
        depth: u32,
        round: Round,
        choices: &Choices,
        table_move: Option<Ply<Move<W>>>,
    ) -> usize {
        let base = self.tree.candidates.len();
        let policy = self.tree.settings.policy;
        let has_bmom = !round.is_over() && policy.rest == Rest::Bmom && policy != Policy::PARANOID;
        if has_bmom && round.budget() == 0 && self.has_plain_bmom() {
            self.list_first_static();
            return base;
        }
        let is_free = !has_bmom || round.budget() > 0;
        if is_free && self.is_first_enough(depth) {
            self.list_first_of_all(choices);
            return base;
        }
        if round.is_over() || policy.rest == Rest::Bmom {
            self.list_moves_of_mover(base);
        } else {
            for &(player, _) in choices.list() {
                let undo = self.walk.give_turn_to(player);
                let own = self.tree.candidates.len();
                self.list_moves_of_mover(base);
                self.keep_replies(own);
                self.walk.take_turn_back(undo);
            }
        }
        let (bmom, bmom_count) = (self.tree.settings.bmom, self.tree.settings.bmom_count);
        match bmom {
            Bmom::Own if has_bmom => self.mark_own_bmom(base),
            Bmom::Against if has_bmom => self.tree.candidates.mark_first_static(base, bmom_count),
            Bmom::Dynamic(learned) if has_bmom => {
                let killers = self.tree.killers.at(self.walk.ply());
                let candidates = &mut self.tree.candidates;
                candidates.mark_first_learned(base, bmom_count, learned, table_move, killers);
            }
            _ => {}
        }
        if let Some(beam) = self.tree.settings.beam {
            self.tree.candidates.keep_first(base, beam);
        }
        if !round.is_over() && policy.rest == Rest::Bmom {
            self.keep_replies(base);
        }
        self.tree.candidates.promote_table_move(base, table_move);
        let killers = self.tree.killers.at(self.walk.ply());
        self.tree.candidates.promote_killers(base, killers);
        if has_bmom && round.budget() == 0 {
            self.tree.candidates.keep_marked(base);
        }
        base
    }

    /// Leaves an opponent's later moves out, where only his first are searched.
    fn keep_replies(&mut self, own: usize) {
        if let Some(replies) = self.tree.settings.replies {
            self.tree.candidates.keep_first_static(own, replies);
        }
    }

    /// Marks what an opponent would play in his own interest.
    fn mark_own_bmom(&mut self, base: usize) {
        let (tree, walk) = (&mut *self.tree, &mut *self.walk);
        tree.ranks.clear();
        walk.knowledge.rank_all(walk.game, &mut walk.state, OrderView::Own, &tree.buffer, &mut tree.ranks);
        tree.candidates.mark_ranked(base, &tree.ranks, tree.settings.bmom_count);
    }

    fn list_moves_of_mover(&mut self, base: usize) {
        self.rank_moves_of_mover();
        let (tree, walk) = (&mut *self.tree, &*self.walk);
        let player = walk.game.to_move(&walk.state);
        let (moves, ranks) = (&tree.buffer, &tree.ranks);
        match &tree.history {
            Some(history) => {
                let history = history.of_player(player);
                tree.candidates.extend(base, player, moves, ranks, |mv| history.rank(walk.game, mv));
            }
            None => tree.candidates.extend(base, player, moves, ranks, |_| 0),
        }
    }

    /// The legal moves of the player to move and their static ranks.
    fn rank_moves_of_mover(&mut self) {
        let (tree, walk) = (&mut *self.tree, &mut *self.walk);
        tree.buffer.clear();
        tree.ranks.clear();
        walk.list_moves(&mut tree.buffer);
        walk.note_listed(tree.buffer.len());
        let view = OrderView::Against(walk.root);
        walk.knowledge.rank_all(walk.game, &mut walk.state, view, &tree.buffer, &mut tree.ranks);
    }

    fn has_plain_bmom(&self) -> bool {
        self.tree.settings.bmom == Bmom::Against && self.tree.settings.bmom_count == 1
    }

    /// Lists only the first move of the static order: all that an opponent without budget has.
    fn list_first_static(&mut self) {
        let view = OrderView::Against(self.walk.root);
        let (mv, _) = self.walk.first_move(view, &mut self.tree.buffer);
        let player = self.walk.game.to_move(&self.walk.state);
        self.tree.candidates.push_only(Ply { player, mv });
    }

    /// Is the first of the static order all that matters at a node?
    #[inline]
    fn is_first_enough(&self, depth: u32) -> bool {
        let settings = &self.tree.settings;
        depth == 1 && settings.frontier && settings.prune && settings.quiescence == 0 && self.walk.is_order_exact()
    }

    /// Lists only the first move of all movers' static orders.
    fn list_first_of_all(&mut self, choices: &Choices) {
        let view = OrderView::Against(self.walk.root);
        if choices.list().is_empty() {
            return self.list_first_static();
        }
        let mut best: Option<(Ply<Move<W>>, i32)> = None;
        for &(player, _) in choices.list() {
            let undo = self.walk.give_turn_to(player);
            let (mv, rank) = self.walk.first_move(view, &mut self.tree.buffer);
            self.walk.take_turn_back(undo);
            if best.is_none_or(|(_, best)| rank > best) {
                best = Some((Ply { player, mv }, rank));
            }
        }
        if let Some((ply, _)) = best {
            self.tree.candidates.push_only(ply);
        }
    }
}
