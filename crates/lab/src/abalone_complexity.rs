//! How large Abalone is (Chorus 2009, 3.2 and Table 3.1): positions by the thesis's formula, and
//! branching and length from games.

use num_bigint::BigUint;
use serde::Deserialize;
use serde_json::json;

use crate::big::{choose, scientific};
use crate::searching::{Limits, open_game};
use crate::study::{Budgeted, Section, Study, UnitResult, read_all};
use crate::{Agreement, Budget, LabError, MeasuredTable, Row};

const FIELDS: u32 = 61;

/// Numbers within this factor are as large.
pub(crate) const NEAR: f64 = 1.1;

#[derive(Clone, Debug, Deserialize)]
pub(crate) struct ComplexityTable {
    published: Published,
    /// Who plays the games that are measured, and from where.
    player: String,
    starts: Vec<String>,
}

#[derive(Clone, Debug, Deserialize)]
struct Published {
    positions: String,
    positions_log: String,
    branching: String,
    plies: String,
    games: String,
    games_log: String,
}

impl Budgeted<ComplexityTable> {
    /// Openings from each start, and the nodes of a move.
    fn size(&self) -> (usize, u64) {
        match self.budget {
            Budget::Smoke => (1, 200),
            Budget::Quick => (8, 5_000),
            Budget::Standard => (14, 20_000),
            Budget::Paper => (20, 50_000),
        }
    }
}

/// A section is a start, a unit a game from it.
impl Study for Budgeted<ComplexityTable> {
    fn sections(&self) -> Vec<Section> {
        let (openings, nodes) = self.size();
        let section = |start: &String| {
            let task = json!({"start": start, "algorithm": self.player, "nodes": nodes});
            Section::new(start, openings, task)
        };
        self.starts.iter().map(section).collect()
    }

    fn unit_names(&self) -> [&'static str; 2] {
        ["game", "games"]
    }

    /// Plies, moves of all positions, and whether the game was decided.
    fn unit(&self, section: usize, number: u64) -> Result<UnitResult, LabError> {
        let (_, nodes) = self.size();
        let game = open_game("abalone", None, None)?;
        let mut opener = game.seeded_engine("random", number)?;
        let mut player = game.seeded_engine(self.player.as_str(), number)?;
        let mut position = game.named_start(&self.starts[section])?;
        let (mut plies, mut moves) = (0, 0);
        while position.to_move().is_some() {
            moves += position.count_moves() as u64;
            let who = if plies < 2 { &mut opener } else { &mut player };
            who.take_turn(&mut position, Limits::nodes(nodes))?;
            plies += 1;
        }
        let is_decided = position.outcome().is_some_and(|o| o.firsts() == 1);
        Ok(UnitResult::of_counts(&[plies, moves, u64::from(is_decided)]))
    }

    fn outcome(&self, results: &[Vec<UnitResult>]) -> Result<MeasuredTable, LabError> {
        let counts: Vec<[u64; 3]> = read_all(&results.concat())?;
        let [plies, moves, decided] = [0, 1, 2].map(|i| counts.iter().map(|c| c[i]).sum::<u64>());
        let branching = moves as f64 / plies.max(1) as f64;
        let length = plies as f64 / counts.len().max(1) as f64;
        let positions = positions();
        let up_to_symmetry = &positions / 12u32;
        let games = BigUint::from(60u32).pow(87);
        let log = |n: &BigUint| (n.to_string().len() - 1).to_string();
        let row = |label: &str, published: &str, measured: String| {
            let size = match (published.parse(), measured.parse()) {
                (Ok(then), Ok(now)) => Agreement::factor(then, now, NEAR),
                _ => Agreement::Unsaid,
            };
            Row::new(label, published, measured).judged(Agreement::Unsaid, size)
        };
        let p = &self.published;
        let rows = vec![
            row("positions", &p.positions, scientific(&up_to_symmetry)),
            row("positions, power of ten", &p.positions_log, log(&up_to_symmetry)),
            row("positions, symmetric ones apart", "", positions.to_string()),
            row("moves in a position", &p.branching, format!("{branching:.1}")),
            row("plies of a game", &p.plies, format!("{length:.1}")),
            row("game tree, 60^87", &p.games, scientific(&games)),
            row("game tree, power of ten", &p.games_log, log(&games)),
        ];
        Ok(MeasuredTable::of(rows)
            .note(
                "the thesis's formula, divided by 12, gives 1.70e24; the printed 6.5e23 is quoted \
                 from Lemmens",
            )
            .note(format!(
                "moves and plies: {} games of {} against itself, {decided} of them decided",
                counts.len(),
                self.player
            ))
            .note(
                "the other games of Table 3.1 are quoted in the thesis, not computed; sizes agree \
                 within a tenth",
            ))
    }
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
