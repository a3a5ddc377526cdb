//! How deep algorithms search with a number of nodes (Gras 2012, Table 5.14).

use std::collections::BTreeMap;
use std::time::Instant;

use serde::Deserialize;
use serde_json::json;

use crate::budget::Amounts;
use crate::positions::{Phase, self_play_position};
use crate::searching::{Limits, Spec, search_text};
use crate::study::{Budgeted, Section, Study, UnitResult, read_all};
use crate::{Agreement, Budget, Estimate, LabError, MeasuredTable, Row};

#[derive(Clone, Debug, Deserialize)]
pub(crate) struct DepthTable {
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
pub(crate) const NEAR: f64 = 0.5;

impl Budgeted<DepthTable> {
    fn count(&self) -> usize {
        self.positions.of(self.budget) as usize
    }

    fn nodes(&self) -> u64 {
        match self.budget {
            Budget::Smoke => 5_000,
            Budget::Quick | Budget::Standard | Budget::Paper => self.nodes,
        }
    }

    /// The depths that each algorithm reaches in one position, with the options of the table and with its best ones.
    fn depths(&self, row: &PublishedRow, number: u64, nodes: u64) -> Result<Vec<[u32; 2]>, LabError> {
        let text = self_play_position(row.players, number, self.seed, Phase::Whole)?;
        let reached = |spec: &Spec| -> Result<u32, LabError> {
            Ok(search_text(&self.game, &text, spec, Limits::nodes(nodes))?.depth)
        };
        let both = |name: &String| -> Result<[u32; 2], LabError> {
            let best = Spec::new(name).best();
            Ok([reached(&self.spec(name))?, reached(&best)?])
        };
        row.published.keys().map(both).collect()
    }
}

/// A section is a number of players, a unit a position that all algorithms search.
impl Study for Budgeted<DepthTable> {
    fn sections(&self) -> Vec<Section> {
        let section = |row: &PublishedRow| {
            let algorithms: Vec<&String> = row.published.keys().collect();
            let task = json!({
                "game": self.game, "players": row.players, "seed": self.seed, "nodes": self.nodes(),
                "options": self.options, "algorithms": algorithms,
            });
            Section::new(format!("{} players", row.players), self.count(), task)
        };
        self.row.iter().map(section).collect()
    }

    fn unit_names(&self) -> [&'static str; 2] {
        ["position", "positions"]
    }

    fn unit(&self, section: usize, number: u64) -> Result<UnitResult, LabError> {
        let depths = self.depths(&self.row[section], number, self.nodes())?;
        Ok(UnitResult::of_counts(&depths))
    }

    /// With a part of the nodes, which take a part of the time.
    fn seconds_a_unit(&self, section: usize) -> Result<f64, LabError> {
        const PART: u64 = 20;
        let begin = Instant::now();
        self.depths(&self.row[section], 0, self.nodes() / PART)?;
        Ok(PART as f64 * begin.elapsed().as_secs_f64())
    }

    fn outcome(&self, results: &[Vec<UnitResult>]) -> Result<MeasuredTable, LabError> {
        let (count, nodes) = (self.count(), self.nodes());
        let mut rows = Vec::new();
        for (row, results) in self.row.iter().zip(results) {
            let depths: Vec<Vec<[u32; 2]>> = read_all(results)?;
            for (i, (name, published)) in row.published.iter().enumerate() {
                let sum = |which: usize| depths.iter().map(|of| of[i][which]).sum::<u32>();
                let [mean, best] = [0, 1].map(|which| f64::from(sum(which)) / count as f64);
                let label = format!("{} players, {name}", row.players);
                let size = Agreement::of((mean - published).abs() <= NEAR);
                rows.push(
                    Row::new(label, format!("{published:.1}"), format!("{mean:.1}"))
                        .judged(Agreement::Unsaid, size)
                        .plotted(Some(Estimate::exact(*published)), Estimate::exact(mean))
                        .with("best_settings", format!("{best:.1}")),
                );
            }
        }
        Ok(MeasuredTable::of(rows).in_units("plies").note(format!(
            "mean depth completed in {nodes} nodes over {count} positions of whole games, \
                 placing phase included; the thesis: five seconds a move, about 2,500,000 nodes; \
                 sizes agree within {NEAR} plies"
        )))
    }
}

impl DepthTable {
    /// Max^n has a table but neither killers nor history.
    fn spec(&self, name: &str) -> Spec {
        let kept = |option: &&str| name != "maxn" || option.starts_with("tt=") || option.starts_with("noise=");
        let options: Vec<&str> = self.options.split(',').filter(kept).collect();
        format!("{name}:{}", options.join(",")).as_str().into()
    }
}
