//! A game with its parameters, whatever the game is.

use std::any::Any;
use std::fmt;
use std::sync::Arc;

use melee_core::{Description, GameOptions, Start};
use melee_search::{AlgorithmInfo, Limits, Neighbours, Spec};

use crate::book::{BookChoice, Books};
use crate::evaluations::NetRun;
use crate::{Engine, Error, Position};

/// A game that was opened: positions and engines come from here.
#[derive(Clone)]
pub struct OpenGame(pub(crate) Arc<dyn AnyGame>);

impl OpenGame {
    /// Its name on the command line.
    pub fn name(&self) -> &'static str {
        self.0.name()
    }

    /// What is said about it.
    pub fn description(&self) -> &Description {
        self.0.description()
    }

    /// How many play.
    pub fn players(&self) -> usize {
        self.0.players()
    }

    /// The parameters it was opened with.
    pub fn options(&self) -> &GameOptions {
        self.0.options()
    }

    /// The same game with other parameters.
    pub fn reopen(&self, options: &GameOptions) -> Result<OpenGame, Error> {
        self.0.reopen(options)
    }

    /// A position in the game's notation, of this game or of one with the parameters that the position
    /// has: another board size, more players.
    ///
    /// ```
    /// let position = melee::open("billabong")?.position_of_any("i2:1,x4|a14:0,x4|b3:0,x4 1")?;
    /// assert_eq!(position.game().players(), 3);
    /// # Ok::<(), melee::Error>(())
    /// ```
    pub fn position_of_any(&self, text: &str) -> Result<Position, Error> {
        self.position(text).or_else(|error| {
            let options = GameOptions::default().at(text);
            let other = self.reopen(&options).map_err(|_| error.clone())?;
            other.position(text).map_err(|_| error)
        })
    }

    /// Is this the same game with the same parameters, opened once?
    pub fn is_same(&self, other: &OpenGame) -> bool {
        self.0.identity() == other.0.identity()
    }

    /// Is this the same game by the same rules, on the same board and for as many players?
    ///
    /// ```
    /// use melee::GameOptions;
    /// let (usual, sized) = (melee::open("connect4")?, GameOptions::default().with("size", "7x6"));
    /// assert!(usual.has_rules_of(&usual.reopen(&sized)?));
    /// assert!(!usual.has_rules_of(&usual.reopen(&sized.with("size", "5x4"))?));
    /// # Ok::<(), melee::Error>(())
    /// ```
    pub fn has_rules_of(&self, other: &OpenGame) -> bool {
        self.0.has_rules_of(other.0.as_any())
    }

    /// The named starts, the default first.
    pub fn starts(&self) -> Vec<Start> {
        self.0.starts()
    }

    /// The searches it can be played by.
    pub fn algorithms(&self) -> Vec<AlgorithmInfo> {
        self.0.algorithms()
    }

    /// The options of a search as they are set here, each with values that may be stronger.
    ///
    /// ```
    /// let game = melee::open("connect4")?;
    /// let near = game.neighbours(&"pvs:best".into())?;
    /// let killers = near.iter().find(|near| near.option == "killers").expect("it has killers");
    /// assert_eq!((killers.now.as_str(), killers.values[0].as_str()), ("0", "1"));
    /// # Ok::<(), melee::Error>(())
    /// ```
    pub fn neighbours(&self, spec: &Spec) -> Result<Vec<Neighbours>, Error> {
        self.0.neighbours(&BookChoice::of(spec).1)
    }

    /// The game's usual start.
    pub fn start(&self) -> Position {
        self.0.start()
    }

    /// A position in the game's notation.
    pub fn position(&self, text: &str) -> Result<Position, Error> {
        self.0.position(text)
    }

    /// A named start.
    pub fn named_start(&self, name: &str) -> Result<Position, Error> {
        let starts = self.starts();
        if let Some(start) = starts.iter().find(|start| start.name == name) {
            return self.position(&start.position);
        }
        let (game, name) = (self.name(), melee_search::shortened(name));
        let elsewhere = self.0.all_starts().into_iter().find(|start| start.name == name);
        Err(match elsewhere.and_then(|start| start.players) {
            Some(players) => Error::StartForOthers { game, name, players, here: self.players() },
            None => Error::UnknownStart { game, name, known: start_names(&starts) },
        })
    }

    /// The position that the game was opened for: its text, its named start, or the usual one.
    pub fn opening(&self) -> Result<Position, Error> {
        let options = self.options();
        match (&options.position, &options.start) {
            (Some(text), _) => self.position(text),
            (None, Some(name)) => self.named_start(name),
            (None, None) => Ok(self.start()),
        }
    }

    /// An algorithm with its memory.
    pub fn engine(&self, spec: impl Into<Spec>) -> Result<Engine, Error> {
        self.seeded_engine(spec, 0)
    }

    /// An algorithm with its memory; the seed decides where chance plays a part.
    pub fn seeded_engine(&self, spec: impl Into<Spec>, seed: u64) -> Result<Engine, Error> {
        self.engine_of(&spec.into(), seed)
    }

    /// Is there such an algorithm for this game, and can it search within these limits? Nothing is
    /// laid out for it; returns the size in bytes of what would be.
    pub fn check(&self, spec: &Spec, limits: Limits) -> Result<u64, Error> {
        self.check_of(spec, limits)
    }

    /// How many numbers of moves there are; see [`actions`](crate::AnyPosition::actions).
    pub fn action_count(&self) -> usize {
        self.0.action_count()
    }

    /// What networks that evaluate its positions see of them, if it can be learned.
    pub fn inputs(&self) -> Option<InputList> {
        self.0.inputs()
    }

    /// How many inputs they see, if it can be learned.
    pub fn input_count(&self) -> Option<usize> {
        self.0.input_count()
    }

    /// Lets a network (`net`, or `net:FILE`) evaluate so many positions of random games, each from nothing or from the one
    /// before it: what it says is the same.
    pub fn run_net(&self, evaluation: &str, positions: u64, from_scratch: bool) -> Result<NetRun, Error> {
        self.0.run_net(evaluation, positions, from_scratch)
    }

    /// The name of the algorithm that solves the game exactly, if there is one.
    pub fn solver(&self) -> Option<&'static str> {
        let exact = self.algorithms().into_iter().find(|info| info.exact);
        exact.map(|info| info.name)
    }
}

