//! What a specification means: which algorithm it names, and how that is set.
//!
//! Nothing here knows a game, so it is compiled once and not once for every game; the
//! [`Catalogue`](crate::Catalogue) adds the game.

use std::any::Any;
use std::sync::Arc;

use melee_core::Description;

use crate::erased::{ErasedGame, RecordedWorld};
use crate::options::{Neighbours, Opt};
use crate::spec::Setting;
use crate::{
    Algorithm, AlgorithmInfo, CommonSettings, Limits, Method, Pace, Search, SearchError, Spec, SpecError, shortened,
};

/// A specification that was understood.
#[derive(Clone)]
pub struct Configuration {
    /// As it was given.
    pub spec: Spec,
    /// What is set about every search.
    pub common: CommonSettings,
    /// The only number of players it is for.
    pub players: Option<usize>,
    /// How it spends its time.
    pub pace: Pace,
    /// It ends by itself, without any limit.
    pub ends: bool,
    /// How many bytes the tables of the search may take.
    pub memory: u64,
    /// The algorithm's own settings.
    pub(crate) settings: Settings,
    /// Those that search the [whole tree](Algorithm::whole_tree) of it.
    pub(crate) whole_tree: Option<Settings>,
}

/// Settings of an algorithm, their type hidden.
pub(crate) type Settings = Arc<dyn Any + Send + Sync>;

impl Configuration {
    /// The settings of the algorithm that has read this.
    pub(crate) fn settings_of<A: Algorithm>(&self) -> &A::Settings {
        self.settings.downcast_ref().expect("an algorithm is built from what it has read itself")
    }

    /// Is it for so many players?
    pub fn check_players(&self, players: usize) -> Result<(), SearchError> {
        match self.players {
            Some(needed) if needed != players => {
                Err(SearchError::Players { algorithm: self.spec.name.clone(), needed, players })
            }
            _ => Ok(()),
        }
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
        if self.pace == Pace::AnyTime {
            limits.time = limits.likely_time();
        }
        if limits.is_none() && !self.ends {
            return Err(SearchError::NoLimit);
        }
        Ok(limits)
    }
}

/// Algorithms by name, for whatever game.
#[derive(Clone, Default)]
pub struct AlgorithmList(Vec<Listed>);

#[derive(Clone)]
pub(crate) struct Listed {
    algorithm: Arc<dyn Configurable>,
    /// Builds it so that its tree is recorded, if it keeps one.
    pub(crate) recorded: Option<BuildRecorded>,
}

pub(crate) type BuildRecorded =
    Arc<dyn Fn(&Configuration, &ErasedGame, u64) -> Result<Method<RecordedWorld>, SearchError> + Send + Sync>;

impl AlgorithmList {
    pub(crate) fn add<S: Search>(&mut self, search: S) {
        let algorithm = Arc::new(search.clone());
        let build = move |configuration: &Configuration, game: &ErasedGame, seed| {
            search.build(configuration.settings_of::<S>(), game, seed)
        };
        self.0.push(Listed { algorithm, recorded: Some(Arc::new(build)) });
    }

    pub(crate) fn add_own(&mut self, algorithm: impl Algorithm) {
        self.0.push(Listed { algorithm: Arc::new(algorithm), recorded: None });
    }

    pub(crate) fn get(&self, index: usize) -> &Listed {
        &self.0[index]
    }

    /// All of them, in the order they were added.
    pub(crate) fn infos(&self) -> Vec<AlgorithmInfo> {
        self.0.iter().flat_map(|listed| listed.algorithm.infos()).collect()
    }

    /// The options of a specification as they are set, each with values that may be stronger.
    pub(crate) fn neighbours(
        &self,
        spec: &Spec,
        description: &Description,
        players: usize,
    ) -> Result<Vec<Neighbours>, SpecError> {
        let (index, configuration) = self.configure(spec, description, players)?;
        Ok(self.0[index].algorithm.neighbours(&configuration, description))
    }

    /// What a specification means for a game that describes itself so, with so many players; and which
    /// of the algorithms it is. Of two with one name it is the later.
    pub(crate) fn configure(
        &self,
        spec: &Spec,
        description: &Description,
        players: usize,
    ) -> Result<(usize, Configuration), SpecError> {
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
        for (index, listed) in self.0.iter().enumerate().rev() {
            if let Some(configuration) = listed.algorithm.configure(&meant, description.best) {
                return Ok((index, Configuration { spec: spec.clone(), ..configuration? }));
            }
        }
        let algorithms = self.infos().into_iter().map(|info| info.name);
        let names = algorithms.chain(named.map(|player| player.name)).chain(["best"]);
        let known = names.collect::<Vec<_>>().join(", ");
        Err(SpecError::UnknownAlgorithm { name: shortened(&spec.name), known })
    }
}

