//! Which games and searches there are: an open list that anybody extends.
//!
//! [`Melee`] is put together from types, so that every search is compiled for every game:
//!
//! ```
//! use melee::Melee;
//! let registry = Melee::standard().registry();
//! let mut names = registry.games().iter().map(|game| game.name);
//! assert!(names.any(|name| name == "connect4"));
//! ```
//!
//! A program of one's own adds to it: `Melee::standard().with_game::<Mine>().with_search(MySearch)`.
//! What comes out is a [`Registry`], in which games are found by name.

use std::any::Any;
use std::sync::{Arc, LazyLock};

use melee_core::{Description, GameOptions, PlayableGame, Start};
use melee_games::{Abalone, Billabong, Blokus, Chess4, ChineseCheckers, Connect4, Focus, ReversiXt, Rolit, Uniform};
use melee_search::{
    AlgorithmInfo, Catalogue, Engine as TypedEngine, Search, SearchError, SearchOf, SearchSet, Spec, StandardSearches,
    shortened,
};

use crate::typed::TypedGame;
use crate::{Error, OpenGame};

/// Games and searches, being put together.
pub struct Melee<Games, Searches> {
    games: Games,
    searches: Searches,
}

impl Melee<(), StandardSearches> {
    /// All games and searches of Melee.
    #[must_use]
    pub fn standard() -> Melee<impl GameSet, StandardSearches> {
        Melee::empty()
            .with_game::<Connect4>()
            .with_search_of(melee_solve::connect4::Perfect)
            .with_game::<Billabong>()
            .with_game::<Abalone>()
            .with_game::<Chess4>()
            .with_game::<ReversiXt>()
            .with_game::<ChineseCheckers>()
            .with_game::<Blokus>()
            .with_game::<Rolit>()
            .with_game::<Focus>()
            .with_game::<Uniform>()
    }

    /// The searches of Melee, and no game yet.
    #[must_use]
    pub fn empty() -> Self {
        Melee { games: (), searches: StandardSearches }
    }
}

impl<Games: GameSet, Searches: SearchSet> Melee<Games, Searches> {
    /// Adds a game; all searches play it.
    #[must_use]
    pub fn with_game<G: PlayableGame>(self) -> Melee<(Games, Shelf<G>), Searches> {
        let shelf = Shelf { catalogue: Catalogue::of(&self.searches), list: Shelf::list };
        Melee { games: (self.games, shelf), searches: self.searches }
    }

    /// Adds a search; it plays all games.
    #[must_use]
    pub fn with_search<S: Search>(mut self, search: S) -> Melee<Games, (Searches, S)> {
        self.games.add_search(&search);
        Melee { games: self.games, searches: (self.searches, search) }
    }

    /// Does something with the type of every game, in the order in which they were added.
    pub fn visit(&self, visitor: &mut impl GameVisitor) {
        self.games.visit(visitor);
    }

    /// The list in which games are found by name.
    pub fn registry(self) -> Registry {
        let mut kinds = Vec::new();
        self.games.list(&mut kinds);
        Registry { games: Arc::new(kinds) }
    }
}

impl<Games: GameSet, G: PlayableGame, Searches: SearchSet> Melee<(Games, Shelf<G>), Searches> {
    /// Adds a search of the game that was added last, such as its solver.
    #[must_use]
    pub fn with_search_of(mut self, search: impl SearchOf<G, G::Knowledge>) -> Self {
        self.games.1.catalogue.add_own(search);
        self
    }
}

/// A game with the searches that play it.
pub struct Shelf<G: PlayableGame> {
    catalogue: Catalogue<G, G::Knowledge>,
    /// Made where the game is added, so that what it needs is compiled there and not again by
    /// everybody who adds to the list.
    list: fn(Catalogue<G, G::Knowledge>) -> GameInfo,
}

impl<G: PlayableGame> Shelf<G> {
    fn list(catalogue: Catalogue<G, G::Knowledge>) -> GameInfo {
        let (catalogue, description) = (Arc::new(catalogue), Arc::new(G::describe()));
        let (described, listed, opened) = (description.clone(), catalogue.clone(), catalogue.clone());
        GameInfo {
            name: G::NAME,
            description,
            algorithms: LazyLock::new(Box::new(move || listed.algorithms())),
            starts: all_starts::<G>,
            weights: G::weights,
            options_of_record: G::options_of_record,
            drawn_board: G::drawn_board,
            catalogue,
            open: Box::new(move |options| TypedGame::<G>::open(options, described.clone(), opened.clone())),
        }
    }
}

