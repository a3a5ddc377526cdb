//! The searches that a game can be played by, found by name.
//!
//! A catalogue is made for one game and its knowledge; anybody's [`Search`] can be added. What a
//! [`Spec`] means is looked up here: algorithm, settings, the players a game knows by name.

use std::sync::Arc;

use melee_core::{Description, Game, Knowledge};

use crate::options::Opt;
use crate::record::Recorder;
use crate::spec::Setting;
use crate::{
    Algorithm, AlgorithmInfo, CommonSettings, Limits, Method, Pace, Search, SearchError, SearchOf, Silent, Spec,
    SpecError, shortened,
};

/// The searches for one game.
pub struct Catalogue<G: Game, K: Knowledge<G> + 'static> {
    searches: Vec<Arc<dyn Listed<G, K>>>,
}

impl<G: Game, K: Knowledge<G> + 'static> Default for Catalogue<G, K> {
    fn default() -> Self {
        Catalogue { searches: Vec::new() }
    }
}

impl<G: Game, K: Knowledge<G> + 'static> Catalogue<G, K> {
    /// The searches of this crate.
    pub fn standard() -> Self {
        crate::SearchSet::catalogue(&crate::StandardSearches)
    }

    /// Adds a search; of two with one name the later is found.
    pub fn add<S: Search>(&mut self, search: S) {
        let builder = |search: &S, settings| -> Arc<dyn Build<G, K>> {
            let search = search.clone();
            Arc::new(Configured { search, settings })
        };
        self.searches.push(Arc::new(Entry { search, builder }));
    }

    /// Adds a search of this game only.
    pub fn add_own<S: SearchOf<G, K>>(&mut self, search: S) {
        let builder = |search: &S, settings| -> Arc<dyn Build<G, K>> {
            let search = search.clone();
            Arc::new(ConfiguredOwn { search, settings })
        };
        self.searches.push(Arc::new(Entry { search, builder }));
    }

    /// All algorithms, in the order they were added.
    pub fn algorithms(&self) -> Vec<AlgorithmInfo> {
        self.searches.iter().flat_map(|s| s.infos()).collect()
    }

    /// What a specification means, for a game of which nothing is known.
    pub fn configure(&self, spec: &Spec) -> Result<Configuration<G, K>, SpecError> {
        self.configure_for(spec, &Description::new("", ""), 2)
    }

    /// What a specification means for a game that describes itself so, with so many players.
    pub fn configure_for(
        &self,
        spec: &Spec,
        description: &Description,
        players: usize,
    ) -> Result<Configuration<G, K>, SpecError> {
        let named = description.named_players.iter();
        let known_by_name = named.clone().find(|player| player.name == spec.name);
        let base = match known_by_name {
            Some(player) => Some(player.spec),
            None if spec.name == "best" => Some(description.strongest(players)),
            None => None,
        };
        let mut meant = match base {
            Some(text) => text.parse()?,
            None => Spec::new(&spec.name),
        };
        meant.options.extend(spec.options.iter().cloned());
        let searches = self.searches.iter().rev();
        let mut built = searches.filter_map(|search| search.configure(&meant, description.best));
        let configured = built.next().ok_or_else(|| {
            let algorithms = self.algorithms().into_iter().map(|info| info.name);
            let names = algorithms.chain(named.map(|player| player.name)).chain(["best"]);
            SpecError::UnknownAlgorithm { name: shortened(&spec.name), known: names.collect::<Vec<_>>().join(", ") }
        })??;
        Ok(Configuration { spec: spec.clone(), ..configured })
    }
}

/// A specification that was found in a catalogue: it can be built.
pub struct Configuration<G: Game, K: Knowledge<G> + 'static> {
    /// As it was given.
    pub spec: Spec,
    /// What is set about every search.
    pub common: CommonSettings,
    /// Only for games of two players.
    pub two_players: bool,
    /// How it spends its time.
    pub pace: Pace,
    /// It ends by itself, without any limit.
    pub ends: bool,
    builder: Arc<dyn Build<G, K>>,
}

impl<G: Game, K: Knowledge<G> + 'static> Clone for Configuration<G, K> {
    fn clone(&self) -> Self {
        Configuration {
            spec: self.spec.clone(),
            common: self.common.clone(),
            two_players: self.two_players,
            pace: self.pace,
            ends: self.ends,
            builder: self.builder.clone(),
        }
    }
}

