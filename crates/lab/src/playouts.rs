//! How many random games a Monte-Carlo player gets through (Chorus 2009, Table 5.15).

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::searching::{Limits, open_game};
use crate::study::CellTable;
use crate::{Agreement, Budget, Estimate, LabError, MeasuredTable, Row};

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct PlayoutTable {
    game: String,
    spec: String,
    row: Vec<PublishedRow>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct PublishedRow {
    /// Seconds for the whole game.
    allowed: u32,
    start: String,
    per_move: u64,
    total: u64,
}

/// A player makes about so many moves in a game.
const MOVES: u32 = 44;

/// The part of the thesis's time that is really used; games come at an even pace.
fn part(budget: Budget) -> u32 {
    match budget {
        Budget::Smoke => 400,
        Budget::Quick => 10,
        Budget::Standard => 3,
        Budget::Paper => 1,
    }
}

/// Numbers within this factor are as large.
pub(crate) const NEAR: f64 = 2.0;

impl CellTable for PlayoutTable {
    fn count(&self, _budget: Budget) -> usize {
        self.row.len()
    }

    fn is_timed(&self) -> bool {
        true
    }

    fn cell(&self, budget: Budget, number: usize) -> Result<Row, LabError> {
        let row = &self.row[number];
        let game = open_game(&self.game, None, None)?;
        let position = game.named_start(&row.start)?;
        let mut player = game.seeded_engine(self.spec.as_str(), 1)?;
        let time = Duration::from_secs(row.allowed.into()) / MOVES / part(budget);
        let report = player.search(&position, Limits::time(time))?;
        // Every random game has one leaf.
        let total = report.counts.leaves * u64::from(part(budget));
        let moves = position.moves().len() as u64;
        let label = format!("{} s, {}", row.allowed, row.start);
        let published = format!("{} ({})", row.per_move, row.total);
        let (then, now) = (row.total as f64, total as f64);
        Ok(Row::new(label, published, format!("{} ({total})", total / moves))
            .judged(Agreement::Unsaid, Agreement::factor(then, now, NEAR))
            .plotted(Some(Estimate::exact(then)), Estimate::exact(now))
            .with("times_as_many", format!("{:.1}", now / then)))
    }

    fn outcome(&self, budget: Budget, rows: Vec<Row>) -> MeasuredTable {
        let multiplied = match part(budget) {
            1 => String::new(),
            part => format!("; measured over a {part}th of that and multiplied"),
        };
        MeasuredTable::of(rows).in_units("random games").logarithmic().note(format!(
            "random games for each move, in brackets for all, in the first move's 44th part of \
             the allowed time on this machine{multiplied}"
        ))
    }
}
