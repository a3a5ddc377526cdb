//! All units of an experiment on this machine: several at a time, and from where a run that was killed left off.
//!
//! Games are kept in stores of the arena, one for each match, and stay there for whoever wants to look at them. What
//! other units have counted is kept in a journal until the table is written.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use melee_arena::files::{Journal, JournalError};
use melee_arena::tournament::{MatchPlan, Store};
use melee_arena::workers::do_all;
use serde::{Deserialize, Serialize};

use crate::study::{Section, Study, UnitResult};
use crate::{Budget, Experiment, LabError, MeasuredTable};

/// How an experiment is run on this machine.
pub struct LocalRun<'a> {
    pub budget: Budget,
    /// So many units at a time; how many does not change them.
    pub threads: usize,
    /// The directory for finished units, from which a killed run goes on; without it they are only in memory.
    pub keep_in: Option<PathBuf>,
    /// Of a table of matches only these rows are played, by their numbers from 1; the others stay without games.
    pub rows: Option<Vec<usize>>,
    /// Nothing new is begun after so long, and the table is made of what is there.
    pub stop_after: Option<Duration>,
    pub progress: &'a mut dyn FnMut(&str),
}

impl<'a> LocalRun<'a> {
    /// One thread, nothing kept.
    pub fn new(budget: Budget, progress: &'a mut dyn FnMut(&str)) -> Self {
        LocalRun { budget, threads: 1, keep_in: None, rows: None, stop_after: None, progress }
    }
}

impl Experiment {
    /// Does what is missing of all units and makes the table.
    pub fn run(&self, how: &mut LocalRun) -> Result<MeasuredTable, LabError> {
        let begin = Instant::now();
        let study = self.study(how.budget)?;
        let mut sections = study.sections();
        if let Some(rows) = &how.rows {
            self.leave_out_all_but(rows, study.as_ref(), &mut sections)?;
        }
        let mut results: Vec<Vec<Option<UnitResult>>> = Vec::new();
        results.extend(sections.iter().map(|s| vec![None; s.units as usize]));
        let mut kept = match &how.keep_in {
            None => None,
            Some(directory) => {
                let journal = self.journal(directory, how.budget);
                let (kept, done) = Kept::open(directory, journal, study.as_ref(), &study.sections())?;
                for unit in done {
                    if let Some(place) = results[unit.section].get_mut(unit.number as usize) {
                        *place = Some(unit.done);
                    }
                }
                Some(kept)
            }
        };
        (how.progress)(&format!("{}: beginning", self.id));
        let threads = if study.is_timed() { 1 } else { how.threads };
        let [_, names] = study.unit_names();
        let mut missing = Vec::new();
        for (section, units) in results.iter().enumerate() {
            let open = (0..).zip(units).filter(|(_, unit)| unit.is_none());
            missing.extend(open.map(|(number, _)| (section, number)));
        }
        let work = |&(section, number): &(usize, u64), (): &mut ()| -> Result<DoneUnit, LabError> {
            Ok(DoneUnit { section, number, done: study.unit(section, number)? })
        };
        let stop_after = how.stop_after;
        let goes_on = || stop_after.is_none_or(|longest| begin.elapsed() < longest);
        let missing = if goes_on() { &missing[..] } else { &[] };
        do_all(missing, threads, work, &mut |new| {
            let new: Vec<DoneUnit> = new.into_iter().collect::<Result<_, LabError>>()?;
            if let Some(kept) = &mut kept {
                kept.put(&new)?;
            }
            for unit in new {
                let Section { label, units, .. } = &sections[unit.section];
                let results = &mut results[unit.section];
                results[unit.number as usize] = Some(unit.done);
                let done = results.iter().flatten().count();
                (how.progress)(&format!("{label}: {done} of {units} {names}"));
            }
            Ok::<_, LabError>(goes_on())
        })?;
        self.table(study.as_ref(), results)
    }

    /// Leaves other rows without units.
    fn leave_out_all_but(&self, rows: &[usize], study: &dyn Study, sections: &mut [Section]) -> Result<(), LabError> {
        let count = sections.len();
        let is_row = |&row: &usize| (1..=count).contains(&row);
        if !study.rows_stand_alone() || !rows.iter().all(is_row) {
            return Err(LabError::NoSuchRow { id: self.id.clone(), count });
        }
        for (number, section) in (1..).zip(sections) {
            if !rows.contains(&number) {
                section.units = 0;
            }
        }
        Ok(())
    }

    /// The table of all units, or of those that are there and count.
    fn table(&self, study: &dyn Study, results: Vec<Vec<Option<UnitResult>>>) -> Result<MeasuredTable, LabError> {
        let [all, done] = [results.iter().flatten().count(), results.iter().flatten().flatten().count()];
        let mut counted: Vec<Vec<UnitResult>> = Vec::new();
        for (section, units) in results.into_iter().enumerate() {
            let together = match study.units_together(section) {
                _ if done == all => 1,
                Some(together) => together,
                None => return Err(LabError::Unfinished(self.id.clone())),
            };
            let whole = units.chunks(together).filter(|chunk| chunk.iter().all(Option::is_some));
            counted.push(whole.flatten().flatten().cloned().collect());
        }
        let outcome = study.outcome(&counted)?;
        if done == all {
            return Ok(outcome);
        }
        let [_, names] = study.unit_names();
        let counted: usize = counted.iter().map(Vec::len).sum();
        Ok(outcome.note(format!("so far: {counted} of {all} {names}, in whole blocks; the same command goes on")))
    }

