//! Reversi++ of RWTH 2019: Figures 5-7, and the comparison of searches the authors ask for.
//!
//! The figures are missing from the text, so there is no curve to hit; what the text says about
//! them are claims, and those are put beside what is measured. One player searches with best-reply
//! search to depth 3 against greedy opponents; at each of his turns the same position is searched
//! without pruning, with pruning, and with pruning and a beam.

pub(crate) mod comparison;
mod twin;

use std::collections::BTreeMap;
use std::time::Instant;

use melee_arena::{GameOptions, Limits, Position, Spec, Table as GameTable, Watch, open};
use melee_core::{Game, Notation, Player};
use melee_games::reversixt::{ReversiXt, named_map};
use serde::Deserialize;

use crate::{Budget, LabError, Outcome, Row};
use twin::{Begin, Twin};

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

/// What the text says, by the name of the measured number it is about.
#[derive(Clone, Debug, Deserialize)]
struct Claim {
    about: String,
    says: String,
}

/// The three searches of the figures.
const SEARCHES: [&str; 3] = ["no pruning", "pruning", "beam"];

/// What a search of one position cost.
#[derive(Clone, Copy, Debug, Default)]
struct Cost {
    leaves: u64,
    states: u64,
    seconds: f64,
}

impl Cost {
    fn add(&mut self, other: Cost) {
        self.leaves += other.leaves;
        self.states += other.states;
        self.seconds += other.seconds;
    }
}

/// One of our turns.
struct Turn {
    number: usize,
    /// Has the player nothing but override stones to place?
    is_override: bool,
    costs: [Cost; 3],
    /// The leaves of the recursion as printed, without and with pruning, for each way to begin.
    printed: BTreeMap<&'static str, [u64; 2]>,
}

impl Table {
    pub(crate) fn run(
        &self,
        budget: Budget,
        progress: &mut dyn FnMut(&str),
    ) -> Result<Outcome, LabError> {
        let (depth, most_turns) = match budget {
            Budget::Smoke => (self.depth.min(2), 4),
            Budget::Quick | Budget::Paper => (self.depth, usize::MAX),
        };
        let turns = self.play(depth, most_turns, progress)?;
        let mut rows = self.sums(&turns);
        rows.extend(turns.iter().map(|turn| self.row(turn)));
        let notes = vec![format!(
            "seat 1 on the map {} searches with best-reply search to depth {depth} against greedy \
             opponents; moves are ordered by a one-step evaluation, ordinary ones first; beam {}; \
             the authors' map, opponents and evaluation are not known",
            self.map, self.beam
        )];
        Ok(Outcome { rows, notes })
    }

    /// Plays the game, and searches at each turn of the first player.
    fn play(
        &self,
        depth: u32,
        most_turns: usize,
        progress: &mut dyn FnMut(&str),
    ) -> Result<Vec<Turn>, LabError> {
        let options = GameOptions {
            start: Some(self.map.clone()),
            ..GameOptions::default()
        };
        let table = open("reversixt", &options)?;
        let game = ReversiXt::new(named_map(&self.map).expect("experiments use shipped maps"));
        let mut position = table.position(None, None, &[])?;
        let mut greedy = table.thinker(&"greedy".parse()?, 0)?;
        let beam = format!("brs:order=evaluation,beam={}", self.beam);
        let specs = [
            "brs:order=evaluation,prune=off",
            "brs:order=evaluation",
            &beam,
        ];
        let mut turns = Vec::new();
        let mut number = 0;
        while let Some(player) = position.to_move() {
            let state = game.parse_position(&position.text());
            let state = state.expect("the same map").start;
            if state.is_bombing() || turns.len() >= most_turns {
                break;
            }
            if player != Player::FIRST {
                let report = greedy.think(
                    position.as_ref(),
                    Limits::depth(1),
                    Watch::nothing(),
                    &mut |_| {},
                )?;
                position.play(&report.best_move)?;
                continue;
            }
            number += 1;
            progress(&format!("move {number}"));
            let mut costs = [Cost::default(); 3];
            let mut chosen = String::new();
            for (i, text) in specs.iter().enumerate() {
                let (cost, best) = search(table.as_ref(), text, position.as_ref(), depth)?;
                costs[i] = cost;
                if i == 1 {
                    chosen = best;
                }
            }
            let mut moves = Vec::new();
            game.moves(&state, &mut moves);
            let is_override = moves.iter().all(|&mv| game.is_override(&state, mv));
            let mut printed = BTreeMap::new();
            if self.figure == Figure::Leaves {
                for begin in Begin::ALL {
                    let leaves = |prune| Twin::new(&game, depth, begin, prune).leaves(&state);
                    printed.insert(begin.name(), [leaves(false), leaves(true)]);
                }
            }
            turns.push(Turn {
                number,
                is_override,
                costs,
                printed,
            });
            position.play(&chosen)?;
        }
        Ok(turns)
    }

