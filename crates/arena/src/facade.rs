//! The object-safe face of a game.

use std::any::Any;
use std::sync::Arc;

use melee_core::diagram::{Counter, Diagram, Gesture};
use melee_core::{
    About, GameOptions, Knowledge, NotationError, OptionError, Outcome, PlayableGame, Player,
    Record, Scores, Start,
};
use melee_games::registry::{self, Visitor};
use melee_search::{Limits, SearchError, Spec, Watch};

use crate::ThinkReport;
use crate::search_tree::SearchTree;
use crate::seated::SeatedTable;

/// Why something that was asked for by name or text cannot be had: one line for a person.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ArenaError {
    /// No such game.
    #[error("unknown game '{name}'; known: {known}")]
    UnknownGame {
        /// As given.
        name: String,
        /// All games.
        known: String,
    },
    /// The game cannot be built like that.
    #[error("{game}: {error}")]
    Option {
        /// The game.
        game: &'static str,
        /// What is wrong.
        error: OptionError,
    },
    /// No such start.
    #[error("{game}: unknown start '{name}'; known: {known}")]
    UnknownStart {
        /// The game.
        game: &'static str,
        /// As given.
        name: String,
        /// All starts.
        known: String,
    },
    /// A position or move that is none.
    #[error("{game}: {error}")]
    Notation {
        /// The game.
        game: &'static str,
        /// What is wrong.
        error: NotationError,
    },
    /// A move of a list that is none.
    #[error("{game}: move {ply} of the list: {error}")]
    MoveOfList {
        /// The game.
        game: &'static str,
        /// Its place, counted from 1.
        ply: usize,
        /// What is wrong.
        error: NotationError,
    },
    /// The search refused.
    #[error("{game}: {error}")]
    Search {
        /// The game.
        game: &'static str,
        /// What is wrong.
        error: SearchError,
    },
    /// Somebody who looks on wants no more of it.
    #[error("the game was stopped")]
    Stopped,
    /// A thinker of one game asked about another.
    #[error("a thinker for {game} cannot look at another game")]
    WrongGame {
        /// The thinker's game.
        game: &'static str,
    },
}

/// A game with its parameters, ready for positions and thinkers.
pub trait Table: Send + Sync {
    /// The game's name.
    fn game(&self) -> &'static str;

    /// How many play.
    fn players(&self) -> usize;

    /// The named starts, the default first.
    fn starts(&self) -> Vec<Start>;

    /// A position from its notation or a named start, and moves played from there.
    fn position(
        &self,
        text: Option<&str>,
        start: Option<&str>,
        moves: &[&str],
    ) -> Result<Box<dyn Position>, ArenaError>;

    /// An algorithm with its memory.
    fn thinker(&self, spec: &Spec, seed: u64) -> Result<Box<dyn Thinker>, ArenaError>;

    /// Searches a position and records the tree, at most so many nodes of it. A limit of nodes is for
    /// searches by random games.
    fn record(
        &self,
        spec: &Spec,
        position: &dyn Position,
        limits: Limits,
        most: usize,
        seed: u64,
        watch: Watch,
    ) -> Result<SearchTree, ArenaError>;
}

/// A game in progress: a start and the plies since.
pub trait Position: Send {
    /// The game's name.
    fn game(&self) -> &'static str;

    /// Who moves next; `None` when the game is over.
    fn to_move(&self) -> Option<Player>;

    /// The legal moves; none when the game is over.
    fn moves(&self) -> Vec<String>;

    /// The position in the game's notation.
    fn text(&self) -> String;

    /// Reads the record of a game from here, or from where it says.
    fn read_record(&self, record: &str) -> Result<Record, ArenaError>;

    /// The game so far in the game's own record format.
    fn record(&self) -> String;

    /// Makes a move.
    fn play(&mut self, mv: &str) -> Result<(), ArenaError>;

    /// Takes the last move back; false if there is none.
    fn undo(&mut self) -> bool;

    /// The moves so far.
    fn plies(&self) -> Vec<String>;

    /// Who made them.
    fn movers(&self) -> Vec<Player>;

    /// The result, when the game is over.
    fn outcome(&self) -> Option<Outcome>;

    /// The board, with the last move marked and, if asked for, where one can move to.
    fn diagram(&self, mark_legal: bool) -> Diagram;

    /// The game's default evaluation of the position, per player.
    fn scores(&self) -> Scores;

    /// How much better than the others a player stands by it whose game is as good as won.
    fn worth_of_win(&self) -> i32;

    /// The legal moves, each with how a person makes it on the board.
    fn gestures(&self) -> Vec<(String, Gesture)>;

    /// The way the last move took over the board.
    fn last_route(&self) -> Vec<usize>;

    /// What is counted for every player.
    fn counters(&self) -> Vec<Counter>;

    /// Who still takes part, in seat order.
    fn alive(&self) -> Vec<bool>;

    /// The position after a line that a search thought of. Unlike a game it may skip players: the
    /// turn is then handed on.
    fn imagine(&self, line: &[(Player, &str)]) -> Result<Imagined, ArenaError>;

    /// The number of positions `depth` plies below; told how many root moves are done of how many.
    fn perft(&self, depth: u32, progress: &mut dyn FnMut(usize, usize)) -> u64;

    /// Perft below each move.
    fn divide(&self, depth: u32) -> Vec<(String, u64)>;

