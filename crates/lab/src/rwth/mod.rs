//! Reversi++ of RWTH 2019: Figures 5-7.
//!
//! The figures are missing from the text, so there is no curve to hit; what the text says about
//! them are claims, and those are put beside what is measured. One player plays as printed
//! (`twin`) to depth 3, with pruning; at each of his turns the position is searched without pruning, with
//! pruning, with pruning and a beam, with pruning and unsorted moves, and by Melee's own best-reply search. A unit is one of these searches
//! at all turns of the game, which is the same for all of them.

mod twin;

use std::time::Instant;

use melee_core::{Game, Notation, Player};
use melee_games::reversixt::{ReversiXt, State, named_map};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::searching::{Limits, open_game};
use crate::study::{Budgeted, Section, Study, UnitResult, read_all};
use crate::{Agreement, Budget, Estimate, LabError, MeasuredTable, Row};
use twin::{Begin, Settings, Twin};

#[derive(Clone, Debug, Deserialize)]
pub(crate) struct ReversiTable {
    figure: Figure,
    map: String,
    depth: u32,
    beam: usize,
    claim: Vec<Claim>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Figure {
    Leaves,
    TimePerState,
    TimePerMove,
}

/// What the text says, by the label of the measured number it is about.
#[derive(Clone, Debug, Deserialize)]
struct Claim {
    about: String,
    says: String,
    /// Beside the search without pruning of the same phase.
    compared: Option<Compared>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Compared {
    Lower,
    MuchLower,
    Equal,
    Higher,
}

impl Compared {
    fn holds(self, value: f64, base: f64) -> bool {
        match self {
            Compared::Lower => value < base,
            Compared::MuchLower => value < base / 2.0,
            // To the last leaf, or no more than a thousandth apart.
            Compared::Equal => (value - base).abs() <= base / 1000.0,
            Compared::Higher => value > base,
        }
    }
}

/// The searches, as columns and in words.
const SEARCHES: [(&str, &str); 7] = [
    ("no_pruning", "no pruning"),
    ("pruning", "pruning"),
    ("own_value", "pruning from the node's own value"),
    ("own_value_dear", "the same, override stones dear"),
    ("beam", "pruning and beam"),
    ("unsorted", "pruning, unsorted"),
    ("melee", "Melee's brs"),
];

/// An evaluation that counts stones, and an override stone as more than any number of them.
const DEAR: &str = "stone:100+late-stone:100+mobility:0+late-mobility:0+place:0+override:100000+override-side:0+handed-stones:50+handed-places:0+uncertain:0";

/// The search that chooses the moves of the game.
const PLAYER: usize = 1;

#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
struct Cost {
    leaves: u64,
    states: u64,
    nanos: u64,
    /// Was another move chosen than with pruning? Nobody asks it of Melee's search.
    #[serde(default)]
    is_other_move: Option<bool>,
}

/// One turn of the player who searches: by one search, and by all of them.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
struct Turn<C = Cost> {
    /// Has he nothing but override stones to place?
    is_override: bool,
    costs: C,
}

impl Budgeted<ReversiTable> {
    /// The depth of the searches, and after how many turns the game is left.
    fn size(&self) -> (u32, usize) {
        match self.budget {
            Budget::Smoke => (self.depth.min(2), 4),
            Budget::Quick | Budget::Standard | Budget::Paper => (self.depth, usize::MAX),
        }
    }
}

impl Study for Budgeted<ReversiTable> {
    fn sections(&self) -> Vec<Section> {
        let (depth, most_turns) = self.size();
        let task = json!({"map": self.map, "depth": depth, "turns": most_turns, "beam": self.beam});
        vec![Section::new(&self.map, SEARCHES.len(), task)]
    }

    fn unit_names(&self) -> [&'static str; 2] {
        ["search", "searches"]
    }

    fn is_timed(&self) -> bool {
        self.figure != Figure::Leaves
    }

