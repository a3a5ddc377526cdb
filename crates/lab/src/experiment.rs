//! Experiments by id.

use melee_arena::ArenaError;
use serde::Deserialize;

use crate::aiba::nodes as aiba_nodes;
use crate::cluster::{Divisible, Matches, NodeTable};
use crate::files::FILES;
use crate::series::FromMatches;
use crate::{
    Bench, Budget, Outcome, Series, abalone_complexity, best_case, billabong_states, closed,
    contest, depth, nodes, pear, playouts, pool, rwth, seats, size,
};

/// Why an experiment cannot be run.
#[derive(Debug, thiserror::Error)]
pub enum LabError {
    /// No such experiment.
    #[error("unknown experiment '{id}'; known: {known}")]
    Unknown {
        /// As given.
        id: String,
        /// All ids.
        known: String,
    },
    /// The file is broken.
    #[error("experiment file: {0}")]
    File(#[from] toml::de::Error),
    /// Games or searches refused.
    #[error(transparent)]
    Arena(#[from] ArenaError),
    /// A match that cannot be played.
    #[error(transparent)]
    Match(#[from] melee_arena::tournament::MatchError),
    /// The file with the games of a match.
    #[error(transparent)]
    Store(#[from] melee_arena::tournament::StoreError),
    /// A directory for games that cannot be made.
    #[error("{path}: {error}")]
    Directory {
        /// Which.
        path: String,
        /// Why.
        error: std::io::Error,
    },
    /// A stored result that cannot be read.
    #[error("{path}: not a stored result: {error}")]
    Result {
        /// The file.
        path: String,
        /// Why.
        error: serde_json::Error,
    },
    /// An algorithm that is none.
    #[error(transparent)]
    Spec(#[from] melee_arena::spec::SpecError),
}

/// How a table is reproduced.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum State {
    /// The same numbers, whatever the budget.
    Exact,
    /// The same work, on our own positions or our own machine.
    Measured,
    /// The same matches, with fewer games and less thinking unless the budget is the thesis's.
    ScaledDown,
    /// It cannot be run again, and the reason is given.
    NotReproducible,
}

impl State {
    /// In a word or two.
    pub fn name(self) -> &'static str {
        match self {
            State::Exact => "exact",
            State::Measured => "measured",
            State::ScaledDown => "scaled down",
            State::NotReproducible => "not reproducible",
        }
    }
}

/// One published table.
#[derive(Clone, Debug, Deserialize)]
pub struct Experiment {
    /// Its id, such as `gras-5.3`.
    pub id: String,
    /// What it shows.
    pub title: String,
    /// Where it was printed.
    pub source: String,
    /// Why it comes out otherwise than printed, as far as is known.
    #[serde(default)]
    pub remarks: Vec<String>,
    #[serde(flatten)]
    work: Work,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
enum Work {
    BillabongStates(billabong_states::Table),
    Nodes(nodes::Table),
    Depth(depth::Table),
    AibaNodes(aiba_nodes::Table),
    AbaloneComplexity(abalone_complexity::Table),
    Contest(contest::Table),
    Playouts(playouts::Table),
    Closed(closed::Table),
    RwthFigure(rwth::Table),
    BestCase(best_case::Table),
    Seats(seats::Table),
    Size(size::Table),
    Pool(pool::Table),
    PearEvaluation(pear::evaluation::Table),
    PearLeague(pear::league::Table),
    PearTimes(pear::times::Table),
}

impl Experiment {
    /// All experiments.
    pub fn all() -> Result<Vec<Experiment>, LabError> {
        FILES.iter().map(|file| Ok(toml::from_str(file)?)).collect()
    }

    /// The experiment with this id.
    pub fn find(id: &str) -> Result<Experiment, LabError> {
        let all = Self::all()?;
        let known: Vec<String> = all.iter().map(|e| e.id.clone()).collect();
        all.into_iter()
            .find(|e| e.id == id)
            .ok_or_else(|| LabError::Unknown {
                id: id.to_string(),
                known: known.join(", "),
            })
    }

    /// How it is reproduced.
    pub fn state(&self) -> State {
        match &self.work {
            Work::BillabongStates(_)
            | Work::AibaNodes(_)
            | Work::BestCase(_)
            | Work::Seats(_)
            | Work::PearEvaluation(_) => State::Exact,
            Work::Nodes(_)
            | Work::Depth(_)
            | Work::AbaloneComplexity(_)
            | Work::RwthFigure(_)
            | Work::PearLeague(_)
            | Work::PearTimes(_)
            | Work::Playouts(_) => State::Measured,
            // Players with depths of their own think as those of the thesis did.
            Work::Contest(table) if !table.has_limit() => State::Measured,
            Work::Contest(_) | Work::Pool(_) | Work::Size(_) => State::ScaledDown,
            Work::Closed(_) => State::NotReproducible,
        }
    }

    /// The table, if it is made of nothing but matches.
    fn matches(&self) -> Option<&dyn FromMatches> {
        match &self.work {
            Work::Contest(table) => Some(table),
            Work::Pool(table) => Some(table),
            _ => None,
        }
    }

    /// The matches it is made of, if it is made of nothing else.
    pub fn series(&self, budget: Budget) -> Option<Vec<Series>> {
        Some(self.matches()?.series(&self.id, budget))
    }

    /// Its work in units that any machine can do, if it is made of such.
    pub(crate) fn divisible(&self, budget: Budget) -> Option<Box<dyn Divisible>> {
        fn matches<T: FromMatches + 'static>(
            table: T,
            id: &str,
            budget: Budget,
        ) -> Box<dyn Divisible> {
            let id = id.to_string();
            Box::new(Matches { table, id, budget })
        }
        match &self.work {
            Work::Contest(table) => Some(matches(table.clone(), &self.id, budget)),
            Work::Pool(table) => Some(matches(table.clone(), &self.id, budget)),
            Work::Nodes(table) => Some(Box::new(NodeTable(table.clone(), budget))),
            _ => None,
        }
    }

    /// Runs it.
    pub fn run(&self, bench: &mut Bench) -> Result<Outcome, LabError> {
        match &self.work {
            Work::BillabongStates(table) => Ok(table.run()),
            Work::Nodes(table) => table.run(bench),
            Work::Depth(table) => table.run(bench),
            Work::AibaNodes(table) => Ok(table.run(bench)),
            Work::AbaloneComplexity(table) => table.run(bench),
            Work::Playouts(table) => table.run(bench),
            Work::Closed(table) => Ok(table.run()),
            Work::RwthFigure(table) => table.run(bench),
            Work::BestCase(table) => Ok(table.run()),
            Work::Seats(table) => Ok(table.run()),
            Work::Size(table) => table.run(&self.id, bench),
            Work::Contest(table) => table.run(&self.id, bench),
            Work::Pool(table) => table.run(&self.id, bench),
            Work::PearEvaluation(table) => Ok(table.run()),
            Work::PearLeague(table) => table.run(&self.id, bench),
            Work::PearTimes(table) => table.run(bench),
        }
    }
}