impl<G: Game, K: Knowledge<G> + 'static> Configuration<G, K> {
    /// How many bytes the search will lay out.
    pub fn memory(&self) -> u64 {
        self.builder.memory()
    }

    /// Is it for so many players?
    pub fn check_players(&self, players: usize) -> Result<(), SearchError> {
        if self.two_players && players != 2 {
            let algorithm = self.spec.name.clone();
            return Err(SearchError::Players { algorithm, players });
        }
        Ok(())
    }

    /// The limits of a search, with the depth that the algorithm brings itself. Searches that do not
    /// end by themselves need one.
    pub fn limits(&self, mut limits: Limits) -> Result<Limits, SearchError> {
        limits.check()?;
        limits.depth = match (self.pace, self.common.depth, limits.depth) {
            (Pace::AnyTime, _, _) => None,
            (Pace::ByDepth, Some(own), Some(given)) => Some(own.min(given)),
            (Pace::ByDepth, own, given) => own.or(given),
        };
        if limits.is_none() && !self.ends {
            return Err(SearchError::NoLimit);
        }
        Ok(limits)
    }

    pub(crate) fn build(&self, game: &G, seed: u64) -> Result<SilentMethod<G, K>, SearchError> {
        self.builder.silent(game, seed)
    }

    pub(crate) fn build_recorded(&self, game: &G, seed: u64) -> Result<RecordedMethod<G, K>, SearchError> {
        self.builder.recorded(game, seed)
    }
}

/// A search that nobody looks at.
type SilentMethod<G, K> = Method<(G, K, Silent)>;
/// A search whose tree is recorded.
type RecordedMethod<G, K> = Method<(G, K, Recorder<<G as Game>::Move>)>;
type Configure<G, K, S> = fn(&S, <S as Algorithm>::Settings) -> Arc<dyn Build<G, K>>;

/// A search in a catalogue, its settings' type hidden.
trait Listed<G: Game, K: Knowledge<G> + 'static>: Send + Sync {
    fn infos(&self) -> Vec<AlgorithmInfo>;

    /// `None` if it has no such name.
    fn configure(&self, spec: &Spec, game_best: &str) -> Option<Result<Configuration<G, K>, SpecError>>;
}

struct Entry<G: Game, K: Knowledge<G> + 'static, S: Algorithm> {
    search: S,
    builder: Configure<G, K, S>,
}

impl<G: Game, K: Knowledge<G> + 'static, S: Algorithm> Entry<G, K, S> {
    /// The settings of a name, and what the name stands for.
    fn named(&self, name: &str) -> Option<Result<(Named, S::Settings), SpecError>> {
        let variants = self.search.variants();
        let of = |name: &str, settings: &S::Settings| {
            let variant = variants.iter().find(|variant| variant.name == name)?;
            let named = Named { name: variant.name, two_players: variant.two_players, deepens: variant.deepens };
            Some((named, settings.clone()))
        };
        if let Some(variant) = variants.iter().find(|variant| variant.name == name) {
            return of(name, &variant.settings).map(Ok);
        }
        match self.search.read_name(name)? {
            Ok((pattern, settings)) => of(pattern, &settings).map(Ok),
            Err(error) => Some(Err(error)),
        }
    }
}

struct Named {
    name: &'static str,
    two_players: bool,
    deepens: bool,
}

/// Settings while a specification is read.
struct Reading<'s, S: Algorithm> {
    search: &'s S,
    name: &'static str,
    common_options: Vec<Opt<CommonSettings>>,
    own_options: Vec<Opt<S::Settings>>,
    common: CommonSettings,
    own: S::Settings,
}

impl<S: Algorithm> Reading<'_, S> {
    /// Sets an option; `None` if there is none of this name.
    fn set(&mut self, name: &str, value: &str) -> Option<Result<(), SpecError>> {
        let common = self.common_options.iter().find(|option| option.name == name);
        let own = self.own_options.iter().find(|option| option.name == name);
        let (set, expected) = match (common, own) {
            (_, Some(option)) => (option.set(&mut self.own, value), &option.values),
            (Some(option), None) => (option.set(&mut self.common, value), &option.values),
            (None, None) => return None,
        };
        Some(set.ok_or_else(|| SpecError::bad_value(self.name, name, value, expected)))
    }

    fn known(&self) -> Vec<&'static str> {
        let common = self.common_options.iter().map(|option| option.name);
        common.chain(self.own_options.iter().map(|option| option.name)).collect()
    }

    /// The strongest settings, and what the game adds to them.
    fn make_best(&mut self, game_best: &str) -> Result<(), SpecError> {
        self.search.make_best(&mut self.own, &mut self.common);
        for (name, value) in game_best.split(',').filter_map(|o| o.split_once('=')) {
            if !self.search.declines().contains(&name) {
                self.set(name, value).unwrap_or(Ok(()))?;
            }
        }
        Ok(())
    }
}

