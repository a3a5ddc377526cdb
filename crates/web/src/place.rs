//! A game and where it has come to, as every request brings it.

use std::sync::Arc;

use melee_arena::{GameOptions, Position, Table, open};
use serde::{Deserialize, Serialize};

use crate::ApiError;

/// The longest game that is looked at.
pub(crate) const LONGEST_GAME: usize = 5_000;

/// A game, where it began, and the moves since: everything there is to know about a position.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Place {
    /// The game's name.
    pub game: String,
    /// The number of players, where the game allows several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub players: Option<usize>,
    /// The board size, such as `7x6`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub size: Option<String>,
    /// The rule set.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules: Option<String>,
    /// The text of a map.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub map: Option<String>,
    /// A named start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// A position in the game's notation, instead of a named start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pos: Option<String>,
    /// The moves played from there.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<String>,
}

impl Place {
    /// Opens the game.
    pub fn table(&self) -> Result<Arc<dyn Table>, ApiError> {
        let options = GameOptions {
            players: self.players,
            size: self.size.clone(),
            rules: self.rules.clone(),
            map: self.map.clone(),
            start: self.start.clone(),
            position: self.pos.clone(),
        };
        Ok(open(&self.game, &options)?)
    }

    /// Sets up the position.
    pub fn position(&self, table: &dyn Table) -> Result<Box<dyn Position>, ApiError> {
        if self.moves.len() > LONGEST_GAME {
            return Err(ApiError::bad(format!(
                "{} moves, expected at most {LONGEST_GAME}",
                self.moves.len()
            )));
        }
        let moves: Vec<&str> = self.moves.iter().map(String::as_str).collect();
        let (pos, start) = (self.pos.as_deref(), self.start.as_deref());
        Ok(table.position(pos, start, &moves)?)
    }
}
