//! Everybody against everybody, and against himself where the table says so (Pantel 1997, Figures 6.2-6.4).

use std::collections::BTreeMap;

use melee_arena::tournament::{MatchPlan, OpenMatch, PlayedGame};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::budget::Amounts;
use crate::matches::{AskedMatch, MatchTable, PlayedMatch, entrants, plan_match, replay};
use crate::searching::{Limits, Spec};
use crate::{Agreement, Budget, Estimate, LabError, MeasuredTable, Row};

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct LeagueTable {
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
    published: Option<f64>,
    quantity: String,
    over: Option<String>,
    less: Option<String>,
}

/// Numbers within this factor are as large.
pub(crate) const NEAR: f64 = 1.25;

type Quantities = BTreeMap<String, f64>;

/// What a player of a game did, by counting again: moves, nodes it expanded, nodes it only tested.
type Counted = [u64; 3];

impl MatchTable for LeagueTable {
    fn matches(&self, id: &str, budget: Budget) -> Vec<AskedMatch> {
        let games = self.games.of(budget);
        let asked = |[first, second]: [&Entrant; 2]| AskedMatch {
            label: format!("{id} {budget} {} {}", first.name, second.name),
            // Players have depths of their own.
            plan: MatchPlan {
                random_plies: self.random_plies,
                ..plan_match("connect4", None, entrants([&first.algorithm, &second.algorithm], Limits::default()))
            },
            games: if first.name == second.name { games } else { 2 * games },
        };
        self.pairs().into_iter().map(asked).collect()
    }

    fn counts_beside_games(&self) -> bool {
        self.count_nodes
    }

    fn count(&self, open: &OpenMatch, game: &PlayedGame) -> Result<Value, LabError> {
        if !self.count_nodes || !game.counts() {
            return Ok(Value::Null);
        }
        let players = open.plan.entrants.iter();
        let specs: Vec<Spec> = players.map(|seat| seat.who.to_string().as_str().into()).collect();
        let mut counted = [Counted::default(); 2];
        replay(open, game, &mut |ply, position| {
            if let Some(player) = position.to_move()
                && ply >= self.random_plies as usize
            {
                let who = game.seating[player.index()];
                let counts = position.search(&specs[who], Limits::NONE)?.counts;
                let new = [1, counts.nodes - counts.tests, counts.tests];
                for (sum, new) in counted[who].iter_mut().zip(new) {
                    *sum += new;
                }
            }
            Ok(())
        })?;
        Ok(json!(counted))
    }

    fn outcome(&self, budget: Budget, played: &[PlayedMatch]) -> Result<MeasuredTable, LabError> {
        let mut sums = Quantities::new();
        for (pair, played) in self.pairs().into_iter().zip(played) {
            for (game, counts) in played.games.iter().zip(&played.counts) {
                if game.counts() {
                    add_game(&mut sums, pair, game);
                }
                for (who, counted) in Vec::<Counted>::deserialize(*counts).iter().flatten().enumerate() {
                    for (what, &number) in ["moves", "expanded", "tested"].iter().zip(counted) {
                        let name = format!("{} {what}", pair[who].name);
                        *sums.entry(name).or_default() += number as f64;
                    }
                }
            }
        }
        let of_each = ", as many in all of each against himself";
        let themselves = if self.themselves { of_each } else { "" };
        let rows = self.row.iter().map(|row| row.cell(&sums)).collect();
        Ok(MeasuredTable::of(rows).in_units("as the labels say").note(format!(
            "{} games with each colour of every pair{themselves}, random plies first: {}; how the thesis's games came to differ \
             is not said; sizes agree within a factor of {NEAR}",
            self.games.of(budget),
            self.random_plies
        )))
    }
}

impl LeagueTable {
    /// Who plays whom.
    fn pairs(&self) -> Vec<[&Entrant; 2]> {
        let mut pairs = Vec::new();
        for (i, first) in self.player.iter().enumerate() {
            let others = &self.player[i + usize::from(!self.themselves)..];
            pairs.extend(others.iter().map(|second| [first, second]));
        }
        pairs
    }
}

/// Adds the result of a game to the sums.
fn add_game(sums: &mut Quantities, pair: [&Entrant; 2], game: &PlayedGame) {
    let mut add = |what: String, value: f64| *sums.entry(what).or_default() += value;
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
        let whole = quantity(&self.quantity, sums);
        let value = whole.and_then(|value| match (of(&self.over), of(&self.less)) {
            (None, None) => Some(value),
            (Some(over), None) => Some(value / over?),
            (None, Some(less)) => Some(value - less?),
            _ => None,
        });
        let printed = self.published.map_or(String::new(), |p| p.to_string());
        let Some(value) = value else {
            return Row::new(&self.label, printed, "-");
        };
        let row = Row::new(&self.label, printed, format!("{value:.1}"));
        match self.published {
            None => row.plotted(None, Estimate::exact(value)),
            Some(published) => row
                .judged(Agreement::of(published * value >= 0.0), Agreement::factor(published, value, NEAR))
                .plotted(Some(Estimate::exact(published)), Estimate::exact(value)),
        }
    }
}
