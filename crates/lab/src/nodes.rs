//! Tables of nodes to a depth, over positions from self-play (Gras 2012, Tables 5.3-5.13).

use std::collections::BTreeMap;
use std::time::Instant;

use serde::Deserialize;
use serde_json::json;

use crate::positions::{Phase, self_play_position};
use crate::searching::nodes_to_depths;
use crate::study::{Budgeted, Section, Study, UnitResult, read_all};
use crate::{Agreement, Budget, Estimate, LabError, MeasuredTable, Row};

#[derive(Clone, Debug, Deserialize)]
pub(crate) struct NodeTable {
    game: String,
    players: usize,
    positions: usize,
    seed: u64,
    /// At `quick`, cells of up to so many published nodes are run, where the usual bound is too low: a table of few
    /// positions can go deeper.
    quick_nodes: Option<f64>,
    column: Vec<Column>,
    row: Vec<PublishedRow>,
}

#[derive(Clone, Debug, Deserialize)]
struct Column {
    name: String,
    spec: String,
    saved_against: Option<String>,
    /// As that of the table, for this column alone: a claim about one of five columns need not search five.
    quick_nodes: Option<f64>,
}

#[derive(Clone, Debug, Deserialize)]
struct PublishedRow {
    depth: u32,
    published: BTreeMap<String, f64>,
}

impl Budget {
    /// Positions of the thesis's 125, and the published nodes a position up to which a cell is run.
    fn node_table(self) -> (usize, f64) {
        match self {
            Budget::Smoke => (5, 2_000.0),
            Budget::Quick => (125, 600_000.0),
            Budget::Standard => (125, 6_000_000.0),
            Budget::Paper => (125, f64::INFINITY),
        }
    }
}

/// A column, and how deep it is searched.
struct ColumnTask<'t> {
    column: &'t Column,
    last: u32,
}

/// The nodes that a column has searched when each depth was done.
type DepthNodes = Vec<(u32, u64)>;

impl Budgeted<NodeTable> {
    fn count(&self) -> usize {
        self.budget.node_table().0.min(self.positions)
    }

    /// The columns that have a cell within the budget.
    fn tasks(&self) -> Vec<ColumnTask<'_>> {
        let columns = self.column.iter().filter_map(|column| {
            let own = column.quick_nodes.or(self.quick_nodes).filter(|_| self.budget == Budget::Quick);
            let last = self.deepest(&column.name, own.unwrap_or(self.budget.node_table().1))?;
            Some(ColumnTask { column, last })
        });
        columns.collect()
    }
}

/// A unit is a position that all columns search: its game is played once.
impl Study for Budgeted<NodeTable> {
    fn sections(&self) -> Vec<Section> {
        let searches: Vec<_> =
            (self.tasks().iter()).map(|task| json!({"algorithm": task.column.spec, "depth": task.last})).collect();
        if searches.is_empty() {
            return Vec::new();
        }
        let task = json!({
            "game": self.game, "players": self.players, "seed": self.seed, "searches": searches,
        });
        vec![Section::new("all columns", self.count(), task)]
    }

    fn unit_names(&self) -> [&'static str; 2] {
        ["position", "positions"]
    }

    fn unit(&self, _section: usize, number: u64) -> Result<UnitResult, LabError> {
        let text = self_play_position(self.players, number, self.seed, Phase::Race)?;
        let search = |task: &ColumnTask| self.search(task.column, task.last, &text);
        let nodes: Vec<DepthNodes> = self.tasks().iter().map(search).collect::<Result<_, _>>()?;
        let deepest = nodes.iter().filter_map(|depths| depths.last());
        let all = deepest.map(|&(_, nodes)| nodes).sum();
        Ok(UnitResult::of_counts(&nodes).with_nodes(all))
    }

    /// The published nodes, at the speed of shallow searches.
    fn seconds_a_unit(&self, _section: usize) -> Result<f64, LabError> {
        const SHALLOW: f64 = 50_000.0;
        let begin = Instant::now();
        let text = self_play_position(self.players, 0, self.seed, Phase::Race)?;
        let mut seconds = begin.elapsed().as_secs_f64();
        for ColumnTask { column, last } in self.tasks() {
            let shallow = self.deepest(&column.name, SHALLOW).unwrap_or(1).min(last);
            let begin = Instant::now();
            let nodes = self.search(column, shallow, &text)?;
            let nodes = nodes.last().map_or(1, |&(_, nodes)| nodes.max(1)) as f64;
            let deepest = self.row.iter().find(|row| row.depth == last);
            let published = deepest.and_then(|row| row.published.get(&column.name));
            seconds += begin.elapsed().as_secs_f64() / nodes * published.unwrap_or(&nodes);
        }
        Ok(seconds)
    }

