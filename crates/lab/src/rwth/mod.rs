//! Reversi++ of RWTH 2019: Figures 5-7.
//!
//! The figures are missing from the text, so there is no curve to hit; what the text says about
//! them are claims, and those are put beside what is measured. One player searches as printed
//! (`twin`) to depth 3; at each of his turns the position is searched without pruning, with
//! pruning, and with pruning and a beam, and by Melee's own best-reply search.

mod twin;

use std::time::Instant;

use melee_arena::{GameOptions, Limits, Table as GameTable, Watch, open};
use melee_core::{Game, Notation, Player};
use melee_games::reversixt::{Move, ReversiXt, State, named_map};
use serde::Deserialize;

use crate::{Agreement, Bench, Budget, Estimate, LabError, Outcome, Row, Scale};
use twin::{Begin, Settings, Twin};

#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Table {
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
    #[serde(default)]
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
const SEARCHES: [(&str, &str); 6] = [
    ("no_pruning", "no pruning"),
    ("pruning", "pruning"),
    ("own_value", "pruning from the node's own value"),
    ("own_value_dear", "the same, override stones dear"),
    ("beam", "pruning and beam"),
    ("melee", "Melee's brs"),
];

/// An evaluation that counts stones, and an override stone as more than any number of them.
const DEAR: &str = "stone:100+late-stone:100+mobility:0+late-mobility:0+place:0+override:100000";

/// What a search of one position cost.
#[derive(Clone, Copy, Debug, Default)]
struct Cost {
    leaves: u64,
    states: u64,
    seconds: f64,
}

/// One turn of the player who searches.
struct Turn {
    number: usize,
    /// Has he nothing but override stones to place?
    is_override: bool,
    costs: [Cost; SEARCHES.len()],
}

impl Table {
    pub(crate) fn run(&self, bench: &mut Bench) -> Result<Outcome, LabError> {
        let (depth, most_turns) = match bench.budget {
            Budget::Smoke => (self.depth.min(2), 4),
            Budget::Quick | Budget::Paper => (self.depth, usize::MAX),
        };
        let turns = self.play(depth, most_turns, bench)?;
        let mut rows = self.means(&turns);
        rows.extend(turns.iter().map(|turn| self.row(turn)));
        let notes = vec![format!(
            "seat 1 on the map {} to depth {depth} against opponents who play the first move of \
             their own order; moves are sorted by a one-step evaluation, override stones only where \
             there is nothing else; beam {}; the authors' map, opponents and evaluation are not \
             known",
            self.map, self.beam
        )];
        Ok(Outcome {
            rows,
            notes,
            unit: self.unit().to_string(),
            scale: Scale::Logarithmic,
        })
    }

    fn settings(&self, depth: u32) -> [Settings; 5] {
        let plain = Settings {
            depth,
            begin: Begin::Infinity,
            prune: true,
            beam: usize::MAX,
            evaluation: "strength",
        };
        [
            Settings {
                prune: false,
                ..plain
            },
            plain,
            Settings {
                begin: Begin::OwnValue,
                ..plain
            },
            Settings {
                begin: Begin::OwnValue,
                evaluation: DEAR,
                ..plain
            },
            Settings {
                beam: self.beam,
                ..plain
            },
        ]
    }

