//! The searches that a game can be played by, found by name.
//!
//! A catalogue is made for one game and its knowledge; anybody's [`Search`] can be added. What a
//! [`Spec`] means is looked up here: algorithm, settings, the players a game knows by name.

use std::sync::Arc;

use melee_core::{Description, Game, Knowledge};

use crate::configuration::{AlgorithmList, BuildRecorded, Configuration};
use crate::erased::{ErasedGame, RecordedWorld};
use crate::standard::TakesSearches;
use crate::{
    AlgorithmInfo, Method, Neighbours, Search, SearchError, SearchOf, SearchSet, Silent, Spec, SpecError,
    StandardSearches,
};

/// The searches for one game.
pub struct Catalogue<G: Game, K: Knowledge<G> + 'static> {
    algorithms: AlgorithmList,
    /// How each of them is built, in the same order.
    builders: Builders<G, K>,
}

impl<G: Game, K: Knowledge<G> + 'static> Catalogue<G, K> {
    /// These searches.
    pub fn of(searches: &impl SearchSet) -> Self {
        let mut builders = Builders(Vec::new());
        searches.give_each_to(&mut builders);
        Catalogue { algorithms: searches.algorithms(), builders }
    }

    /// The searches of this crate.
    pub fn standard() -> Self {
        Catalogue::of(&StandardSearches)
    }

    /// Adds a search; of two with one name the later is found.
    pub fn add<S: Search>(&mut self, search: S) {
        self.algorithms.add(search.clone());
        self.builders.take(search);
    }

    /// Adds a search of this game only.
    pub fn add_own<S: SearchOf<G, K>>(&mut self, search: S) {
        self.algorithms.add_own(search.clone());
        let build = move |configuration: &Configuration, game: &G, seed| {
            search.build(configuration.settings_of::<S>(), game, seed)
        };
        self.builders.0.push(Arc::new(build));
    }

    /// All algorithms, in the order they were added.
    pub fn algorithms(&self) -> Vec<AlgorithmInfo> {
        self.algorithms.infos()
    }

    /// The options of a specification as they are set, each with values that may be stronger: what a search for the
    /// strongest settings tries next.
    pub fn neighbours(
        &self,
        spec: &Spec,
        description: &Description,
        players: usize,
    ) -> Result<Vec<Neighbours>, SpecError> {
        self.algorithms.neighbours(spec, description, players)
    }

    /// What a specification means, for a game of which nothing is known.
    pub fn configure(&self, spec: &Spec) -> Result<Configured<G, K>, SpecError> {
        self.configure_for(spec, &Description::new("", ""), 2)
    }

    /// What a specification means for a game that describes itself so, with so many players.
    pub fn configure_for(
        &self,
        spec: &Spec,
        description: &Description,
        players: usize,
    ) -> Result<Configured<G, K>, SpecError> {
        let (index, configuration) = self.algorithms.configure(spec, description, players)?;
        let recorded = self.algorithms.get(index).recorded.clone();
        Ok(Configured { configuration, builder: self.builders.0[index].clone(), recorded })
    }
}

/// A specification that was found in a catalogue: it can be built.
pub struct Configured<G: Game, K: Knowledge<G> + 'static> {
    pub configuration: Configuration,
    builder: Builder<G, K>,
    recorded: Option<BuildRecorded>,
}

impl<G: Game, K: Knowledge<G> + 'static> Configured<G, K> {
    pub(crate) fn build(&self, game: &G, seed: u64) -> Result<Method<(G, K, Silent)>, SearchError> {
        (self.builder)(&self.configuration, game, seed)
    }

    /// So that its tree is recorded, in this configuration of it.
    pub(crate) fn build_recorded(
        &self,
        configuration: &Configuration,
        game: &ErasedGame,
        seed: u64,
    ) -> Result<Method<RecordedWorld>, SearchError> {
        let Some(build) = &self.recorded else {
            let name = &self.configuration.spec.name;
            return Err(SearchError::Other(format!("{name} keeps no tree to be looked at")));
        };
        build(configuration, game, seed)
    }
}

type Builder<G, K> = Arc<dyn Fn(&Configuration, &G, u64) -> Result<Method<(G, K, Silent)>, SearchError> + Send + Sync>;

struct Builders<G: Game, K: Knowledge<G> + 'static>(Vec<Builder<G, K>>);

impl<G: Game, K: Knowledge<G> + 'static> TakesSearches for Builders<G, K> {
    fn take<S: Search>(&mut self, search: S) {
        let build = move |configuration: &Configuration, game: &G, seed| {
            search.build(configuration.settings_of::<S>(), game, seed)
        };
        self.0.push(Arc::new(build));
    }
}
