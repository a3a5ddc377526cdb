//! Positions and moves as text.

use std::fmt;

use serde::Serialize;

use crate::{Game, Outcome};

/// Why a text is not a position or a move: one line for a person, naming what and where.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}", crate::abridged(.0))]
pub struct NotationError(String);

impl NotationError {
    /// An error with this message, without the game's name.
    pub fn new(message: impl fmt::Display) -> Self {
        NotationError(message.to_string())
    }

    /// What is wrong, without the text that it is wrong with: what follows `move 'c3-f8': `.
    ///
    /// ```
    /// # use melee_core::NotationError;
    /// assert_eq!(NotationError::new("move 'a1': there is a ball").reason(), "there is a ball");
    /// assert_eq!(NotationError::new("column 4 is full").reason(), "column 4 is full");
    /// ```
    pub fn reason(&self) -> &str {
        self.0.split_once("': ").map_or(&self.0, |(_, reason)| reason)
    }
}

/// A position as it was given: where it starts and what was played from there.
///
/// Most notations describe a board and have no moves; Connect Four's *is* its moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup<G: Game> {
    /// The position before the moves.
    pub start: G::State,
    /// The legal moves played from it.
    pub moves: Vec<G::Move>,
}

impl<G: Game> Setup<G> {
    /// A position without a past.
    pub fn new(start: G::State) -> Self {
        Setup { start, moves: Vec::new() }
    }

    /// The position after the moves.
    pub fn state(&self, game: &G) -> G::State {
        let mut state = self.start.clone();
        for &mv in &self.moves {
            game.play(&mut state, mv);
        }
        state
    }
}

/// A game as a record tells it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Record {
    /// The position it begins with, in the game's notation, if the record says so.
    pub start: Option<String>,
    /// Its moves, in the game's notation. One that is not legal may be among them.
    pub moves: Vec<String>,
}

/// A named start position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Start {
    pub name: String,
    pub summary: String,
    /// The position, in the game's notation.
    #[serde(skip)]
    pub position: String,
    /// The number of its seats, where starts of one game differ in that.
    pub players: Option<usize>,
}

impl Start {
    /// A start for any number of players.
    pub fn new(name: impl Into<String>, summary: impl Into<String>, position: impl Into<String>) -> Self {
        Start { name: name.into(), summary: summary.into(), position: position.into(), players: None }
    }
}

/// Positions and moves as text that reads back.
pub trait Notation: Game {
    /// Reads a position; the error names the place.
    fn parse_position(&self, text: &str) -> Result<Setup<Self>, NotationError>;

    /// Writes a position so that `parse_position` gives it back.
    fn position_text(&self, state: &Self::State) -> String;

    /// Writes a position with its past, for notations that tell it.
    fn setup_text(&self, setup: &Setup<Self>) -> String {
        self.position_text(&setup.state(self))
    }

    /// Reads a legal move of the player to move; by default the one that is written so.
    fn parse_move(&self, state: &Self::State, text: &str) -> Result<Self::Move, NotationError> {
        if self.outcome(state).is_some() {
            return Err(NotationError::new("the game is over"));
        }
        let mut moves = Vec::new();
        self.moves(state, &mut moves);
        let texts = moves.iter().map(|&mv| self.move_text(state, mv));
        let place = texts.clone().position(|legal| legal == text);
        place.map(|place| moves[place]).ok_or_else(|| {
            const SHOWN: usize = 12;
            let mut legal: Vec<String> = texts.take(SHOWN).collect();
            if moves.len() > SHOWN {
                legal.push("...".to_string());
            }
            NotationError::new(format!("'{text}' is not a legal move; legal: {}", legal.join(", ")))
        })
    }

    /// Writes a legal move.
    fn move_text(&self, state: &Self::State, mv: Self::Move) -> String;

    /// Splits a game record that starts from `state` into its moves; games with a record format of
    /// their own read it too.
    fn record_moves<'t>(&self, _state: &Self::State, record: &'t str) -> Vec<&'t str> {
        record.split_whitespace().collect()
    }

    /// Reads a record that starts from `state` if it does not say otherwise. What is not in the format
    /// is an error that names the place; moves need not be legal.
    fn read_record(&self, state: &Self::State, record: &str) -> Result<Record, NotationError> {
        let moves = self.record_moves(state, record);
        Ok(Record { start: None, moves: moves.into_iter().map(str::to_string).collect() })
    }

    /// Writes a game in the game's own record format; moves with spaces between where it has none.
    fn write_record(&self, setup: &Setup<Self>, _result: Option<&Outcome>) -> String {
        let mut state = setup.start.clone();
        let mut moves = Vec::new();
        for &mv in &setup.moves {
            moves.push(self.move_text(&state, mv));
            self.play(&mut state, mv);
        }
        moves.join(" ") + "\n"
    }

    /// The named starts, the default first; by default only that.
    fn starts(&self) -> Vec<Start> {
        let position = self.position_text(&self.initial());
        vec![Start::new("standard", "the usual start", position)]
    }
}