/// The named starts for all numbers of players; one that is not for all says for how many it is.
pub(crate) fn all_starts<G: PlayableGame>() -> Vec<Start> {
    if let Some(starts) = G::all_starts() {
        return starts;
    }
    let mut starts: Vec<Start> = Vec::new();
    for players in G::describe().players.iter() {
        let game = G::with_options(&GameOptions::default().for_players(players));
        for start in game.map(|game| game.starts()).unwrap_or_default() {
            if starts.iter().all(|known| known.name != start.name) {
                starts.push(start);
            }
        }
    }
    starts
}

/// What is to be done with every game, its type known: what an [`OpenGame`] hides, such as keys and undo, can be seen.
///
/// ```
/// use melee::core::PlayableGame;
/// use melee::{GameVisitor, Melee};
///
/// struct Names(Vec<&'static str>);
///
/// impl GameVisitor for Names {
///     fn visit<G: PlayableGame>(&mut self) {
///         self.0.push(G::NAME);
///     }
/// }
///
/// let mut names = Names(Vec::new());
/// Melee::standard().visit(&mut names);
/// assert!(names.0.contains(&"connect4"));
/// ```
pub trait GameVisitor {
    fn visit<G: PlayableGame>(&mut self);
}

/// A list of games as a type.
pub trait GameSet {
    /// Shows all of them to a visitor, in order.
    fn visit(&self, visitor: &mut impl GameVisitor);
    /// Lets a search play all of them.
    fn add_search<S: Search>(&mut self, search: &S);
    /// Adds what is known of them, in order.
    fn list(self, infos: &mut Vec<GameInfo>);
}

impl GameSet for () {
    fn visit(&self, _visitor: &mut impl GameVisitor) {}
    fn add_search<S: Search>(&mut self, _search: &S) {}
    fn list(self, _infos: &mut Vec<GameInfo>) {}
}

impl<Before: GameSet, G: PlayableGame> GameSet for (Before, Shelf<G>) {
    fn visit(&self, visitor: &mut impl GameVisitor) {
        self.0.visit(visitor);
        visitor.visit::<G>();
    }

    fn add_search<S: Search>(&mut self, search: &S) {
        self.0.add_search(search);
        self.1.catalogue.add(search.clone());
    }

    fn list(self, infos: &mut Vec<GameInfo>) {
        self.0.list(infos);
        infos.push((self.1.list)(self.1.catalogue));
    }
}

