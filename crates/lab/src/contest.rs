//! Tables of matches over all seats: shares of the points, results, marbles (Gras 2012, 5.4; Esser 2012,
//! chapter 6; Chorus 2009, 5.2; Pantel 1997, 6.3).

use std::collections::BTreeMap;

use melee_arena::Limits;
use melee_arena::tournament::{AlgorithmStanding, Contestant, MatchPlan, Standings};
use serde::Deserialize;

use crate::budget::{Amounts, one};
use crate::series::{FromMatches, Played, Series};
use crate::{Agreement, Budget, Estimate, LabError, Outcome, Row};

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Table {
    game: String,
    #[serde(default)]
    players: Option<usize>,
    #[serde(default)]
    start: Option<String>,
    /// The algorithms by the names of the table; a name that is not here is an algorithm itself.
    #[serde(default)]
    algorithms: BTreeMap<String, String>,
    /// Games of a match, rounded up to whole blocks of all seatings.
    games: Amounts,
    /// Nodes a move; without them players have depths of their own.
    #[serde(default)]
    nodes: Option<Amounts>,
    #[serde(default = "two")]
    random_plies: u32,
    #[serde(default = "thousand")]
    ply_cap: u32,
    /// Is the table about marbles lost?
    #[serde(default)]
    marbles: bool,
    /// What the thesis's players had instead of our nodes.
    #[serde(default = "a_second")]
    instead_of: String,
    row: Vec<PublishedRow>,
}

/// A match of the table.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct PublishedRow {
    label: String,
    #[serde(default)]
    players: Option<usize>,
    #[serde(default)]
    start: Option<String>,
    /// The names of those who play.
    play: Vec<String>,
    /// What each is said to have reached, in percent; not always printed.
    #[serde(default)]
    shares: Vec<f64>,
    /// Half the printed intervals.
    #[serde(default)]
    half: Vec<f64>,
    /// Wins, losses and ties of the first, where they were printed.
    #[serde(default)]
    results: Option<[u32; 3]>,
    /// What else is said.
    #[serde(default)]
    says: Option<String>,
    /// So many times the nodes of other rows.
    #[serde(default = "one")]
    times: u64,
}

fn two() -> u32 {
    2
}

fn thousand() -> u32 {
    1000
}

fn a_second() -> String {
    "a second".to_string()
}

impl FromMatches for Table {
    fn series(&self, id: &str, budget: Budget) -> Vec<Series> {
        let series = |(i, row): (usize, &PublishedRow)| Series {
            name: format!("{id} {budget} {}", i + 1),
            plan: self.plan(row, budget),
            games: self.games.of(budget),
        };
        self.row.iter().enumerate().map(series).collect()
    }

    fn outcome(&self, budget: Budget, played: &[Played]) -> Result<Outcome, LabError> {
        let mut rows = Vec::new();
        for (row, played) in self.row.iter().zip(played) {
            rows.extend(self.cells(row, played)?);
        }
        let limit = match self.nodes {
            None => "each to its own depth".to_string(),
            Some(nodes) => format!(
                "{} nodes a move instead of {}",
                nodes.of(budget),
                self.instead_of
            ),
        };
        Ok(Outcome {
            rows,
            notes: vec![format!(
                "shares of the points with 95 % intervals over blocks of all seatings; {limit}; random plies before each \
                 block: {}",
                self.random_plies
            )],
            unit: "share of the points in percent".to_string(),
            ..Outcome::default()
        })
    }
}

impl Table {
    /// Is there a limit a move beside the players' own depths?
    pub(crate) fn has_limit(&self) -> bool {
        self.nodes.is_some()
    }

    fn plan(&self, row: &PublishedRow, budget: Budget) -> MatchPlan {
        let limits = match self.nodes {
            Some(nodes) => Limits::nodes(nodes.of(budget) * row.times),
            None => Limits::default(),
        };
        let named = |name: &String| {
            let spec = self.algorithms.get(name).unwrap_or(name);
            Contestant::new(spec, limits)
        };
        let start = row.start.clone().or_else(|| self.start.clone());
        MatchPlan {
            game: self.game.clone(),
            players: row.players.or(self.players),
            size: None,
            rules: None,
            map: None,
            starts: start.into_iter().collect(),
            random_plies: self.random_plies,
            players_in: row.play.iter().map(named).collect(),
            ply_cap: self.ply_cap,
            seed: 1,
        }
    }

