//! Tables of nodes to a depth, over positions from self-play (Gras 2012, Tables 5.3-5.13).

use std::collections::BTreeMap;

use melee_arena::{Limits, Spec, Watch, open_position};
use serde::Deserialize;

use crate::positions::{Phase, self_play_positions};
use crate::{Agreement, Bench, Budget, Estimate, LabError, Outcome, Row, Scale};

#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Table {
    game: String,
    players: usize,
    positions: usize,
    seed: u64,
    column: Vec<Column>,
    row: Vec<PublishedRow>,
}

#[derive(Clone, Debug, Deserialize)]
struct Column {
    name: String,
    spec: String,
    saved_against: Option<String>,
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
            Budget::Paper => (125, f64::INFINITY),
        }
    }
}

impl Table {
    pub(crate) fn run(&self, bench: &mut Bench) -> Result<Outcome, LabError> {
        let (count, most_nodes) = bench.budget.node_table();
        let count = count.min(self.positions);
        let positions =
            self_play_positions(self.players, count, self.seed, Phase::Race, bench.progress)?;
        let mut measured = BTreeMap::new();
        for column in &self.column {
            let spec: Spec = column.spec.parse()?;
            let published = |row: &&PublishedRow| {
                let nodes = row.published.get(&column.name);
                nodes.is_some_and(|&nodes| nodes <= most_nodes)
            };
            let last = self.row.iter().filter(published).map(|row| row.depth).max();
            let Some(last) = last else {
                continue;
            };
            for (i, text) in positions.iter().enumerate() {
                bench.tell(&format!(
                    "{} to depth {last}, position {}",
                    column.name,
                    i + 1
                ));
                for (depth, nodes) in self.nodes_to_depths(&spec, text, last)? {
                    *measured.entry((depth, column.name.clone())).or_insert(0.0) +=
                        nodes as f64 / positions.len() as f64;
                }
            }
        }
        Ok(self.outcome(&measured, count))
    }

    /// The nodes that iterative deepening has searched when each depth is done.
    fn nodes_to_depths(
        &self,
        spec: &Spec,
        text: &str,
        last: u32,
    ) -> Result<Vec<(u32, u64)>, LabError> {
        let (table, position) = open_position(&self.game, text)?;
        let mut thinker = table.thinker(spec, 0)?;
        let mut nodes = Vec::new();
        let (limits, watch) = (Limits::depth(last), Watch::nothing());
        let report = thinker.think(position.as_ref(), limits, watch, &mut |report| {
            nodes.push((report.depth, report.counts.nodes));
        })?;
        // A search that ended early, with a win, needs no more nodes for greater depths.
        let done = nodes.last().map_or(0, |&(depth, _)| depth);
        nodes.extend((done + 1..=last).map(|depth| (depth, report.counts.nodes)));
        Ok(nodes)
    }

    fn outcome(&self, measured: &BTreeMap<(u32, String), f64>, positions: usize) -> Outcome {
        let mut rows = Vec::new();
        for row in &self.row {
            for column in &self.column {
                let cell = (row.depth, column.name.clone());
                let (Some(&published), Some(&nodes)) =
                    (row.published.get(&column.name), measured.get(&cell))
                else {
                    continue;
                };
                let label = format!("depth {}, {}", row.depth, column.name);
                let mut cell = Row::new(label, format!("{published:.0}"), format!("{nodes:.0}"))
                    .plotted(Some(Estimate::exact(published)), Estimate::exact(nodes))
                    .judged(Agreement::Unsaid, Agreement::factor(published, nodes, 2.0));
                let base = column.saved_against.as_ref();
                let before = base.and_then(|base| {
                    let measured = measured.get(&(row.depth, base.clone()))?;
                    Some((row.published.get(base)?, measured))
                });
                if let Some((&then, &now)) = before {
                    let (then, now) = (saved(then, published), saved(now, nodes));
                    cell = cell
                        .judged(
                            Agreement::direction(then, Estimate::exact(now), 0.0),
                            Agreement::of((then - now).abs() <= NEAR),
                        )
                        .with("published_saved", format!("{then:.1} %"))
                        .with("measured_saved", format!("{now:.1} %"));
                }
                rows.push(cell);
            }
        }
        Outcome {
            rows,
            notes: vec![format!(
                "mean nodes over {positions} racing positions from our own self-play (the \
                 thesis's positions are not published), iterative deepening; where something is \
                 saved, the savings are compared and agree within {NEAR} points, else the nodes, \
                 within a factor of two"
            )],
            unit: "nodes".to_string(),
            scale: Scale::Logarithmic,
        }
    }
}

/// Savings this near are the same, in points of percent.
const NEAR: f64 = 10.0;

fn saved(before: f64, after: f64) -> f64 {
    100.0 * (1.0 - after / before)
}
