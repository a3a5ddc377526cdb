//! Work that falls into numbered units, none of which knows of another: games of a match, positions of a table.
//!
//! A unit depends on the work and its number alone, so any machine may do it, at any time, and again. What must be
//! the same everywhere is kept apart from what is measured beside it (times).

use melee_arena::tournament::PlayedGame;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{LabError, Outcome};

/// A row of a table: units of one kind.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Section {
    /// Its name.
    pub label: String,
    /// How many units it has.
    pub units: u64,
    /// What is done, in full. Two sections with equal tasks have equal units.
    pub task: Value,
}

/// What came of a unit, but for its times.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Done {
    /// A game of a match.
    Game(Box<PlayedGame>),
    /// The nodes that were searched when each depth was done.
    Nodes(Vec<(u32, u64)>),
}

/// How long it took, in millionths of a second.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Times {
    /// All of it.
    pub micros: u64,
    /// The searches of each seat of a game.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub seats: Vec<u64>,
}

impl Done {
    /// Takes the times out, so that the rest is the same on every machine.
    pub(crate) fn take_times(&mut self, micros: u64) -> Times {
        let seats = match self {
            Done::Game(game) => {
                game.micros = 0;
                let seats = game.work.iter_mut();
                seats.map(|w| std::mem::take(&mut w.micros)).collect()
            }
            Done::Nodes(_) => Vec::new(),
        };
        Times { micros, seats }
    }

    /// Puts them back.
    pub(crate) fn put_times(&mut self, times: &Times) {
        if let Done::Game(game) = self {
            game.micros = times.micros;
            for (work, &micros) in game.work.iter_mut().zip(&times.seats) {
                work.micros = micros;
            }
        }
    }

    /// All nodes of the unit.
    pub(crate) fn nodes(&self) -> u64 {
        match self {
            Done::Game(game) => game.work.iter().map(|w| w.nodes).sum(),
            Done::Nodes(depths) => depths.last().map_or(0, |&(_, nodes)| nodes),
        }
    }

    /// The number it carries itself, if any.
    pub(crate) fn number(&self) -> Option<u64> {
        match self {
            Done::Game(game) => Some(game.number),
            Done::Nodes(_) => None,
        }
    }
}

/// Work that can be shared out.
pub trait Divisible {
    /// Its sections.
    fn sections(&self) -> Result<Vec<Section>, LabError>;

    /// What one unit and several are called.
    fn unit_names(&self) -> [&'static str; 2] {
        ["game", "games"]
    }

    /// About how many seconds a unit of a section takes on this machine, from a short measurement.
    fn seconds_a_unit(&self, section: usize) -> Result<f64, LabError>;

    /// Gets ready to do units of a section.
    fn worker(&self, section: usize) -> Result<Box<dyn Worker>, LabError>;

    /// The table, from the units of all sections in order.
    fn outcome(&self, done: &[Vec<Done>]) -> Result<Outcome, LabError>;
}

/// Does units of a section.
pub trait Worker {
    /// One unit by its number.
    fn unit(&mut self, number: u64) -> Result<Done, LabError>;
}
