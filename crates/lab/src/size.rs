//! How large a game is: arrangements of pieces by formula, moves in a position and plies of a game from matches
//! (Gras 2012, Table 3.5; Esser 2012, 2.3).

use melee_arena::tournament::{MatchPlan, PlayedGame};
use num_bigint::BigUint;
use serde::Deserialize;

use crate::big::scientific;
use crate::budget::Amounts;
use crate::matches::{AskedMatch, MatchTable, PlayedMatch, entrants, plan_match, replay};
use crate::searching::Limits;
use crate::{Agreement, Budget, Estimate, LabError, MeasuredTable, Row};

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SizeTable {
    game: String,
    /// Games of a line-up, rounded up to whole blocks of all seatings.
    games: Amounts,
    nodes: Amounts,
    /// Pieces on squares.
    #[serde(default)]
    arrangement: Vec<Arrangement>,
    row: Vec<PublishedRow>,
}

/// The ways to put groups of equal pieces on squares.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Arrangement {
    label: String,
    squares: u32,
    groups: Vec<u32>,
    published: String,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct PublishedRow {
    label: String,
    players: usize,
    start: Option<String>,
    /// Do only games that one of the players won count?
    #[serde(default)]
    decided: bool,
    play: Vec<String>,
    branching: f64,
    length: f64,
    /// The game tree, as printed.
    tree: String,
}

/// Numbers within this factor are as large.
pub(crate) const NEAR: f64 = 1.25;

impl MatchTable for SizeTable {
    fn matches(&self, id: &str, budget: Budget) -> Vec<AskedMatch> {
        let limits = Limits::nodes(self.nodes.of(budget));
        let asked = |(i, row): (usize, &PublishedRow)| AskedMatch {
            label: format!("{id} {budget} {}", i + 1),
            plan: MatchPlan {
                ply_cap: 2000,
                starts: row.start.clone().into_iter().collect(),
                ..plan_match(&self.game, Some(row.players), entrants(&row.play, limits))
            },
            games: self.games.of(budget),
        };
        self.row.iter().enumerate().map(asked).collect()
    }

    fn outcome(&self, budget: Budget, played: &[PlayedMatch]) -> Result<MeasuredTable, LabError> {
        let mut rows: Vec<Row> = self.arrangement.iter().map(Arrangement::row).collect();
        for (row, played) in self.row.iter().zip(played) {
            let (mut moves, mut plies) = (0.0, Vec::new());
            let is_meant = |game: &&PlayedGame| !row.decided || game.points.iter().any(|&points| points > 0.75);
            for game in played.counted().filter(is_meant) {
                replay(played.open, game, &mut |ply, position| {
                    if ply < game.moves.len() {
                        moves += position.moves().len() as f64;
                    }
                    Ok(())
                })?;
                plies.push(game.moves.len() as f64);
            }
            let all: f64 = plies.iter().sum();
            rows.extend(row.cells(moves / all.max(1.0), &plies));
        }
        Ok(MeasuredTable::of(rows).in_units("moves, plies").note(format!(
            "mean number of moves in a position and of plies in a game; {} nodes a move; sizes agree within a \
                 factor of {NEAR}",
            self.nodes.of(budget)
        )))
    }
}

impl Arrangement {
    fn row(&self) -> Row {
        let factorial = |n: u32| (1..=n).map(BigUint::from).product::<BigUint>();
        let pieces: u32 = self.groups.iter().sum();
        let mut ways = factorial(self.squares) / factorial(self.squares - pieces);
        for &group in &self.groups {
            ways /= factorial(group);
        }
        Row::exact(&self.label, &self.published, scientific(&ways))
    }
}

impl PublishedRow {
    fn cells(&self, branching: f64, plies: &[f64]) -> [Row; 3] {
        let length = Estimate::mean_of(plies);
        let cell = |what: &str, then: f64, now: Estimate| {
            let text = match now {
                Estimate { value, low, high } if low < high => format!("{value:.1} ({low:.1}-{high:.1})"),
                exact => format!("{:.1}", exact.value),
            };
            Row::new(format!("{}: {what}", self.label), format!("{then}"), text)
                .judged(Agreement::Unsaid, Agreement::factor(then, now.value, NEAR))
                .plotted(Some(Estimate::exact(then)), now)
                .with("games", plies.len().to_string())
        };
        // The power of ten of the tree; its size does not fit a number.
        let power = length.value * branching.log10();
        let mantissa = 10f64.powf(power.fract());
        let tree = format!("{mantissa:.2}e{:.0}", power.floor());
        [
            cell("moves in a position", self.branching, Estimate::exact(branching)),
            cell("plies of a game", self.length, length),
            Row::new(format!("{}: game tree", self.label), &self.tree, tree),
        ]
    }
}
