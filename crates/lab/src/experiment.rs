//! Experiments by id.

use melee_arena::ArenaError;
use serde::Deserialize;

use crate::aiba::nodes as aiba_nodes;
use crate::cluster::{Contest, Divisible, Duels, NodeTable};
use crate::{
    Budget, abalone_complexity, billabong_states, closed, contest, depth, match_table, nodes,
    playouts, rwth,
};

/// The experiments, as they stand in `experiments/`.
const FILES: [&str; 59] = [
    include_str!("../../../experiments/gras-3.1.toml"),
    include_str!("../../../experiments/gras-3.2.toml"),
    include_str!("../../../experiments/gras-3.3.toml"),
    include_str!("../../../experiments/gras-3.4.toml"),
    include_str!("../../../experiments/gras-5.3.toml"),
    include_str!("../../../experiments/gras-5.4.toml"),
    include_str!("../../../experiments/gras-5.5.toml"),
    include_str!("../../../experiments/gras-5.6.toml"),
    include_str!("../../../experiments/gras-5.7.toml"),
    include_str!("../../../experiments/gras-5.8.toml"),
    include_str!("../../../experiments/gras-5.9.toml"),
    include_str!("../../../experiments/gras-5.10.toml"),
    include_str!("../../../experiments/gras-5.11.toml"),
    include_str!("../../../experiments/gras-5.12.toml"),
    include_str!("../../../experiments/gras-5.13.toml"),
    include_str!("../../../experiments/gras-5.14.toml"),
    include_str!("../../../experiments/chorus-3.1.toml"),
    include_str!("../../../experiments/chorus-5.2.toml"),
    include_str!("../../../experiments/chorus-5.3.toml"),
    include_str!("../../../experiments/chorus-5.4.toml"),
    include_str!("../../../experiments/chorus-5.5.toml"),
    include_str!("../../../experiments/chorus-5.6.toml"),
    include_str!("../../../experiments/chorus-5.7.toml"),
    include_str!("../../../experiments/chorus-5.8.toml"),
    include_str!("../../../experiments/chorus-5.9.toml"),
    include_str!("../../../experiments/chorus-5.10.toml"),
    include_str!("../../../experiments/chorus-5.11.toml"),
    include_str!("../../../experiments/chorus-5.12.toml"),
    include_str!("../../../experiments/chorus-5.13.toml"),
    include_str!("../../../experiments/chorus-5.1.5.toml"),
    include_str!("../../../experiments/chorus-5.14.toml"),
    include_str!("../../../experiments/chorus-5.15.toml"),
    include_str!("../../../experiments/chorus-5.16.toml"),
    include_str!("../../../experiments/chorus-5.17.toml"),
    include_str!("../../../experiments/chorus-5.18.toml"),
    include_str!("../../../experiments/esser-6.1.toml"),
    include_str!("../../../experiments/esser-6.2.toml"),
    include_str!("../../../experiments/esser-6.3.toml"),
    include_str!("../../../experiments/esser-6.4.toml"),
    include_str!("../../../experiments/esser-6.5.toml"),
    include_str!("../../../experiments/esser-6.6.toml"),
    include_str!("../../../experiments/esser-6.7.toml"),
    include_str!("../../../experiments/esser-6.8.toml"),
    include_str!("../../../experiments/esser-6.9.toml"),
    include_str!("../../../experiments/esser-6.10.toml"),
    include_str!("../../../experiments/esser-6.11.toml"),
    include_str!("../../../experiments/esser-6.12.toml"),
    include_str!("../../../experiments/esser-6.16.toml"),
    include_str!("../../../experiments/esser-6.17.toml"),
    include_str!("../../../experiments/esser-6.18.toml"),
    include_str!("../../../experiments/esser-6.19.toml"),
    include_str!("../../../experiments/esser-6.20.toml"),
    include_str!("../../../experiments/esser-6.21.toml"),
    include_str!("../../../experiments/esser-6.22.toml"),
    include_str!("../../../experiments/esser-6.23.toml"),
    include_str!("../../../experiments/rwth-5.toml"),
    include_str!("../../../experiments/rwth-6.toml"),
    include_str!("../../../experiments/rwth-7.toml"),
    include_str!("../../../experiments/rwth-compare.toml"),
];

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
    /// An algorithm that is none.
    #[error(transparent)]
    Spec(#[from] melee_arena::spec::SpecError),
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
    Match(match_table::Table),
    Contest(contest::Table),
    Playouts(playouts::Table),
    Closed(closed::Table),
    RwthFigure(rwth::Table),
    RwthComparison(rwth::comparison::Table),
}

/// One cell: what was printed beside what was measured.
#[derive(Clone, Debug)]
pub struct Row {
    /// Which cell.
    pub label: String,
    /// As printed; empty if nothing was.
    pub published: String,
    /// As measured.
    pub measured: String,
    /// Further columns by name.
    pub more: Vec<(&'static str, String)>,
}

/// A table with its measured numbers.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The cells.
    pub rows: Vec<Row>,
    /// What a reader should know.
    pub notes: Vec<String>,
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

    /// How it is reproduced, in a word.
    pub fn state(&self) -> &'static str {
        match self.work {
            Work::BillabongStates(_) | Work::AibaNodes(_) => "exact",
            Work::Nodes(_)
            | Work::Depth(_)
            | Work::AbaloneComplexity(_)
            | Work::Match(_)
            | Work::Contest(_)
            | Work::RwthFigure(_)
            | Work::RwthComparison(_)
            | Work::Playouts(_) => "measured",
            Work::Closed(_) => "not reproducible",
        }
    }

    /// Its work in units that any machine can do, if it is made of such.
    pub(crate) fn divisible(&self, budget: Budget) -> Option<Box<dyn Divisible>> {
        match &self.work {
            Work::Contest(table) => Some(Box::new(Contest(table.clone(), budget))),
            Work::Match(table) => Some(Box::new(Duels(table.clone(), budget))),
            Work::Nodes(table) => Some(Box::new(NodeTable(table.clone(), budget))),
            _ => None,
        }
    }

    /// Runs it; `progress` is told what is being done.
    pub fn run(&self, budget: Budget, progress: &mut dyn FnMut(&str)) -> Result<Outcome, LabError> {
        match &self.work {
            Work::BillabongStates(table) => Ok(table.run()),
            Work::Nodes(table) => table.run(budget, progress),
            Work::Depth(table) => table.run(budget, progress),
            Work::AibaNodes(table) => Ok(table.run(budget, progress)),
            Work::AbaloneComplexity(table) => table.run(budget, progress),
            Work::Match(table) => table.run(budget, progress),
            Work::Contest(table) => table.run(budget, progress),
            Work::Playouts(table) => table.run(budget, progress),
            Work::Closed(table) => Ok(table.run()),
            Work::RwthFigure(table) => table.run(budget, progress),
            Work::RwthComparison(table) => table.run(budget, progress),
        }
    }
}
