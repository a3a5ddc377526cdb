//! How few nodes each search can do with, by formula (Esser 2012, 4.4 and Table 4.1).

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::study::CellTable;
use crate::{Budget, Estimate, LabError, MeasuredTable, Row};

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct BestCaseTable {
    branching: f64,
    row: Vec<PublishedRow>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PublishedRow {
    players: u32,
    depth: u32,
    published: BTreeMap<String, u64>,
}

impl BestCaseTable {
    /// The search, the row and the printed number of every cell.
    fn cells(&self) -> impl Iterator<Item = (&String, &PublishedRow, u64)> {
        self.row.iter().flat_map(|row| {
            let cells = row.published.iter();
            cells.map(move |(name, &nodes)| (name, row, nodes))
        })
    }
}

impl CellTable for BestCaseTable {
    fn count(&self, _budget: Budget) -> usize {
        self.cells().count()
    }

    fn cell(&self, _budget: Budget, number: usize) -> Result<Row, LabError> {
        let (name, row, published) = self.cells().nth(number).expect("the number of a cell");
        let label = format!("{} players, depth {}, {name}", row.players, row.depth);
        let Some(nodes) = best_case(name, self.branching, row.depth, row.players) else {
            return Ok(Row::new(label, published.to_string(), "-"));
        };
        // Printed cut off here, rounded up there.
        let as_printed = [nodes.floor(), nodes.round(), nodes.ceil()].into_iter().find(|n| *n as u64 == published);
        let measured = format!("{:.0}", as_printed.unwrap_or(nodes.round()));
        let plotted = Some(Estimate::exact(published as f64));
        Ok(Row::exact(label, published.to_string(), measured)
            .plotted(plotted, Estimate::exact(nodes))
            .with("formula", format!("{nodes:.2}")))
    }

    fn outcome(&self, _budget: Budget, rows: Vec<Row>) -> MeasuredTable {
        MeasuredTable::of(rows).in_units("nodes").logarithmic().note(
            "brs(0,C) by what the table follows, b^(ceil(2d/n)/2), not by the b^ceil(d/n) of the text; \
             a formula's value agrees whether it was printed cut off, rounded or rounded up",
        )
    }
}

/// The best case of a search; none for names without a formula.
fn best_case(name: &str, b: f64, depth: u32, players: u32) -> Option<f64> {
    let n = f64::from(players);
    let layers = f64::from((2 * depth).div_ceil(players)) / 2.0;
    let paranoid = b.powf(f64::from(depth) * (n - 1.0) / n);
    let two_search = (b * b * (n - 1.0) * (n - 2.0) / 2.0).powf(layers);
    Some(match name {
        "brs(0,C)" => b.powf(layers),
        "brs" => (b * (n - 1.0)).powf(layers),
        "brs(1,C-1)" => (n - 1.0) * (b + (n - 2.0) * (b - 1.0)).powf(layers),
        "brs(2,0)" if players > 3 => two_search,
        "brs(2,C-2)" if players > 3 => (n - 2.0) * two_search,
        "paranoid" | "brs(2,0)" | "brs(2,C-2)" => paranoid,
        _ => return None,
    })
}
