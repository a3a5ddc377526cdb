//! How many random games a Monte-Carlo player gets through (Chorus 2009, Table 5.15).

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use melee_arena::{GameOptions, Limits, Stopwatch, Watch, open};
use serde::Deserialize;

use crate::{Agreement, Bench, Budget, Estimate, LabError, Outcome, Row, Scale};

#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Table {
    game: String,
    spec: String,
    row: Vec<PublishedRow>,
}

#[derive(Clone, Debug, Deserialize)]
struct PublishedRow {
    /// Seconds for the whole game.
    allowed: u32,
    start: String,
    per_move: u64,
    total: u64,
}

/// A player makes about so many moves in a game.
const MOVES: u32 = 44;

impl Table {
    pub(crate) fn run(&self, bench: &mut Bench) -> Result<Outcome, LabError> {
        // The part of the thesis's time that is really used; games come at an even pace.
        let part = match bench.budget {
            Budget::Smoke => 400,
            Budget::Quick => 10,
            Budget::Paper => 1,
        };
        let table = open(&self.game, &GameOptions::default())?;
        let spec = self.spec.parse()?;
        let mut rows = Vec::new();
        for row in &self.row {
            bench.tell(&format!("{} s, {}", row.allowed, row.start));
            let position = table.position(None, Some(&row.start), &[])?;
            let mut thinker = table.thinker(&spec, 1)?;
            let time = Duration::from_secs(row.allowed.into()) / MOVES / part;
            let (clock, stop) = (Stopwatch::start(), AtomicBool::new(false));
            let (limits, watch) = (Limits::time(time), Watch::new(&clock, &stop));
            let report = thinker.think(position.as_ref(), limits, watch, &mut |_| {})?;
            // Every random game has one leaf.
            let total = report.counts.leaves * u64::from(part);
            let moves = position.moves().len() as u64;
            let label = format!("{} s, {}", row.allowed, row.start);
            let published = format!("{} ({})", row.per_move, row.total);
            let (then, now) = (row.total as f64, total as f64);
            rows.push(
                Row::new(label, published, format!("{} ({total})", total / moves))
                    .judged(Agreement::Unsaid, Agreement::factor(then, now, 2.0))
                    .plotted(Some(Estimate::exact(then)), Estimate::exact(now))
                    .with("times_as_many", format!("{:.1}", now / then)),
            );
        }
        Ok(Outcome {
            rows,
            notes: vec![format!(
                "random games for each move, in brackets for all, in the first move's 44th part of \
                 the allowed time on this machine{}",
                if part > 1 {
                    format!("; measured over a {part}th of that and multiplied")
                } else {
                    String::new()
                }
            )],
            unit: "random games".to_string(),
            scale: Scale::Logarithmic,
        })
    }
}
