//! The file of a search for weights or settings: one JSON object a line, the plan first, then what happened.

use std::path::Path;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::TuneError;
use crate::files::{Journal, JournalError};
use crate::statistics::Interval;

/// Something that happened.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Event {
    /// An iteration.
    Step {
        /// Its number, from 0.
        iteration: u64,
        /// By how much the share of the first candidate was larger.
        ahead: f64,
        /// The parameters after it, in units of their scale.
        parameters: Vec<f64>,
    },
    /// A match of the weights so far against those at the start.
    Test {
        /// After so many iterations.
        after: u64,
        games: u64,
        /// The share of the points.
        share: f64,
        /// Its 95 % interval over blocks.
        interval: Interval,
    },
}

/// The open file. One process has it at a time.
pub(super) struct Log {
    journal: Journal,
    name: String,
}

impl Log {
    /// Opens the file of a search or makes it; returns what has happened so far.
    pub(super) fn open<P: Serialize + DeserializeOwned, E: DeserializeOwned>(
        path: &Path,
        plan: &P,
    ) -> Result<(Self, Vec<E>), TuneError> {
        let name = path.display().to_string();
        match Journal::open(path, plan) {
            Ok((journal, events)) => Ok((Log { journal, name }, events)),
            Err(JournalError::OtherHead(first)) => {
                let theirs = serde_json::from_str::<P>(&first).and_then(serde_json::to_value);
                let why = match (theirs, serde_json::to_value(plan)) {
                    (Ok(theirs), Ok(ours)) => match difference(&theirs, &ours) {
                        Some(part) => format!("holds another search: '{part}' differs"),
                        None => "holds another search".to_string(),
                    },
                    _ => "not a file of melee tune".to_string(),
                };
                Err(TuneError::file(&name, why))
            }
            Err(error) => Err(TuneError::file(&name, error)),
        }
    }

    /// Adds a line for good.
    pub(super) fn write(&mut self, what: &impl Serialize) -> Result<(), TuneError> {
        let written = self.journal.append([what]);
        written.map_err(|e| TuneError::file(&self.name, e))
    }
}

/// The name of the first part of a plan in which two of them differ.
fn difference(theirs: &Value, ours: &Value) -> Option<String> {
    let (theirs, ours) = (theirs.as_object()?, ours.as_object()?);
    let names = ours.keys().chain(theirs.keys());
    let name = names.into_iter().find(|name| theirs.get(*name) != ours.get(*name))?;
    let deeper = theirs.get(name).zip(ours.get(name)).and_then(|(theirs, ours)| difference(theirs, ours));
    Some(deeper.unwrap_or_else(|| name.clone()))
}
