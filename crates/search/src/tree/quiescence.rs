//! The value where the depth ends.
//!
//! Every kind of player has his own quiescence search (Esser 2012, 3.4): under paranoid the
//! opponents take their turns, each looking only at what hurts the root player; under best-reply search
//! they are one player. That of max^n is with max^n.

use melee_core::{Bounded, Game, Knowledge, OrderView, Player, Rest, Value, Window};

use super::kernel::{AlphaBeta, Kernel, Side};
use crate::{Move, Observer, Ply, Stopped, World};

impl<W: World> Kernel<'_, '_, W> {
    /// The value where the depth ends: the evaluation, or the noisy moves first.
    #[inline]
    pub(super) fn horizon(&mut self, side: Side, bounds: AlphaBeta) -> Result<Value, Stopped> {
        if self.tree.settings.quiescence == 0 {
            return Ok(self.stand_pat(side, bounds));
        }
        let mover = self.next_side(side);
        if mover == side { self.quiesce(side, bounds, 0) } else { Ok(-self.quiesce(mover, bounds.flipped(), 0)?) }
    }

    #[inline]
    pub(super) fn stand_pat(&mut self, side: Side, bounds: AlphaBeta) -> Value {
        let window = match side {
            Side::Root => bounds,
            Side::Opponents => bounds.flipped(),
        };
        let score = self.walk.evaluate_within(Window { alpha: window.alpha, beta: window.beta });
        let (Bounded::Exact(value) | Bounded::AtLeast(value) | Bounded::AtMost(value)) = score;
        side.of_root(value)
    }

    /// Who chooses beyond the horizon: the side of the player on turn; where the rest of a round
    /// passes, the opponents are one player, and the sides take turns.
    #[inline]
    fn next_side(&self, by_turns: Side) -> Side {
        match self.tree.settings.policy.rest {
            Rest::Pass => by_turns,
            Rest::Bmom => Side::to_move(self.walk),
        }
    }

    /// Searches noisy moves until the position is quiet or the plies are used up; a side may
    /// always take the evaluation instead.
    fn quiesce(&mut self, side: Side, bounds: AlphaBeta, plies: u32) -> Result<Value, Stopped> {
        let mut best = self.stand_pat(side, bounds);
        if plies == self.tree.settings.quiescence || best >= bounds.beta {
            if W::Observer::LOOKS && plies < self.tree.settings.quiescence {
                self.walk.observer.stood_pat();
            }
            return Ok(best);
        }
        let mut alpha = bounds.alpha.max(best);
        for ply in self.noisy_moves(side, plies) {
            let undo = self.make(ply);
            let value = self.quiesce_below(side, AlphaBeta { alpha, beta: bounds.beta }, plies);
            self.unmake(undo);
            let value = value?;
            best = best.max(value);
            alpha = alpha.max(value);
            if alpha >= bounds.beta {
                break;
            }
        }
        Ok(best)
    }

    /// The value after a noisy move of a side, for that side.
    #[inline]
    fn quiesce_below(&mut self, side: Side, window: AlphaBeta, plies: u32) -> Result<Value, Stopped> {
        self.walk.enter()?;
        self.tree.lines.clear(self.walk.ply());
        let next = self.next_side(side.other());
        self.tell_window(side, window);
        let value = if let Some(value) = self.walk.finished() {
            side.of_root(value)
        } else if next == side {
            self.quiesce(next, window, plies + 1)?
        } else {
            -self.quiesce(next, window.flipped(), plies + 1)?
        };
        self.tell_value(side, window, value);
        Ok(value)
    }

    /// The noisy moves of a side: of the player on turn, or of all opponents as one.
    fn noisy_moves(&mut self, side: Side, plies: u32) -> Vec<Ply<Move<W>>> {
        let mut found = Vec::new();
        if self.tree.settings.policy.rest == Rest::Bmom {
            self.add_noisy_moves(plies, &mut found);
            return found;
        }
        let (root, players) = (self.walk.root, self.walk.game.players());
        for player in Player::all(players) {
            let is_of_side = (player == root) == (side == Side::Root);
            if is_of_side && self.takes_turn(player) {
                let undo = self.walk.give_turn_to(player);
                self.add_noisy_moves(plies, &mut found);
                self.walk.take_turn_back(undo);
            }
        }
        found
    }

    /// Adds the noisy moves of the player on turn.
    fn add_noisy_moves(&mut self, plies: u32, found: &mut Vec<Ply<Move<W>>>) {
        let (tree, walk) = (&mut *self.tree, &*self.walk);
        tree.buffer.clear();
        let view = OrderView::Against(walk.root);
        walk.knowledge.noisy(walk.game, &walk.state, view, plies, &mut tree.buffer);
        found.extend(tree.buffer.iter().map(|&mv| walk.step(mv)));
    }
}
