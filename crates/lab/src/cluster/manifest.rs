//! The run directory: what is played, and how it is cut into shards.

use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::time::Duration;

use melee::Registry;
use melee_arena::files::write_durably;
use melee_arena::hash::Hash;
use melee_arena::tournament::MatchPlan;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::tables::Tables;
use super::{ClusterError, Indices, io_error};
use crate::Budget;
use crate::provenance::build;
use crate::study::Section;

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Job {
    Experiment {
        id: String,
        budget: Budget,
    },
    /// Several tables as one run.
    Experiments {
        ids: Vec<String>,
        budget: Budget,
    },
    Match {
        plan: MatchPlan,
        games: u64,
    },
}

impl Job {
    /// Its name, in a few words.
    pub fn name(&self) -> String {
        match self {
            Job::Experiment { id, budget } => format!("{id}, budget {budget}"),
            Job::Experiments { ids, budget } => format!("{} tables, budget {budget}: {}", ids.len(), ids.join(", ")),
            Job::Match { plan, games } => {
                let names = plan.entrants.iter().map(|seat| seat.who.to_string());
                let names: Vec<String> = names.collect();
                format!("{games} games of {}: {}", plan.game, names.join(" against "))
            }
        }
    }
}

/// The first line that describes a run. Its hash stands in every part.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Manifest {
    program: String,
    /// Who planned it; others of the same version may play.
    #[serde(default)]
    build: String,
    job: Job,
    sections: Vec<Section>,
    /// The seed of each section's games or positions.
    seeds: Vec<u64>,
    /// Of the job and its sections.
    spec_hash: String,
    shards: u64,
    /// Of `plan.jsonl`.
    plan_hash: String,
}

/// Some units of a section, in order.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shard {
    pub shard: u64,
    pub section: usize,
    pub from: u64,
    /// The one after the last.
    pub to: u64,
    /// How long it was thought to take when it was planned.
    pub seconds: f64,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ShardSize {
    /// About so long, from a short measurement; at least one unit.
    About(Duration),
    Units(u64),
}

impl ShardSize {
    /// Between one and five minutes even if the estimate is off by a factor of two.
    pub const USUAL: Duration = Duration::from_secs(120);
}

/// A directory with a plan, checked.
pub struct Run {
    pub dir: PathBuf,
    pub job: Job,
    pub(super) sections: Vec<Section>,
    pub(super) spec_hash: String,
    pub shards: Vec<Shard>,
    pub(super) tables: Tables,
    pub(super) registry: Registry,
}

pub struct Planned {
    pub run: Run,
    /// Was it left as it was?
    pub existed: bool,
}

const PROGRAM: &str = env!("CARGO_PKG_VERSION");

impl Run {
    /// Writes the plan of a job into a directory, or leaves the one that is there if it is of the same job.
    pub fn plan(
        registry: &Registry,
        dir: &Path,
        job: &Job,
        size: ShardSize,
        progress: &mut dyn FnMut(&str),
    ) -> Result<Planned, ClusterError> {
        if dir.join("manifest.json").exists() {
            let run = Run::open(registry, dir)?;
            if run.job != *job {
                return Err(ClusterError::OtherRun { run: run.name(), theirs: run.job.name() });
            }
            return Ok(Planned { run, existed: true });
        }
        let tables = Tables::of(job, registry)?;
        let sections = tables.sections();
        if sections.is_empty() {
            return Err(ClusterError::Nothing(job.name()));
        }
        let shards = cut(&tables, &sections, size, progress)?;
        for inner in [dir.to_path_buf(), dir.join("parts"), dir.join("log")] {
            std::fs::create_dir_all(&inner).map_err(io_error(&inner))?;
        }
        let lines: String = shards.iter().map(|shard| json(shard) + "\n").collect();
        let manifest = Manifest {
            program: PROGRAM.to_string(),
            build: build(),
            job: job.clone(),
            seeds: sections.iter().map(seed_of).collect(),
            spec_hash: spec_hash(job, &sections),
            sections,
            shards: shards.len() as u64,
            plan_hash: Hash::of(&lines).to_string(),
        };
        // The manifest comes last: with it, the plan is there.
        let text = serde_json::to_string_pretty(&manifest).expect("plain data has a JSON text");
        for (name, text) in [("plan.jsonl", lines), ("manifest.json", text + "\n")] {
            let path = dir.join(name);
            write_durably(&path, text.as_bytes()).map_err(io_error(&path))?;
        }
        let run = Run::open(registry, dir)?;
        Ok(Planned { run, existed: false })
    }