/// The inputs of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InputList {
    pub name: String,
    pub count: usize,
    /// For each symmetry of the board, where every input goes.
    pub symmetries: Vec<Vec<usize>>,
}

impl fmt::Debug for OpenGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "OpenGame({})", self.name())
    }
}

/// The names of starts, for a message.
pub(crate) fn start_names(starts: &[Start]) -> String {
    let names: Vec<&str> = starts.iter().map(|start| start.name.as_str()).collect();
    names.join(", ")
}

/// What a game does, its type hidden.
pub(crate) trait AnyGame: Send + Sync {
    fn name(&self) -> &'static str;
    fn description(&self) -> &Description;
    fn players(&self) -> usize;
    fn options(&self) -> &GameOptions;
    /// Equal only for copies of one opened game.
    fn identity(&self) -> *const ();
    /// The same for other games that are equal.
    fn has_rules_of(&self, other: &dyn Any) -> bool;
    fn as_any(&self) -> &dyn Any;
    fn books(&self) -> &Books;
    fn reopen(&self, options: &GameOptions) -> Result<OpenGame, Error>;
    fn starts(&self) -> Vec<Start>;
    /// Those for other numbers of players too.
    fn all_starts(&self) -> Vec<Start>;
    fn algorithms(&self) -> Vec<AlgorithmInfo>;
    fn start(&self) -> Position;
    fn position(&self, text: &str) -> Result<Position, Error>;
    fn engine(&self, spec: &Spec, seed: u64) -> Result<Engine, Error>;
    fn check(&self, spec: &Spec, limits: Limits) -> Result<u64, Error>;
    fn action_count(&self) -> usize;
    fn input_count(&self) -> Option<usize>;
    fn neighbours(&self, spec: &Spec) -> Result<Vec<Neighbours>, Error>;
    fn inputs(&self) -> Option<InputList>;
    fn run_net(&self, evaluation: &str, positions: u64, from_scratch: bool) -> Result<NetRun, Error>;
}
