//! Who sits where: every way to seat the algorithms of a match (Gras 2012, Table 5.1; Esser 2012,
//! Figure 6.1).

use std::collections::BTreeSet;

use melee_arena::tournament::seatings;
use serde::Deserialize;

use crate::{Outcome, Row};

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Table {
    row: Vec<PublishedRow>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct PublishedRow {
    algorithms: usize,
    players: usize,
    /// How many, where it was printed.
    #[serde(default)]
    count: Option<usize>,
    /// Those that can be read, a letter for each seat.
    #[serde(default)]
    printed: Vec<String>,
}

impl Table {
    pub(crate) fn run(&self) -> Outcome {
        let rows = self.row.iter().map(|row| {
            let all: BTreeSet<String> = seatings(row.algorithms, row.players)
                .into_iter()
                .map(|seating| seating.into_iter().map(letter).collect())
                .collect();
            let label = format!("{} algorithms, {} players", row.algorithms, row.players);
            let (published, measured) = (row.count.map(|c| c.to_string()), all.len().to_string());
            let cell = match published {
                Some(published) => Row::exact(label, published, measured),
                None => Row::new(label, "not legible", measured),
            };
            let printed: BTreeSet<&String> = row.printed.iter().collect();
            let found = printed.iter().filter(|p| all.contains(**p)).count();
            let list: Vec<String> = all.iter().cloned().collect();
            let cell = cell.with("seatings", list.join(" "));
            if printed.is_empty() {
                cell
            } else {
                cell.with(
                    "printed_and_valid",
                    format!("{found} of {} different ones", printed.len()),
                )
            }
        });
        Outcome {
            rows: rows.collect(),
            notes: vec!["every algorithm sits at least once".to_string()],
            ..Outcome::default()
        }
    }
}

fn letter(algorithm: usize) -> char {
    char::from(b'A' + algorithm as u8)
}
