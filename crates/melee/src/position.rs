//! A game in progress, whatever the game is.

use std::any::Any;
use std::fmt;
use std::ops::{Deref, DerefMut};

use melee_core::diagram::{Counter, Diagram, Gesture, Hand, Piece, Prompt};
use melee_core::{Outcome, Player, Record, Scores};
use melee_search::proof::{Proof, Question};
use melee_search::{Limits, Ply, Spec, Watch};

use crate::search_tree::SearchTree;
use crate::{Engine, Error, OpenGame, Report, Task};

/// A position with the game that led to it.
///
/// It has the methods of [`AnyPosition`], and searches are asked here.
///
/// ```
/// let mut position = melee::open("connect4")?.position("444")?;
/// position.play("3")?;
/// assert_eq!(position.text(), "4443");
/// let report = position.search("alphabeta", melee::Limits::depth(6))?;
/// assert_eq!(report.best().player.to_string(), "1");
/// # Ok::<(), melee::Error>(())
/// ```
pub struct Position(pub(crate) Box<dyn AnyPosition>);

impl Position {
    /// Searches once. Who wants more moves of one game had better keep an [`engine`](Position::engine).
    pub fn search<'t>(&self, spec: impl Into<Spec>, task: impl Into<Task<'t>>) -> Result<Report, Error> {
        self.engine(spec)?.search(self, task)
    }

    /// An engine for this game.
    pub fn engine(&self, spec: impl Into<Spec>) -> Result<Engine, Error> {
        self.game().engine(spec)
    }

    /// Searches and records the tree, at most so many nodes of it.
    pub fn search_tree(&self, spec: impl Into<Spec>, limits: Limits, most: usize) -> Result<SearchTree, Error> {
        let watch = melee_search::Watch::new();
        self.engine(spec)?.record(self, limits, most, watch)
    }

    /// Plays moves one after the other.
    pub fn play_all<T: AsRef<str>>(&mut self, moves: impl IntoIterator<Item = T>) -> Result<(), Error> {
        for (i, mv) in moves.into_iter().enumerate() {
            self.play(mv.as_ref()).map_err(|error| match error {
                Error::Notation { game, error } => Error::MoveOfList { game, ply: i + 1, error },
                error => error,
            })?;
        }
        Ok(())
    }
}

impl Clone for Position {
    fn clone(&self) -> Self {
        self.0.boxed_clone()
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({}: {})", self.game().name(), self.text())
    }
}

impl Deref for Position {
    type Target = dyn AnyPosition;
    fn deref(&self) -> &Self::Target {
        self.0.as_ref()
    }
}

impl DerefMut for Position {
    fn deref_mut(&mut self) -> &mut Self::Target {
        self.0.as_mut()
    }
}

/// What can be asked of a position of any game.
pub trait AnyPosition: Send + Sync {
    fn game(&self) -> OpenGame;

    /// Who moves next; `None` when the game is over.
    fn to_move(&self) -> Option<Player>;

    /// The legal moves; none when the game is over.
    fn moves(&self) -> Vec<String>;

    /// How many legal moves there are; none when the game is over.
    fn count_moves(&self) -> usize;

    /// About how many moves the player to move has still to make, this one included, where the rules bound them.
    fn moves_left(&self) -> Option<u32>;

    /// The position in the game's notation.
    fn text(&self) -> String;

    /// Reads the record of a game from here, or from where it says.
    fn read_record(&self, record: &str) -> Result<Record, Error>;

    /// The game so far in the game's own record format.
    fn record(&self) -> String;

    fn play(&mut self, mv: &str) -> Result<(), Error>;

    /// The legal moves by number, in the order of [`moves`](AnyPosition::moves): no two the same, and of one meaning on the
    /// board wherever they are legal. In games that leave the [index](melee_core::Game::move_index) of a move to its hash the
    /// meaning depends on which others are legal, and should more than
    /// [so many](melee_core::Game::moves_per_index) share one, a number may not be below
    /// [`action_count`](OpenGame::action_count).
    fn actions(&self) -> Vec<usize>;

    /// Makes the legal move of this number; false if there is none.
    fn play_action(&mut self, action: usize) -> bool;

    /// A hash of the position and the player to move.
    fn key(&self) -> u64;

    /// Makes the legal move of this place in the list; false if there is none.
    fn play_nth(&mut self, place: usize) -> bool;

    /// Takes the last move back; false if there is none.
    fn undo(&mut self) -> bool;

