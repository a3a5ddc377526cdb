//! What a game needs to be played by name: built from options, described, known to searches.

use std::ops::RangeInclusive;

use crate::{Draw, Knowledge, Notation, Outcome, Start};

/// The parameters of a game as a user gives them; each game takes those it knows.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct GameOptions {
    /// The number of players.
    pub players: Option<usize>,
    /// The board size, such as `7x6`.
    pub size: Option<String>,
    /// The name of a rule set.
    pub rules: Option<String>,
    /// The text of a map.
    pub map: Option<String>,
    /// The name of the start, for games whose starts differ in more than the position.
    pub start: Option<String>,
    /// The position that will be set up, for games whose parameters are part of its notation.
    pub position: Option<String>,
}

impl GameOptions {
    /// Fails if an option is given that is not in `known`.
    pub fn only(&self, known: &[&str]) -> Result<(), OptionError> {
        let given = [
            ("players", self.players.is_some()),
            ("size", self.size.is_some()),
            ("rules", self.rules.is_some()),
            ("map", self.map.is_some()),
        ];
        match given
            .iter()
            .find(|(name, set)| *set && !known.contains(name))
        {
            Some((name, _)) => Err(OptionError(format!("the game has no option --{name}"))),
            None => Ok(()),
        }
    }

    /// Fails if a number of players outside `allowed` is asked for.
    pub fn players_in(&self, allowed: RangeInclusive<usize>) -> Result<Option<usize>, OptionError> {
        match self.players {
            Some(n) if !allowed.contains(&n) => Err(OptionError(format!(
                "--players {n}: the game is for {}",
                span(&allowed)
            ))),
            players => Ok(players),
        }
    }

    /// The number of players that is asked for or that a position has; both must agree.
    pub fn players_with(
        &self,
        allowed: RangeInclusive<usize>,
        in_position: Option<usize>,
    ) -> Result<Option<usize>, OptionError> {
        match (self.players_in(allowed)?, in_position) {
            (Some(asked), Some(given)) if asked != given => Err(OptionError(format!(
                "the position has {given} players, --players says {asked}"
            ))),
            (asked, given) => Ok(given.or(asked)),
        }
    }
}

fn span(range: &RangeInclusive<usize>) -> String {
    if range.start() == range.end() {
        format!("{} players", range.start())
    } else {
        format!("{} to {} players", range.start(), range.end())
    }
}

/// An option that a game cannot be built with.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct OptionError(pub String);

/// A few words about a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct About {
    /// One line.
    pub summary: &'static str,
    /// How many may play.
    pub players: RangeInclusive<usize>,
    /// Command-line options it takes, with one line each.
    pub options: &'static [(&'static str, &'static str)],
}

/// A game with everything that play, analysis and measurement ask of it.
pub trait PlayableGame: Notation + Draw {
    /// What it knows about itself.
    type Knowledge: Knowledge<Self>;

    /// Describes it.
    fn about() -> About;

    /// Builds it.
    fn with_options(options: &GameOptions) -> Result<Self, OptionError>;

    /// All named starts, for games where each is a game of its own; others have those of
    /// [`starts`](Notation::starts) for every number of players.
    fn listed_starts() -> Option<Vec<Start>> {
        None
    }

    /// The result by rules that look at more than the position: how many plies were played since
    /// the start, and how often the position has occurred. Searches do not ask.
    fn adjudicate(
        &self,
        _state: &Self::State,
        _plies: usize,
        _occurrences: usize,
    ) -> Option<Outcome> {
        None
    }
}
