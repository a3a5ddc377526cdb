//! Selective search: subtrees that are likely not to matter are searched less deep. Values may
//! then differ from those of the plain search, so nothing it finds is a proof.

use melee_core::value::{is_loss, is_win};
use melee_core::{Game, Value};

use super::kernel::{AlphaBeta, Kernel, Side};
use super::policy::{Choices, Round, new_round};
use crate::{Stopped, World};

/// Which subtrees are searched less deep.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Selective {
    /// A side that stands well even if it passes, searched this many plies less deep, is not
    /// searched further (Donninger 1993).
    pub null_move: Option<u32>,
    /// Moves after the first so many are searched a ply less deep, those after four times as many
    /// two plies, until one surprises.
    pub late: Option<usize>,
    /// Of the first so many moves, searched two plies less deep, so many that are too good end the
    /// search of a node (Björnsson and Marsland 1999).
    pub multi_cut: Option<MultiCut>,
}

/// The numbers of multi-cut.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MultiCut {
    /// So many must be too good.
    pub needed: usize,
    /// Of so many.
    pub tried: usize,
}

impl Selective {
    /// Is anything left out at all?
    pub fn is_on(self) -> bool {
        self != Selective::default()
    }
}

/// Multi-cut searches so many plies less deep, and only nodes of at least this depth.
const MULTI_CUT_REDUCTION: u32 = 2;
const MULTI_CUT_DEPTH: u32 = 4;
/// Late moves are searched less deep from this depth on.
const LATE_DEPTH: u32 = 3;
/// Null moves are tried from this depth on.
const NULL_MOVE_DEPTH: u32 = 2;

impl<W: World> Kernel<'_, '_, W> {
    /// Passes and sees whether the side still stands too well for the other to allow it.
    #[inline]
    pub(super) fn null_move(&mut self, depth: u32, bounds: AlphaBeta, round: Round) -> Result<Option<Value>, Stopped> {
        let Some(reduction) = self.tree.settings.selective.null_move else {
            return Ok(None);
        };
        let ply = self.walk.ply();
        let just_passed = ply > 0 && self.tree.last_null == Some(ply - 1);
        let is_decided = is_win(bounds.beta) || is_loss(bounds.beta);
        if depth < NULL_MOVE_DEPTH || ply == 0 || just_passed || is_decided {
            return Ok(None);
        }
        let side = Side::of(round);
        if side.of_root(self.walk.peek()) < bounds.beta {
            return Ok(None);
        }
        let (walk, policy) = (&mut *self.walk, self.tree.settings.policy);
        let (game, root) = (walk.game, walk.root);
        let next = if round.is_over() {
            let next = new_round(policy, game, &walk.state, root);
            next.settle(game, &walk.state, root, policy.rest)
        } else {
            Round::OVER
        };
        // The turn is handed over here and not below, where the horizon may come first.
        let player = next.next_to_act(root, game.players()).unwrap_or(root);
        if player == game.to_move(&walk.state) || !game.can_act(&walk.state, player) {
            return Ok(None);
        }
        let undo = game.hand_turn_to(&mut walk.state, player);
        if game.outcome(&walk.state).is_some() || game.to_move(&walk.state) != player {
            game.undo(&mut walk.state, undo);
            return Ok(None);
        }
        let before = self.tree.last_null.replace(ply);
        self.walk.pass();
        let window = bounds.just_below_beta();
        let value = self.toward_child((depth - 1).saturating_sub(reduction), window, next, false);
        self.walk.take_back_pass();
        self.walk.game.undo(&mut self.walk.state, undo);
        self.tree.last_null = before;
        self.tree.lines.clear(ply);
        Ok((value? >= bounds.beta).then_some(bounds.beta))
    }

    /// Sees whether several of the first moves are too good.
    #[inline]
    pub(super) fn multi_cut(
        &mut self,
        base: usize,
        depth: u32,
        bounds: AlphaBeta,
        round: Round,
        choices: &Choices,
    ) -> Result<Option<Value>, Stopped> {
        let Some(MultiCut { needed, tried }) = self.tree.settings.selective.multi_cut else {
            return Ok(None);
        };
        let ply = self.walk.ply();
        let is_null_window = bounds.alpha + 1 == bounds.beta;
        let is_decided = is_win(bounds.beta) || is_loss(bounds.beta);
        if depth < MULTI_CUT_DEPTH || ply == 0 || !is_null_window || is_decided {
            return Ok(None);
        }
        let count = tried.min(self.tree.candidates.len() - base);
        let mut cuts = 0;
        for i in 0..count {
            let candidate = self.tree.candidates.pick(base, i);
            let next = self.round_after(round, choices, candidate.ply.player, candidate.is_bmom);
            let reduced = depth - 1 - MULTI_CUT_REDUCTION;
            self.tell_bmom(round, candidate.is_bmom);
            let value = self.child(reduced, bounds, round, next, candidate.ply, None)?;
            cuts += usize::from(value >= bounds.beta);
            if cuts == needed {
                return Ok(Some(bounds.beta));
            }
        }
        Ok(None)
    }

    /// By how much less deep a move is searched at first.
    #[inline]
    pub(super) fn late_reduction(&self, depth: u32, index: usize, best: Value) -> u32 {
        match self.tree.settings.selective.late {
            Some(first) if depth >= LATE_DEPTH && index >= first && !is_loss(best) => {
                1 + u32::from(index >= 4 * first && depth > LATE_DEPTH)
            }
            _ => 0,
        }
    }
}
