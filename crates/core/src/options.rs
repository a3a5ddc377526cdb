//! The parameters of a game as a user gives them.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// Which game of its kind is meant: how many play, on what board, by what rules, from where.
///
/// Which options there are, a game says in its [`Description`](crate::Description). As JSON or TOML
/// the options stand beside the other fields: `{"players": 2, "size": "7x6"}`.
///
/// ```
/// use melee_core::GameOptions;
/// let options = GameOptions::default().with("size", "5x4");
/// assert_eq!(options.get("size"), Some("5x4"));
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct GameOptions {
    /// The number of players.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub players: Option<usize>,
    /// The name of the start, for games whose starts differ in more than the position.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// The position that will be set up, for games whose parameters are part of its notation.
    #[serde(rename = "pos", skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// The game's own options by name.
    #[serde(flatten)]
    pub values: BTreeMap<String, String>,
}

impl GameOptions {
    /// The value of an option, if it is given.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.values.get(name).map(String::as_str)
    }

    /// With an option.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl Into<String>) -> Self {
        self.values.insert(name.to_string(), value.into());
        self
    }

    #[must_use]
    pub fn for_players(mut self, players: usize) -> Self {
        self.players = Some(players);
        self
    }

    /// With the parameters of a position in the game's notation.
    #[must_use]
    pub fn at(mut self, position: impl Into<String>) -> Self {
        self.position = Some(position.into());
        self
    }

    /// From a named start.
    #[must_use]
    pub fn from_start(mut self, start: impl Into<String>) -> Self {
        self.start = Some(start.into());
        self
    }

    /// The number of players that is asked for or that a position has; both must agree.
    pub fn players_with(&self, in_position: Option<usize>) -> Result<Option<usize>, OptionError> {
        match (self.players, in_position) {
            (Some(asked), Some(given)) if asked != given => {
                Err(OptionError(format!("the position has {given} players, --players says {asked}")))
            }
            (asked, given) => Ok(given.or(asked)),
        }
    }
}

/// An option that a game cannot be built with.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}", crate::abridged(.0))]
pub struct OptionError(pub String);
