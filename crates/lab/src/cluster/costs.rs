//! What whole tables would cost, before anything is run: measured once, kept beside the results, and put together for
//! any number of cores.

use std::path::Path;
use std::time::Instant;

use melee_arena::files::write_durably;
use serde::{Deserialize, Serialize};

use super::cost::{Forecast, ShardTime, forecast};
use super::machine::{cpu_model, cpu_seconds};
use super::manifest::{ShardSize, units_a_shard};
use crate::provenance::build;
use crate::study::Study;
use crate::{Budget, Experiment, LabError};

/// Beside stored results.
const FILE: &str = "costs.json";

/// What was measured of some tables.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Costs {
    pub tables: Vec<TableCost>,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct TableCost {
    pub id: String,
    pub budget: Budget,
    /// Who measured, and on what.
    pub program: String,
    pub processor: String,
    pub sections: Vec<SectionCost>,
}

/// A row of a table, a column, a match.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct SectionCost {
    /// Games, or positions.
    pub units: u64,
    /// Of one core, for a unit.
    pub seconds: f64,
}

impl TableCost {
    /// Measures a few units or parts of them.
    pub fn measure(experiment: &Experiment, budget: Budget) -> Result<Self, LabError> {
        let study = experiment.study(budget)?;
        let mut sections = Vec::new();
        for (number, section) in study.sections().iter().enumerate() {
            let seconds = seconds_a_unit(study.as_ref(), number)?;
            // Three figures: more are noise.
            let scale = 10f64.powf(2.0 - seconds.log10().floor());
            sections.push(SectionCost { units: section.units, seconds: (seconds * scale).round() / scale });
        }
        let (id, program) = (experiment.id.clone(), format!("melee {}", build()));
        Ok(TableCost { id, budget, program, processor: cpu_model(), sections })
    }

    pub fn units(&self) -> u64 {
        self.sections.iter().map(|section| section.units).sum()
    }

    /// Of one core.
    pub fn seconds(&self) -> f64 {
        self.sections.iter().map(|section| section.units as f64 * section.seconds).sum()
    }
}

impl Costs {
    /// Those of a directory of results; none where nobody has measured.
    pub fn read(directory: &Path) -> Result<Self, LabError> {
        let path = directory.join(FILE);
        match std::fs::read_to_string(&path) {
            Ok(text) => {
                let bad = |error| LabError::file(&path, &format!("no costs: {error}"));
                serde_json::from_str(&text).map_err(bad)
            }
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(Costs::default()),
            Err(error) => Err(LabError::file(&path, &error)),
        }
    }

    pub fn write(&self, directory: &Path) -> Result<(), LabError> {
        std::fs::create_dir_all(directory).map_err(|e| LabError::file(directory, &e))?;
        let path = directory.join(FILE);
        let text = serde_json::to_string_pretty(self).expect("plain data") + "\n";
        write_durably(&path, text.as_bytes()).map_err(|e| LabError::file(&path, &e))
    }

    /// Adds a table, or puts it in the place of what was known of it.
    pub fn put(&mut self, table: TableCost) {
        let is_same = |known: &&mut TableCost| (&known.id, known.budget) == (&table.id, table.budget);
        match self.tables.iter_mut().find(is_same) {
            Some(known) => *known = table,
            None => self.tables.push(table),
        }
    }

    /// The tables of a budget.
    pub fn of(&self, budget: Budget) -> impl Iterator<Item = &TableCost> {
        self.tables.iter().filter(move |table| table.budget == budget)
    }

    /// The mean over a table.
    pub fn seconds_a_unit(&self, id: &str, budget: Budget) -> Option<f64> {
        let table = self.of(budget).find(|table| table.id == id)?;
        Some(table.seconds() / table.units().max(1) as f64)
    }

    /// How long all tables of a budget would take as one run on so many cores, cut into shards as `melee plan` does.
    pub fn forecast(&self, budget: Budget, cores: usize) -> Forecast {
        let mut times = Vec::new();
        for (section, cost) in self.of(budget).flat_map(|table| &table.sections).enumerate() {
            let units = units_a_shard(cost.units, cost.seconds, ShardSize::USUAL);
            let mut left = cost.units;
            while left > 0 {
                let seconds = cost.seconds * units.min(left) as f64;
                times.push(ShardTime { section, seconds, cpu_seconds: None });
                left = left.saturating_sub(units);
            }
        }
        forecast(&times, cores)
    }
}

/// About how many seconds a unit takes on a core of its own. Others may be at work on the machine, and a clock would
/// count them in: what it says is cut down to the part of the time in which this process ran. Without that shards
/// planned at 114 s took 56 to 79 s of a processor.
pub(super) fn seconds_a_unit(study: &dyn Study, section: usize) -> Result<f64, LabError> {
    /// The processor's time is told in hundredths of a second.
    const LONG_ENOUGH: f64 = 0.2;
    let (begin, before) = (Instant::now(), cpu_seconds());
    let seconds = study.seconds_a_unit(section)?;
    let passed = begin.elapsed().as_secs_f64();
    let share = match before.zip(cpu_seconds()) {
        Some((before, after)) if passed > LONG_ENOUGH => ((after - before) / passed).clamp(0.05, 1.0),
        _ => 1.0,
    };
    Ok((seconds * share).max(1e-6))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(id: &str, units: u64, seconds: f64) -> TableCost {
        let sections = vec![SectionCost { units, seconds }, SectionCost { units, seconds: 3.0 * seconds }];
        TableCost { id: id.into(), budget: Budget::Paper, program: "p".into(), processor: "c".into(), sections }
    }

    #[test]
    fn costs_are_read_as_they_were_written_and_a_table_is_there_once() {
        let directory = tempfile::tempdir().expect("a directory");
        assert_eq!(Costs::read(directory.path()).expect("none yet"), Costs::default());
        let mut costs = Costs::default();
        for seconds in [1.0, 2.0] {
            costs.put(table("a", 10, seconds));
        }
        costs.write(directory.path()).expect("written");
        let read = Costs::read(directory.path()).expect("read");
        assert_eq!(read, costs);
        assert_eq!(read.seconds_a_unit("a", Budget::Paper), Some(4.0));
        assert_eq!(read.seconds_a_unit("a", Budget::Quick), None);
    }

    #[test]
    fn a_run_over_all_tables_is_as_long_as_its_shards_on_the_cores() {
        let mut costs = Costs::default();
        // A hundred hours in all.
        costs.put(table("a", 900, 50.0));
        costs.put(table("b", 900, 50.0));
        let hours = costs.tables.iter().map(TableCost::seconds).sum::<f64>() / 3600.0;
        assert!((hours - 100.0).abs() < 1e-9);
        let one = costs.forecast(Budget::Paper, 1).median_seconds / 3600.0;
        // A twentieth more for shards that are unlucky.
        assert!(one > 100.0 && one < 108.0, "{one}");
        let many = costs.forecast(Budget::Paper, 100).median_seconds / 3600.0;
        assert!(many > 1.0 && many < 1.3, "{many}");
    }

    #[test]
    fn a_measurement_is_of_the_processor() {
        let experiment = Experiment::find("esser-6.5").expect("an experiment");
        let cost = TableCost::measure(&experiment, Budget::Smoke).expect("measured");
        assert!(cost.units() >= 14 && cost.seconds() > 0.0, "{cost:?}");
    }
}
