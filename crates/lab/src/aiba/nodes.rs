//! Tables of AIBA's node counts (Chorus 2009, Tables 5.2-5.13), equal to the node.

use std::collections::BTreeMap;
use std::time::Instant;

use melee_core::Notation;
use melee_games::abalone::Abalone;
use serde::{Deserialize, Serialize};

use super::{Aiba, Ordering, Settings};
use crate::study::CellTable;
use crate::{Budget, Estimate, LabError, MeasuredTable, Row};

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct AibaTable {
    start: String,
    column: Vec<Column>,
    row: Vec<PublishedRow>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct Column {
    name: String,
    ordering: usize,
    deepening: bool,
    killers: usize,
    table: bool,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct PublishedRow {
    depth: u32,
    published: BTreeMap<String, u64>,
}

impl Column {
    fn settings(&self) -> Settings {
        const ORDERINGS: [Ordering; 4] = [Ordering::None, Ordering::One, Ordering::Two, Ordering::Three];
        Settings {
            ordering: ORDERINGS[self.ordering.min(3)],
            deepening: self.deepening,
            killers: self.killers,
            table: self.table,
        }
    }
}

impl AibaTable {
    /// The nodes of a search to a depth.
    fn nodes(&self, column: &Column, depth: u32) -> u64 {
        let game = Abalone::new(2).expect("two players");
        let starts = game.starts();
        let start = starts.iter().find(|s| s.name == self.start);
        let text = &start.expect("the start of a table is known").position;
        let state = game.parse_position(text).expect("a start").start;
        Aiba::new(&game, column.settings()).search(&state, depth).0
    }

    /// The column, the depth and the printed number of every cell within a budget.
    fn cells(&self, budget: Budget) -> Vec<(&Column, u32, u64)> {
        let mut cells = Vec::new();
        let (deepest, most_nodes) = budget.aiba_table();
        for row in self.row.iter().filter(|row| row.depth <= deepest) {
            let columns = self.column.iter();
            cells.extend(columns.filter_map(|column| {
                let published = *row.published.get(&column.name)?;
                (published <= most_nodes).then_some((column, row.depth, published))
            }));
        }
        cells
    }
}

impl Budget {
    /// How deep a cell may be, and the published nodes up to which it is run.
    fn aiba_table(self) -> (u32, u64) {
        match self {
            Budget::Smoke => (5, 50_000),
            Budget::Quick => (6, u64::MAX),
            Budget::Standard => (7, u64::MAX),
            Budget::Paper => (8, u64::MAX),
        }
    }
}

impl CellTable for AibaTable {
    fn count(&self, budget: Budget) -> usize {
        self.cells(budget).len()
    }

    fn cell(&self, budget: Budget, number: usize) -> Result<Row, LabError> {
        let (column, depth, published) = self.cells(budget)[number];
        let nodes = self.nodes(column, depth);
        let label = format!("depth {depth}, {}", column.name);
        let row = Row::exact(label, published.to_string(), nodes.to_string());
        let published = Estimate::exact(published as f64);
        Ok(row.plotted(Some(published), Estimate::exact(nodes as f64)))
    }

    /// The published nodes, at the speed of a shallow search.
    fn seconds_a_cell(&self, budget: Budget) -> Result<f64, LabError> {
        const SHALLOW: u32 = 3;
        let begin = Instant::now();
        let searched: u64 = self.column.iter().map(|c| self.nodes(c, SHALLOW)).sum();
        let seconds_a_node = begin.elapsed().as_secs_f64() / searched.max(1) as f64;
        let cells = self.cells(budget);
        let published: u64 = cells.iter().map(|(_, _, nodes)| nodes).sum();
        Ok(published as f64 / cells.len().max(1) as f64 * seconds_a_node)
    }

    fn outcome(&self, budget: Budget, rows: Vec<Row>) -> MeasuredTable {
        MeasuredTable::of(rows).in_units("nodes").logarithmic().note(format!(
            "AIBA's own search, with its order of generation, its unstable sort and its table; to \
             depth {} (smoke 5, quick 6, paper 8)",
            budget.aiba_table().0
        ))
    }
}
