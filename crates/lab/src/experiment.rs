//! Experiments by id.

use std::fmt::Display;
use std::path::Path;

use serde::Deserialize;

use crate::abalone_complexity::ComplexityTable;
use crate::aiba::nodes::AibaTable;
use crate::best_case::BestCaseTable;
use crate::billabong_states::StateTable;
use crate::closed::ClosedTable;
use crate::contest::ContestTable;
use crate::depth::DepthTable;
use crate::files::FILES;
use crate::map::MapTable;
use crate::matches::{MatchStudy, MatchTable};
use crate::measured::Tolerance;
use crate::nodes::NodeTable;
use crate::pear::evaluation::EvaluationTable;
use crate::pear::league;
use crate::pear::league::LeagueTable;
use crate::pear::times::TimeTable;
use crate::playouts::PlayoutTable;
use crate::pool::PoolTable;
use crate::random_games::RandomGames;
use crate::rwth::ReversiTable;
use crate::seats::SeatTable;
use crate::size::SizeTable;
use crate::study::{Budgeted, Study};
use crate::trees::TreeTable;
use crate::{Budget, abalone_complexity, depth, nodes, playouts, random_games, size};

#[derive(Debug, thiserror::Error)]
pub enum LabError {
    #[error("unknown experiment '{id}'; known: {known}")]
    Unknown { id: String, known: String },
    #[error("experiment file: {0}")]
    Toml(#[from] toml::de::Error),
    #[error(transparent)]
    Game(#[from] melee::Error),
    #[error(transparent)]
    Match(#[from] melee_arena::tournament::MatchError),
    #[error(transparent)]
    Store(#[from] melee_arena::tournament::StoreError),
    #[error("{path}: {why}")]
    File { path: String, why: String },
    #[error("{0}: stopped before its end; the same command goes on")]
    Unfinished(String),
    #[error("{id}: has no such rows to be played alone; of a table of matches give numbers from 1 to {count}")]
    NoSuchRow { id: String, count: usize },
    /// What a unit has counted does not fit the table.
    #[error("a unit that another program has done: {0}")]
    Unit(serde_json::Error),
}

impl LabError {
    /// What is wrong with a file or directory.
    pub(crate) fn file(path: &Path, why: &dyn Display) -> Self {
        LabError::File { path: path.display().to_string(), why: why.to_string() }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reproducibility {
    /// The same numbers, whatever the budget.
    Exact,
    /// The same work, on our own positions or our own machine.
    Measured,
    /// The same matches, with fewer games and less thinking unless the budget is the thesis's.
    ScaledDown,
    /// It cannot be run again, and the reason is given.
    NotReproducible,
}

impl Reproducibility {
    pub fn name(self) -> &'static str {
        match self {
            Reproducibility::Exact => "exact",
            Reproducibility::Measured => "measured",
            Reproducibility::ScaledDown => "scaled down",
            Reproducibility::NotReproducible => "not reproducible",
        }
    }
}

#[derive(Clone, Debug, Deserialize)]
pub struct Experiment {
    /// Its id, such as `gras-5.3`.
    pub id: String,
    pub title: String,
    /// Where it was printed.
    pub source: String,
    /// Why it comes out otherwise than printed, as far as is known.
    #[serde(default)]
    pub remarks: Vec<String>,
    #[serde(flatten)]
    kind: Kind,
}

/// The kinds of tables, by the `kind` of their files: what a file holds, how it is reproduced, what makes units of it,
/// and how near to a printed number is as large.
macro_rules! kinds {
    ($($kind:ident, $table:ty, $state:expr, $study:ident, $tolerance:expr;)*) => {
        #[derive(Clone, Debug, Deserialize)]
        #[serde(tag = "kind", rename_all = "kebab-case")]
        enum Kind {
            $($kind($table),)*
        }

        impl Experiment {
            pub fn state(&self) -> Reproducibility {
                match &self.kind {
                    $(Kind::$kind(table) => {
                        let state: fn(&$table) -> Reproducibility = $state;
                        state(table)
                    })*
                }
            }

            /// How near to a printed number a measured one counts as large, where it need not be equal.
            pub(crate) fn tolerance(&self) -> Option<Tolerance> {
                match &self.kind {
                    $(Kind::$kind(_) => $tolerance,)*
                }
            }

            /// Its units within a budget, and how they make the table.
            pub(crate) fn study(&self, budget: Budget) -> Result<Box<dyn Study>, LabError> {
                match &self.kind {
                    $(Kind::$kind(table) => $study(table.clone(), &self.id, budget),)*
                }
            }
        }
    };
}

kinds! {
    AbaloneComplexity, ComplexityTable, |_| Reproducibility::Measured, budgeted, Some(Tolerance::Factor(abalone_complexity::NEAR));
    AibaNodes, AibaTable, |_| Reproducibility::Exact, budgeted, None;
    BestCase, BestCaseTable, |_| Reproducibility::Exact, budgeted, None;
    BillabongStates, StateTable, |_| Reproducibility::Exact, budgeted, None;
    Closed, ClosedTable, |_| Reproducibility::NotReproducible, budgeted, None;
    Contest, ContestTable, ContestTable::state, of_matches, Some(Tolerance::Intervals);
    Depth, DepthTable, |_| Reproducibility::Measured, budgeted, Some(Tolerance::Plies(depth::NEAR));
    Map, MapTable, |_| Reproducibility::Measured, of_matches, None;
    Nodes, NodeTable, |_| Reproducibility::Measured, budgeted, Some(Tolerance::Factor(nodes::NEAR));
    PearEvaluation, EvaluationTable, |_| Reproducibility::Exact, budgeted, None;
    PearLeague, LeagueTable, |_| Reproducibility::Measured, of_matches, Some(Tolerance::Factor(league::NEAR));
    PearTimes, TimeTable, |_| Reproducibility::Measured, budgeted, None;
    Playouts, PlayoutTable, |_| Reproducibility::Measured, budgeted, Some(Tolerance::Factor(playouts::NEAR));
    Pool, PoolTable, |_| Reproducibility::ScaledDown, of_matches, Some(Tolerance::Intervals);
    RandomGames, RandomGames, |_| Reproducibility::Measured, budgeted, Some(Tolerance::Factor(random_games::NEAR));
    RwthFigure, ReversiTable, |_| Reproducibility::Measured, budgeted, None;
    Seats, SeatTable, |_| Reproducibility::Exact, budgeted, None;
    Size, SizeTable, |_| Reproducibility::ScaledDown, of_matches, Some(Tolerance::Factor(size::NEAR));
    Trees, TreeTable, |_| Reproducibility::Measured, budgeted, None;
}

#[expect(clippy::unnecessary_wraps, reason = "called as `of_matches` is")]
fn budgeted<T>(table: T, _id: &str, budget: Budget) -> Result<Box<dyn Study>, LabError>
where
    T: 'static,
    Budgeted<T>: Study,
{
    Ok(Box::new(Budgeted { table, budget }))
}

fn of_matches<T>(table: T, id: &str, budget: Budget) -> Result<Box<dyn Study>, LabError>
where
    T: MatchTable + 'static,
{
    Ok(Box::new(MatchStudy::new(table, id, budget)?))
}

impl Experiment {
    pub fn all() -> Result<Vec<Experiment>, LabError> {
        FILES.iter().map(|file| Ok(toml::from_str(file)?)).collect()
    }

    /// Those that somebody has printed.
    pub fn published() -> Result<Vec<Experiment>, LabError> {
        let mut all = Self::all()?;
        all.retain(|experiment| !matches!(experiment.kind, Kind::Map(_)));
        Ok(all)
    }

    pub fn find(id: &str) -> Result<Experiment, LabError> {
        let all = Self::all()?;
        let known: Vec<String> = all.iter().map(|e| e.id.clone()).collect();
        all.into_iter()
            .find(|e| e.id == id)
            .ok_or_else(|| LabError::Unknown { id: id.to_string(), known: known.join(", ") })
    }
}

/// The map as it stands in its file.
#[cfg(test)]
pub(crate) fn map_table() -> MapTable {
    match Experiment::find("map").map(|experiment| experiment.kind) {
        Ok(Kind::Map(table)) => table,
        other => panic!("{other:?}"),
    }
}
