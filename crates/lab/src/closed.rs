//! Tables that cannot be run again, with the reason.

use serde::{Deserialize, Serialize};

use crate::study::CellTable;
use crate::{Budget, LabError, MeasuredTable, Row};

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct ClosedTable {
    reason: String,
    row: Vec<PublishedRow>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct PublishedRow {
    label: String,
    published: String,
}

impl CellTable for ClosedTable {
    fn count(&self, _budget: Budget) -> usize {
        self.row.len()
    }

    fn cell(&self, _budget: Budget, number: usize) -> Result<Row, LabError> {
        let row = &self.row[number];
        Ok(Row::new(&row.label, &row.published, ""))
    }

    fn outcome(&self, _budget: Budget, rows: Vec<Row>) -> MeasuredTable {
        MeasuredTable::of(rows).note(format!("not reproducible: {}", self.reason))
    }
}