    /// Opens a run and checks that this program can play it.
    pub fn open(registry: &Registry, dir: &Path) -> Result<Run, ClusterError> {
        let run = dir.display().to_string();
        let path = dir.join("manifest.json");
        let text = match std::fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                return Err(ClusterError::NoRun(run));
            }
            Err(error) => return Err(io_error(&path)(error)),
        };
        // The version first: another one may write another manifest.
        let value: Value = serde_json::from_str(&text).map_err(|e| bad_run(&path, &e))?;
        let theirs = value["program"].as_str().unwrap_or("unknown");
        if theirs != PROGRAM {
            return Err(ClusterError::OtherVersion { run, theirs: theirs.to_string(), ours: PROGRAM });
        }
        let manifest: Manifest = serde_json::from_value(value).map_err(|e| bad_run(&path, &e))?;
        if manifest.spec_hash != spec_hash(&manifest.job, &manifest.sections) {
            return Err(bad_run(&path, &"does not fit its own hash"));
        }
        let tables = Tables::of(&manifest.job, registry)?;
        let sections = tables.sections();
        if sections != manifest.sections {
            return Err(ClusterError::Changed { run, what: manifest.job.name() });
        }
        let shards = read_plan(&dir.join("plan.jsonl"), &manifest.plan_hash)?;
        Ok(Run {
            dir: dir.to_path_buf(),
            job: manifest.job,
            sections,
            spec_hash: manifest.spec_hash,
            shards,
            tables,
            registry: registry.clone(),
        })
    }

    pub fn name(&self) -> String {
        self.dir.display().to_string()
    }

    pub fn shard(&self, index: u64) -> Result<&Shard, ClusterError> {
        let shard = self.shards.get(index as usize);
        shard.ok_or_else(|| ClusterError::NoShard { run: self.name(), index, last: self.shards.len() as u64 - 1 })
    }

    pub fn indices(&self) -> Indices {
        Indices::below(self.shards.len() as u64)
    }

    /// How long all shards were thought to take when they were planned.
    pub fn planned_seconds(&self) -> f64 {
        self.shards.iter().map(|s| s.seconds).sum()
    }

    /// How many units it has: games, or positions.
    pub fn units(&self) -> u64 {
        self.sections.iter().map(|s| s.units).sum()
    }

    /// What one unit and several are called.
    pub fn unit_names(&self) -> [&'static str; 2] {
        self.tables.unit_names()
    }

    pub(super) fn part_path(&self, index: u64) -> PathBuf {
        self.dir.join("parts").join(format!("{index}.jsonl"))
    }
}

fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("plain data has a JSON text")
}

fn spec_hash(job: &Job, sections: &[Section]) -> String {
    Hash::of(&json(&(job, sections))).to_string()
}

fn seed_of(section: &Section) -> u64 {
    section.task["seed"].as_u64().unwrap_or_default()
}

fn cut(
    tables: &Tables,
    sections: &[Section],
    size: ShardSize,
    progress: &mut dyn FnMut(&str),
) -> Result<Vec<Shard>, ClusterError> {
    let mut shards = Vec::new();
    for (section, of) in sections.iter().enumerate() {
        progress(&format!("measuring {}", of.label));
        let (units, seconds) = match size {
            // Not measured.
            ShardSize::Units(units) => (units.max(1), 0.0),
            ShardSize::About(length) => {
                let seconds = tables.seconds_a_unit(section)?;
                (units_a_shard(of.units, seconds, length), seconds)
            }
        };
        let mut from = 0;
        while from < of.units {
            let to = (from + units).min(of.units);
            shards.push(Shard {
                shard: shards.len() as u64,
                section,
                from,
                to,
                // To a millisecond.
                seconds: (seconds * (to - from) as f64 * 1e3).round() / 1e3,
            });
            from = to;
        }
    }
    Ok(shards)
}

/// How many units of a section make a shard.
pub(super) fn units_a_shard(all: u64, seconds_a_unit: f64, length: Duration) -> u64 {
    let units = (length.as_secs_f64() / seconds_a_unit).round().max(1.0);
    even(all, units as u64)
}

/// A size near `units` that leaves no small rest.
fn even(all: u64, units: u64) -> u64 {
    let shards = all.div_ceil(units.max(1)).max(1);
    all.div_ceil(shards).max(1)
}

/// Reads the shards. What fits the hash is what [`cut`] has made: every unit is in exactly one shard.
fn read_plan(path: &Path, plan_hash: &str) -> Result<Vec<Shard>, ClusterError> {
    let text = std::fs::read_to_string(path).map_err(|e| bad_run(path, &e))?;
    if Hash::of(&text).to_string() != plan_hash {
        return Err(bad_run(path, &"does not fit the hash in manifest.json"));
    }
    let shards = text.lines().map(serde_json::from_str);
    shards.collect::<Result<_, _>>().map_err(|e| bad_run(path, &e))
}

fn bad_run(path: &Path, why: &dyn Display) -> ClusterError {
    ClusterError::BadRun { path: path.display().to_string(), why: why.to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_of_a_section_are_of_about_one_size() {
        assert_eq!(even(100, 30), 25);
        assert_eq!(even(100, 1), 1);
        assert_eq!(even(100, 1000), 100);
        assert_eq!(even(7, 3), 3);
    }

    #[test]
    fn a_shard_has_as_many_units_as_fill_its_length_and_at_least_one() {
        let units = |length| units_a_shard(1000, 0.5, Duration::from_secs(length));
        assert_eq!([units(120), units(10), units(0)], [200, 20, 1]);
    }
}
