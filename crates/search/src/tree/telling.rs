//! What the kernel tells its observer. With nobody to look on all of it is empty.

use melee_core::{Game, Policy, Rest, Value};

use super::kernel::{AlphaBeta, Kernel, Side};
use super::policy::Round;
use crate::{Chooser, NodeValue, Observer, World};

impl<W: World> Kernel<'_, '_, W> {
    /// The window of the node just entered.
    #[inline]
    pub(super) fn tell_window(&mut self, side: Side, bounds: AlphaBeta) {
        if W::Observer::LOOKS {
            let window = of_root(side, bounds);
            self.walk.observer.window(window.alpha, window.beta);
        }
    }

    /// The value of the node that is left.
    #[inline]
    pub(super) fn tell_value(&mut self, side: Side, bounds: AlphaBeta, value: Value) {
        if W::Observer::LOOKS {
            let window = of_root(side, bounds);
            let verdict = NodeValue::within(side.of_root(value), window.alpha, window.beta);
            self.walk.observer.left(verdict);
        }
    }

    /// Who chooses at the node.
    #[inline]
    pub(super) fn tell_chooser(&mut self, round: Round) {
        if W::Observer::LOOKS {
            let (root, players) = (self.walk.root, self.walk.game.players());
            let chooser = match round.next_to_act(root, players) {
                None => Chooser::Max(root),
                Some(_) if self.tree.settings.policy.rest == Rest::Pass && players > 2 => Chooser::AnyMin,
                Some(player) => Chooser::Min(player),
            };
            self.walk.observer.chooser(chooser);
        }
    }

    /// Whether the move to be made next is that of an opponent who does not search.
    #[inline]
    pub(super) fn tell_bmom(&mut self, round: Round, is_bmom: bool) {
        if W::Observer::LOOKS {
            let policy = self.tree.settings.policy;
            let has_bmom = policy.rest == Rest::Bmom && policy != Policy::PARANOID;
            if is_bmom && has_bmom && !round.is_over() {
                self.walk.observer.next_is_bmom();
            }
        }
    }

    /// The moves that are not looked at any more, from this place of the list on.
    #[inline]
    pub(super) fn tell_left_out(&mut self, place: usize) {
        if W::Observer::LOOKS {
            let left_out: Vec<_> = self.tree.candidates.from(place).collect();
            self.walk.observer.listed(&left_out);
        }
    }
}

/// The bounds for the root player.
fn of_root(side: Side, bounds: AlphaBeta) -> AlphaBeta {
    match side {
        Side::Root => bounds,
        Side::Opponents => bounds.flipped(),
    }
}
