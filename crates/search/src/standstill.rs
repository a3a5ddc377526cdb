//! Games that go nowhere, and how a player gets them going.
//!
//! Two players who both stand as well as they know can move to and fro for hundreds of plies: no move of either raises the
//! own evaluation, and what would come of leaving it is deeper than any search. So after a while the root player's pieces
//! are drawn to a side of the board, and after as long again to another: what lies beyond the evaluation's hill is found by
//! going there. As soon as anything is won or lost the evaluation alone counts again.

use melee_core::Value;
use melee_core::zobrist::mix;

/// How long nothing has been won or lost for good.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Standstill {
    plies: u32,
    /// The ply that it began with.
    since: u32,
}

/// Where a player's pieces are drawn, and how far they lay there when that began: only what they gain counts, so that values
/// stay near those of the evaluation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Course {
    pub(crate) side: u32,
    pub(crate) from: Value,
}

impl Standstill {
    pub(crate) fn new(plies: usize, all: usize) -> Self {
        Standstill { plies: plies as u32, since: all.saturating_sub(plies) as u32 }
    }

    /// The side that a player sets out to who is patient for so many plies, and again for so many.
    pub(crate) fn side(self, patience: u32, seed: u64) -> Option<u32> {
        let times = self.plies / patience.max(1);
        let lot = mix(seed ^ u64::from(self.since) << 32 ^ u64::from(times));
        (times > 0).then_some((lot >> 32) as u32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_player_sets_out_when_his_patience_is_over_and_goes_elsewhere_when_it_is_over_again() {
        let side = |plies| Standstill::new(plies, 100).side(20, 7);
        assert_eq!(side(19), None);
        assert!(side(20).is_some());
        assert_eq!(Standstill::new(20, 100).side(20, 7), Standstill::new(39, 119).side(20, 7));
        assert_ne!(side(20), Standstill::new(40, 120).side(20, 7));
        assert_ne!(side(20), Standstill::new(20, 101).side(20, 7), "another standstill");
        assert_ne!(side(20), Standstill::new(20, 100).side(20, 8), "another seed");
        assert_eq!(Standstill::default().side(1, 7), None);
    }
}