    /// How many plies were played.
    fn ply_count(&self) -> usize;

    /// Was the game here before, as far as [keys](AnyPosition::key) tell?
    fn recurs(&self) -> bool;

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

    /// The best evaluation made by hand, per player: what networks build on.
    fn scores_by_hand(&self) -> Scores;

    /// The same as shares of the point.
    fn shares_by_hand(&self) -> Vec<f64>;

    /// Everybody's share by the network that comes with the game; `None` if none is for this board and so many players, or
    /// the game is over.
    fn net_shares(&self) -> Option<Vec<f64>>;

    /// How much better than the others a player stands by it whose game is as good as won.
    fn worth_of_win(&self) -> i32;

    /// What chances follow from it by, where that was fitted to games.
    fn chance_scale(&self) -> Option<f64>;

    /// The active inputs of a network as a player sees the position, ascending; none if the game has no inputs or is over.
    fn active_inputs(&self, viewer: Player) -> Vec<usize>;

    /// May the last move have changed the evaluation violently? It is one that a quiescence search looks at.
    fn was_noisy(&self) -> bool;

    /// The legal moves, each with how a person makes it on the board.
    fn gestures(&self) -> Vec<(String, Gesture)>;

    /// The way the last move took over the board.
    fn last_route(&self) -> Vec<usize>;

    /// What is counted for every player.
    fn counters(&self) -> Vec<Counter>;

    /// What the player to move is asked for.
    fn prompt(&self) -> Prompt;

    /// Pieces that lie beside the board.
    fn hands(&self) -> Vec<Hand>;

    /// What can be put on the board by hand: whose it is, and its letter.
    fn kit(&self) -> Vec<(Option<Player>, char)>;

    /// The text of a board that was set up by hand, all else as here; it need not be a position of the game. Pieces that
    /// the game does not have and cells that the board does not have are refused.
    fn set_up(&self, pieces: &[Piece], to_move: Player) -> Result<String, Error>;

    /// Which rule forbids what somebody seems to mean who clicks on these cells, if the game can tell.
    fn why_not(&self, cells: &[usize]) -> Option<String>;

    /// Why the game is over; empty if it is not, or the game does not say.
    fn ending(&self) -> &'static str;

    /// The moves since the player to move had his turn, the latest last: who made each, and its way over the board.
    fn recent_routes(&self) -> Vec<(Player, Vec<usize>)>;

    /// Who still takes part, in seat order.
    fn alive(&self) -> Vec<bool>;

    /// The position after a line that a search thought of. Unlike a game it may skip players: the
    /// turn is then handed on.
    fn preview(&self, line: &[Ply<&str>]) -> Result<LinePreview, Error>;

    /// The number of positions `depth` plies below.
    fn perft(&self, depth: u32) -> u64;

    /// The same, unless somebody ends it, who is asked again and again.
    fn perft_until(&self, depth: u32, is_to_stop: &dyn Fn() -> bool) -> Option<u64>;

    /// Perft below each move; `told` hears of every move when it is counted, and of how many there are.
    fn divide(&self, depth: u32, told: &mut dyn FnMut(&str, u64, usize)) -> Vec<(String, u64)>;

    /// Can a player force a result against all others? Named evaluations say what finished games are worth; rules
    /// that look at more than the position, such as repetition, play no part.
    fn prove(
        &self,
        evaluation: Option<&str>,
        question: Question,
        limits: Limits,
        watch: Watch,
    ) -> Result<Proof<String>, Error>;

    /// Plays random games from here; returns how many plies they had together.
    fn playouts(&self, games: u64, seed: u64, max_plies: u32) -> u64;

    fn boxed_clone(&self) -> Position;

    /// For engines, who know the type.
    #[doc(hidden)]
    fn as_any(&self) -> &dyn Any;

    /// For engines, who know the type.
    #[doc(hidden)]
    fn as_any_mut(&mut self) -> &mut dyn Any;
}

/// What the board looks like at the end of a line that a search thought of.
#[derive(Clone, Debug)]
pub struct LinePreview {
    /// The board, with the last move marked.
    pub diagram: Diagram,
    /// The way the last move took.
    pub route: Vec<usize>,
    /// Somebody was passed over: no game goes like this.
    pub skips: bool,
    /// Who moves next; `None` when the game is over.
    pub to_move: Option<Player>,
    /// The game's default evaluation, per player.
    pub scores: Scores,
    /// The result, when the game is over.
    pub outcome: Option<Outcome>,
}
