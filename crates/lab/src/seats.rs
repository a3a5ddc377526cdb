//! Who sits where: every way to seat the algorithms of a match (Gras 2012, Table 5.1; Esser 2012,
//! Figure 6.1).

use std::collections::BTreeSet;

use melee_arena::tournament::seatings;
use serde::{Deserialize, Serialize};

use crate::study::CellTable;
use crate::{Budget, LabError, MeasuredTable, Row};

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SeatTable {
    row: Vec<PublishedRow>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PublishedRow {
    algorithms: usize,
    players: usize,
    count: Option<usize>,
    /// Those that can be read, a letter for each seat.
    #[serde(default)]
    printed: Vec<String>,
}

impl CellTable for SeatTable {
    fn count(&self, _budget: Budget) -> usize {
        self.row.len()
    }

    fn cell(&self, _budget: Budget, number: usize) -> Result<Row, LabError> {
        let row = &self.row[number];
        let all: BTreeSet<String> = seatings(row.algorithms, row.players)
            .into_iter()
            .map(|seating| seating.into_iter().map(letter).collect())
            .collect();
        let label = format!("{} algorithms, {} players", row.algorithms, row.players);
        let measured = all.len().to_string();
        let cell = match row.count {
            Some(published) => Row::exact(label, published.to_string(), measured),
            None => Row::new(label, "not legible", measured),
        };
        let list: Vec<&str> = all.iter().map(String::as_str).collect();
        let cell = cell.with("seatings", list.join(" "));
        let printed: BTreeSet<&String> = row.printed.iter().collect();
        if printed.is_empty() {
            return Ok(cell);
        }
        let valid = printed.iter().filter(|p| all.contains(**p)).count();
        let of = format!("{valid} of {} different ones", printed.len());
        Ok(cell.with("printed_and_valid", of))
    }

    fn outcome(&self, _budget: Budget, rows: Vec<Row>) -> MeasuredTable {
        MeasuredTable::of(rows).note("every algorithm sits at least once")
    }
}

fn letter(algorithm: usize) -> char {
    char::from(b'A' + algorithm as u8)
}
