//! What a mover chooses among, and what he prefers.

use melee_core::value::{loss_in, win_in};
use melee_core::{Player, Scores};

/// What the mover of a node has to choose from so far.
pub(super) struct Choice<M> {
    pub(super) mover: Player,
    /// The player whom he holds down instead of looking for his own score.
    pub(super) target: Option<Player>,
    /// The best vector, and its place in the generator's order.
    pub(super) best: Option<(Scores, usize)>,
    /// Moves that a node further up rejects, and the topmost of these nodes.
    pub(super) skipped: Vec<(usize, M)>,
    pub(super) rejecter: usize,
    /// A vector of one of them.
    pub(super) any: Option<Scores>,
}

impl<M> Choice<M> {
    /// A node further up rejects this move.
    pub(super) fn skip(&mut self, mv: (usize, M), rejecter: usize, scores: Scores) {
        self.skipped.push(mv);
        self.rejecter = self.rejecter.min(rejecter);
        self.any = Some(scores);
    }

    /// Does the mover prefer a child to the best so far?
    #[inline]
    pub(super) fn prefers(&self, root: Player, scores: &Scores, place: usize) -> bool {
        let Some((best, best_place)) = &self.best else { return true };
        prefers(self.mover, root, self.target, (scores, place), (best, *best_place))
    }

    /// Is the best a game that ends at this ply and that everybody else has lost? Where ranks behind the winner count,
    /// vectors of won games differ.
    pub(super) fn has_won_at_once(&self, ply: u32) -> bool {
        let Some((scores, _)) = &self.best else { return false };
        let mut others = Player::all(scores.as_slice().len()).filter(|&player| player != self.mover);
        scores[self.mover] == win_in(ply)
            && self.target.is_none()
            && others.all(|player| scores[player] == loss_in(ply))
    }
}

/// How the search of a node goes on after a move.
pub(super) enum Next {
    GoOn,
    /// Nothing better can come.
    Done,
    /// The node above at this ply, or one of its descendants, does not want what was found.
    Rejected(usize),
}

/// Does the mover prefer these scores to the best so far? Ties go against the root player, then to the earlier move of the
/// generator. Who holds somebody down looks for that player's lowest score, then for his own highest.
#[inline]
pub(super) fn prefers(
    mover: Player,
    root: Player,
    target: Option<Player>,
    (scores, place): (&Scores, usize),
    (best, best_place): (&Scores, usize),
) -> bool {
    let worth = |scores: &Scores| match target {
        Some(target) => (-scores[target], scores[mover]),
        None => (scores[mover], -scores[root]),
    };
    (worth(scores), std::cmp::Reverse(place)) > (worth(best), std::cmp::Reverse(best_place))
}
