//! How long a move takes at each depth (Pantel 1997, Figures 5.1-5.4 and 6.1).

use std::time::Instant;

use serde::Deserialize;
use serde_json::json;

use crate::searching::{Limits, OpenGame, Position, Spec, open_game};
use crate::study::{Budgeted, Section, Study, UnitResult, read_all};
use crate::{Agreement, Budget, Estimate, LabError, MeasuredTable, Row};

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct TimeTable {
    row: Vec<Curve>,
}

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

/// Positions of random play.
fn positions(game: &OpenGame) -> Result<Vec<Position>, LabError> {
    let mut positions = Vec::new();
    for (seed, plies) in (0..).zip(PLIES) {
        let mut position = game.start();
        let mut player = game.seeded_engine("random", seed)?;
        for _ in 0..plies {
            if position.to_move().is_some() {
                player.take_turn(&mut position, Limits::NONE)?;
            }
        }
        if position.to_move().is_some() {
            positions.push(position);
        }
    }
    Ok(positions)
}

/// A section is a curve, a unit a depth of it.
impl Study for Budgeted<TimeTable> {
    fn sections(&self) -> Vec<Section> {
        let spared = match self.budget {
            Budget::Smoke => 3,
            Budget::Quick | Budget::Standard | Budget::Paper => 0,
        };
        let section = |curve: &Curve| {
            let task = json!({"algorithm": curve.algorithm});
            Section::new(&curve.label, (curve.deepest - spared) as usize, task)
        };
        self.row.iter().map(section).collect()
    }

    fn unit_names(&self) -> [&'static str; 2] {
        ["depth", "depths"]
    }

    fn is_timed(&self) -> bool {
        true
    }

    /// Nanoseconds, nodes and positions.
    fn unit(&self, section: usize, number: u64) -> Result<UnitResult, LabError> {
        let spec: Spec = self.row[section].algorithm.as_str().into();
        let game = open_game("connect4", None, None)?;
        let (positions, limits) = (positions(&game)?, Limits::depth(number as u32 + 1));
        let (begin, mut nodes) = (Instant::now(), 0);
        for position in &positions {
            nodes += position.search(&spec, limits)?.counts.nodes;
        }
        let nanos = begin.elapsed().as_nanos() as u64;
        let counts = [nanos, nodes, positions.len() as u64];
        Ok(UnitResult::of_counts(&counts).with_nodes(nodes))
    }

    fn outcome(&self, results: &[Vec<UnitResult>]) -> Result<MeasuredTable, LabError> {
        let (mut rows, mut positions) = (Vec::new(), 0);
        for (curve, results) in self.row.iter().zip(results) {
            let mut before: Option<f64> = None;
            for (depth, counts) in (1..).zip(read_all::<[u64; 3]>(results)?) {
                positions = counts[2];
                let [nanos, nodes, count] = counts.map(|number| number as f64);
                rows.push(curve.cell(depth, nanos / 1e6 / count, nodes / count, before));
                before = Some(nodes / count);
            }
        }
        Ok(MeasuredTable::of(rows).in_units("thousandths of a second a move").logarithmic().note(format!(
                "mean over {positions} positions of random play; the figures are lost, the text has only the depths for about ten \
                 seconds a move on a Pentium with 133 MHz; direction: a ply more is a multiple of the nodes"
            )))
    }
}

impl Curve {
    /// Milliseconds and nodes a position, beside the nodes with a ply less.
    fn cell(&self, depth: u32, millis: f64, nodes: f64, before: Option<f64>) -> Row {
        let is_tournament = depth == self.ten_seconds;
        let published = if is_tournament { "about 10 s" } else { "" };
        let growth = before.map(|before| nodes / before);
        // Exponential: every ply multiplies the nodes.
        let direction = growth.map_or(Agreement::Unsaid, |growth| Agreement::of(growth > 1.2));
        let label = format!("{}, depth {depth}", self.label);
        let row = Row::new(label, published, format!("{millis:.3} ms"))
            .judged(direction, Agreement::Unsaid)
            .plotted(is_tournament.then(|| Estimate::exact(10_000.0)), Estimate::exact(millis))
            .with("nodes", format!("{nodes:.0}"));
        match growth {
            Some(growth) => row.with("times_as_many_nodes", format!("{growth:.1}")),
            None => row,
        }
    }
}