    /// Plays random games from here; returns how many plies they had together.
    fn playouts(&self, games: u64, seed: u64, max_plies: u32) -> u64;

    /// A copy.
    fn boxed_clone(&self) -> Box<dyn Position>;

    /// For the thinker, who knows the type.
    fn as_any(&self) -> &dyn Any;
}

/// A position of a search tree.
#[derive(Clone, Debug)]
pub struct Imagined {
    /// The board, with the last move marked.
    pub diagram: Diagram,
    /// The way the last move took.
    pub route: Vec<usize>,
    /// Who moves next; `None` when the game is over.
    pub to_move: Option<Player>,
    /// The game's default evaluation, per player.
    pub scores: Scores,
    /// The result, when the game is over.
    pub outcome: Option<Outcome>,
}

/// An algorithm that looks at positions of one game.
pub trait Thinker: Send {
    /// What it is.
    fn spec(&self) -> &Spec;

    /// Searches a position for the player to move; every completed iteration is reported.
    fn think(
        &mut self,
        position: &dyn Position,
        limits: Limits,
        watch: Watch,
        on_report: &mut dyn FnMut(&ThinkReport),
    ) -> Result<ThinkReport, ArenaError>;
}

/// A game as it is listed to people.
#[derive(Clone, Debug)]
pub struct GameInfo {
    /// Its name.
    pub name: &'static str,
    /// About it.
    pub about: About,
    /// The named starts, for every number of players.
    pub starts: Vec<Start>,
    /// Its evaluations, the default first.
    pub evaluations: &'static [&'static str],
    /// Its orderings, the default first.
    pub orderings: &'static [&'static str],
}

impl GameInfo {
    /// All games.
    pub fn all() -> Vec<GameInfo> {
        struct Describe;
        impl Visitor for Describe {
            type Output = GameInfo;
            fn visit<G: PlayableGame>(self) -> GameInfo {
                let mut starts = G::listed_starts().unwrap_or_default();
                let is_listed = !starts.is_empty();
                for players in G::about().players.filter(|_| !is_listed) {
                    let options = GameOptions {
                        players: Some(players),
                        ..GameOptions::default()
                    };
                    let game = G::with_options(&options);
                    for start in game.map(|g| g.starts()).unwrap_or_default() {
                        if starts.iter().all(|known| known.name != start.name) {
                            starts.push(start);
                        }
                    }
                }
                GameInfo {
                    name: G::NAME,
                    about: G::about(),
                    starts,
                    evaluations: G::Knowledge::evaluations(),
                    orderings: G::Knowledge::orderings(),
                }
            }
        }
        registry::NAMES
            .iter()
            .filter_map(|name| registry::visit(name, Describe))
            .collect()
    }
}

/// Names and values of weights.
pub type Weights = Vec<(&'static str, f64)>;

/// The weights of an evaluation of a game, by its name or by weights of its own; the inner `None` if it has none.
///
/// ```
/// let weights = melee_arena::weights_of("connect4", "three:20").unwrap().unwrap();
/// assert_eq!(weights[0], ("three", 20.0));
/// assert_eq!(melee_arena::weights_of("abalone", "aiba"), Some(None));
/// ```
pub fn weights_of(game: &str, evaluation: &str) -> Option<Option<Weights>> {
    struct List<'a>(&'a str);
    impl Visitor for List<'_> {
        type Output = Option<Weights>;
        fn visit<G: PlayableGame>(self) -> Self::Output {
            G::Knowledge::weights(self.0)
        }
    }
    registry::visit(game, List(evaluation))
}

/// The names of all games.
pub fn game_names() -> &'static [&'static str] {
    &registry::NAMES
}

/// Opens a game by name.
pub fn open(name: &str, options: &GameOptions) -> Result<Arc<dyn Table>, ArenaError> {
    struct Open<'a>(&'a GameOptions);
    impl Visitor for Open<'_> {
        type Output = Result<Arc<dyn Table>, ArenaError>;
        fn visit<G: PlayableGame>(self) -> Self::Output {
            match G::with_options(self.0) {
                Ok(game) => Ok(Arc::new(SeatedTable::new(game))),
                Err(error) => Err(ArenaError::Option {
                    game: G::NAME,
                    error,
                }),
            }
        }
    }
    registry::visit(name, Open(options)).unwrap_or_else(|| {
        Err(ArenaError::UnknownGame {
            name: name.to_string(),
            known: registry::NAMES.join(", "),
        })
    })
}

/// A game and a position in it.
pub type Opened = (Arc<dyn Table>, Box<dyn Position>);

/// Opens a game and sets up a position, from which the game also takes its parameters.
///
/// ```
/// let (table, position) = melee_arena::open_position("billabong", "i2:1,x4|a14:0,x4|b3:0,x4 1")?;
/// assert_eq!(table.players(), 3);
/// assert!(position.moves().contains(&"i2-off".to_string()));
/// # Ok::<(), melee_arena::ArenaError>(())
/// ```
pub fn open_position(name: &str, text: &str) -> Result<Opened, ArenaError> {
    let options = GameOptions {
        position: Some(text.to_string()),
        ..GameOptions::default()
    };
    let table = open(name, &options)?;
    let position = table.position(Some(text), None, &[])?;
    Ok((table, position))
}
