//! How large Abalone is (Chorus 2009, 3.2 and Table 3.1): positions by the thesis's formula, and
//! branching and length from games.

use melee_arena::{GameOptions, Limits, Watch, open};
use num_bigint::BigUint;
use serde::Deserialize;

use crate::big::{choose, scientific};
use crate::{Agreement, Bench, Budget, LabError, Outcome, Row};

const FIELDS: u32 = 61;

#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Table {
    published: Published,
    /// Who plays the games that are measured, and from where.
    player: String,
    starts: Vec<String>,
}

/// As printed.
#[derive(Clone, Debug, Deserialize)]
struct Published {
    positions: String,
    positions_log: String,
    branching: String,
    plies: String,
    games: String,
    games_log: String,
}

impl Table {
    pub(crate) fn run(&self, bench: &mut Bench) -> Result<Outcome, LabError> {
        let positions = positions();
        let up_to_symmetry = &positions / 12u32;
        let games = BigUint::from(60u32).pow(87);
        let log = |n: &BigUint| (n.to_string().len() - 1).to_string();
        let measured = self.measure(bench)?;
        let row = |label: &str, published: &str, measured: String| {
            let size = match (published.parse(), measured.parse()) {
                (Ok(then), Ok(now)) => Agreement::factor(then, now, 1.1),
                _ => Agreement::Unsaid,
            };
            Row::new(label, published, measured).judged(Agreement::Unsaid, size)
        };
        let p = &self.published;
        let rows = vec![
            row("positions", &p.positions, scientific(&up_to_symmetry)),
            row(
                "positions, power of ten",
                &p.positions_log,
                log(&up_to_symmetry),
            ),
            row("positions, symmetric ones apart", "", positions.to_string()),
            row(
                "moves in a position",
                &p.branching,
                format!("{:.1}", measured.branching),
            ),
            row(
                "plies of a game",
                &p.plies,
                format!("{:.1}", measured.plies),
            ),
            row("game tree, 60^87", &p.games, scientific(&games)),
            row("game tree, power of ten", &p.games_log, log(&games)),
        ];
        Ok(Outcome {
            rows,
            notes: vec![
                "the thesis's formula, divided by 12, gives 1.70e24; the printed 6.5e23 is quoted \
                 from Lemmens"
                    .to_string(),
                format!(
                    "moves and plies: {} games of {} against itself, {} of them decided",
                    measured.games, self.player, measured.decided
                ),
                "the other games of Table 3.1 are quoted in the thesis, not computed; sizes agree \
                 within a tenth"
                    .to_string(),
            ],
            ..Outcome::default()
        })
    }

    fn measure(&self, bench: &mut Bench) -> Result<Measured, LabError> {
        let (openings, nodes) = match bench.budget {
            Budget::Smoke => (1, 200),
            Budget::Quick => (8, 5_000),
            Budget::Paper => (20, 50_000),
        };
        let table = open("abalone", &GameOptions::default())?;
        let spec = self.player.parse()?;
        let random = "random".parse()?;
        let (mut plies, mut moves, mut decided, mut games) = (0, 0, 0, 0);
        for start in &self.starts {
            for opening in 0..openings {
                bench.tell(&format!("{start}, game {}", opening + 1));
                let mut opener = table.thinker(&random, opening)?;
                let mut thinker = table.thinker(&spec, opening)?;
                let mut position = table.position(None, Some(start), &[])?;
                let mut ply = 0;
                while position.to_move().is_some() {
                    moves += position.moves().len();
                    let who = if ply < 2 { &mut opener } else { &mut thinker };
                    let (limits, watch) = (Limits::nodes(nodes), Watch::nothing());
                    let report = who.think(position.as_ref(), limits, watch, &mut |_| {})?;
                    position.play(&report.best_move)?;
                    ply += 1;
                }
                plies += ply;
                games += 1;
                decided += usize::from(position.outcome().is_some_and(|o| o.firsts() == 1));
            }
        }
        Ok(Measured {
            branching: moves as f64 / plies.max(1) as f64,
            plies: f64::from(plies) / f64::from(games.max(1)),
            games,
            decided,
        })
    }
}

struct Measured {
    branching: f64,
    plies: f64,
    games: u32,
    decided: usize,
}

/// The formula of 3.2.1: 8 to 14 marbles of one side and 9 to 14 of the other, anywhere.
fn positions() -> BigUint {
    let mut sum = BigUint::from(0u32);
    for k in 8..=14 {
        for m in 9..=14 {
            sum += choose(FIELDS, k) * choose(FIELDS - k, m);
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_formula_gives_what_the_rules_file_says() {
        assert_eq!(scientific(&(positions() / 12u32)), "1.70e24");
    }
}
