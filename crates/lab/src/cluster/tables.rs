//! Published tables in units: matches in games, a column of node counts in positions.

use super::Games;
use super::games::games_of;
use super::units::{Divisible, Done, Section, Worker};
use crate::nodes::ColumnTask;
use crate::series::{FromMatches, Played};
use crate::{Budget, LabError, Outcome, nodes};

/// A table made of matches.
pub(crate) struct Matches<T> {
    pub(crate) table: T,
    pub(crate) id: String,
    pub(crate) budget: Budget,
}

impl<T: FromMatches> Matches<T> {
    fn games(&self) -> Result<Vec<Games>, LabError> {
        let all = self.table.series(&self.id, self.budget);
        all.into_iter().map(Games::of_series).collect()
    }
}

impl<T: FromMatches> Divisible for Matches<T> {
    fn sections(&self) -> Result<Vec<Section>, LabError> {
        self.games()?.iter().map(Games::section).collect()
    }

    fn seconds_a_unit(&self, section: usize) -> Result<f64, LabError> {
        self.games()?[section].seconds_a_game()
    }

    fn worker(&self, section: usize) -> Result<Box<dyn Worker>, LabError> {
        self.games()?[section].worker()
    }

    fn outcome(&self, done: &[Vec<Done>]) -> Result<Outcome, LabError> {
        let mut played = Vec::new();
        for (games, units) in self.games()?.iter().zip(done) {
            played.push(Played {
                open: games.plan.open()?,
                games: games_of(units),
            });
        }
        self.table.outcome(self.budget, &played)
    }
}

/// A table of nodes to a depth.
pub(crate) struct NodeTable(pub(crate) nodes::Table, pub(crate) Budget);

impl Divisible for NodeTable {
    fn sections(&self) -> Result<Vec<Section>, LabError> {
        let section = |task: ColumnTask| Section {
            label: self.0.name(task).to_string(),
            units: self.0.count(self.1) as u64,
            task: self.0.describe(task),
        };
        Ok(self.0.tasks(self.1).into_iter().map(section).collect())
    }

    fn unit_names(&self) -> [&'static str; 2] {
        ["position", "positions"]
    }

    fn seconds_a_unit(&self, section: usize) -> Result<f64, LabError> {
        self.0.seconds_a_position(self.0.tasks(self.1)[section])
    }

    fn worker(&self, section: usize) -> Result<Box<dyn Worker>, LabError> {
        let task = self.0.tasks(self.1)[section];
        Ok(Box::new(NodeWorker(self.0.clone(), task)))
    }

    fn outcome(&self, done: &[Vec<Done>]) -> Result<Outcome, LabError> {
        let nodes_of = |unit: &Done| match unit {
            Done::Nodes(nodes) => nodes.clone(),
            Done::Game(_) => Vec::new(),
        };
        let of_section = |units: &Vec<Done>| units.iter().map(nodes_of).collect();
        let nodes: Vec<Vec<_>> = done.iter().map(of_section).collect();
        Ok(self.0.outcome(self.1, &nodes))
    }
}

struct NodeWorker(nodes::Table, ColumnTask);

impl Worker for NodeWorker {
    fn unit(&mut self, number: u64) -> Result<Done, LabError> {
        Ok(Done::Nodes(self.0.unit(self.1, number)?))
    }
}
