//! What searches to a depth cost on the same positions: their nodes, and which of them are leaves (Esser 2012, 4.4;
//! Chorus 2009, 5.1.4; Pantel 1997, 3.3).

use serde::Deserialize;
use serde_json::json;

use crate::budget::Amounts;
use crate::searching::{Limits, Position, open_game};
use crate::study::{Budgeted, Section, Study, UnitResult, read_all};
use crate::{Budget, Estimate, LabError, MeasuredTable, Row};

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct TreeTable {
    game: String,
    start: Option<String>,
    /// Who plays the games that the positions are from, after some random plies.
    player: String,
    /// How far into their games the positions are, in turn.
    plies: Vec<u32>,
    positions: Amounts,
    row: Vec<Search>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Search {
    label: String,
    spec: String,
    depth: u32,
}

/// So many plies of every game are random, so that the games differ.
const RANDOM_PLIES: u32 = 4;

/// Nodes and leaves.
type Tree = [u64; 2];

impl Budgeted<TreeTable> {
    fn count(&self) -> usize {
        self.positions.of(self.budget) as usize
    }

    fn depth(&self, search: &Search) -> u32 {
        match self.budget {
            Budget::Smoke => search.depth.min(2),
            Budget::Quick | Budget::Standard | Budget::Paper => search.depth,
        }
    }
}

/// A section is a search, a unit a position.
impl Study for Budgeted<TreeTable> {
    fn sections(&self) -> Vec<Section> {
        let section = |search: &Search| {
            let task = json!({
                "game": self.game, "start": self.start, "player": self.player, "plies": self.plies,
                "algorithm": search.spec, "depth": self.depth(search),
            });
            Section::new(&search.label, self.count(), task)
        };
        self.row.iter().map(section).collect()
    }

    fn unit_names(&self) -> [&'static str; 2] {
        ["position", "positions"]
    }

    fn unit(&self, section: usize, number: u64) -> Result<UnitResult, LabError> {
        let search = &self.row[section];
        let position = self.position(number)?;
        let counts = position.search(search.spec.as_str(), Limits::depth(self.depth(search)))?.counts;
        let tree: Tree = [counts.nodes, counts.leaves];
        Ok(UnitResult::of_counts(&tree).with_nodes(counts.nodes))
    }

    fn outcome(&self, results: &[Vec<UnitResult>]) -> Result<MeasuredTable, LabError> {
        let mut rows = Vec::new();
        for (search, results) in self.row.iter().zip(results) {
            let trees: Vec<Tree> = read_all(results)?;
            let mean = |i: usize| trees.iter().map(|tree| tree[i]).sum::<u64>() as f64 / trees.len().max(1) as f64;
            let [nodes, leaves] = [0, 1].map(mean);
            let cell = Row::new(&search.label, "", format!("{nodes:.0}")).plotted(None, Estimate::exact(nodes));
            rows.push(
                cell.with("leaves", format!("{leaves:.0}")).with("inner_nodes", format!("{:.0}", nodes - leaves)),
            );
        }
        Ok(MeasuredTable::of(rows).in_units("nodes").logarithmic().note(format!(
            "mean nodes over {} positions from games of {} with itself, {RANDOM_PLIES} random plies first",
            self.count(),
            self.player
        )))
    }
}

impl TreeTable {
    /// The last position before the end of a game, or the one after as many plies as its number asks for.
    fn position(&self, number: u64) -> Result<Position, LabError> {
        let game = open_game(&self.game, None, None)?;
        let mut position = match &self.start {
            Some(start) => game.named_start(start)?,
            None => game.opening()?,
        };
        let mut opener = game.seeded_engine("random", number)?;
        let mut player = game.seeded_engine(self.player.as_str(), number)?;
        let plies = self.plies[number as usize % self.plies.len()];
        for ply in 0..plies {
            let mut next = position.clone();
            let who = if ply < RANDOM_PLIES { &mut opener } else { &mut player };
            who.take_turn(&mut next, Limits::NONE)?;
            if next.to_move().is_none() {
                break;
            }
            position = next;
        }
        Ok(position)
    }
}