    /// Plays the game, and searches at each turn of the first player.
    fn play(
        &self,
        depth: u32,
        most_turns: usize,
        bench: &mut Bench,
    ) -> Result<Vec<Turn>, LabError> {
        let options = GameOptions {
            start: Some(self.map.clone()),
            ..GameOptions::default()
        };
        let table = open("reversixt", &options)?;
        let game = ReversiXt::new(named_map(&self.map).expect("experiments use shipped maps"));
        let mut state = game.initial();
        let mut turns = Vec::new();
        while game.outcome(&state).is_none() && !state.is_bombing() && turns.len() < most_turns {
            let settings = self.settings(depth);
            if game.to_move(&state) != Player::FIRST {
                let mv = Twin::new(&game, settings[0]).first_move(&state);
                game.play(&mut state, mv);
                continue;
            }
            bench.tell(&format!("move {}", turns.len() + 1));
            let mut costs = [Cost::default(); SEARCHES.len()];
            let mut chosen: Option<Move> = None;
            let mut is_override = false;
            for (i, settings) in settings.into_iter().enumerate() {
                let start = Instant::now();
                let searched = Twin::new(&game, settings).search(&state);
                costs[i] = Cost {
                    leaves: searched.leaves,
                    states: searched.states,
                    seconds: start.elapsed().as_secs_f64(),
                };
                is_override = searched.is_override;
                if i == 1 {
                    debug_assert_eq!(Some(searched.best), chosen, "pruning changes nothing");
                }
                if i <= 1 {
                    chosen = Some(searched.best);
                }
            }
            costs[SEARCHES.len() - 1] = melee(table.as_ref(), &game, &state, depth)?;
            turns.push(Turn {
                number: turns.len() + 1,
                is_override,
                costs,
            });
            game.play(&mut state, chosen.expect("just searched"));
        }
        Ok(turns)
    }

    /// A number of one cost, by the figure.
    fn number(&self, cost: Cost) -> f64 {
        match self.figure {
            Figure::Leaves => cost.leaves as f64,
            Figure::TimePerState => 1e6 * cost.seconds / cost.states.max(1) as f64,
            Figure::TimePerMove => 1e3 * cost.seconds,
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

    fn unit(&self) -> &'static str {
        match self.figure {
            Figure::Leaves => "leaves",
            Figure::TimePerState => "millionths of a second a state",
            Figure::TimePerMove => "thousandths of a second a move",
        }
    }

    /// The means over both phases, beside what the text claims.
    fn means(&self, turns: &[Turn]) -> Vec<Row> {
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
                    mean.seconds += turn.costs[i].seconds;
                }
                mean.leaves /= count as u64;
                mean.states /= count as u64;
                mean.seconds /= count as f64;
                let equal = turns()
                    .filter(|turn| turn.costs[i].leaves == turn.costs[0].leaves)
                    .count();
                let label = format!("{phase}, {name}");
                let claim = self.claim.iter().find(|claim| claim.about == label);
                let value = self.number(mean);
                if i == 0 {
                    base = value;
                }
                let says = claim.map_or("", |claim| claim.says.as_str());
                let compared = claim.and_then(|claim| claim.compared);
                let direction = compared.map_or(Agreement::Unsaid, |compared| {
                    Agreement::of(compared.holds(value, base))
                });
                rows.push(
                    Row::new(label, says, self.text(mean))
                        .judged(direction, Agreement::Unsaid)
                        .plotted(None, Estimate::exact(value))
                        .with("states", mean.states.to_string())
                        .with("turns_with_all_leaves", format!("{equal} of {count}")),
                );
            }
        }
        rows
    }

    fn row(&self, turn: &Turn) -> Row {
        let kind = if turn.is_override { " (override)" } else { "" };
        let columns = SEARCHES.iter().zip(turn.costs).skip(1);
        let label = format!("move {}{kind}, no pruning", turn.number);
        let mut row = Row::new(label, "", self.text(turn.costs[0]));
        for ((column, _), cost) in columns {
            row = row.with(column, self.text(cost));
        }
        row
    }
}

/// The same position with Melee's own search.
fn melee(
    table: &dyn GameTable,
    game: &ReversiXt,
    state: &State,
    depth: u32,
) -> Result<Cost, LabError> {
    let position = table.position(Some(&game.position_text(state)), None, &[])?;
    let mut thinker = table.thinker(&"brs:order=evaluation".parse()?, 0)?;
    let start = Instant::now();
    let (limits, watch) = (Limits::depth(depth), Watch::nothing());
    let report = thinker.think(position.as_ref(), limits, watch, &mut |_| {})?;
    Ok(Cost {
        leaves: report.counts.leaves,
        states: report.counts.nodes,
        seconds: start.elapsed().as_secs_f64(),
    })
}
