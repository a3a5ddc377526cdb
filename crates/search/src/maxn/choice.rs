//! What a mover chooses among, and what he prefers.

use melee_core::value::loss_in;
use melee_core::{Player, Scores};

use super::BackedUp;

/// What the mover of a node has to choose from so far.
pub(super) struct Choice<M> {
    /// The best vector, and its place in the generator's order.
    pub(super) best: Option<(Scores, usize)>,
    /// Moves that a node further up rejects, and the topmost of these nodes.
    pub(super) skipped: Vec<(usize, M)>,
    pub(super) rejecter: usize,
    /// A vector of one of them.
    pub(super) any: Option<Scores>,
}

/// How the search of a node goes on after a move.
pub(super) enum Next {
    GoOn,
    /// Nothing better can come.
    Done,
    /// A node above does not want it.
    Rejected(BackedUp),
}

/// Does the mover prefer a child to the best so far? Ties go against the root player, then to the
/// earlier move of the generator. Who holds somebody down looks for that player's lowest score, then for his own highest.
pub(super) fn prefers(
    mover: Player,
    root: Player,
    target: Option<Player>,
    (scores, place): (&Scores, usize),
    best: Option<&(Scores, usize)>,
) -> bool {
    let worth = |scores: &Scores| match target {
        Some(target) => (-scores[target], scores[mover]),
        None => (scores[mover], -scores[root]),
    };
    best.is_none_or(|(best, best_place)| {
        (worth(scores), std::cmp::Reverse(place)) > (worth(best), std::cmp::Reverse(*best_place))
    })
}

/// Where ranks behind the winner count, vectors of won games differ.
pub(super) fn have_all_others_lost(scores: &Scores, winner: Player, ply: u32) -> bool {
    let mut others = Player::all(scores.as_slice().len()).filter(|&player| player != winner);
    others.all(|player| scores[player] == loss_in(ply))
}
