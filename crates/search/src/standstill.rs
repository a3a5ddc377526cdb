//! Games that go nowhere, and how a player gets them going.
//!
//! Two players who both stand as well as they know can move to and fro for hundreds of plies: no move of either raises the
//! own evaluation, and what would come of leaving it is deeper than any search. So after a while the root player's pieces
//! are drawn to a side of the board, and after as long again to another: what lies beyond the evaluation's hill is found by
//! going there. As soon as anything is won or lost the evaluation alone counts again.

use melee_core::zobrist::mix;
use melee_core::{Player, Value};

/// How long nothing has been won or lost for good.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Standstill {
    plies: u32,
    /// The ply that it began with.
    since: u32,
}

/// Whose pieces are drawn to which side, in which standstill.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Way {
    pub(crate) side: u32,
    player: Player,
    since: u32,
}

impl Way {
    /// Does the same player go there in the same standstill, to whatever side?
    pub(crate) fn is_of_one_standstill_with(self, other: Way) -> bool {
        (self.player, self.since) == (other.player, other.since)
    }
}

/// Where a player's pieces are drawn, and how far they lay there when that began: only what they gain counts, so that values
/// stay near those of the evaluation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Course {
    pub(crate) way: Way,
    pub(crate) from: Value,
}

impl Standstill {
    pub(crate) fn new(plies: usize, all: usize) -> Self {
        Standstill { plies: plies as u32, since: all.saturating_sub(plies) as u32 }
    }

    /// How a player sets out who is patient for so many plies, and again for so many: to a side by lot, and then from side
    /// to side.
    pub(crate) fn way(self, patience: u32, player: Player, seed: u64) -> Option<Way> {
        let times = self.plies / patience.max(1);
        let lot = mix(seed ^ u64::from(self.since)) >> 40;
        (times > 0).then_some(Way { side: lot as u32 + times, player, since: self.since })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn a_player_sets_out_when_his_patience_is_over_and_goes_elsewhere_when_it_is_over_again() {
        let of = |plies, all, seed| Standstill::new(plies, all).way(20, Player::new(0), seed);
        let way = |plies| of(plies, 100 + plies, 7);
        assert_eq!(way(19), None);
        assert!(way(20).is_some());
        assert_eq!(way(20), way(39));
        // Six sides in turn, whatever the first.
        let sides: HashSet<u32> = (1..=6).filter_map(|times| way(20 * times)).map(|way| way.side % 6).collect();
        assert_eq!(sides.len(), 6);
        let firsts: HashSet<u32> = (0..50).filter_map(|seed| of(20, 100, seed)).map(|way| way.side % 6).collect();
        assert_eq!(firsts.len(), 6, "the first is by lot");
        assert_ne!(way(20), of(20, 121, 7), "another standstill");
        assert_ne!(way(20), Standstill::new(20, 120).way(20, Player::new(1), 7), "another player");
        assert_eq!(Standstill::default().way(1, Player::new(0), 7), None);
    }
}
