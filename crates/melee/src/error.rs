//! Why something that was asked for by name or text cannot be had.

use melee_core::{NotationError, OptionError};
use melee_search::SearchError;

use crate::book::BookError;

/// What is wrong, in one line for a person.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Error {
    /// No such game.
    #[error("unknown game '{name}'; known: {known}")]
    UnknownGame { name: String, known: String },
    /// The game cannot be built like that.
    #[error("{game}: {error}")]
    Option { game: &'static str, error: OptionError },
    /// A game that names knowledge in its description and does not give it.
    #[error("{game}: its description names {evaluation}, but the game does not have it")]
    NoKnowledge { game: &'static str, evaluation: String },
    /// No such start.
    #[error("{game}: unknown start '{name}'; known: {known}")]
    UnknownStart { game: &'static str, name: String, known: String },
    /// A start for another number of players.
    #[error("{game}: the start '{name}' is for {players} players, not for {here}")]
    StartForOthers { game: &'static str, name: String, players: usize, here: usize },
    /// A text that is not a position or a legal move.
    #[error("{game}: {error}")]
    Notation { game: &'static str, error: NotationError },
    /// One of a list of moves is not legal.
    #[error("{game}: move {ply} of the list: {error}")]
    MoveOfList { game: &'static str, ply: usize, error: NotationError },
    /// The search refused.
    #[error("{game}: {error}")]
    Search { game: &'static str, error: SearchError },
    /// An opening book that cannot be played from.
    #[error("{game}: book {file}: {error}")]
    Book { game: &'static str, file: String, error: BookError },
    /// An engine of one game was asked about another, or about another board of the same game.
    #[error("an engine for {game} cannot look at another game or board")]
    OtherGame { game: &'static str },
    /// A level of strength with options or a limit.
    #[error("{seat}: a level has neither options nor a limit of its own, it is both")]
    ChangedLevel { seat: String },
    /// Somebody who looks on wants no more of it.
    #[error("the game was stopped")]
    Stopped,
}
