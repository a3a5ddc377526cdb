//! Tables of AIBA's node counts (Chorus 2009, Tables 5.2-5.13), equal to the node.

use std::collections::BTreeMap;

use melee_core::Notation;
use melee_games::abalone::Abalone;
use serde::Deserialize;

use super::{Aiba, Ordering, Settings};
use crate::{Bench, Budget, Estimate, Outcome, Row, Scale};

#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Table {
    start: String,
    column: Vec<Column>,
    row: Vec<PublishedRow>,
}

#[derive(Clone, Debug, Deserialize)]
struct Column {
    name: String,
    ordering: usize,
    deepening: bool,
    killers: usize,
    table: bool,
}

#[derive(Clone, Debug, Deserialize)]
struct PublishedRow {
    depth: u32,
    published: BTreeMap<String, u64>,
}

impl Column {
    fn settings(&self) -> Settings {
        const ORDERINGS: [Ordering; 4] = [
            Ordering::None,
            Ordering::One,
            Ordering::Two,
            Ordering::Three,
        ];
        Settings {
            ordering: ORDERINGS[self.ordering.min(3)],
            deepening: self.deepening,
            killers: self.killers,
            table: self.table,
        }
    }
}

impl Table {
    pub(crate) fn run(&self, bench: &mut Bench) -> Outcome {
        let deepest = match bench.budget {
            Budget::Smoke => 5,
            Budget::Quick => 6,
            Budget::Paper => 8,
        };
        let game = Abalone::new(2).expect("two players");
        let starts = game.starts();
        let start = starts.iter().find(|s| s.name == self.start);
        let text = &start.expect("the start of a table is known").position;
        let state = game.parse_position(text).expect("a start").start;
        let mut rows = Vec::new();
        for row in self.row.iter().filter(|row| row.depth <= deepest) {
            for column in &self.column {
                let Some(&published) = row.published.get(&column.name) else {
                    continue;
                };
                bench.tell(&format!("depth {}, {}", row.depth, column.name));
                let (nodes, _) = Aiba::new(&game, column.settings()).search(&state, row.depth);
                let label = format!("depth {}, {}", row.depth, column.name);
                let row = Row::exact(label, published.to_string(), nodes.to_string());
                let published = Estimate::exact(published as f64);
                rows.push(row.plotted(Some(published), Estimate::exact(nodes as f64)));
            }
        }
        let notes = vec![format!(
            "AIBA's own search, with its order of generation, its unstable sort and its table; to \
             depth {deepest} (smoke 5, quick 6, paper 8)"
        )];
        Outcome {
            rows,
            notes,
            unit: "nodes".to_string(),
            scale: Scale::Logarithmic,
        }
    }
}
