//! How deep algorithms search with a number of nodes (Gras 2012, Table 5.14).

use std::collections::BTreeMap;

use melee_arena::{Limits, Spec, Watch, open_position};
use serde::Deserialize;

use crate::positions::{Phase, self_play_positions};
use crate::{Budget, LabError, Outcome, Row};

#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Table {
    game: String,
    positions: usize,
    seed: u64,
    nodes: u64,
    options: String,
    row: Vec<PublishedRow>,
}

#[derive(Clone, Debug, Deserialize)]
struct PublishedRow {
    players: usize,
    published: BTreeMap<String, f64>,
}

impl Table {
    pub(crate) fn run(
        &self,
        budget: Budget,
        progress: &mut dyn FnMut(&str),
    ) -> Result<Outcome, LabError> {
        let (count, nodes) = match budget {
            Budget::Smoke => (2, 5_000),
            Budget::Quick | Budget::Paper => (self.positions, self.nodes),
        };
        let mut rows = Vec::new();
        for row in &self.row {
            let positions =
                self_play_positions(row.players, count, self.seed, Phase::Whole, progress)?;
            for (name, published) in &row.published {
                let mut depths = 0;
                for (i, text) in positions.iter().enumerate() {
                    progress(&format!("{name}, position {} of {count}", i + 1));
                    depths += self.depth_reached(name, text, nodes)?;
                }
                rows.push(Row {
                    label: format!("{} players, {name}", row.players),
                    published: format!("{published:.1}"),
                    measured: format!("{:.1}", f64::from(depths) / count as f64),
                    more: Vec::new(),
                });
            }
        }
        Ok(Outcome {
            rows,
            notes: vec![format!(
                "mean depth completed in {nodes} nodes over {count} positions of whole games, \
                 placing phase included; the thesis: five seconds a move, about 2,500,000 nodes"
            )],
        })
    }

    fn depth_reached(&self, name: &str, text: &str, nodes: u64) -> Result<u32, LabError> {
        let (table, position) = open_position(&self.game, text)?;
        let mut thinker = table.thinker(&self.spec(name)?, 0)?;
        let (limits, watch) = (Limits::nodes(nodes), Watch::nothing());
        let report = thinker.think(position.as_ref(), limits, watch, &mut |_| {})?;
        Ok(report.depth)
    }

    /// Max^n has a table but neither killers nor history.
    fn spec(&self, name: &str) -> Result<Spec, LabError> {
        let kept = |option: &&str| {
            name != "maxn" || option.starts_with("tt=") || option.starts_with("noise=")
        };
        let options: Vec<&str> = self.options.split(',').filter(kept).collect();
        Ok(format!("{name}:{}", options.join(",")).parse()?)
    }
}
