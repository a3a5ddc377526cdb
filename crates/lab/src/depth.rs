//! How deep algorithms search with a number of nodes (Gras 2012, Table 5.14).

use std::collections::BTreeMap;

use melee_arena::{Limits, Spec, Watch, open_position};
use serde::Deserialize;

use crate::budget::Amounts;
use crate::positions::{Phase, self_play_positions};
use crate::{Agreement, Bench, Budget, Estimate, LabError, Outcome, Row};

#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Table {
    game: String,
    positions: Amounts,
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

/// Depths this near are the same.
const NEAR: f64 = 0.5;

impl Table {
    pub(crate) fn run(&self, bench: &mut Bench) -> Result<Outcome, LabError> {
        let count = self.positions.of(bench.budget) as usize;
        let nodes = match bench.budget {
            Budget::Smoke => 5_000,
            Budget::Quick | Budget::Paper => self.nodes,
        };
        let mut rows = Vec::new();
        for row in &self.row {
            let positions =
                self_play_positions(row.players, count, self.seed, Phase::Whole, bench.progress)?;
            for (name, published) in &row.published {
                let (mut depths, mut best_depths) = (0, 0);
                let best: Spec = format!("{name}:best").parse()?;
                for (i, text) in positions.iter().enumerate() {
                    bench.tell(&format!("{name}, position {} of {count}", i + 1));
                    depths += self.depth_reached(&self.spec(name)?, text, nodes)?;
                    best_depths += self.depth_reached(&best, text, nodes)?;
                }
                let mean = |depths: u32| f64::from(depths) / count as f64;
                let label = format!("{} players, {name}", row.players);
                let size = Agreement::of((mean(depths) - published).abs() <= NEAR);
                rows.push(
                    Row::new(
                        label,
                        format!("{published:.1}"),
                        format!("{:.1}", mean(depths)),
                    )
                    .judged(Agreement::Unsaid, size)
                    .plotted(
                        Some(Estimate::exact(*published)),
                        Estimate::exact(mean(depths)),
                    )
                    .with("best_settings", format!("{:.1}", mean(best_depths))),
                );
            }
        }
        Ok(Outcome {
            rows,
            notes: vec![format!(
                "mean depth completed in {nodes} nodes over {count} positions of whole games, \
                 placing phase included; the thesis: five seconds a move, about 2,500,000 nodes; \
                 sizes agree within {NEAR} plies"
            )],
            unit: "plies".to_string(),
            ..Outcome::default()
        })
    }

    fn depth_reached(&self, spec: &Spec, text: &str, nodes: u64) -> Result<u32, LabError> {
        let (table, position) = open_position(&self.game, text)?;
        let mut thinker = table.thinker(spec, 0)?;
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
