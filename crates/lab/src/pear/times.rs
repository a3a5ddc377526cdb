//! How long a move takes at each depth (Pantel 1997, Figures 5.1-5.4 and 6.1).

use std::time::Instant;

use melee_arena::{GameOptions, Limits, Spec, Watch, open};
use serde::Deserialize;

use crate::{Agreement, Bench, Budget, Estimate, LabError, Outcome, Row, Scale};

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Table {
    row: Vec<Curve>,
}

/// A player's curve.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Curve {
    label: String,
    algorithm: String,
    /// The greatest depth of the figure.
    deepest: u32,
    /// The depth that took about ten seconds.
    ten_seconds: u32,
}

/// Random plies of the positions, which are spread over a game.
const PLIES: [usize; 6] = [0, 4, 8, 12, 16, 20];

impl Table {
    pub(crate) fn run(&self, bench: &mut Bench) -> Result<Outcome, LabError> {
        let spared = match bench.budget {
            Budget::Smoke => 3,
            Budget::Quick | Budget::Paper => 0,
        };
        let table = open("connect4", &GameOptions::default())?;
        let random: Spec = "random".parse()?;
        let mut positions = Vec::new();
        for (seed, plies) in (0..).zip(PLIES) {
            let mut position = table.position(None, None, &[])?;
            let mut thinker = table.thinker(&random, seed)?;
            for _ in 0..plies {
                if position.to_move().is_some() {
                    let (limits, watch) = (Limits::depth(1), Watch::nothing());
                    let report = thinker.think(position.as_ref(), limits, watch, &mut |_| {})?;
                    position.play(&report.best_move)?;
                }
            }
            if position.to_move().is_some() {
                positions.push(position);
            }
        }
        let mut rows = Vec::new();
        for curve in &self.row {
            let spec: Spec = curve.algorithm.parse()?;
            let mut before: Option<f64> = None;
            for depth in 1..=curve.deepest - spared {
                bench.tell(&format!("{} to depth {depth}", curve.label));
                let begin = Instant::now();
                let mut nodes = 0;
                for position in &positions {
                    let mut thinker = table.thinker(&spec, 0)?;
                    let (limits, watch) = (Limits::depth(depth), Watch::nothing());
                    let report = thinker.think(position.as_ref(), limits, watch, &mut |_| {})?;
                    nodes += report.counts.nodes;
                }
                let count = positions.len() as f64;
                let millis = 1e3 * begin.elapsed().as_secs_f64() / count;
                let nodes = nodes as f64 / count;
                let is_tournament = depth == curve.ten_seconds;
                let published = if is_tournament { "about 10 s" } else { "" };
                let growth = before.map(|before| nodes / before);
                // Exponential: every ply multiplies the nodes.
                let direction = match growth {
                    Some(growth) => Agreement::of(growth > 1.2),
                    None => Agreement::Unsaid,
                };
                let mut row = Row::new(
                    format!("{}, depth {depth}", curve.label),
                    published,
                    format!("{millis:.3} ms"),
                )
                .judged(direction, Agreement::Unsaid)
                .plotted(
                    is_tournament.then(|| Estimate::exact(10_000.0)),
                    Estimate::exact(millis),
                )
                .with("nodes", format!("{nodes:.0}"));
                if let Some(growth) = growth {
                    row = row.with("times_as_many_nodes", format!("{growth:.1}"));
                }
                rows.push(row);
                before = Some(nodes);
            }
        }
        Ok(Outcome {
            rows,
            notes: vec![format!(
                "mean over {} positions of random play; the figures are lost, the text has only the depths for about ten \
                 seconds a move on a Pentium with 133 MHz; direction: a ply more is a multiple of the nodes",
                positions.len()
            )],
            unit: "thousandths of a second a move".to_string(),
            scale: Scale::Logarithmic,
        })
    }
}
