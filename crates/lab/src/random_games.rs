//! Games of two players who move at random: how long they take, and what is lost by then (Chorus 2009, 5.2.1).

use melee_core::{Game, Notation, Player, random_playout, seeded_rng};
use melee_games::abalone::{Abalone, State};
use serde::Deserialize;
use serde_json::json;

use crate::budget::Amounts;
use crate::searching::open_game;
use crate::study::{Budgeted, Section, Study, UnitResult, read_all};
use crate::{Agreement, Estimate, LabError, MeasuredTable, Row};

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RandomGames {
    start: String,
    games: Amounts,
    /// The printed plies of a game: on average, and at the ends.
    mean: f64,
    shortest: u32,
    longest: u32,
    /// In the order of their plies.
    after: Vec<Loss>,
}

/// How many marbles the losing side has lost on average after so many plies.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Loss {
    plies: u32,
    lost: f64,
}

/// Numbers within this factor are as large.
pub(crate) const NEAR: f64 = 1.25;

/// The thesis played so many. More games make means surer, but the shortest and the longest of them lie further apart.
const PRINTED_GAMES: usize = 1000;

/// A game: its plies, and what the losing side has lost after each number of them that the table asks for.
type Counted = (u32, Vec<u32>);

impl Study for Budgeted<RandomGames> {
    fn sections(&self) -> Vec<Section> {
        let after: Vec<u32> = self.after.iter().map(|after| after.plies).collect();
        let task = json!({"start": self.start, "after": after});
        vec![Section::new(&self.start, self.games.of(self.budget) as usize, task)]
    }

    fn unit_names(&self) -> [&'static str; 2] {
        ["game", "games"]
    }

    fn unit(&self, _section: usize, number: u64) -> Result<UnitResult, LabError> {
        let game = Abalone::new(2).expect("two players");
        let start = open_game(Abalone::NAME, None, None)?.named_start(&self.start)?.text();
        let mut state = game.parse_position(&start).expect("a start is a position").start;
        let (mut rng, mut moves) = (seeded_rng(number), Vec::new());
        let mut play = |state: &mut State, most| random_playout(&game, state, most, &mut moves, &mut rng);
        let (mut plies, mut lost) = (0, Vec::new());
        for after in &self.after {
            plies += play(&mut state, after.plies - plies);
            lost.push(most_lost(&game, &state));
        }
        plies += play(&mut state, u32::MAX);
        let counted: Counted = (plies, lost);
        Ok(UnitResult::of_counts(&counted))
    }

    fn outcome(&self, results: &[Vec<UnitResult>]) -> Result<MeasuredTable, LabError> {
        let games: Vec<Counted> = read_all(&results[0])?;
        let plies: Vec<f64> = games.iter().map(|(plies, _)| f64::from(*plies)).collect();
        let printed = plies.iter().copied().take(PRINTED_GAMES);
        let (shortest, longest) = (printed.clone().fold(f64::INFINITY, f64::min), printed.fold(0.0, f64::max));
        let mut rows = vec![
            cell("plies of a game".to_string(), self.mean, Estimate::mean_of(&plies)),
            cell("plies of the shortest".to_string(), self.shortest.into(), Estimate::exact(shortest)),
            cell("plies of the longest".to_string(), self.longest.into(), Estimate::exact(longest)),
        ];
        for (i, after) in self.after.iter().enumerate() {
            let lost: Vec<f64> = games.iter().map(|(_, lost)| f64::from(lost[i])).collect();
            let most = lost.iter().copied().fold(0.0, f64::max);
            let label = format!("marbles lost after {} plies", after.plies);
            rows.push(cell(label, after.lost, Estimate::mean_of(&lost)).with("most", most.to_string()));
        }
        Ok(MeasuredTable::of(rows).in_units("as the labels say").note(format!(
            "{} games from {}, shortest and longest of the first {PRINTED_GAMES}; of both sides the one that has lost more; means with 95 % intervals; sizes agree within a \
             factor of {NEAR}",
            games.len(),
            self.start
        )))
    }
}

/// What the side that has lost more has lost.
fn most_lost(game: &Abalone, state: &State) -> u32 {
    const MARBLES: usize = 14;
    let left = Player::all(2).map(|player| game.marbles(state, player).len());
    left.map(|left| (MARBLES - left) as u32).max().unwrap_or(0)
}

fn cell(label: String, published: f64, measured: Estimate) -> Row {
    let text = if measured.low < measured.high {
        format!("{:.2} ({:.2}-{:.2})", measured.value, measured.low, measured.high)
    } else {
        measured.value.to_string()
    };
    Row::new(label, published.to_string(), text)
        .judged(Agreement::Unsaid, Agreement::factor(published, measured.value, NEAR))
        .plotted(Some(Estimate::exact(published)), measured)
}