/// Names and values of weights.
pub type Weights = Vec<(&'static str, f64)>;

type Opener = dyn Fn(&GameOptions) -> Result<OpenGame, Error> + Send + Sync;

/// A game as it is listed.
pub struct GameInfo {
    pub name: &'static str,
    /// What is said about it.
    pub description: Arc<Description>,
    algorithms: LazyLock<Vec<AlgorithmInfo>, Box<dyn FnOnce() -> Vec<AlgorithmInfo> + Send>>,
    starts: fn() -> Vec<Start>,
    weights: fn(&str) -> Option<Weights>,
    options_of_record: fn(&str) -> Option<GameOptions>,
    drawn_board: fn(&GameOptions, u64) -> Option<GameOptions>,
    catalogue: Arc<dyn Any + Send + Sync>,
    open: Box<Opener>,
}

impl GameInfo {
    /// The searches that play it.
    pub fn algorithms(&self) -> &[AlgorithmInfo] {
        &self.algorithms
    }

    /// The named starts, for every number of players.
    pub fn starts(&self) -> Vec<Start> {
        (self.starts)()
    }

    /// The weights of an evaluation by its name or by weights of its own; `None` if it has none.
    pub fn weights(&self, evaluation: &str) -> Option<Weights> {
        (self.weights)(evaluation)
    }

    /// With which options to open it for a record that is read; the options as they are if some of them say already where
    /// the game begins or who plays.
    pub fn options_for_record(&self, options: &GameOptions, record: &str) -> GameOptions {
        let is_open = options.start.is_none() && options.position.is_none() && options.players.is_none();
        match (self.options_of_record)(record).filter(|_| is_open) {
            Some(GameOptions { start, players, .. }) => GameOptions { start, players, ..options.clone() },
            None => options.clone(),
        }
    }

    /// The options with a board made at random, the same for the same seed; `None` if there are no such boards.
    pub fn drawn_board(&self, options: &GameOptions, seed: u64) -> Option<GameOptions> {
        (self.drawn_board)(options, seed)
    }

    /// How many play where nobody says how many.
    pub fn usual_players(&self) -> Option<usize> {
        self.open(&GameOptions::default()).ok().map(|game| game.players())
    }

    /// An engine for a caller who knows the game's type: positions and moves are typed, and the searches are
    /// not compiled again.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use melee::core::Game;
    /// use melee::games::Connect4;
    /// use melee::{Limits, Registry, Watch};
    /// let game = Arc::new(Connect4::default());
    /// let info = Registry::standard().game(Connect4::NAME)?;
    /// let mut engine = info.typed_engine(&"pvs:best".into(), game.clone(), 0)?;
    /// let report = engine.search(&game.initial(), Limits::depth(4), Watch::new(), &mut |_| {})?;
    /// assert_eq!(report.depth, 4);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn typed_engine<G: PlayableGame>(
        &self,
        spec: &Spec,
        game: Arc<G>,
        seed: u64,
    ) -> Result<TypedEngine<G, G::Knowledge>, SearchError> {
        let Some(catalogue) = self.catalogue.downcast_ref::<Catalogue<G, G::Knowledge>>() else {
            return Err(SearchError::Other(format!("{} is not the game {}", G::NAME, self.name)));
        };
        let configured = catalogue.configure_for(spec, &self.description, game.players())?;
        TypedEngine::configured(configured, game, seed)
    }

    /// Opens the game.
    pub fn open(&self, options: &GameOptions) -> Result<OpenGame, Error> {
        (self.open)(options)
    }
}

/// The games by name. Copies share one list.
#[derive(Clone)]
pub struct Registry {
    games: Arc<Vec<GameInfo>>,
}

impl Registry {
    /// The games and searches of Melee.
    pub fn standard() -> &'static Registry {
        static STANDARD: LazyLock<Registry> = LazyLock::new(|| Melee::standard().registry());
        &STANDARD
    }

    /// All games, in the order they are listed to people.
    pub fn games(&self) -> &[GameInfo] {
        &self.games
    }

    /// The game of this name; of two with one name the one that was added later.
    pub fn game(&self, name: &str) -> Result<&GameInfo, Error> {
        let found = self.games.iter().rev().find(|game| game.name == name);
        found.ok_or_else(|| {
            let known: Vec<&str> = self.games.iter().map(|game| game.name).collect();
            Error::UnknownGame { name: shortened(name), known: known.join(", ") }
        })
    }

    /// Opens a game.
    pub fn open(&self, name: &str, options: &GameOptions) -> Result<OpenGame, Error> {
        self.game(name)?.open(options)
    }

    /// All algorithms that play at least one game, each once.
    pub fn algorithms(&self) -> Vec<AlgorithmInfo> {
        let mut all: Vec<AlgorithmInfo> = Vec::new();
        for info in self.games.iter().flat_map(GameInfo::algorithms) {
            if all.iter().all(|known| known.name != info.name) {
                all.push(info.clone());
            }
        }
        all
    }
}

impl<Games: GameSet, Searches: SearchSet> From<Melee<Games, Searches>> for Registry {
    fn from(melee: Melee<Games, Searches>) -> Self {
        melee.registry()
    }
}

/// Opens a game of Melee by name, as it usually is.
///
/// ```
/// let game = melee::open("billabong")?;
/// assert_eq!(game.players(), 2);
/// # Ok::<(), melee::Error>(())
/// ```
pub fn open(name: &str) -> Result<OpenGame, Error> {
    open_with(name, &GameOptions::default())
}

/// Opens a game of Melee with options.
///
/// ```
/// use melee::GameOptions;
/// let game = melee::open_with("billabong", &GameOptions::default().for_players(4))?;
/// assert_eq!(game.players(), 4);
/// # Ok::<(), melee::Error>(())
/// ```
pub fn open_with(name: &str, options: &GameOptions) -> Result<OpenGame, Error> {
    Registry::standard().open(name, options)
}
