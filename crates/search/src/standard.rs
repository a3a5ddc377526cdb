//! Sets of searches: those of this crate, and those with anybody else's added.

use crate::bestfirst::BestFirstSearch;
use crate::maxn::MaxNSearch;
use crate::montecarlo::{FlatSearch, MctsSearch};
use crate::mpmix::MpMixSearch;
use crate::probmaxn::ProbMaxNSearch;
use crate::simple::{GreedySearch, RandomSearch};
use crate::tree::AlphaBetaFamily;
use crate::twoplayer::{MemSssSearch, MinimaxSearch, MtdSearch, ScoutSearch, SssSearch};
use crate::{AlgorithmList, Search};

/// Searches that can be put into the catalogue of any game.
pub trait SearchSet: Clone + Send + Sync + 'static {
    /// Names each of them, in order.
    fn give_each_to(&self, taker: &mut impl TakesSearches);

    /// What they are called and how they are set, in the same order.
    fn algorithms(&self) -> AlgorithmList;
}

/// Does something with searches, whichever they are.
pub trait TakesSearches {
    fn take<S: Search>(&mut self, search: S);
}

impl TakesSearches for AlgorithmList {
    fn take<S: Search>(&mut self, search: S) {
        self.add(search);
    }
}

/// The searches of this crate.
#[derive(Clone, Copy, Debug)]
pub struct StandardSearches;

impl SearchSet for StandardSearches {
    fn give_each_to(&self, taker: &mut impl TakesSearches) {
        taker.take(RandomSearch);
        taker.take(GreedySearch);
        taker.take(MinimaxSearch);
        taker.take(ScoutSearch);
        taker.take(SssSearch);
        taker.take(MemSssSearch);
        taker.take(MtdSearch);
        taker.take(AlphaBetaFamily);
        taker.take(MaxNSearch);
        taker.take(MpMixSearch);
        taker.take(ProbMaxNSearch);
        taker.take(BestFirstSearch);
        taker.take(FlatSearch);
        taker.take(MctsSearch);
    }

    /// Made here, so that what does not depend on a game is compiled in this crate and not in every
    /// crate that has one.
    fn algorithms(&self) -> AlgorithmList {
        let mut list = AlgorithmList::default();
        self.give_each_to(&mut list);
        list
    }
}

/// A set and one search more.
impl<A: SearchSet, S: Search> SearchSet for (A, S) {
    fn give_each_to(&self, taker: &mut impl TakesSearches) {
        self.0.give_each_to(taker);
        taker.take(self.1.clone());
    }

    fn algorithms(&self) -> AlgorithmList {
        let mut list = self.0.algorithms();
        list.add(self.1.clone());
        list
    }
}
