//! Everybody against everybody, and against himself where the table says so (Pantel 1997, Figures 6.2-6.4).

use std::collections::BTreeMap;

use melee_arena::tournament::{Contestant, MatchPlan};
use melee_arena::{Limits, Spec, Watch};
use serde::Deserialize;

use crate::budget::Amounts;
use crate::series::{Played, Series};
use crate::{Agreement, Bench, Estimate, LabError, Outcome, Row};

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Table {
    player: Vec<Entrant>,
    /// Does each play half as many games against himself?
    #[serde(default)]
    themselves: bool,
    /// Are nodes counted? Every position of the games is then searched again.
    #[serde(default)]
    count_nodes: bool,
    /// Games with each colour, of two players.
    games: Amounts,
    /// Random plies before a game of two players, the same with both colours.
    random_plies: u32,
    row: Vec<PrintedNumber>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Entrant {
    name: String,
    algorithm: String,
}

/// A printed number, and what it counts: a quantity, or that over or less another.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct PrintedNumber {
    label: String,
    #[serde(default)]
    published: Option<f64>,
    quantity: String,
    #[serde(default)]
    over: Option<String>,
    #[serde(default)]
    less: Option<String>,
}

/// Numbers within this factor are as large.
const NEAR: f64 = 1.25;

type Quantities = BTreeMap<String, f64>;

impl Table {
    pub(crate) fn run(&self, id: &str, bench: &mut Bench) -> Result<Outcome, LabError> {
        let games = self.games.of(bench.budget);
        let mut sums = Quantities::new();
        for (i, first) in self.player.iter().enumerate() {
            for second in &self.player[i..] {
                let is_same = first.name == second.name;
                if is_same && !self.themselves {
                    continue;
                }
                let series = Series {
                    name: format!("{id} {} {} {}", bench.budget, first.name, second.name),
                    plan: self.plan(first, second),
                    games: if is_same { games } else { 2 * games },
                };
                let played = series.play(bench)?;
                bench.tell(&format!("{}: counting", series.name));
                self.count(&played, [first, second], &mut sums)?;
            }
        }
        Ok(Outcome {
            rows: self.row.iter().map(|row| row.cell(&sums)).collect(),
            notes: vec![format!(
                "{games} games with each colour of every pair{}, random plies first: {}; how the thesis's games came to differ \
                 is not said; sizes agree within a factor of {NEAR}",
                if self.themselves {
                    ", as many in all of each against himself"
                } else {
                    ""
                },
                self.random_plies
            )],
            unit: "as the labels say".to_string(),
            ..Outcome::default()
        })
    }

    fn count(
        &self,
        played: &Played,
        pair: [&Entrant; 2],
        sums: &mut Quantities,
    ) -> Result<(), LabError> {
        let mut add = |what: String, value: f64| *sums.entry(what).or_default() += value;
        let specs: Vec<Spec> = (pair.iter())
            .map(|entrant| entrant.algorithm.parse())
            .collect::<Result<_, _>>()?;
        for game in played.counted() {
            add("games".to_string(), 1.0);
            let side = match game.points[0] {
                p if p > 0.75 => "first wins",
                p if p > 0.25 => "ties",
                _ => "second wins",
            };
            add(side.to_string(), 1.0);
            for (seat, points) in game.points.iter().enumerate() {
                let name = &pair[game.seating[seat]].name;
                add(format!("{name} points"), 2.0 * points);
                add(format!("{name} games"), 1.0);
            }
            if !self.count_nodes {
                continue;
            }
            played.replay(game, &mut |ply, position| {
                let Some(player) = position.to_move() else {
                    return Ok(());
                };
                if ply < self.random_plies as usize {
                    return Ok(());
                }
                let who = game.seating[player.index()];
                let mut thinker = played.open.table.thinker(&specs[who], 0)?;
                let (limits, watch) = (Limits::default(), Watch::nothing());
                let counts = thinker.think(position, limits, watch, &mut |_| {})?.counts;
                let name = &pair[who].name;
                add(format!("{name} moves"), 1.0);
                add(
                    format!("{name} expanded"),
                    (counts.nodes - counts.tests) as f64,
                );
                add(format!("{name} tested"), counts.tests as f64);
                Ok(())
            })?;
        }
        Ok(())
    }

    /// Games of two who have depths of their own.
    fn plan(&self, first: &Entrant, second: &Entrant) -> MatchPlan {
        let player = |entrant: &Entrant| Contestant::new(&entrant.algorithm, Limits::default());
        MatchPlan {
            game: "connect4".to_string(),
            players: None,
            size: None,
            rules: None,
            map: None,
            starts: Vec::new(),
            random_plies: self.random_plies,
            players_in: vec![player(first), player(second)],
            ply_cap: 1000,
            seed: 1,
        }
    }
}

/// A quantity: wins and ties in percent of the games, nodes a move, points in all.
fn quantity(name: &str, sums: &Quantities) -> Option<f64> {
    let sum = |name: &str| sums.get(name).copied();
    if name.ends_with("wins") || name == "ties" {
        return Some(100.0 * sum(name).unwrap_or(0.0) / sum("games")?);
    }
    let (player, what) = name.rsplit_once(' ')?;
    let value = sum(name)?;
    Some(match what {
        "expanded" | "tested" => value / sum(&format!("{player} moves"))?,
        // In as many games as the thesis's players had.
        "points" => 60.0 * value / sum(&format!("{player} games"))?,
        _ => value,
    })
}

impl PrintedNumber {
    fn cell(&self, sums: &Quantities) -> Row {
        let of = |name: &Option<String>| name.as_ref().map(|name| quantity(name, sums));
        let value = match (
            quantity(&self.quantity, sums),
            of(&self.over),
            of(&self.less),
        ) {
            (Some(value), None, None) => Some(value),
            (Some(value), Some(Some(over)), None) => Some(value / over),
            (Some(value), None, Some(Some(less))) => Some(value - less),
            _ => None,
        };
        let printed = self.published.map_or(String::new(), |p| p.to_string());
        let Some(value) = value else {
            return Row::new(&self.label, printed, "-");
        };
        let row = Row::new(&self.label, printed, format!("{value:.1}"));
        match self.published {
            None => row.plotted(None, Estimate::exact(value)),
            Some(published) => row
                .judged(
                    Agreement::of(published * value >= 0.0),
                    Agreement::factor(published, value, NEAR),
                )
                .plotted(Some(Estimate::exact(published)), Estimate::exact(value)),
        }
    }
}
