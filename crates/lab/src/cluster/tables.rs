//! Published tables in units: a row of a contest or of duels in games, a column of node counts in positions.

use std::sync::Arc;

use melee_arena::Table;
use melee_arena::tournament::{Contestant, MatchPlan};
use serde_json::json;

use super::games::games_of;
use super::units::{Divisible, Done, Section, Worker};
use crate::nodes::ColumnTask;
use crate::{Budget, LabError, Match, MatchResult, Outcome, contest, match_table, nodes, seatings};

/// A table of matches.
pub(crate) struct Contest(pub(crate) contest::Table, pub(crate) Budget);

impl Divisible for Contest {
    fn sections(&self) -> Result<Vec<Section>, LabError> {
        let matches = self.0.matches(self.1)?;
        matches.iter().map(super::Games::section).collect()
    }

    fn seconds_a_unit(&self, section: usize) -> Result<f64, LabError> {
        self.0.matches(self.1)?[section].seconds_a_game()
    }

    fn worker(&self, section: usize) -> Result<Box<dyn Worker>, LabError> {
        self.0.matches(self.1)?[section].worker()
    }

    fn outcome(&self, done: &[Vec<Done>]) -> Outcome {
        let played: Vec<_> = done.iter().map(|units| games_of(units)).collect();
        self.0.outcome(self.1, &played)
    }
}

/// A table of matches between two.
pub(crate) struct Duels(pub(crate) match_table::Table, pub(crate) Budget);

impl Divisible for Duels {
    fn sections(&self) -> Result<Vec<Section>, LabError> {
        let section = |(label, of_row): (String, Match)| {
            let limits = of_row.limits.map(|l| l.nodes);
            Ok(Section {
                label,
                units: of_row.games()? as u64,
                task: json!({
                    "game": of_row.game, "starts": of_row.starts, "random_plies": of_row.random_plies,
                    "algorithms": of_row.specs.map(|s| s.to_string()), "nodes": limits,
                    "seed": of_row.seed, "ply_cap": of_row.ply_cap,
                }),
            })
        };
        self.0.matches(self.1)?.into_iter().map(section).collect()
    }

    fn seconds_a_unit(&self, section: usize) -> Result<f64, LabError> {
        // The arena measures it as well as its own.
        let (label, of_row) = self.0.matches(self.1)?.swap_remove(section);
        let contestant = |i: usize| Contestant::new(&of_row.specs[i].to_string(), of_row.limits[i]);
        let plan = MatchPlan {
            players_in: vec![contestant(0), contestant(1)],
            game: of_row.game.clone(),
            players: None,
            size: None,
            rules: None,
            map: None,
            starts: of_row.starts.clone(),
            random_plies: of_row.random_plies as u32,
            ply_cap: of_row.ply_cap as u32,
            seed: of_row.seed,
        };
        let count = of_row.games()? as u64;
        super::Games { label, plan, count }.seconds_a_game()
    }

    fn worker(&self, section: usize) -> Result<Box<dyn Worker>, LabError> {
        let (_, of_row) = self.0.matches(self.1)?.swap_remove(section);
        let table = of_row.open()?;
        let seatings = seatings(table.players());
        Ok(Box::new(DuelWorker {
            of_row,
            table,
            seatings,
        }))
    }

    fn outcome(&self, done: &[Vec<Done>]) -> Outcome {
        let game = |unit: &Done| match unit {
            Done::Duel(game) => Some(game.clone()),
            Done::Game(_) | Done::Nodes(_) => None,
        };
        let result = |units: &Vec<Done>| MatchResult {
            games: units.iter().filter_map(game).collect(),
        };
        let played: Vec<MatchResult> = done.iter().map(result).collect();
        self.0.outcome(self.1, &played)
    }
}

struct DuelWorker {
    of_row: Match,
    table: Arc<dyn Table>,
    seatings: Vec<Vec<usize>>,
}

impl Worker for DuelWorker {
    fn unit(&mut self, number: u64) -> Result<Done, LabError> {
        let game = self
            .of_row
            .game(&self.table, &self.seatings, number as usize);
        Ok(Done::Duel(game?))
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

    fn outcome(&self, done: &[Vec<Done>]) -> Outcome {
        let nodes_of = |unit: &Done| match unit {
            Done::Nodes(nodes) => nodes.clone(),
            Done::Game(_) | Done::Duel(_) => Vec::new(),
        };
        let of_section = |units: &Vec<Done>| units.iter().map(nodes_of).collect();
        let nodes: Vec<Vec<_>> = done.iter().map(of_section).collect();
        self.0.outcome(self.1, &nodes)
    }
}

struct NodeWorker(nodes::Table, ColumnTask);

impl Worker for NodeWorker {
    fn unit(&mut self, number: u64) -> Result<Done, LabError> {
        Ok(Done::Nodes(self.0.unit(self.1, number)?))
    }
}
