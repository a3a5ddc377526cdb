//! Which opponents choose between two turns of the root player.
//!
//! `BRS(s, rest)` lets exactly `s` of the C living opponents choose among all their moves, each
//! minimising the root player's value; the others play their best move-ordering move (BMOM) or
//! pass. Paranoid is s = C (Gras 2012, 4; Esser 2012, 4).

use std::fmt;

/// How many opponents choose freely in a round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Searchers {
    /// This many, or all if there are fewer.
    Count(u8),
    /// All but one, at least one.
    AllButOne,
    /// All.
    All,
}

/// What the others do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rest {
    /// They play their best move-ordering move.
    Bmom,
    /// They are passed over.
    Pass,
}

/// An opponent policy.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Policy {
    /// Who chooses.
    pub searchers: Searchers,
    /// What the rest does.
    pub rest: Rest,
}

impl Policy {
    /// Every opponent chooses.
    pub const PARANOID: Policy = Policy { searchers: Searchers::All, rest: Rest::Bmom };
    /// One opponent chooses, the others pass.
    pub const BRS: Policy = Policy { searchers: Searchers::Count(1), rest: Rest::Pass };
    /// One opponent chooses, the others play their best move-ordering move.
    pub const BRS_PLUS: Policy = Policy { searchers: Searchers::Count(1), rest: Rest::Bmom };

    /// How many of so many living opponents choose in a round.
    #[inline]
    pub fn budget(self, opponents: u32) -> u8 {
        let opponents = opponents as u8;
        match self.searchers {
            Searchers::All => opponents,
            Searchers::AllButOne => opponents.saturating_sub(1).max(1).min(opponents),
            Searchers::Count(s) => s.min(opponents),
        }
    }
}

impl fmt::Display for Policy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.searchers, self.rest) {
            (Searchers::All, _) => f.write_str("paranoid"),
            (Searchers::Count(1), Rest::Pass) => f.write_str("brs"),
            (Searchers::Count(1), Rest::Bmom) => f.write_str("brs+"),
            (Searchers::Count(s), Rest::Pass) => write!(f, "brs({s},0)"),
            (Searchers::Count(0), Rest::Bmom) => f.write_str("brs(0,C)"),
            (Searchers::Count(s), Rest::Bmom) => write!(f, "brs({s},C-{s})"),
            (Searchers::AllButOne, Rest::Pass) => f.write_str("brs(C-1,0)"),
            (Searchers::AllButOne, Rest::Bmom) => f.write_str("brs(C-1,1)"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_but_one_is_at_least_one() {
        let policy = Policy { searchers: Searchers::AllButOne, rest: Rest::Bmom };
        assert_eq!([0, 1, 2, 3].map(|c| policy.budget(c)), [0, 1, 1, 2]);
    }
}
