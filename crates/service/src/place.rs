//! A game and where it has come to, as every request brings it.

use melee::{GameOptions, Position, Registry};
use serde::{Deserialize, Serialize};

use crate::Refusal;

/// The longest game that is looked at.
pub(crate) const LONGEST_GAME: usize = 5_000;

/// A game, where it began, and the moves since: everything there is to know about a position. The
/// game's options stand beside the other fields; one that the game does not have is refused by the
/// game's description.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Place {
    /// By the name under which it is registered.
    pub game: String,
    /// Where it began, and its rules.
    #[serde(flatten)]
    pub options: GameOptions,
    /// What was played since.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<String>,
}

impl Place {
    /// Opens the game and sets up the position.
    pub fn position(&self, registry: &Registry) -> Result<Position, Refusal> {
        let count = self.moves.len();
        if count > LONGEST_GAME {
            let problem = format!("{count} moves, expected at most {LONGEST_GAME}");
            return Err(Refusal::bad(problem));
        }
        let mut position = registry.open(&self.game, &self.options)?.opening()?;
        position.play_all(&self.moves)?;
        Ok(position)
    }

    /// The same with a position instead of the text of a file, which has many lines and fits into no
    /// address.
    pub fn without_files(self, registry: &Registry) -> Result<Place, Refusal> {
        let options = registry.game(&self.game)?.description.options;
        let is_file = |name: &String| options.iter().any(|o| o.is_file && o.name == *name);
        if !self.options.values.keys().any(is_file) {
            return Ok(self);
        }
        let start = Place { moves: Vec::new(), ..self.clone() };
        let mut values = self.options.values;
        values.retain(|name, _| !is_file(name));
        Ok(Place {
            options: GameOptions { position: Some(start.position(registry)?.text()), values, ..GameOptions::default() },
            ..start.with_moves(self.moves)
        })
    }

    /// Its rules without where it begins, and the options of the game that are files: a text that says where a game begins
    /// says all that those say, and by which other rules it is played it does not say.
    pub(crate) fn rules(&self, registry: &Registry) -> Result<(GameOptions, Vec<&'static str>), Refusal> {
        let options = registry.game(&self.game)?.description.options;
        let files: Vec<&str> = options.iter().filter(|o| o.is_file).map(|o| o.name).collect();
        let mut rules = GameOptions { values: self.options.values.clone(), ..GameOptions::default() };
        rules.values.retain(|name, _| !files.contains(&name.as_str()));
        Ok((rules, files))
    }

    /// The same game from another position, for as many players: a text need not say how many.
    pub(crate) fn at_text(&self, registry: &Registry, text: &str) -> Result<Place, Refusal> {
        let (rules, _) = self.rules(registry)?;
        let options = GameOptions { players: self.options.players, ..rules.at(text) };
        Ok(Place { game: self.game.clone(), options, moves: Vec::new() })
    }

    /// The same with other moves.
    #[must_use]
    pub fn with_moves(self, moves: Vec<String>) -> Place {
        Place { moves, ..self }
    }
}
