//! Whose turn it is at a node, and at the nodes below it.

use melee_core::{Game, Player, Policy, Rest};

use super::kernel::Kernel;
use super::policy::{Choices, Round, can_act, new_round};
use crate::{Undo, World};

impl<W: World> Kernel<'_, '_, W> {
    /// Steps over everybody who cannot act, the root player too. Where all search, nobody is skipped, and whose turn it is
    /// the rules say: who has several colours may have it twice.
    #[inline]
    pub(super) fn settle(&self, round: Round) -> Round {
        let (walk, policy) = (&*self.walk, self.tree.settings.policy);
        let (game, state, root) = (walk.game, &walk.state, walk.root);
        let mut settled = round.settle(game, state, root, policy.rest);
        if settled.is_over() && !can_act(game, state, root) {
            settled = new_round(policy, game, state, root).settle(game, state, root, policy.rest);
        }
        if policy == Policy::PARANOID && !game.takes_turns() {
            let mover = game.to_move(state);
            let expected = settled.next_to_act(root, game.players()).unwrap_or(root);
            if mover != expected && game.can_act(state, mover) {
                return new_round(policy, game, state, root).from(mover, root, game.players());
            }
        }
        settled
    }

    /// Gives the turn to whoever acts next, if the rules did not.
    #[inline]
    pub(super) fn hand_turn(&mut self, round: Round) -> Option<Undo<W>> {
        let walk = &mut *self.walk;
        let next = match round.next_to_act(walk.root, walk.game.players()) {
            None => walk.root,
            // Where the rest passes, each candidate says himself whose turn it is.
            Some(_) if self.tree.settings.policy.rest == Rest::Pass => return None,
            Some(next) => next,
        };
        walk.give_turn_to(next)
    }

    /// Who may act next where the rest passes; nobody where it does not.
    #[inline]
    pub(super) fn choices(&mut self, round: Round) -> Choices {
        if round.is_over() || self.tree.settings.policy.rest != Rest::Pass {
            return Choices::NONE;
        }
        let (root, players) = (self.walk.root, self.walk.game.players());
        round.choices(root, players, |player| self.takes_turn(player))
    }

    /// Can this opponent act? To begin a turn may end the game, or his part in it.
    pub(super) fn takes_turn(&mut self, player: Player) -> bool {
        let (game, state) = (self.walk.game, &mut self.walk.state);
        if game.to_move(state) == player {
            return true;
        }
        if !game.can_act(state, player) {
            return false;
        }
        let undo = game.hand_turn_to(state, player);
        let has_turn = game.to_move(state) == player && game.outcome(state).is_none();
        game.undo(state, undo);
        has_turn
    }

    /// The round after a move.
    #[inline]
    pub(super) fn round_after(&self, round: Round, choices: &Choices, player: Player, is_bmom: bool) -> Round {
        let (walk, policy) = (&*self.walk, self.tree.settings.policy);
        if round.is_over() {
            return new_round(policy, walk.game, &walk.state, walk.root);
        }
        match policy.rest {
            Rest::Bmom if is_bmom && policy != Policy::PARANOID => round.after_first(round.budget()),
            Rest::Bmom => round.after_first(round.budget().saturating_sub(1)),
            Rest::Pass => {
                let mut list = choices.list().iter();
                let chosen = list.find(|&&(chooser, _)| chooser == player);
                chosen.expect("candidates are the choices' moves").1
            }
        }
    }
}
