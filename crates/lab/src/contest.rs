//! Tables of matches between several players over all seats (Esser 2012, chapter 6).

use std::collections::BTreeMap;

use melee_arena::Limits;
use melee_arena::tournament::{Contestant, MatchPlan, PlayedGame, Run, Standings};
use serde::Deserialize;

use crate::budget::{Amounts, one};
use crate::cluster::Games;
use crate::{Budget, LabError, Outcome, Row};

#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Table {
    game: String,
    #[serde(default)]
    players: Option<usize>,
    /// The algorithms by the names of the table.
    algorithms: BTreeMap<String, String>,
    /// Blocks of all seatings.
    blocks: Amounts,
    /// Nodes a move.
    nodes: Amounts,
    row: Vec<PublishedRow>,
}

/// A match of the table.
#[derive(Clone, Debug, Deserialize)]
struct PublishedRow {
    label: String,
    /// The names of those who play.
    play: Vec<String>,
    /// What each is said to have reached, in percent.
    shares: Vec<f64>,
    /// Half the printed intervals.
    half: Vec<f64>,
    /// So many times the nodes of other rows.
    #[serde(default = "one")]
    times: u64,
}

impl Table {
    pub(crate) fn run(
        &self,
        budget: Budget,
        progress: &mut dyn FnMut(&str),
    ) -> Result<Outcome, LabError> {
        let mut played = Vec::new();
        for Games {
            label,
            plan,
            count: games,
        } in self.matches(budget)?
        {
            let open = plan.open()?;
            let run = Run {
                games,
                threads: std::thread::available_parallelism().map_or(1, usize::from),
                keep_moves: false,
            };
            let all = run.play(&open, Vec::new(), &mut |_, all| {
                progress(&format!("{label}: {} of {games} games", all.len()));
                Ok(true)
            })?;
            played.push(all);
        }
        Ok(self.outcome(budget, &played))
    }

    /// The matches of all rows.
    pub(crate) fn matches(&self, budget: Budget) -> Result<Vec<Games>, LabError> {
        let (blocks, nodes) = (self.blocks.of(budget), self.nodes.of(budget));
        let row = |row: &PublishedRow| {
            let plan = self.plan(row, nodes * row.times);
            Ok(Games {
                label: row.label.clone(),
                count: blocks * plan.open()?.block_len() as u64,
                plan,
            })
        };
        self.row.iter().map(row).collect()
    }

    /// The table, from all games of all rows.
    pub(crate) fn outcome(&self, budget: Budget, played: &[Vec<PlayedGame>]) -> Outcome {
        let (blocks, nodes) = (self.blocks.of(budget), self.nodes.of(budget));
        let of_row = |(row, games): (&PublishedRow, &Vec<PlayedGame>)| {
            let block_len = games.len() / blocks as usize;
            cells(row, &Standings::new(&row.play, games, block_len, false))
        };
        Outcome {
            rows: self.row.iter().zip(played).flat_map(of_row).collect(),
            notes: vec![format!(
                "shares of the points with 95 % intervals over blocks; {blocks} blocks of all seatings, {nodes} nodes \
                 a move instead of a second, two random plies before each block"
            )],
        }
    }

    fn plan(&self, row: &PublishedRow, nodes: u64) -> MatchPlan {
        let named = |name: &String| {
            let spec = self.algorithms.get(name).unwrap_or(name);
            Contestant::new(spec, Limits::nodes(nodes))
        };
        MatchPlan {
            game: self.game.clone(),
            players: self.players,
            size: None,
            rules: None,
            map: None,
            starts: Vec::new(),
            random_plies: 2,
            players_in: row.play.iter().map(named).collect(),
            ply_cap: 1000,
            seed: 1,
        }
    }
}

/// A cell for each who played.
fn cells(row: &PublishedRow, standings: &Standings) -> Vec<Row> {
    let even = 100.0 / row.play.len() as f64;
    let cell = |i: usize| {
        let (standing, published) = (&standings.algorithms[i], row.shares[i]);
        let (low, share, high) = (
            100.0 * standing.low,
            100.0 * standing.share,
            100.0 * standing.high,
        );
        // Above or below an even share in both, and by how much.
        let direction = if (published - even) * (share - even) >= 0.0 {
            "agrees"
        } else if low <= even && even <= high {
            "open"
        } else {
            "differs"
        };
        let reach = row.half[i];
        let size = if low <= published + reach && published - reach <= high {
            "agrees"
        } else {
            "differs"
        };
        Row {
            label: format!("{}: {}", row.label, standing.name),
            published: format!("{published:.1} % +-{reach:.1}"),
            measured: format!("{share:.1} % ({low:.1}-{high:.1})"),
            more: vec![
                ("direction", direction.to_string()),
                ("size", size.to_string()),
                ("games", standings.games.to_string()),
                ("depth", format!("{:.1}", standing.mean_depth)),
            ],
        }
    };
    (0..row.play.len()).map(cell).collect()
}
