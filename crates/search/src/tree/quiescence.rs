//! The value where the depth ends.

use melee_core::{Bounded, Evaluator, Game, MoveOrder, NoisyMoves, OrderView, Value, Window};

use super::kernel::{Bounds, Search, Side};
use crate::Stopped;

impl<G, K> Search<'_, '_, G, K>
where
    G: Game,
    K: Evaluator<G> + MoveOrder<G> + NoisyMoves<G>,
{
    /// The value where the depth ends: the evaluation, or the noisy moves first.
    #[inline]
    pub(super) fn horizon(&mut self, side: Side, bounds: Bounds) -> Result<Value, Stopped> {
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
    pub(super) fn stand_pat(&mut self, side: Side, bounds: Bounds) -> Value {
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