    /// A number of one cost, by the figure.
    fn number(&self, cost: Cost) -> String {
        match self.figure {
            Figure::Leaves => cost.leaves.to_string(),
            Figure::TimePerState => {
                format!("{:.2} us", 1e6 * cost.seconds / cost.states.max(1) as f64)
            }
            Figure::TimePerMove => format!("{:.2} ms", 1e3 * cost.seconds),
        }
    }

    /// The sums over both phases, beside what the text claims.
    fn sums(&self, turns: &[Turn]) -> Vec<Row> {
        let mut rows = Vec::new();
        for (phase, is_override) in [("ordinary moves", false), ("override moves", true)] {
            let turns = || turns.iter().filter(|turn| turn.is_override == is_override);
            let count = turns().count();
            if count == 0 {
                continue;
            }
            let mut sums = [Cost::default(); 3];
            for turn in turns() {
                for (sum, cost) in sums.iter_mut().zip(turn.costs) {
                    sum.add(cost);
                }
            }
            for (name, sum) in SEARCHES.iter().zip(sums) {
                let mean = Cost {
                    leaves: sum.leaves / count as u64,
                    states: sum.states / count as u64,
                    seconds: sum.seconds / count as f64,
                };
                let mut row = self.claimed(format!("{phase}, {name}"), self.number(mean));
                row.more.push(("turns", count.to_string()));
                row.more.push(("states", mean.states.to_string()));
                rows.push(row);
            }
            for begin in Begin::ALL {
                let mut sum = [0; 2];
                for turn in turns().filter_map(|turn| turn.printed.get(begin.name())) {
                    sum[0] += turn[0];
                    sum[1] += turn[1];
                }
                if sum[0] > 0 {
                    let label = format!("{phase}, as printed, a node begins with {}", begin.name());
                    let share = 100.0 * sum[1] as f64 / sum[0] as f64;
                    let equal = turns()
                        .filter_map(|turn| turn.printed.get(begin.name()))
                        .filter(|[without, with]| without == with)
                        .count();
                    let mut row = self.claimed(label, format!("{share:.1} % of the leaves"));
                    row.more
                        .push(("turns_with_equal_leaves", format!("{equal} of {count}")));
                    rows.push(row);
                }
            }
        }
        rows
    }

    fn claimed(&self, label: String, measured: String) -> Row {
        let claim = self.claim.iter().find(|claim| claim.about == label);
        Row {
            published: claim.map_or(String::new(), |claim| claim.says.clone()),
            label,
            measured,
            more: Vec::new(),
        }
    }

    fn row(&self, turn: &Turn) -> Row {
        let kind = if turn.is_override { " (override)" } else { "" };
        let mut more = vec![
            ("pruning", self.number(turn.costs[1])),
            ("beam", self.number(turn.costs[2])),
        ];
        for begin in Begin::ALL {
            if let Some([without, with]) = turn.printed.get(begin.name()) {
                more.push((begin.column(), format!("{with}/{without}")));
            }
        }
        Row {
            label: format!("move {}{kind}, no pruning", turn.number),
            published: String::new(),
            measured: self.number(turn.costs[0]),
            more,
        }
    }
}

fn search(
    table: &dyn GameTable,
    spec: &str,
    position: &dyn Position,
    depth: u32,
) -> Result<(Cost, String), LabError> {
    let spec: Spec = spec.parse()?;
    let mut thinker = table.thinker(&spec, 0)?;
    let start = Instant::now();
    let report = thinker.think(
        position,
        Limits::depth(depth),
        Watch::nothing(),
        &mut |_| {},
    )?;
    let cost = Cost {
        leaves: report.counts.leaves,
        states: report.counts.nodes,
        seconds: start.elapsed().as_secs_f64(),
    };
    Ok((cost, report.best_move))
}