    /// Removes what was kept of units that are no games, when the table they have made is safe. Another run begins
    /// anew: the program may have changed.
    pub fn forget_units(&self, kept_in: &Path, budget: Budget) -> Result<(), LabError> {
        let path = self.journal(kept_in, budget);
        std::fs::remove_file(&path).map_err(|error| LabError::file(&path, &error))
    }

    fn journal(&self, directory: &Path, budget: Budget) -> PathBuf {
        directory.join(format!("{}-{budget}.jsonl", self.id))
    }
}

/// A unit that was done; also a line of the journal.
#[derive(Serialize, Deserialize)]
struct DoneUnit {
    section: usize,
    number: u64,
    done: UnitResult,
}

/// What the journal is about: units of another program or of other sections are not taken for ours.
#[derive(Serialize)]
struct Head<'s> {
    program: &'static str,
    sections: &'s [Section],
}

/// Where finished units are.
struct Kept {
    /// A store for each section that is a match.
    stores: Vec<Option<Store>>,
    journal: Journal,
    path: PathBuf,
}

impl Kept {
    fn open(
        directory: &Path,
        path: PathBuf,
        study: &dyn Study,
        sections: &[Section],
    ) -> Result<(Kept, Vec<DoneUnit>), LabError> {
        let made = std::fs::create_dir_all(directory);
        made.map_err(|e| LabError::file(directory, &e))?;
        let head = Head { program: env!("CARGO_PKG_VERSION"), sections };
        let opened = Journal::open::<DoneUnit>(&path, &head);
        let (journal, mut done) = opened.map_err(|error| match error {
            JournalError::OtherHead(_) => {
                let why = "holds units of another experiment or program; move it away";
                LabError::file(&path, &why)
            }
            error => LabError::file(&path, &error),
        })?;
        let mut stores = Vec::new();
        for (i, section) in sections.iter().enumerate() {
            let Ok(plan) = MatchPlan::deserialize(&section.task) else {
                stores.push(None);
                continue;
            };
            let file = directory.join(format!("{}.sqlite", file_name(&section.label)));
            let store = Store::open(&file, &plan)?;
            if !study.counts_beside_games() {
                done.extend(store.games()?.into_iter().map(|game| DoneUnit {
                    section: i,
                    number: game.number,
                    done: UnitResult::of_game(game),
                }));
            }
            stores.push(Some(store));
        }
        let kept = Kept { stores, journal, path };
        Ok((kept, done))
    }

    fn put(&mut self, new: &[DoneUnit]) -> Result<(), LabError> {
        for (section, store) in self.stores.iter_mut().enumerate() {
            if let Some(store) = store {
                let units = new.iter().filter(|unit| unit.section == section);
                let games = units.filter_map(|unit| unit.done.game.as_deref().cloned());
                let games: Vec<_> = games.collect();
                if !games.is_empty() {
                    store.put(&games)?;
                }
            }
        }
        // A game alone is safe in its store.
        let counted: Vec<&DoneUnit> = (new.iter()).filter(|unit| !unit.done.counts.is_null()).collect();
        if counted.is_empty() {
            return Ok(());
        }
        let written = self.journal.append(counted);
        written.map_err(|error| LabError::file(&self.path, &error))
    }
}

/// Letters, digits and dots of a name; the rest becomes dashes.
fn file_name(name: &str) -> String {
    let kept = |c: char| match c {
        c if c.is_ascii_alphanumeric() || c == '.' => c,
        _ => '-',
    };
    name.chars().map(kept).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Three matches of four units, two of which make a block; the table tells which units it was given.
    struct Blocks {
        together: Option<usize>,
    }

    impl Study for Blocks {
        fn sections(&self) -> Vec<Section> {
            Vec::new()
        }

        fn unit(&self, _section: usize, number: u64) -> Result<UnitResult, LabError> {
            Ok(UnitResult::of_counts(&number))
        }

        fn outcome(&self, results: &[Vec<UnitResult>]) -> Result<MeasuredTable, LabError> {
            let numbers =
                results.iter().map(|units| units.iter().map(UnitResult::read).collect::<Result<Vec<u64>, _>>());
            let numbers = numbers.collect::<Result<Vec<_>, _>>()?;
            Ok(MeasuredTable::default().note(format!("{numbers:?}")))
        }

        fn unit_names(&self) -> [&'static str; 2] {
            ["game", "games"]
        }

        fn units_together(&self, _section: usize) -> Option<usize> {
            self.together
        }
    }

    fn notes(together: Option<usize>, missing: &[(usize, u64)]) -> Result<Vec<String>, LabError> {
        let study = Blocks { together };
        let unit = |section, number| {
            let is_there = !missing.contains(&(section, number));
            is_there.then(|| study.unit(section, number)).transpose()
        };
        let units = |section| (0..4).map(|number| unit(section, number)).collect::<Result<Vec<_>, _>>();
        let results = (0..3).map(units).collect::<Result<Vec<_>, _>>()?;
        Ok(Experiment::find("map")?.table(&study, results)?.notes)
    }

    #[test]
    fn a_table_before_its_end_has_whole_blocks_only() {
        let whole = "[[0, 1, 2, 3], [0, 1, 2, 3], [0, 1, 2, 3]]";
        for together in [None, Some(2)] {
            assert_eq!(notes(together, &[]).expect("all is there"), [whole]);
        }
        let missing = [(0, 3), (1, 0), (2, 1), (2, 2)];
        let notes_then = notes(Some(2), &missing).expect("blocks are there");
        assert_eq!(notes_then[0], "[[0, 1], [2, 3], []]");
        assert!(notes_then[1].starts_with("so far: 4 of 12 games"), "{notes_then:?}");
        assert!(matches!(notes(None, &missing), Err(LabError::Unfinished(_))));
    }
}