impl<S: Algorithm, G: Game, K: Knowledge<G> + 'static> Listed<G, K> for Entry<G, K, S> {
    fn infos(&self) -> Vec<AlgorithmInfo> {
        let (common_options, own_options) = (CommonSettings::options(S::PACE), self.search.options());
        let info = |variant: &crate::Variant<S::Settings>| {
            let common = CommonSettings { deepen: variant.deepens, ..CommonSettings::default() };
            let common = common_options.iter().map(|option| option.info(&common));
            let own = own_options.iter().map(|option| option.info(&variant.settings));
            AlgorithmInfo {
                name: variant.name,
                summary: variant.summary,
                two_players: variant.two_players,
                pace: S::PACE,
                exact: S::EXACT,
                options: common.chain(own).collect(),
            }
        };
        self.search.variants().iter().map(info).collect()
    }

    fn configure(&self, spec: &Spec, game_best: &str) -> Option<Result<Configuration<G, K>, SpecError>> {
        let (named, own) = match self.named(&spec.name)? {
            Ok(found) => found,
            Err(error) => return Some(Err(error)),
        };
        let mut reading = Reading {
            search: &self.search,
            name: named.name,
            common_options: CommonSettings::options(S::PACE),
            own_options: self.search.options(),
            common: CommonSettings { deepen: named.deepens, ..CommonSettings::default() },
            own,
        };
        for option in &spec.options {
            let set = match option {
                Setting::Best => reading.make_best(game_best),
                Setting::Value { name, value } => {
                    let known = reading.known();
                    let unknown = || SpecError::unknown_option(named.name, name, &known);
                    reading.set(name, value).unwrap_or_else(|| Err(unknown()))
                }
            };
            if let Err(error) = set {
                return Some(Err(error));
            }
        }
        Some(Ok(Configuration {
            spec: spec.clone(),
            pace: S::PACE,
            ends: self.search.ends(&reading.own),
            common: reading.common,
            two_players: named.two_players,
            builder: (self.builder)(&self.search, reading.own),
        }))
    }
}

/// Builds a search that was configured.
trait Build<G: Game, K: Knowledge<G> + 'static>: Send + Sync {
    fn silent(&self, game: &G, seed: u64) -> Result<SilentMethod<G, K>, SearchError>;

    fn recorded(&self, game: &G, seed: u64) -> Result<RecordedMethod<G, K>, SearchError>;

    fn memory(&self) -> u64;
}

struct Configured<S: Algorithm> {
    search: S,
    settings: S::Settings,
}

impl<S: Search, G: Game, K: Knowledge<G> + 'static> Build<G, K> for Configured<S> {
    fn silent(&self, game: &G, seed: u64) -> Result<SilentMethod<G, K>, SearchError> {
        self.search.build(&self.settings, game, seed)
    }

    fn recorded(&self, game: &G, seed: u64) -> Result<RecordedMethod<G, K>, SearchError> {
        self.search.build(&self.settings, game, seed)
    }

    fn memory(&self) -> u64 {
        self.search.memory(&self.settings)
    }
}

struct ConfiguredOwn<S: Algorithm> {
    search: S,
    settings: S::Settings,
}

impl<G: Game, K: Knowledge<G> + 'static, S: SearchOf<G, K>> Build<G, K> for ConfiguredOwn<S> {
    fn silent(&self, game: &G, seed: u64) -> Result<SilentMethod<G, K>, SearchError> {
        self.search.build(&self.settings, game, seed)
    }

    fn recorded(&self, _game: &G, _seed: u64) -> Result<RecordedMethod<G, K>, SearchError> {
        let variants = self.search.variants();
        let name = variants.first().map_or("", |variant| variant.name);
        Err(SearchError::Other(format!("{name} keeps no tree to be looked at")))
    }

    fn memory(&self) -> u64 {
        self.search.memory(&self.settings)
    }
}
