//! Max^n, paranoid and best-reply search against each other, two at a time over all seatings (RWTH
//! 2019, 1.3: "it would still be worth to conduct tests in Reversi++ with all three").

use melee_arena::{GameOptions, Limits};
use serde::Deserialize;

use crate::matches::Match;
use crate::{Budget, LabError, Outcome, Row};

#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Table {
    maps: Vec<String>,
    /// Games of each seating.
    games: usize,
    /// Nodes a move.
    nodes: u64,
    row: Vec<Pair>,
}

#[derive(Clone, Debug, Deserialize)]
struct Pair {
    first: String,
    second: String,
}

impl Table {
    pub(crate) fn run(
        &self,
        budget: Budget,
        progress: &mut dyn FnMut(&str),
    ) -> Result<Outcome, LabError> {
        let (maps, games, nodes) = match budget {
            Budget::Smoke => (&self.maps[..1], 1, self.nodes / 20),
            Budget::Quick => (&self.maps[..], 1, self.nodes),
            Budget::Paper => (&self.maps[..], self.games, self.nodes),
        };
        let mut rows = Vec::new();
        for map in maps {
            for pair in &self.row {
                progress(&format!("{} against {} on {map}", pair.first, pair.second));
                let result = Match {
                    game: "reversixt".to_string(),
                    options: GameOptions {
                        start: Some(map.clone()),
                        ..GameOptions::default()
                    },
                    starts: Vec::new(),
                    random_plies: 4,
                    specs: [pair.first.parse()?, pair.second.parse()?],
                    games_per_seating: games,
                    limits: [Limits::nodes(nodes.max(1)); 2],
                    seed: 1,
                    ply_cap: 10_000,
                }
                .play(1, &|_| {})?;
                let (low, high) = result.wilson(0);
                rows.push(Row {
                    label: format!("{map}: {} against {}", pair.first, pair.second),
                    published: String::new(),
                    measured: format!(
                        "{:.1} % ({:.0}-{:.0})",
                        100.0 * result.share(0),
                        100.0 * low,
                        100.0 * high
                    ),
                    more: vec![
                        ("games", result.games.len().to_string()),
                        (
                            "depths",
                            format!("{:.1} : {:.1}", result.mean_depth(0), result.mean_depth(1)),
                        ),
                        ("plies", format!("{:.0}", result.mean_plies())),
                    ],
                });
            }
        }
        Ok(Outcome {
            rows,
            notes: vec![format!(
                "points of the first, with 95 % interval (Wilson): every seating of the two with \
                 {games} games each, {nodes} nodes a move, after 4 random plies; the seatings of an \
                 opening share it, so the games are not independent and the intervals too narrow"
            )],
        })
    }
}
