//! Tables of matches between two players, with reduced budgets (Chorus 2009, Tables 5.14-5.17).

use melee_arena::{GameOptions, Limits};
use serde::Deserialize;

use crate::budget::{Amounts, one};
use crate::matches::{Match, MatchResult};
use crate::{Budget, LabError, Outcome, Row};

#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Table {
    game: String,
    start: String,
    /// Games of each colour.
    openings: usize,
    random_plies: usize,
    /// Is the table about marbles lost?
    #[serde(default)]
    marbles: bool,
    /// Nodes a move of a row with one share.
    nodes: Amounts,
    row: Vec<PublishedRow>,
}

#[derive(Clone, Debug, Deserialize)]
struct PublishedRow {
    label: String,
    first: String,
    second: String,
    published: String,
    #[serde(default = "one")]
    share: u64,
}

impl Table {
    pub(crate) fn run(
        &self,
        budget: Budget,
        progress: &mut dyn FnMut(&str),
    ) -> Result<Outcome, LabError> {
        let mut played = Vec::new();
        for (label, of_row) in self.matches(budget)? {
            progress(&format!("{label}: {} games", of_row.games()?));
            played.push(of_row.play(1, &|_| {})?);
        }
        Ok(self.outcome(budget, &played))
    }

    /// Games of each colour.
    fn openings(&self, budget: Budget) -> usize {
        match budget {
            Budget::Smoke => 1,
            Budget::Quick | Budget::Paper => self.openings,
        }
    }

    /// The matches of all rows, with their labels.
    pub(crate) fn matches(&self, budget: Budget) -> Result<Vec<(String, Match)>, LabError> {
        let of_row = |row: &PublishedRow| {
            let of_row = Match {
                game: self.game.clone(),
                options: GameOptions::default(),
                starts: vec![self.start.clone()],
                random_plies: self.random_plies,
                specs: [row.first.parse()?, row.second.parse()?],
                games_per_seating: self.openings(budget),
                limits: [Limits::nodes(self.nodes.of(budget) * row.share); 2],
                seed: 1,
                ply_cap: 1000,
            };
            Ok((row.label.clone(), of_row))
        };
        self.row.iter().map(of_row).collect()
    }

    /// The table, from the games of all rows.
    pub(crate) fn outcome(&self, budget: Budget, played: &[MatchResult]) -> Outcome {
        let (openings, nodes) = (self.openings(budget), self.nodes.of(budget));
        let rows = self.row.iter().zip(played);
        Outcome {
            rows: rows.map(|(row, result)| self.row(row, result)).collect(),
            notes: vec![format!(
                "points of the first player, with 95 % interval (Wilson); {openings} games with each colour \
                 from {} after {} random plies, {nodes} nodes a move and share",
                self.start, self.random_plies
            )],
        }
    }

    fn row(&self, row: &PublishedRow, result: &MatchResult) -> Row {
        let (low, high) = result.wilson(0);
        let share = format!(
            "{:.1} % ({:.0}-{:.0})",
            100.0 * result.share(0),
            100.0 * low,
            100.0 * high
        );
        let [wins, draws, losses] = result.wins_draws_losses(0);
        let mut more = vec![("games", format!("+{wins} ={draws} -{losses}"))];
        for (name, seat) in [("as_first", 0), ("as_second", 1)] {
            let side = MatchResult {
                games: (result.games.iter())
                    .filter(|game| game.seats[seat] == 0)
                    .cloned()
                    .collect(),
            };
            let [wins, draws, losses] = side.wins_draws_losses(0);
            more.push((name, format!("+{wins} ={draws} -{losses}")));
            if self.marbles {
                let name = if seat == 0 {
                    "lost_as_first"
                } else {
                    "lost_as_second"
                };
                let [own, other] = lost_marbles(&side);
                more.push((name, format!("{own} : {other}")));
            }
        }
        more.push(("plies", format!("{:.0}", result.mean_plies())));
        Row {
            label: row.label.clone(),
            published: row.published.clone(),
            measured: share,
            more,
        }
    }
}

/// The marbles that the first player and the second have lost in all games together, from the
/// last two words of the positions.
fn lost_marbles(result: &MatchResult) -> [u32; 2] {
    let mut lost = [0; 2];
    for game in &result.games {
        let words = game.last_position.split(' ').skip(2);
        for (seat, count) in words.take(2).enumerate() {
            lost[game.seats[seat]] += count.parse().unwrap_or(0);
        }
    }
    lost
}