    fn unit(&self, _section: usize, number: u64) -> Result<UnitResult, LabError> {
        let (depth, most_turns) = self.size();
        let turns = self.play(number as usize, depth, most_turns)?;
        let states = turns.iter().map(|turn| turn.costs.states).sum();
        Ok(UnitResult::of_counts(&turns).with_nodes(states))
    }

    /// A ply less is about a tenth.
    fn seconds_a_unit(&self, _section: usize) -> Result<f64, LabError> {
        let (depth, most_turns) = self.size();
        let begin = Instant::now();
        self.play(0, depth.saturating_sub(1).max(1), most_turns)?;
        Ok(10.0 * begin.elapsed().as_secs_f64())
    }

    fn outcome(&self, results: &[Vec<UnitResult>]) -> Result<MeasuredTable, LabError> {
        let by_search: Vec<Vec<Turn>> = read_all(&results[0])?;
        let turn = |(i, turn): (usize, &Turn)| Turn {
            is_override: turn.is_override,
            costs: by_search.iter().map(|turns| turns[i].costs).collect(),
        };
        let turns: Vec<Turn<Vec<Cost>>> = by_search[0].iter().enumerate().map(turn).collect();
        let mut rows = self.means(&turns);
        rows.extend((1..).zip(&turns).map(|(n, turn)| self.row(n, turn)));
        let unit = self.unit_of_figure();
        Ok(MeasuredTable::of(rows).in_units(unit).logarithmic().note(format!(
            "seat 1 on the map {} to depth {} against opponents who play the first move of \
             their own order; moves are sorted by a one-step evaluation, override stones only where \
             there is nothing else; beam {}; the authors' map, opponents and evaluation are not \
             known",
            self.map,
            self.size().0,
            self.beam
        )))
    }
}

impl ReversiTable {
    fn settings(&self, depth: u32) -> [Settings; 6] {
        let plain = Settings {
            depth,
            begin: Begin::Infinity,
            prune: true,
            beam: usize::MAX,
            sort: true,
            evaluation: "strength",
        };
        let (begin, evaluation, beam) = (Begin::OwnValue, DEAR, self.beam);
        let (prune, sort) = (false, false);
        [
            Settings { prune, ..plain },
            plain,
            Settings { begin, ..plain },
            Settings { begin, evaluation, ..plain },
            Settings { beam, ..plain },
            Settings { sort, ..plain },
        ]
    }

    /// Plays the game, and lets one of the searches loose at each turn of the first player.
    fn play(&self, searcher: usize, depth: u32, most_turns: usize) -> Result<Vec<Turn>, LabError> {
        let game = ReversiXt::new(named_map(&self.map).expect("experiments use shipped maps"));
        let settings = self.settings(depth);
        let mut state = game.initial();
        let mut turns = Vec::new();
        while game.outcome(&state).is_none() && !state.is_bombing() && turns.len() < most_turns {
            if game.to_move(&state) != Player::FIRST {
                let mv = Twin::new(&game, settings[0]).first_move(&state);
                game.play(&mut state, mv);
                continue;
            }
            let chosen = Twin::new(&game, settings[PLAYER]).search(&state);
            let costs = match settings.get(searcher) {
                Some(&settings) => {
                    let start = Instant::now();
                    let searched = Twin::new(&game, settings).search(&state);
                    debug_assert!(searcher > 0 || searched.best == chosen.best, "pruning changes nothing");
                    Cost {
                        leaves: searched.leaves,
                        states: searched.states,
                        nanos: start.elapsed().as_nanos() as u64,
                        is_other_move: Some(searched.best != chosen.best),
                    }
                }
                None => self.melee(&game, &state, depth)?,
            };
            turns.push(Turn { is_override: chosen.is_override, costs });
            game.play(&mut state, chosen.best);
        }
        Ok(turns)
    }

