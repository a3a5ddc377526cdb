//! All parts to one table.

use std::collections::BTreeSet;
use std::fs::{File, TryLockError};
use std::path::Path;

use melee_arena::files::{TEMPORARY, write_durably};
use melee_arena::tournament::{MatchPlan, Standings, Store};
use serde::Serialize;

use super::cost::{Cost, ShardTime};

use super::part::Part;
use super::report;
use super::shard::part_number;
use super::tables::MergedTable;
use super::{ClusterError, Indices, Job, Run, io_error};
use crate::TableReport;
use crate::study::{UnitResult, games_of};

pub enum Merge {
    Missing(Indices),
    /// Everything is there exactly once.
    Done(Box<Merged>),
}

pub struct Merged {
    /// One, or as many as were planned together.
    pub tables: Vec<MergedTable>,
    /// The standings of each section that is a match.
    pub standings: Vec<Standings>,
    pub cost: Cost,
}

impl Merged {
    /// The published tables among them, as `melee reproduce` has them.
    pub fn reports(&self, job: &Job) -> Vec<TableReport> {
        let (Job::Experiment { budget, .. } | Job::Experiments { budget, .. }) = job else {
            return Vec::new();
        };
        let report = |MergedTable { experiment, outcome }: &MergedTable| {
            let experiment = experiment.as_ref()?;
            Some(TableReport::new(experiment, *budget, outcome.clone()))
        };
        self.tables.iter().filter_map(report).collect()
    }
}

/// A line of `games.jsonl`: nothing in it depends on who played when.
#[derive(Serialize)]
struct GameLine<'d> {
    section: usize,
    number: u64,
    done: &'d UnitResult,
}

impl Run {
    /// Checks that every shard is there exactly once, and makes stores, lists and reports.
    pub fn merge(&self) -> Result<Merge, ClusterError> {
        let _lock = self.lock()?;
        self.refuse_strays()?;
        let (mut parts, mut missing) = (Vec::new(), Vec::new());
        for index in 0..self.shards.len() as u64 {
            match self.read_part(index)? {
                Some(part) => parts.push(part),
                None => missing.push(index),
            }
        }
        if !missing.is_empty() {
            return Ok(Merge::Missing(missing.into_iter().collect()));
        }
        let merged = self.put_together(parts)?;
        self.sweep();
        Ok(Merge::Done(Box::new(merged)))
    }

    fn put_together(&self, parts: Vec<Part>) -> Result<Merged, ClusterError> {
        let (mut lines, mut measured) = (String::new(), MEASURED_HEAD.to_string());
        let mut results: Vec<Vec<UnitResult>> = vec![Vec::new(); self.sections.len()];
        let mut times = Vec::new();
        let builds: BTreeSet<String> = parts.iter().map(|part| part.end.build.clone()).collect();
        for (shard, part) in self.shards.iter().zip(parts) {
            times.push(ShardTime {
                section: shard.section,
                seconds: part.end.seconds,
                cpu_seconds: part.end.cpu_seconds,
            });
            let section = shard.section + 1;
            for mut unit in part.units {
                let number = unit.number;
                let line = GameLine { section, number, done: &unit.done };
                lines += &serde_json::to_string(&line).expect("plain data has a JSON text");
                lines.push('\n');
                measured += &format!(
                    "{section},{number},{},{:.6},\"{}\",\"{}\",\"{}\"\n",
                    shard.shard,
                    unit.times.micros as f64 / 1e6,
                    unit.cpu.replace('"', "'"),
                    part.end.host.replace('"', "'"),
                    part.end.build,
                );
                unit.done.put_times(&unit.times);
                results[shard.section].push(unit.done);
            }
        }
        let write = |name: &str, text: &str| {
            let path = self.dir.join(name);
            write_durably(&path, text.as_bytes()).map_err(io_error(&path))
        };
        write("games.jsonl", &lines)?;
        write("measured.csv", &measured)?;
        let mut tables = self.tables.put_together(&results)?;
        if builds.len() > 1 {
            let builds: Vec<String> = builds.into_iter().collect();
            for table in &mut tables {
                table.outcome.notes.push(format!("played by several builds: {}", builds.join(", ")));
            }
        }
        let merged = Merged {
            standings: self.store(&results)?,
            cost: Cost::new(&times, self.planned_seconds(), &results),
            tables,
        };
        for report in merged.reports(&self.job) {
            report.write(&self.dir.join("tables"))?;
        }
        write("report.md", &report::markdown(self, &merged))?;
        write("report.html", &report::page(self, &merged))?;
        Ok(merged)
    }

    /// Loads the games of each section into a store of the arena.
    fn store(&self, results: &[Vec<UnitResult>]) -> Result<Vec<Standings>, ClusterError> {
        let mut standings = Vec::new();
        for (number, (section, units)) in self.sections.iter().zip(results).enumerate() {
            let games = games_of(units);
            if games.is_empty() {
                continue;
            }
            let plan: MatchPlan = serde_json::from_value(section.task.clone()).expect("made from a plan");
            let open = plan.open(&self.registry).map_err(crate::LabError::from)?;
            open.check_seats(&games).map_err(crate::LabError::from)?;
            let dir = self.dir.join("store");
            std::fs::create_dir_all(&dir).map_err(io_error(&dir))?;
            let mut store = Store::open(&dir.join(format!("{}.db", number + 1)), &plan)?;
            for some in games.chunks(1000) {
                store.put(some)?;
            }
            standings.push(Standings::new(&open.names(), &games, open.block_len(), true));
        }
        Ok(standings)
    }

    /// One merge at a time; the system lets go of the lock when the process ends, however it ends.
    fn lock(&self) -> Result<File, ClusterError> {
        let path = self.dir.join("merge.lock");
        let file = File::create(&path).map_err(io_error(&path))?;
        match melee_arena::files::lock(&file) {
            Ok(()) => Ok(file),
            Err(TryLockError::WouldBlock) => Err(ClusterError::Merging(self.name())),
            Err(TryLockError::Error(error)) => Err(io_error(&path)(error)),
        }
    }

    /// A file beside the parts that is none could be a part under another name, and its games would count
    /// twice or not at all.
    fn refuse_strays(&self) -> Result<(), ClusterError> {
        for_each_name(&self.dir.join("parts"), &mut |path, name| {
            let known = part_number(name).is_some_and(|n| n < self.shards.len() as u64);
            // Temporary files, and those that network file systems keep for others, have hidden names.
            if known || name.starts_with('.') {
                return Ok(());
            }
            let path = path.display().to_string();
            Err(ClusterError::Stray { path })
        })
    }

    /// Removes what killed shards have left. All parts are there, so nobody needs it.
    fn sweep(&self) {
        let swept = for_each_name(&self.dir.join("parts"), &mut |path, name| {
            if name.ends_with(TEMPORARY) {
                let _ = std::fs::remove_file(path);
            }
            Ok(())
        });
        debug_assert!(swept.is_ok(), "it was read a moment ago");
    }
}

const MEASURED_HEAD: &str = "section,number,shard,seconds,cpu,host,build\n";

fn for_each_name(
    dir: &Path,
    visit: &mut dyn FnMut(&Path, &str) -> Result<(), ClusterError>,
) -> Result<(), ClusterError> {
    let entries = match std::fs::read_dir(dir) {
        Ok(entries) => entries,
        // Nothing has been played yet.
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(io_error(dir)(error)),
    };
    for entry in entries {
        let entry = entry.map_err(io_error(dir))?;
        visit(&entry.path(), &entry.file_name().to_string_lossy())?;
    }
    Ok(())
}