    fn outcome(&self, results: &[Vec<UnitResult>]) -> Result<MeasuredTable, LabError> {
        let mut measured = BTreeMap::new();
        for results in results {
            let positions: Vec<Vec<DepthNodes>> = read_all(results)?;
            for (i, task) in self.tasks().iter().enumerate() {
                for &(depth, nodes) in positions.iter().flat_map(|columns| &columns[i]) {
                    let cell = (depth, task.column.name.clone());
                    *measured.entry(cell).or_insert(0.0) += nodes as f64 / positions.len() as f64;
                }
            }
        }
        Ok(self.compare(&measured, self.count()))
    }
}

impl NodeTable {
    /// The greatest depth at which a column is said to have needed no more nodes than so many.
    fn deepest(&self, name: &str, most_nodes: f64) -> Option<u32> {
        let within = |row: &&PublishedRow| {
            let nodes = row.published.get(name);
            nodes.is_some_and(|&nodes| nodes <= most_nodes)
        };
        self.row.iter().filter(within).map(|row| row.depth).max()
    }

    fn search(&self, column: &Column, last: u32, text: &str) -> Result<DepthNodes, LabError> {
        Ok(nodes_to_depths(&self.game, text, &column.spec.as_str().into(), last)?)
    }

    fn compare(&self, measured: &BTreeMap<(u32, String), f64>, positions: usize) -> MeasuredTable {
        let mut rows = Vec::new();
        for row in &self.row {
            for column in &self.column {
                let cell = (row.depth, column.name.clone());
                let (Some(&published), Some(&nodes)) = (row.published.get(&column.name), measured.get(&cell)) else {
                    continue;
                };
                let label = format!("depth {}, {}", row.depth, column.name);
                let mut cell = Row::new(label, format!("{published:.0}"), format!("{nodes:.0}"))
                    .plotted(Some(Estimate::exact(published)), Estimate::exact(nodes))
                    .judged(Agreement::Unsaid, Agreement::factor(published, nodes, NEAR));
                let base = column.saved_against.as_ref();
                let before = base.and_then(|base| {
                    let measured = measured.get(&(row.depth, base.clone()))?;
                    Some((row.published.get(base)?, measured))
                });
                if let Some((&then, &now)) = before {
                    let (then, now) = (saved(then, published), saved(now, nodes));
                    cell = cell
                        .judged(
                            Agreement::direction(Estimate::exact(then), Estimate::exact(now), 0.0),
                            Agreement::of((then - now).abs() <= NEAR_SAVINGS),
                        )
                        .with("published_saved", format!("{then:.1} %"))
                        .with("measured_saved", format!("{now:.1} %"));
                }
                rows.push(cell);
            }
        }
        MeasuredTable::of(rows).in_units("nodes").logarithmic().note(format!(
            "mean nodes over {positions} racing positions from our own self-play (the \
                 thesis's positions are not published), iterative deepening; where something is \
                 saved, the savings are compared and agree within {NEAR_SAVINGS} points, else the nodes, \
                 within a factor of two"
        ))
    }
}

/// Counts within this factor are as large.
pub(crate) const NEAR: f64 = 2.0;

/// Savings this near are the same, in points of percent.
const NEAR_SAVINGS: f64 = 10.0;

fn saved(before: f64, after: f64) -> f64 {
    100.0 * (1.0 - after / before)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_may_go_deeper_than_others_at_quick_alone() {
        let text = "game = 'g'\nplayers = 2\npositions = 3\nseed = 1\nquick_nodes = 2e6\n\
                    [[column]]\nname = 'a'\nspec = 'paranoid'\n\
                    [[row]]\ndepth = 2\npublished = { a = 1000 }\n\
                    [[row]]\ndepth = 5\npublished = { a = 1000000 }\n\
                    [[row]]\ndepth = 6\npublished = { a = 4000000 }\n";
        let last = |budget| {
            let table = toml::from_str(text).expect("a table");
            Budgeted::<NodeTable> { table, budget }.tasks()[0].last
        };
        assert_eq!([Budget::Smoke, Budget::Quick, Budget::Standard].map(last), [2, 5, 6]);
    }
}