    /// The same position with Melee's own search.
    fn melee(&self, game: &ReversiXt, state: &State, depth: u32) -> Result<Cost, LabError> {
        let open = open_game("reversixt", None, Some(&self.map))?;
        let position = open.position(&game.position_text(state))?;
        let (start, limits) = (Instant::now(), Limits::depth(depth));
        let report = position.search("brs:order=evaluation", limits)?;
        Ok(Cost {
            leaves: report.counts.leaves,
            states: report.counts.nodes,
            nanos: start.elapsed().as_nanos() as u64,
            is_other_move: None,
        })
    }

    /// A number of one cost, by the figure.
    fn number(&self, cost: Cost) -> f64 {
        match self.figure {
            Figure::Leaves => cost.leaves as f64,
            Figure::TimePerState => cost.nanos as f64 / 1e3 / cost.states.max(1) as f64,
            Figure::TimePerMove => cost.nanos as f64 / 1e6,
        }
    }

    fn text(&self, cost: Cost) -> String {
        let number = self.number(cost);
        match self.figure {
            Figure::Leaves => format!("{number:.0}"),
            Figure::TimePerState => format!("{number:.2} us"),
            Figure::TimePerMove => format!("{number:.2} ms"),
        }
    }

    fn unit_of_figure(&self) -> &'static str {
        match self.figure {
            Figure::Leaves => "leaves",
            Figure::TimePerState => "millionths of a second a state",
            Figure::TimePerMove => "thousandths of a second a move",
        }
    }

    /// The means over both phases, beside what the text claims.
    fn means(&self, turns: &[Turn<Vec<Cost>>]) -> Vec<Row> {
        let mut rows = Vec::new();
        for (phase, is_override) in [("ordinary moves", false), ("override moves", true)] {
            let turns = || turns.iter().filter(|turn| turn.is_override == is_override);
            let count = turns().count();
            if count == 0 {
                continue;
            }
            let mut base = 0.0;
            for (i, (_, name)) in SEARCHES.into_iter().enumerate() {
                let mut mean = Cost::default();
                for turn in turns() {
                    mean.leaves += turn.costs[i].leaves;
                    mean.states += turn.costs[i].states;
                    mean.nanos += turn.costs[i].nanos;
                }
                mean.leaves /= count as u64;
                mean.states /= count as u64;
                mean.nanos /= count as u64;
                let equal = turns().filter(|turn| turn.costs[i].leaves == turn.costs[0].leaves).count();
                let label = format!("{phase}, {name}");
                let claim = self.claim.iter().find(|claim| claim.about == label);
                let value = self.number(mean);
                if i == 0 {
                    base = value;
                }
                let says = claim.map_or("", |claim| claim.says.as_str());
                let compared = claim.and_then(|claim| claim.compared);
                let direction =
                    compared.map_or(Agreement::Unsaid, |compared| Agreement::of(compared.holds(value, base)));
                let row = Row::new(label, says, self.text(mean))
                    .judged(direction, Agreement::Unsaid)
                    .plotted(None, Estimate::exact(value))
                    .with("states", mean.states.to_string())
                    .with("turns_with_all_leaves", format!("{equal} of {count}"));
                let compared = turns().filter_map(|turn| turn.costs[i].is_other_move);
                let others: Vec<bool> = compared.collect();
                rows.push(if others.is_empty() {
                    row
                } else {
                    let other = others.iter().filter(|&&is_other| is_other).count();
                    row.with("other_moves_than_with_pruning", format!("{other} of {count}"))
                });
            }
        }
        rows
    }

    fn row(&self, number: usize, turn: &Turn<Vec<Cost>>) -> Row {
        let kind = if turn.is_override { " (override)" } else { "" };
        let columns = SEARCHES.iter().zip(&turn.costs).skip(1);
        let label = format!("move {number}{kind}, no pruning");
        let mut row = Row::new(label, "", self.text(turn.costs[0]));
        for ((column, _), cost) in columns {
            row = row.with(column, self.text(*cost));
        }
        row
    }
}
