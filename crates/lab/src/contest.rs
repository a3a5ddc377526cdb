//! Tables of matches over all seats: shares of the points, results, marbles (Gras 2012, 5.4; Esser 2012,
//! chapter 6; Chorus 2009, 5.2; Pantel 1997, 6.3).

use std::collections::BTreeMap;

use melee_arena::tournament::{AlgorithmStanding, MatchPlan};
use serde::Deserialize;

use crate::budget::Amounts;
use crate::matches::{AskedMatch, MatchTable, PlayedMatch, entrants, plan_match, replay};
use crate::sample::{Blocks, Sample};
use crate::searching::Limits;
use crate::{Budget, LabError, MeasuredTable, Reproducibility, Row};

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ContestTable {
    game: String,
    players: Option<usize>,
    start: Option<String>,
    /// The algorithms by the names of the table; a name that is not here is an algorithm itself.
    #[serde(default)]
    algorithms: BTreeMap<String, String>,
    /// Games of a match, rounded up to whole blocks of all seatings.
    games: Amounts,
    /// Nodes a move; without them players have depths of their own.
    nodes: Option<Amounts>,
    random_plies: Option<u32>,
    ply_cap: Option<u32>,
    /// Is the table about marbles lost?
    #[serde(default)]
    marbles: bool,
    /// Of a table about who moves first, whoever that is: the name of the row over all its matches. The game has two
    /// players.
    first_seat_of: Option<String>,
    /// What the thesis's players had instead of our nodes, if not a second.
    instead_of: Option<String>,
    row: Vec<PublishedRow>,
}

/// A match of the table.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct PublishedRow {
    label: String,
    players: Option<usize>,
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
    results: Option<[u32; 3]>,
    /// What else is said.
    says: Option<String>,
    /// So many times the nodes of other rows.
    times: Option<u64>,
    /// Other games than the rest of the table has: a small lead needs many to show, a large one few.
    games: Option<Amounts>,
}

impl MatchTable for ContestTable {
    fn matches(&self, id: &str, budget: Budget) -> Vec<AskedMatch> {
        let asked = |(i, row): (usize, &PublishedRow)| AskedMatch {
            label: format!("{id} {budget} {}", i + 1),
            plan: self.plan(row, budget),
            games: row.games.unwrap_or(self.games).of(budget),
        };
        self.row.iter().enumerate().map(asked).collect()
    }

    fn can_be_broken_off(&self) -> bool {
        true
    }

    /// Who moves first is counted over all matches too.
    fn rows_stand_alone(&self) -> bool {
        self.first_seat_of.is_none()
    }

    fn outcome(&self, budget: Budget, played: &[PlayedMatch]) -> Result<MeasuredTable, LabError> {
        let mut rows = Vec::new();
        match &self.first_seat_of {
            Some(all) => rows.extend(self.first_seats(all, played)),
            None => {
                for (row, played) in self.row.iter().zip(played) {
                    rows.extend(self.cells(row, played)?);
                }
            }
        }
        let limit = match self.nodes {
            None => "each to its own depth".to_string(),
            Some(nodes) => {
                let instead_of = self.instead_of.as_deref().unwrap_or("a second");
                format!("{} nodes a move instead of {instead_of}", nodes.of(budget))
            }
        };
        let plies = played.first().map_or(0, |played| played.open.plan.random_plies);
        let unit = "share of the points in percent";
        let whose = if self.first_seat_of.is_some() { " of who moves first" } else { "" };
        Ok(MeasuredTable::of(rows).in_units(unit).note(format!(
            "shares of the points{whose} with 95 % intervals over blocks of all seatings; {limit}; random plies before each \
             block: {plies}"
        )))
    }
}

impl ContestTable {
    /// Players with depths of their own think as those of the thesis did.
    pub(crate) fn state(&self) -> Reproducibility {
        match self.nodes {
            None => Reproducibility::Measured,
            Some(_) => Reproducibility::ScaledDown,
        }
    }