/// An algorithm, its settings' type hidden.
trait Configurable: Send + Sync {
    fn infos(&self) -> Vec<AlgorithmInfo>;

    /// `None` if it has no such name.
    fn configure(&self, spec: &Spec, game_best: &str) -> Option<Result<Configuration, SpecError>>;

    /// The options as they are set in what it has configured itself.
    fn neighbours(&self, configuration: &Configuration, game: &Description) -> Vec<Neighbours>;
}

impl<A: Algorithm> Configurable for A {
    fn infos(&self) -> Vec<AlgorithmInfo> {
        let (common_options, own_options) = (CommonSettings::options(A::PACE), self.options());
        let info = |variant: &crate::Variant<A::Settings>| {
            let common = CommonSettings { deepen: variant.deepens, ..CommonSettings::default() };
            let common = common_options.iter().map(|option| option.info(&common));
            let own = own_options.iter().map(|option| option.info(&variant.settings));
            AlgorithmInfo {
                name: variant.name,
                summary: variant.summary,
                two_players: variant.two_players,
                pace: A::PACE,
                exact: A::EXACT,
                options: common.chain(own).collect(),
            }
        };
        self.variants().iter().map(info).collect()
    }

    fn configure(&self, spec: &Spec, game_best: &str) -> Option<Result<Configuration, SpecError>> {
        Some(match Reading::of(self, &spec.name)? {
            Ok(reading) => reading.configure(spec, game_best),
            Err(error) => Err(error),
        })
    }

    fn neighbours(&self, configuration: &Configuration, game: &Description) -> Vec<Neighbours> {
        let (common, own) = (&configuration.common, configuration.settings_of::<A>());
        let mut all: Vec<Neighbours> =
            CommonSettings::options(A::PACE).iter().map(|option| option.neighbours(common, game)).collect();
        all.extend(self.options().iter().map(|option| option.neighbours(own, game)));
        all.retain(|option| !option.values.is_empty());
        all
    }
}

/// Settings while a specification is read.
struct Reading<'a, A: Algorithm> {
    algorithm: &'a A,
    name: &'static str,
    two_players: bool,
    common_options: Vec<Opt<CommonSettings>>,
    own_options: Vec<Opt<A::Settings>>,
    common: CommonSettings,
    own: A::Settings,
}

impl<'a, A: Algorithm> Reading<'a, A> {
    /// The settings of a name; `None` if it is none of the algorithm's.
    fn of(algorithm: &'a A, name: &str) -> Option<Result<Self, SpecError>> {
        let variants = algorithm.variants();
        let variant = |name: &str| variants.iter().find(|variant| variant.name == name);
        let (variant, own) = match variant(name) {
            Some(variant) => (variant, variant.settings.clone()),
            None => match algorithm.read_name(name)? {
                Ok((pattern, own)) => (variant(pattern)?, own),
                Err(error) => return Some(Err(error)),
            },
        };
        Some(Ok(Reading {
            algorithm,
            name: variant.name,
            two_players: variant.two_players,
            common_options: CommonSettings::options(A::PACE),
            own_options: algorithm.options(),
            common: CommonSettings { deepen: variant.deepens, ..CommonSettings::default() },
            own,
        }))
    }

    fn configure(mut self, spec: &Spec, game_best: &str) -> Result<Configuration, SpecError> {
        for option in &spec.options {
            match option {
                Setting::Best => self.make_best(game_best)?,
                Setting::Value { name, value } => {
                    let set = self.set(name, value);
                    let known = || [&["best"], &self.known()[..]].concat();
                    set.unwrap_or_else(|| Err(SpecError::unknown_option(self.name, name, &known())))?;
                }
            }
        }
        Ok(Configuration {
            spec: spec.clone(),
            players: if self.two_players { Some(2) } else { self.algorithm.only_for(&self.own) },
            pace: A::PACE,
            ends: self.algorithm.ends(&self.own),
            memory: self.algorithm.memory(&self.own),
            common: self.common,
            whole_tree: self.algorithm.whole_tree(&self.own).map(|whole| Arc::new(whole) as Settings),
            settings: Arc::new(self.own),
        })
    }

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
        self.algorithm.make_best(&mut self.own, &mut self.common);
        let declined = self.algorithm.declines();
        for option in game_best.split(',') {
            let Some((name, value)) = option.split_once('=') else { continue };
            if !declined.contains(&name) && !declined.contains(&option) {
                self.set(name, value).unwrap_or(Ok(()))?;
            }
        }
        Ok(())
    }
}
