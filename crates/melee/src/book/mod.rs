//! Opening books: what somebody who had much time found to be best at the beginning of a game.
//!
//! A book is for one game with its parameters and one start. It is grown by searches ([`BookPlan`]), kept as a text that
//! people can read ([`Book::text`]), and played from by `best`: the one that comes with the game, or that of a file
//! (`best:book=FILE`), unless `best:book=off` is said. Positions are found by their keys, so it does not matter by which
//! moves they came about. Nothing enters a book that was not played through.

mod choice;
mod grow;
mod text;

use std::collections::HashMap;

use melee_core::{Value, shortened};

pub(crate) use self::choice::{BOOK_OPTION, BookChoice, Books};
pub use self::grow::{BookPlan, Growth};
use crate::{Error, OpenGame, Position};

/// An opening book of one game.
#[derive(Clone, Debug)]
pub struct Book {
    start: Position,
    made: String,
    lines: Vec<BookLine>,
    /// The line of every position, by its key.
    places: HashMap<u64, usize>,
}

/// What a book says of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BookLine {
    /// How the position comes about from the start.
    pub moves: Vec<String>,
    /// How deep it was searched.
    pub depth: u32,
    /// With how many nodes.
    pub nodes: u64,
    /// Moves with what they are worth to the player to move, best first: the first is the book's own, others are what
    /// may be expected of an opponent. Never empty.
    pub choices: Vec<(String, Value)>,
}

impl BookLine {
    /// What the book plays.
    pub fn best(&self) -> &str {
        &self.choices[0].0
    }
}

impl Book {
    /// A book with nothing in it yet, for games that begin like this one; `made` says by which command, for people.
    pub fn new(game: &OpenGame, made: &str) -> Result<Book, Error> {
        let made = made.split_whitespace().collect::<Vec<_>>().join(" ");
        Ok(Book { start: game.opening()?, made, lines: Vec::new(), places: HashMap::new() })
    }

    /// The command that made it.
    pub fn made(&self) -> &str {
        &self.made
    }

    /// What it says, in the order in which it was found.
    pub fn lines(&self) -> &[BookLine] {
        &self.lines
    }

    /// What it says of a position.
    pub fn line_at(&self, position: &Position) -> Option<&BookLine> {
        self.places.get(&position.key()).map(|&place| &self.lines[place])
    }

    /// The position after moves from its start.
    pub(crate) fn position_after(&self, moves: &[String]) -> Result<Position, Error> {
        let mut position = self.start.clone();
        position.play_all(moves)?;
        Ok(position)
    }

    /// Adds what was found of a position, if it can come about so and the moves are legal there.
    pub fn add(&mut self, line: BookLine) -> Result<(), BookError> {
        let number = text::HEADER_LINES + self.lines.len() + 1;
        let damaged = |problem: String| Err(BookError::Damaged { line: number, problem });
        let position = match self.position_after(&line.moves) {
            Ok(position) => position,
            Err(error) => return damaged(error.to_string()),
        };
        let legal = position.moves();
        if let Some((mv, _)) = line.choices.iter().find(|(mv, _)| !legal.contains(mv)) {
            return damaged(format!("'{}' is not a legal move there", shortened(mv)));
        }
        if line.choices.is_empty() {
            return damaged("expected a move".to_string());
        }
        if self.places.contains_key(&position.key()) {
            return damaged("the position is there already".to_string());
        }
        self.places.insert(position.key(), self.lines.len());
        self.lines.push(line);
        Ok(())
    }
}

/// Why a book cannot be used.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BookError {
    /// Nobody said how files are read.
    #[error("files are not read here")]
    NoFiles,
    /// The file cannot be read.
    #[error("{0}")]
    Unreadable(String),
    /// Something else.
    #[error("not an opening book of Melee: its first line is '{found}', expected '{}'", text::TITLE)]
    Foreign { found: String },
    /// Not as it was written.
    #[error("damaged: line {line}: {problem}")]
    Damaged { line: usize, problem: String },
    /// Of another game, or with other players or rules.
    #[error("a book of {book}, not of {here}")]
    OtherGame { book: String, here: String },
    /// From another start.
    #[error("a book of games that begin at '{book}', not at '{here}'")]
    OtherStart { book: String, here: String },
}
