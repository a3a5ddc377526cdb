//! Sets of searches: those of this crate, and those with anybody else's added.

use melee_core::{Game, Knowledge};

use crate::maxn::MaxNSearch;
use crate::montecarlo::{FlatSearch, MctsSearch};
use crate::simple::{GreedySearch, RandomSearch};
use crate::tree::AlphaBetaFamily;
use crate::twoplayer::{MemSssSearch, MinimaxSearch, MtdSearch, ScoutSearch, SssSearch};
use crate::{Catalogue, Search};

/// Searches that can be put into the catalogue of any game.
pub trait SearchSet: Clone + Send + Sync + 'static {
    /// Adds them.
    fn add_to<G: Game, K: Knowledge<G> + 'static>(&self, catalogue: &mut Catalogue<G, K>);

    /// A catalogue of just these.
    fn catalogue<G: Game, K: Knowledge<G> + 'static>(&self) -> Catalogue<G, K> {
        let mut catalogue = Catalogue::default();
        self.add_to(&mut catalogue);
        catalogue
    }
}

/// The searches of this crate.
#[derive(Clone, Copy, Debug)]
pub struct StandardSearches;

impl SearchSet for StandardSearches {
    fn add_to<G: Game, K: Knowledge<G> + 'static>(&self, catalogue: &mut Catalogue<G, K>) {
        catalogue.add(RandomSearch);
        catalogue.add(GreedySearch);
        catalogue.add(MinimaxSearch);
        catalogue.add(ScoutSearch);
        catalogue.add(SssSearch);
        catalogue.add(MemSssSearch);
        catalogue.add(MtdSearch);
        catalogue.add(AlphaBetaFamily);
        catalogue.add(MaxNSearch);
        catalogue.add(FlatSearch);
        catalogue.add(MctsSearch);
    }
}

/// A set and one search more.
impl<A: SearchSet, S: Search> SearchSet for (A, S) {
    fn add_to<G: Game, K: Knowledge<G> + 'static>(&self, catalogue: &mut Catalogue<G, K>) {
        self.0.add_to(catalogue);
        catalogue.add(self.1.clone());
    }
}
