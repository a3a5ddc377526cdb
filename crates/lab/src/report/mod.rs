//! What is left of a run for people: the result as JSON, a table (CSV), a plot (SVG), a page (HTML), and
//! one Markdown page over all results.

mod csv;
mod curve;
mod grid;
pub(crate) mod html;
mod map;
mod markdown;
mod pages;
mod plot;

use std::path::{Path, PathBuf};

use melee_arena::files::write_durably;
pub(crate) use melee_arena::plot::escape;
use serde::{Deserialize, Serialize};

use crate::cluster::Costs;
use crate::measured::Tolerance;
use crate::provenance::build;
use crate::{Budget, Experiment, LabError, MeasuredTable, Row};

pub use curve::{CURVES, Curve};
pub(crate) use grid::{Cell, Grid};
pub use map::map_page;
pub use markdown::overview;
pub use pages::pages;
#[cfg(test)]
pub(crate) use tests::example;

/// The result of a run, as it is stored.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct TableReport {
    pub id: String,
    pub title: String,
    /// Where it was printed.
    pub source: String,
    pub state: String,
    pub budget: Budget,
    pub program: String,
    #[serde(flatten)]
    pub outcome: MeasuredTable,
    /// What the experiment has to say about them; it may learn more after a run, so it is not stored.
    #[serde(skip)]
    pub remarks: Vec<String>,
    /// How near to a printed number a measured one is as large; like remarks, not stored.
    #[serde(skip)]
    pub tolerance: Option<Tolerance>,
    /// About how long a game or other unit takes on one core, where that was measured; stored apart, as machines differ.
    #[serde(skip)]
    pub seconds_a_unit: Option<f64>,
}

impl TableReport {
    pub fn new(experiment: &Experiment, budget: Budget, outcome: MeasuredTable) -> Self {
        TableReport {
            id: experiment.id.clone(),
            title: experiment.title.clone(),
            source: experiment.source.clone(),
            state: experiment.state().name().to_string(),
            budget,
            program: format!("melee {}", build()),
            outcome,
            remarks: experiment.remarks.clone(),
            tolerance: experiment.tolerance(),
            seconds_a_unit: None,
        }
    }

    /// With what an earlier run has left in a directory for rows that this one did not play.
    pub fn filled_up_from(mut self, directory: &Path) -> Result<Self, LabError> {
        let earlier = Self::read_all(directory)?;
        if let Some(earlier) = earlier.into_iter().find(|report| (&report.id, report.budget) == (&self.id, self.budget))
        {
            self.outcome = self.outcome.filled_up(&earlier.outcome, &earlier.program);
            for row in &mut self.outcome.rows {
                row.program.take_if(|program| *program == self.program);
            }
        }
        Ok(self)
    }

    /// Notes and remarks, and which rows another build has made.
    pub fn notes(&self) -> Vec<String> {
        self.outcome.notes.iter().chain(&self.remarks).cloned().chain(self.outcome.other_builds()).collect()
    }

    /// The table, one line a cell.
    pub fn csv(&self) -> String {
        csv::table(&self.outcome)
    }

    /// The plot: printed and measured numbers with their intervals, one line a cell. None where nothing
    /// was measured that is a number.
    pub fn svg(&self) -> Option<String> {
        match map::StrengthMap::of(&self.outcome) {
            Some(map) => Some(map.svg(&self.title)),
            None => plot::draw(self),
        }
    }

    /// Is it the map of who is strongest? That has a page of its own.
    pub fn is_map(&self) -> bool {
        map::StrengthMap::of(&self.outcome).is_some()
    }

    /// The page: all of it in one file that needs nothing else.
    pub fn html(&self) -> String {
        html::result(self)
    }

    /// The command that makes it again.
    pub fn command(&self) -> String {
        format!("melee reproduce {} --budget {}", self.id, self.budget)
    }

    /// Writes `ID.json`, `.csv`, `.svg` and `.html`; each whole or not at all. Returns the files.
    pub fn write(&self, directory: &Path) -> Result<Vec<PathBuf>, LabError> {
        std::fs::create_dir_all(directory).map_err(|e| LabError::file(directory, &e))?;
        let json = serde_json::to_string_pretty(self).expect("plain data") + "\n";
        let texts = [("csv", Some(self.csv())), ("svg", self.svg()), ("html", Some(self.html())), ("json", Some(json))];
        let mut files = Vec::new();
        for (ending, text) in texts {
            let Some(text) = text else {
                continue;
            };
            let path = directory.join(format!("{}.{ending}", self.id));
            write_durably(&path, text.as_bytes()).map_err(|e| LabError::file(&path, &e))?;
            files.push(path);
        }
        Ok(files)
    }

    /// The stored results of a directory, in the order of the list of experiments; shares with the intervals that they
    /// have by today's formula.
    pub fn read_all(directory: &Path) -> Result<Vec<TableReport>, LabError> {
        let mut reports = Vec::new();
        let costs = Costs::read(directory)?;
        for experiment in Experiment::all()? {
            let path = directory.join(format!("{}.json", experiment.id));
            let text = match std::fs::read_to_string(&path) {
                Ok(text) => text,
                Err(error) if error.kind() == std::io::ErrorKind::NotFound => continue,
                Err(error) => return Err(LabError::file(&path, &error)),
            };
            let bad = |error| LabError::file(&path, &format!("not a stored result: {error}"));
            let mut read: TableReport = serde_json::from_str(&text).map_err(bad)?;
            read.outcome.rows = read.outcome.rows.into_iter().map(Row::by_sample).collect();
            reports.push(TableReport {
                tolerance: experiment.tolerance(),
                remarks: experiment.remarks,
                seconds_a_unit: costs.seconds_a_unit(&read.id, read.budget),
                ..read
            });
        }
        Ok(reports)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Agreement, Estimate};

    pub(crate) fn example() -> TableReport {
        let share = |label: &str, published: f64, measured: f64| {
            let (then, now) = (Estimate::within(published, 4.0), Estimate::within(measured, 6.0));
            Row::new(label, format!("{published} % +-4"), format!("{measured} %, \"so\" <to> say"))
                .judged(Agreement::direction(then, now, 50.0), Agreement::size(then, now))
                .plotted(Some(then), now)
                .with("games", "28")
        };
        let experiment = Experiment::find("esser-6.21").expect("an experiment");
        TableReport {
            id: experiment.id.clone(),
            title: "brs & paranoid".to_string(),
            source: "a thesis".to_string(),
            state: "scaled down".to_string(),
            budget: Budget::Smoke,
            program: "melee".to_string(),
            outcome: MeasuredTable {
                rows: vec![share("A", 70.0, 66.0), share("B <x>", 30.0, 58.0)],
                notes: vec!["a note".to_string()],
                unit: "percent".to_string(),
                ..MeasuredTable::default()
            },
            tolerance: experiment.tolerance(),
            remarks: experiment.remarks,
            seconds_a_unit: None,
        }
    }

    #[test]
    fn a_result_is_read_as_it_was_written() {
        let directory = tempfile::tempdir().expect("a directory");
        let report = example();
        let files = report.write(directory.path()).expect("written");
        assert_eq!(files.len(), 4);
        let read = TableReport::read_all(directory.path()).expect("read");
        assert_eq!(read, [report]);
    }

    #[test]
    fn a_broken_result_is_named() {
        let directory = tempfile::tempdir().expect("a directory");
        std::fs::write(directory.path().join("esser-6.21.json"), "{").expect("written");
        let error = TableReport::read_all(directory.path()).expect_err("broken");
        assert!(error.to_string().contains("esser-6.21.json"), "{error}");
    }
}
