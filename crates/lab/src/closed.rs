//! Tables that cannot be run again, with the reason.

use serde::Deserialize;

use crate::{Outcome, Row};

#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Table {
    reason: String,
    row: Vec<PublishedRow>,
}

#[derive(Clone, Debug, Deserialize)]
struct PublishedRow {
    label: String,
    published: String,
}

impl Table {
    pub(crate) fn run(&self) -> Outcome {
        let rows = self
            .row
            .iter()
            .map(|row| Row::new(&row.label, &row.published, "-"));
        Outcome {
            rows: rows.collect(),
            notes: vec![format!("not reproducible: {}", self.reason)],
            ..Outcome::default()
        }
    }
}
