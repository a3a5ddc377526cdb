//! The tables that a run makes: one, or several whose units are played as one run. Sections are counted through, those of
//! the second table after those of the first.

use melee::Registry;

use super::costs::seconds_a_unit;
use super::{ClusterError, Job};
use crate::matches::OwnMatch;
use crate::study::{Section, Study, UnitResult};
use crate::{Experiment, LabError, MeasuredTable};

/// A table of a run, made of all its units.
pub struct MergedTable {
    /// None where the run is a match of one's own.
    pub experiment: Option<Experiment>,
    pub outcome: MeasuredTable,
}

pub(super) struct Tables {
    all: Vec<Table>,
}

struct Table {
    experiment: Option<Experiment>,
    study: Box<dyn Study>,
    sections: Vec<Section>,
}

impl Tables {
    pub(super) fn of(job: &Job, registry: &Registry) -> Result<Self, ClusterError> {
        let (ids, budget) = match job {
            Job::Experiment { id, budget } => (std::slice::from_ref(id), *budget),
            Job::Experiments { ids, budget } => (&ids[..], *budget),
            Job::Match { plan, games } => {
                let study = Box::new(OwnMatch::study(registry, plan, *games)?);
                return Ok(Tables { all: vec![Table { experiment: None, sections: study.sections(), study }] });
            }
        };
        let table = |id: &String| -> Result<Table, ClusterError> {
            let experiment = Experiment::find(id)?;
            let study = experiment.study(budget)?;
            Ok(Table { experiment: Some(experiment), sections: study.sections(), study })
        };
        Ok(Tables { all: ids.iter().map(table).collect::<Result<_, _>>()? })
    }

    pub(super) fn sections(&self) -> Vec<Section> {
        self.all.iter().flat_map(|table| table.sections.clone()).collect()
    }

    /// The table of a section, and its number there.
    fn place(&self, mut section: usize) -> (&dyn Study, usize) {
        for table in &self.all {
            match section.checked_sub(table.sections.len()) {
                Some(beyond) => section = beyond,
                None => return (table.study.as_ref(), section),
            }
        }
        unreachable!("shards are cut from the sections that there are")
    }

    pub(super) fn unit(&self, section: usize, number: u64) -> Result<UnitResult, LabError> {
        let (study, section) = self.place(section);
        study.unit(section, number)
    }

    pub(super) fn seconds_a_unit(&self, section: usize) -> Result<f64, LabError> {
        let (study, section) = self.place(section);
        seconds_a_unit(study, section)
    }

    /// What one unit and several are called.
    pub(super) fn unit_names(&self) -> [&'static str; 2] {
        let mut names = self.all.iter().map(|table| table.study.unit_names());
        let first = names.next().unwrap_or(["unit", "units"]);
        if names.all(|other| other == first) { first } else { ["unit", "units"] }
    }

    pub(super) fn put_together(&self, results: &[Vec<UnitResult>]) -> Result<Vec<MergedTable>, LabError> {
        let mut rest = results;
        let mut merged = Vec::new();
        for Table { experiment, study, sections } in &self.all {
            let (own, others) = rest.split_at(sections.len());
            rest = others;
            merged.push(MergedTable { experiment: experiment.clone(), outcome: study.outcome(own)? });
        }
        Ok(merged)
    }
}
