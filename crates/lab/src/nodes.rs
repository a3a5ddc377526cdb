//! Tables of nodes to a depth, over positions from self-play (Gras 2012, Tables 5.3-5.13).

use std::collections::BTreeMap;
use std::time::Instant;

use melee_arena::{Limits, Spec, Watch, open_position};
use serde::Deserialize;

use crate::positions::{Phase, self_play_position, self_play_positions};
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

/// A column, and how deep it is searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ColumnTask {
    column: usize,
    last: u32,
}

impl Table {
    pub(crate) fn run(&self, bench: &mut Bench) -> Result<Outcome, LabError> {
        let budget = bench.budget;
        let count = self.count(budget);
        let positions =
            self_play_positions(self.players, count, self.seed, Phase::Race, bench.progress)?;
        let (tasks, mut nodes) = (self.tasks(budget), Vec::new());
        for &task in &tasks {
            let mut searched = Vec::new();
            for (i, text) in positions.iter().enumerate() {
                bench.tell(&format!(
                    "{} to depth {}, position {}",
                    self.name(task),
                    task.last,
                    i + 1
                ));
                searched.push(self.search(task, text)?);
            }
            nodes.push(searched);
        }
        Ok(self.outcome(budget, &nodes))
    }

    /// How many positions are searched.
    pub(crate) fn count(&self, budget: Budget) -> usize {
        budget.node_table().0.min(self.positions)
    }

    /// The columns that have a cell within the budget.
    pub(crate) fn tasks(&self, budget: Budget) -> Vec<ColumnTask> {
        let (_, most_nodes) = budget.node_table();
        let task = |(column, of): (usize, &Column)| {
            let last = self.deepest(&of.name, most_nodes)?;
            Some(ColumnTask { column, last })
        };
        self.column.iter().enumerate().filter_map(task).collect()
    }

    /// The greatest depth at which a column is said to have needed no more nodes than so many.
    fn deepest(&self, name: &str, most_nodes: f64) -> Option<u32> {
        let within = |row: &&PublishedRow| {
            let nodes = row.published.get(name);
            nodes.is_some_and(|&nodes| nodes <= most_nodes)
        };
        self.row.iter().filter(within).map(|row| row.depth).max()
    }

    /// The name of a column.
    pub(crate) fn name(&self, task: ColumnTask) -> &str {
        &self.column[task.column].name
    }

    /// All that the nodes of a column depend on.
    pub(crate) fn describe(&self, task: ColumnTask) -> serde_json::Value {
        serde_json::json!({
            "game": self.game, "players": self.players, "seed": self.seed,
            "algorithm": self.column[task.column].spec, "depth": task.last,
        })
    }

    /// The nodes of a column on the position of one number.
    pub(crate) fn unit(&self, task: ColumnTask, number: u64) -> Result<Vec<(u32, u64)>, LabError> {
        let text = self_play_position(self.players, number, self.seed, Phase::Race)?;
        self.search(task, &text)
    }

    fn search(&self, task: ColumnTask, text: &str) -> Result<Vec<(u32, u64)>, LabError> {
        let spec = self.column[task.column].spec.parse()?;
        self.nodes_to_depths(&spec, text, task.last)
    }

    /// About how long a position takes: the published nodes, at the speed of a shallow search.
    pub(crate) fn seconds_a_position(&self, task: ColumnTask) -> Result<f64, LabError> {
        const SHALLOW: f64 = 50_000.0;
        let begin = Instant::now();
        let text = self_play_position(self.players, 0, self.seed, Phase::Race)?;
        let playing = begin.elapsed().as_secs_f64();
        let last = self.deepest(self.name(task), SHALLOW).unwrap_or(1);
        let (begin, last) = (Instant::now(), last.min(task.last));
        let shallow = self.search(ColumnTask { last, ..task }, &text)?;
        let nodes = shallow.last().map_or(1, |&(_, nodes)| nodes.max(1));
        let seconds_a_node = begin.elapsed().as_secs_f64() / nodes as f64;
        let deepest = self.row.iter().find(|row| row.depth == task.last);
        let published = deepest.and_then(|row| row.published.get(self.name(task)));
        Ok(playing + published.map_or(nodes as f64, |&n| n) * seconds_a_node)
    }

    /// The table, from the nodes of all tasks on all positions.
    pub(crate) fn outcome(&self, budget: Budget, nodes: &[Vec<Vec<(u32, u64)>>]) -> Outcome {
        let mut measured = BTreeMap::new();
        for (task, positions) in self.tasks(budget).into_iter().zip(nodes) {
            for &(depth, nodes) in positions.iter().flatten() {
                let cell = (depth, self.name(task).to_string());
                *measured.entry(cell).or_insert(0.0) += nodes as f64 / positions.len() as f64;
            }
        }
        self.compare(&measured, self.count(budget))
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

    fn compare(&self, measured: &BTreeMap<(u32, String), f64>, positions: usize) -> Outcome {
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
                            Agreement::direction(Estimate::exact(then), Estimate::exact(now), 0.0),
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