    /// A cell for each who played; for the first alone where two share all points.
    fn cells(&self, row: &PublishedRow, played: &Played) -> Result<Vec<Row>, LabError> {
        let standings = played.standings(&row.play);
        let count = if row.play.len() == 2 {
            1
        } else {
            row.play.len()
        };
        let mut cells = Vec::new();
        for i in 0..count {
            let mut cell = cell(row, &standings, i);
            if played.open.table.players() == 2 {
                cell = with_results(cell, played);
            }
            if self.marbles {
                let [own, other] = lost_marbles(played)?;
                cell = cell.with("marbles_lost", format!("{own} : {other}"));
            }
            let depths = |a: &AlgorithmStanding| format!("{:.1}", a.mean_depth);
            let depth = if count == 1 {
                let both: Vec<String> = standings.algorithms.iter().map(depths).collect();
                both.join(" : ")
            } else {
                depths(&standings.algorithms[i])
            };
            cells.push(
                cell.with("games", standings.games.to_string())
                    .with("depth", depth),
            );
        }
        Ok(cells)
    }
}

/// The share of one who played.
fn cell(row: &PublishedRow, standings: &Standings, i: usize) -> Row {
    let standing = &standings.algorithms[i];
    let measured = Estimate {
        value: 100.0 * standing.share,
        low: 100.0 * standing.low,
        high: 100.0 * standing.high,
    };
    let label = match &row.play[..] {
        [first, second]
            if row.label.contains(first.as_str()) && row.label.contains(second.as_str()) =>
        {
            row.label.clone()
        }
        [first, second] => format!("{}: {first} against {second}", row.label),
        _ => format!("{}: {}", row.label, row.play[i]),
    };
    let text = format!(
        "{:.1} % ({:.1}-{:.1})",
        measured.value, measured.low, measured.high
    );
    let half = row.half.get(i).copied();
    let published = row.shares.get(i).map(|&share| match half {
        Some(half) => Estimate::within(share, half),
        None => Estimate::exact(share),
    });
    let share_text = published.map(|p| match half {
        Some(half) => format!("{:.1} % +-{half:.1}", p.value),
        None => format!("{:.1} %", p.value),
    });
    let printed: Vec<String> = share_text.into_iter().chain(row.says.clone()).collect();
    let even = 100.0 / row.play.len() as f64;
    let (direction, size) = match published {
        None => (Agreement::Unsaid, Agreement::Unsaid),
        Some(published) => (
            Agreement::direction(published, measured, even),
            Agreement::size(published, measured),
        ),
    };
    let mut cell = Row::new(label, printed.join("; "), text)
        .judged(direction, size)
        .plotted(published, measured);
    if let Some([wins, losses, ties]) = row.results {
        cell = cell.with("published_results", format!("+{wins} ={ties} -{losses}"));
    }
    cell
}

/// Wins, ties and losses of the first player, in all and as first and second to move.
fn with_results(mut row: Row, played: &Played) -> Row {
    for (name, seat) in [
        ("results", None),
        ("as_first", Some(0)),
        ("as_second", Some(1)),
    ] {
        let own = played
            .counted()
            .filter(|game| seat.is_none_or(|seat| game.seating[seat] == 0));
        let [mut wins, mut ties, mut losses] = [0; 3];
        for points in own.map(|game| game.points_of(0)) {
            match points {
                p if p > 0.75 => wins += 1,
                p if p > 0.25 => ties += 1,
                _ => losses += 1,
            }
        }
        row = row.with(name, format!("+{wins} ={ties} -{losses}"));
    }
    row
}

/// The marbles that the first player and the second have lost in all games together, from the last
/// two words of the positions.
fn lost_marbles(played: &Played) -> Result<[u32; 2], LabError> {
    let mut lost = [0; 2];
    for game in played.counted() {
        let mut last = String::new();
        played.replay(game, &mut |ply, position| {
            if ply == game.moves.len() {
                last = position.text();
            }
            Ok(())
        })?;
        for (seat, count) in last.split(' ').skip(2).take(2).enumerate() {
            lost[game.seating[seat]] += count.parse().unwrap_or(0);
        }
    }
    Ok(lost)
}