    fn plan(&self, row: &PublishedRow, budget: Budget) -> MatchPlan {
        let limits = match self.nodes {
            Some(nodes) => Limits::nodes(nodes.of(budget) * row.times.unwrap_or(1)),
            None => Limits::NONE,
        };
        let named = |name| self.algorithms.get(name).unwrap_or(name);
        let players = entrants(row.play.iter().map(named), limits);
        let start = row.start.clone().or_else(|| self.start.clone());
        let usual = plan_match(&self.game, row.players.or(self.players), players);
        MatchPlan {
            starts: start.into_iter().collect(),
            random_plies: self.random_plies.unwrap_or(usual.random_plies),
            ply_cap: self.ply_cap.unwrap_or(usual.ply_cap),
            ..usual
        }
    }

    /// What the first seat made of each match, and of all together.
    fn first_seats(&self, all: &str, played: &[PlayedMatch]) -> Vec<Row> {
        let games: Vec<&PlayedMatch> = played.iter().collect();
        let one = |(row, played): (&PublishedRow, &PlayedMatch)| {
            let says = row.says.clone().unwrap_or_default();
            Row { published: says, ..first_seat(&row.label, &[played]) }
        };
        let each = self.row.iter().zip(played).map(one);
        each.chain([first_seat(all, &games)]).collect()
    }

    /// A cell for each who played; for the first alone where two share all points.
    fn cells(&self, row: &PublishedRow, played: &PlayedMatch) -> Result<Vec<Row>, LabError> {
        let standings = played.standings(&row.play);
        let count = if row.play.len() == 2 { 1 } else { row.play.len() };
        let mut cells = Vec::new();
        for i in 0..count {
            let even = 100.0 / row.play.len() as f64;
            let mut cell = cell(row, i, played.sample(i, &standings, even));
            if played.open.game.players() == 2 {
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
            cells.push(cell.with("games", standings.compared.to_string()).with("depth", depth));
        }
        Ok(cells)
    }
}

fn first_seat(label: &str, played: &[&PlayedMatch]) -> Row {
    let mut shares = Vec::new();
    let (mut points, mut games, mut decided) = (0.0, 0, 0);
    for played in played {
        shares.extend(played.first_seat_shares());
        for game in played.counted() {
            points += game.points[0];
            games += 1;
            decided += u64::from((game.points[0] - 0.5).abs() > 0.25);
        }
    }
    let sample = Sample { points, games, even: 50.0, blocks: Blocks::Blocks(shares) };
    Row::share(label, None, sample).with("decided", format!("{decided} of {games}"))
}

fn cell(row: &PublishedRow, i: usize, sample: Sample) -> Row {
    let label = match &row.play[..] {
        [first, second] if row.label.contains(first.as_str()) && row.label.contains(second.as_str()) => {
            row.label.clone()
        }
        [first, second] => format!("{}: {first} against {second}", row.label),
        _ => format!("{}: {}", row.label, row.play[i]),
    };
    let half = row.half.get(i).copied();
    let printed = row.shares.get(i).map(|&share| (share, half));
    let mut cell = Row::share(label, printed, sample);
    if let Some(says) = &row.says {
        let joint = if printed.is_some() { "; " } else { "" };
        cell.published += &format!("{joint}{says}");
    }
    if let Some([wins, losses, ties]) = row.results {
        cell = cell.with("published_results", format!("+{wins} ={ties} -{losses}"));
    }
    cell
}

/// Wins, ties and losses of the first player, in all and as first and second to move.
fn with_results(mut row: Row, played: &PlayedMatch) -> Row {
    for (name, seat) in [("results", None), ("as_first", Some(0)), ("as_second", Some(1))] {
        let own = played.counted().filter(|game| seat.is_none_or(|seat| game.seating[seat] == 0));
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
fn lost_marbles(played: &PlayedMatch) -> Result<[u32; 2], LabError> {
    let mut lost = [0; 2];
    for game in played.counted() {
        let mut last = String::new();
        replay(played.open, game, &mut |ply, position| {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_may_have_games_of_its_own() {
        let text = "game = 'abalone'\ngames = { smoke = 2, quick = 4, paper = 6 }\n\
                    [[row]]\nlabel = 'large'\nplay = ['a', 'b']\n\
                    [[row]]\nlabel = 'small'\nplay = ['a', 'b']\ngames = { smoke = 2, quick = 40, paper = 60 }\n";
        let table: ContestTable = toml::from_str(text).expect("a table");
        let games: Vec<u64> = table.matches("t", Budget::Quick).iter().map(|asked| asked.games).collect();
        assert_eq!(games, [4, 40]);
    }
}
