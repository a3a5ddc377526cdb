//! The one unit of work: every experiment is a list of numbered units, none of which knows of another, and a function
//! from what came of all of them to the table.
//!
//! A unit depends on the experiment, the budget and its number alone, so any machine may do it, at any time, and again.
//! `melee reproduce` does them on the threads of one machine ([`crate::local`]), `melee shard` some of them wherever it
//! is started ([`crate::cluster`]).

use std::time::Instant;

use melee_arena::tournament::PlayedGame;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::{Budget, LabError, MeasuredTable, Row};

/// Units that are much alike: a row of a table, a column, a match.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Section {
    pub label: String,
    pub units: u64,
    /// All that the units depend on. Two sections with equal tasks have equal units.
    pub task: Value,
}

impl Section {
    pub(crate) fn new(label: impl Into<String>, units: usize, task: Value) -> Self {
        Section { label: label.into(), units: units as u64, task }
    }
}

/// What came of a unit. But for tables about time it is the same on every machine once the times of a game are taken
/// out.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct UnitResult {
    /// The game, where the unit was one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) game: Option<Box<PlayedGame>>,
    /// What was counted, in the form that the table reads.
    #[serde(default, skip_serializing_if = "Value::is_null")]
    pub(crate) counts: Value,
    /// The nodes of its searches but for those of the game, where somebody counts them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) nodes: Option<u64>,
}

/// How long a unit took, in millionths of a second.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Times {
    /// Searches and all else.
    pub micros: u64,
    /// The searches of each seat of a game.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub seats: Vec<u64>,
}

impl UnitResult {
    pub(crate) fn of_game(game: PlayedGame) -> Self {
        UnitResult { game: Some(Box::new(game)), ..UnitResult::default() }
    }

    pub(crate) fn of_counts(counts: &impl Serialize) -> Self {
        UnitResult {
            counts: serde_json::to_value(counts).expect("plain data has a JSON value"),
            ..UnitResult::default()
        }
    }

    pub(crate) fn with_nodes(mut self, nodes: u64) -> Self {
        self.nodes = Some(nodes);
        self
    }

    pub(crate) fn read<T: DeserializeOwned>(&self) -> Result<T, LabError> {
        T::deserialize(&self.counts).map_err(LabError::Unit)
    }

    /// Takes the times of a game out, so that the rest is the same on every machine.
    pub(crate) fn take_times(&mut self, micros: u64) -> Times {
        let mut seats = Vec::new();
        if let Some(game) = &mut self.game {
            game.micros = 0;
            let work = game.work.iter_mut();
            seats.extend(work.map(|w| std::mem::take(&mut w.micros)));
        }
        Times { micros, seats }
    }

    /// Puts back what [`take_times`](Self::take_times) took.
    pub(crate) fn put_times(&mut self, times: &Times) {
        if let Some(game) = &mut self.game {
            game.micros = times.micros;
            for (work, &micros) in game.work.iter_mut().zip(&times.seats) {
                work.micros = micros;
            }
        }
    }

    pub(crate) fn all_nodes(&self) -> u64 {
        let work = self.game.iter().flat_map(|game| &game.work);
        self.nodes.unwrap_or(0) + work.map(|w| w.nodes).sum::<u64>()
    }
}

/// What was counted in all units of a section.
pub(crate) fn read_all<T: DeserializeOwned>(results: &[UnitResult]) -> Result<Vec<T>, LabError> {
    results.iter().map(UnitResult::read).collect()
}

pub(crate) fn games_of(results: &[UnitResult]) -> Vec<PlayedGame> {
    let games = results.iter().filter_map(|result| result.game.as_deref());
    games.cloned().collect()
}

/// An experiment within a budget.
pub trait Study: Sync {
    /// All units, in sections; none where the budget is too small for any.
    fn sections(&self) -> Vec<Section>;

    /// Does a unit by its section and number.
    fn unit(&self, section: usize, number: u64) -> Result<UnitResult, LabError>;

    /// The table, from the results of all units of all sections in order.
    fn outcome(&self, results: &[Vec<UnitResult>]) -> Result<MeasuredTable, LabError>;

    /// What one unit and several are called.
    fn unit_names(&self) -> [&'static str; 2];

    /// About how many seconds a unit of a section takes on this machine, from a short measurement.
    fn seconds_a_unit(&self, section: usize) -> Result<f64, LabError> {
        let begin = Instant::now();
        self.unit(section, 0)?;
        Ok(begin.elapsed().as_secs_f64())
    }

    /// Is time what the table is about? Then units that run side by side would disturb each other.
    fn is_timed(&self) -> bool {
        false
    }

    /// Of a table that can be made before all units are done: how many in a row count only together, such as the games of
    /// a block.
    fn units_together(&self, _section: usize) -> Option<usize> {
        None
    }

    /// Is every section a row of the table that no other row depends on? Then it can be done without the others.
    fn rows_stand_alone(&self) -> bool {
        false
    }

    /// Is more counted in a game than the game itself says? Then a stored game is not yet a result.
    fn counts_beside_games(&self) -> bool {
        false
    }
}

/// A table whose units depend on the budget.
pub(crate) struct Budgeted<T> {
    pub(crate) table: T,
    pub(crate) budget: Budget,
}

impl<T> std::ops::Deref for Budgeted<T> {
    type Target = T;
    fn deref(&self) -> &T {
        &self.table
    }
}

/// A table whose cells are found one by one: a unit is a cell.
pub(crate) trait CellTable: Serialize + Sync {
    /// How many cells it has within a budget.
    fn count(&self, budget: Budget) -> usize;

    fn cell(&self, budget: Budget, number: usize) -> Result<Row, LabError>;

    /// All that is to be said about the cells.
    fn outcome(&self, budget: Budget, rows: Vec<Row>) -> MeasuredTable;

    fn seconds_a_cell(&self, budget: Budget) -> Result<f64, LabError> {
        let begin = Instant::now();
        self.cell(budget, 0)?;
        Ok(begin.elapsed().as_secs_f64())
    }

    fn is_timed(&self) -> bool {
        false
    }
}

impl<T: CellTable> Study for Budgeted<T> {
    fn sections(&self) -> Vec<Section> {
        let task = json!({"table": self.table, "budget": self.budget});
        vec![Section::new("cells", self.count(self.budget), task)]
    }

    fn unit_names(&self) -> [&'static str; 2] {
        ["cell", "cells"]
    }

    fn unit(&self, _section: usize, number: u64) -> Result<UnitResult, LabError> {
        let row = self.cell(self.budget, number as usize)?;
        Ok(UnitResult::of_counts(&row))
    }

    fn outcome(&self, results: &[Vec<UnitResult>]) -> Result<MeasuredTable, LabError> {
        Ok(self.table.outcome(self.budget, read_all(&results[0])?))
    }

    fn seconds_a_unit(&self, _section: usize) -> Result<f64, LabError> {
        self.seconds_a_cell(self.budget)
    }

    fn is_timed(&self) -> bool {
        self.table.is_timed()
    }
}
