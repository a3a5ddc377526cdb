//! Several settings of one evaluation, matched in all groups of so many, with every algorithm in turn (Gras 2012,
//! Table 5.2).

use std::collections::BTreeMap;
use std::time::Duration;

use serde::Deserialize;

use crate::budget::Amounts;
use crate::matches::{AskedMatch, MatchTable, PlayedMatch, entrants, plan_match};
use crate::sample::{Blocks, Sample};
use crate::searching::Limits;
use crate::{Agreement, Budget, LabError, MeasuredTable, Row};

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PoolTable {
    game: String,
    players: usize,
    /// The algorithms; `SETTING` stands for the setting's options.
    algorithms: Vec<String>,
    /// Games of a match, rounded up to whole blocks of all seatings.
    games: Amounts,
    /// What a move may take: nodes, or processor time, which a setting that is quick to compute makes more of.
    nodes: Option<Amounts>,
    /// At `smoke` they are nodes: who tries whether a table runs needs no clock, which is looked at every thousand nodes.
    milliseconds: Option<Amounts>,
    row: Vec<Setting>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Setting {
    label: String,
    options: String,
    /// Its share of the games it was in, in percent.
    share: f64,
    half: f64,
    /// The mean depth it reached.
    depth: f64,
}

#[derive(Clone, Debug, Default)]
struct Reached {
    block_shares: Vec<f64>,
    games: u64,
    moves: u64,
    depths: u64,
}

impl Reached {
    /// In the mean of all moves.
    fn depth(&self) -> f64 {
        self.depths as f64 / self.moves.max(1) as f64
    }
}

impl MatchTable for PoolTable {
    fn matches(&self, id: &str, budget: Budget) -> Vec<AskedMatch> {
        let limits = self.limits(budget);
        let mut all = Vec::new();
        for group in groups(self.row.len(), self.players) {
            for algorithm in &self.algorithms {
                let options = group.iter().map(|&setting| &self.row[setting].options);
                let specs: Vec<String> = options.map(|o| algorithm.replace("SETTING", o)).collect();
                let players = entrants(&specs, limits);
                all.push(AskedMatch {
                    label: format!("{id} {budget} {}", all.len() + 1),
                    plan: plan_match(&self.game, Some(self.players), players),
                    games: self.games.of(budget),
                });
            }
        }
        all
    }

    fn outcome(&self, budget: Budget, played: &[PlayedMatch]) -> Result<MeasuredTable, LabError> {
        let mut reached: BTreeMap<usize, Reached> = BTreeMap::new();
        let groups = groups(self.row.len(), self.players);
        let per_group = self.algorithms.len();
        for (i, played) in played.iter().enumerate() {
            for (place, &setting) in groups[i / per_group].iter().enumerate() {
                let sum = reached.entry(setting).or_default();
                sum.block_shares.extend(played.block_shares(place));
                for game in played.counted() {
                    sum.games += 1;
                    let seats = game.seating.iter().zip(&game.work);
                    for (_, work) in seats.filter(|(seat, _)| **seat == place) {
                        sum.moves += work.moves;
                        sum.depths += work.depths;
                    }
                }
            }
        }
        let least = reached.values().map(Reached::depth).fold(f64::INFINITY, f64::min);
        let rows = self.row.iter().zip(reached.values());
        let rows = rows.flat_map(|(row, reached)| self.cells(row, reached, least));
        let unit = "share of the points in percent; plies";
        Ok(MeasuredTable::of(rows.collect()).in_units(unit).note(format!(
            "share of the games a setting was in, over all groups of {} settings and {per_group} algorithms, with 95 % \
             intervals over blocks; {} a move instead of five seconds; depths agree within half a ply",
            self.players,
            self.limit_words(budget)
        )))
    }
}

impl PoolTable {
    fn limits(&self, budget: Budget) -> Limits {
        let [nodes, time] = [self.nodes, self.milliseconds].map(|amounts| amounts.map(|amounts| amounts.of(budget)));
        match budget {
            Budget::Smoke => Limits { nodes: nodes.or(time), ..Limits::NONE },
            _ => Limits { nodes, time: time.map(Duration::from_millis), ..Limits::NONE },
        }
    }

    fn limit_words(&self, budget: Budget) -> String {
        let limits = self.limits(budget);
        let nodes = limits.nodes.map(|nodes| format!("{nodes} nodes"));
        let time = limits.time.map(|time| format!("{} ms of processor time", time.as_millis()));
        nodes.into_iter().chain(time).collect::<Vec<_>>().join(" and ")
    }

    /// `least` is the depth of the setting that sees least.
    fn cells(&self, row: &Setting, reached: &Reached, least: f64) -> [Row; 2] {
        let shares = &reached.block_shares;
        let share = shares.iter().sum::<f64>() / shares.len().max(1) as f64;
        let sample = Sample {
            points: share * reached.games as f64,
            games: reached.games,
            even: 100.0 / self.players as f64,
            blocks: Blocks::Blocks(shares.clone()),
        };
        let depth = reached.depth();
        [
            Row::share(&row.label, Some((row.share, Some(row.half))), sample).with("games", reached.games.to_string()),
            Row::new(format!("{}, depth", row.label), format!("{:.1}", row.depth), format!("{depth:.1}"))
                .judged(Agreement::Unsaid, Agreement::of((depth - row.depth).abs() <= 0.5))
                .with("deeper_than_the_least", format!("{:.1}", depth - least)),
        ]
    }
}

/// All groups of `size` of so many, each in ascending order.
fn groups(of: usize, size: usize) -> Vec<Vec<usize>> {
    let all = (0u32..1 << of).filter(|set| set.count_ones() as usize == size);
    let members = |set: u32| (0..of).filter(|i| set >> i & 1 == 1).collect();
    all.map(members).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_takes_the_nodes_or_the_time_of_the_budget() {
        let table = |limit: &str| -> PoolTable {
            let text = format!(
                "game = 'g'\nplayers = 2\nalgorithms = ['a:SETTING']\ngames = {{ smoke = 1, quick = 2, paper = 3 }}\n{limit}\n\
                 [[row]]\nlabel = 'a'\noptions = 'x'\nshare = 50\nhalf = 1\ndepth = 1\n\
                 [[row]]\nlabel = 'b'\noptions = 'y'\nshare = 50\nhalf = 1\ndepth = 1\n"
            );
            toml::from_str(&text).expect("a table")
        };
        let asked = |limit: &str, budget| table(limit).matches("t", budget)[0].plan.entrants[0].limits;
        let limits = |limit: &str| asked(limit, Budget::Quick);
        assert_eq!(limits("nodes = { smoke = 1, quick = 7, paper = 9 }"), Limits::nodes(7));
        let timed = "milliseconds = { smoke = 1, quick = 7, paper = 9 }";
        assert_eq!(limits(timed), Limits { time: Some(Duration::from_millis(7)), ..Limits::NONE });
        assert_eq!(asked(timed, Budget::Smoke), Limits::nodes(1));
        assert_eq!(table(timed).limit_words(Budget::Paper), "9 ms of processor time");
    }

    #[test]
    fn five_in_groups_of_four_are_five_groups() {
        let groups = groups(5, 4);
        assert_eq!(groups.len(), 5);
        let of_first = groups.iter().filter(|group| group.contains(&0)).count();
        assert_eq!(of_first, 4);
    }
}
