//! The run directory: what is played, and how it is cut into shards.

use std::path::{Path, PathBuf};

use melee_arena::tournament::MatchPlan;
use serde::{Deserialize, Serialize};

use super::games::{Games, OwnMatch};
use super::hash::Hash;
use super::units::{Divisible, Section};
use super::{ClusterError, Indices, durable, io_error};
use crate::{Budget, Experiment};

/// What a run plays.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Job {
    /// A published table.
    Experiment {
        /// Its id.
        id: String,
        /// How much of it.
        budget: Budget,
    },
    /// A match of one's own.
    Match {
        /// The match.
        plan: MatchPlan,
        /// How many games.
        games: u64,
    },
}

impl Job {
    fn divisible(&self) -> Result<Box<dyn Divisible>, ClusterError> {
        match self {
            Job::Experiment { id, budget } => {
                let experiment = Experiment::find(id)?;
                experiment
                    .divisible(*budget)
                    .ok_or_else(|| ClusterError::NotDivisible {
                        id: id.clone(),
                        budget: *budget,
                    })
            }
            Job::Match { plan, games } => Ok(Box::new(OwnMatch(Games {
                label: plan.game.clone(),
                plan: plan.clone(),
                count: *games,
            }))),
        }
    }

    /// Its name, in a few words.
    pub fn name(&self) -> String {
        match self {
            Job::Experiment { id, budget } => format!("{id}, budget {budget}"),
            Job::Match { plan, games } => {
                let names = plan.players_in.iter().map(|c| c.algorithm.as_str());
                let names: Vec<&str> = names.collect();
                format!(
                    "{games} games of {}: {}",
                    plan.game,
                    names.join(" against ")
                )
            }
        }
    }
}

/// The first line that describes a run. Its hash stands in every part.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Manifest {
    program: String,
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
    /// Its number in the run.
    pub shard: u64,
    /// The section.
    pub section: usize,
    /// The first unit.
    pub from: u64,
    /// The one after the last.
    pub to: u64,
    /// How long it was thought to take when it was planned.
    pub seconds: f64,
}

/// How large shards are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ShardSize {
    /// About two minutes, from a short measurement; at least one unit.
    Measured,
    /// So many units.
    Units(u64),
}

/// About how long a shard should take: between one and five minutes even if the estimate is off by a factor of two.
const SECONDS_A_SHARD: f64 = 120.0;

/// A directory with a plan, checked.
pub struct Run {
    pub(super) dir: PathBuf,
    pub(super) job: Job,
    pub(super) sections: Vec<Section>,
    pub(super) spec_hash: String,
    pub(super) shards: Vec<Shard>,
    pub(super) work: Box<dyn Divisible>,
}

/// A run, and whether it was there before.
pub struct Planned {
    /// The run.
    pub run: Run,
    /// Was it left as it was?
    pub existed: bool,
}

const PROGRAM: &str = env!("CARGO_PKG_VERSION");

impl Run {
    /// Writes the plan of a job into a directory, or leaves the one that is there if it is of the same job.
    pub fn plan(
        dir: &Path,
        job: &Job,
        size: ShardSize,
        progress: &mut dyn FnMut(&str),
    ) -> Result<Planned, ClusterError> {
        if dir.join("manifest.json").exists() {
            let run = Run::open(dir)?;
            if run.job != *job {
                return Err(ClusterError::OtherRun {
                    run: run.name(),
                    theirs: run.job.name(),
                });
            }
            return Ok(Planned { run, existed: true });
        }
        let work = job.divisible()?;
        let sections = work.sections()?;
        if sections.is_empty() {
            return Err(ClusterError::Nothing(job.name()));
        }
        let shards = cut(work.as_ref(), &sections, size, progress)?;
        for inner in [dir.to_path_buf(), dir.join("parts"), dir.join("log")] {
            std::fs::create_dir_all(&inner).map_err(io_error(&inner))?;
        }
        let lines: String = shards.iter().map(|shard| json(shard) + "\n").collect();
        let manifest = Manifest {
            program: PROGRAM.to_string(),
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
            durable::write(&path, &text).map_err(io_error(&path))?;
        }
        let run = Run::open(dir)?;
        Ok(Planned {
            run,
            existed: false,
        })
    }

    /// Opens a run and checks that this program can play it.
    pub fn open(dir: &Path) -> Result<Run, ClusterError> {
        let run = dir.display().to_string();
        let path = dir.join("manifest.json");
        let text = match std::fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                return Err(ClusterError::NoRun(run));
            }
            Err(error) => return Err(io_error(&path)(error)),
        };
        let bad = |path: &Path, why: String| ClusterError::BadRun {
            path: path.display().to_string(),
            why,
        };
        // The version first: another one may write another manifest.
        let value: serde_json::Value =
            serde_json::from_str(&text).map_err(|e| bad(&path, e.to_string()))?;
        let theirs = value["program"].as_str().unwrap_or("unknown");
        if theirs != PROGRAM {
            return Err(ClusterError::OtherVersion {
                run,
                theirs: theirs.to_string(),
                ours: PROGRAM,
            });
        }
        let manifest: Manifest =
            serde_json::from_value(value).map_err(|e| bad(&path, e.to_string()))?;
        if manifest.spec_hash != spec_hash(&manifest.job, &manifest.sections) {
            return Err(bad(&path, "does not fit its own hash".to_string()));
        }
        let work = manifest.job.divisible()?;
        let sections = work.sections()?;
        if sections != manifest.sections {
            return Err(ClusterError::Changed {
                run,
                what: manifest.job.name(),
            });
        }
        let shards = read_plan(&dir.join("plan.jsonl"), &manifest)?;
        Ok(Run {
            dir: dir.to_path_buf(),
            job: manifest.job,
            sections,
            spec_hash: manifest.spec_hash,
            shards,
            work,
        })
    }

    /// What it plays.
    pub fn job(&self) -> &Job {
        &self.job
    }

    /// Its directory.
    pub fn dir(&self) -> &Path {
        &self.dir
    }

    /// Its directory, as a text for messages.
    pub fn name(&self) -> String {
        self.dir.display().to_string()
    }

    /// Its shards.
    pub fn shards(&self) -> &[Shard] {
        &self.shards
    }

    /// Its rows.
    pub fn sections(&self) -> &[Section] {
        &self.sections
    }

    /// A shard by its number.
    pub fn shard(&self, index: u64) -> Result<&Shard, ClusterError> {
        let shard = self.shards.get(index as usize);
        shard.ok_or_else(|| ClusterError::NoShard {
            run: self.name(),
            index,
            last: self.shards.len() as u64 - 1,
        })
    }

    /// The numbers of all shards.
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
        self.work.unit_names()
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

/// Cuts all sections into shards.
fn cut(
    work: &dyn Divisible,
    sections: &[Section],
    size: ShardSize,
    progress: &mut dyn FnMut(&str),
) -> Result<Vec<Shard>, ClusterError> {
    let mut shards = Vec::new();
    for (section, of) in sections.iter().enumerate() {
        progress(&format!("measuring {}", of.label));
        let (units, seconds) = match size {
            ShardSize::Units(units) => (units.max(1), None),
            ShardSize::Measured => {
                let seconds = work.seconds_a_unit(section)?.max(1e-6);
                let units = (SECONDS_A_SHARD / seconds).round().max(1.0);
                (even(of.units, units as u64), Some(seconds))
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
                // To a millisecond; 0 if it was not measured.
                seconds: (seconds.unwrap_or(0.0) * (to - from) as f64 * 1e3).round() / 1e3,
            });
            from = to;
        }
    }
    Ok(shards)
}

/// A size near `units` that leaves no small rest.
fn even(all: u64, units: u64) -> u64 {
    let shards = all.div_ceil(units.max(1)).max(1);
    all.div_ceil(shards).max(1)
}

/// Reads the shards and checks that every unit of every section is in exactly one.
fn read_plan(path: &Path, manifest: &Manifest) -> Result<Vec<Shard>, ClusterError> {
    let bad = |why: String| ClusterError::BadRun {
        path: path.display().to_string(),
        why,
    };
    let text = std::fs::read_to_string(path).map_err(|e| bad(e.to_string()))?;
    if Hash::of(&text).to_string() != manifest.plan_hash {
        return Err(bad("does not fit the hash in manifest.json".to_string()));
    }
    let mut shards: Vec<Shard> = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let shard = serde_json::from_str(line);
        shards.push(shard.map_err(|e| bad(format!("line {}: {e}", number + 1)))?);
    }
    let numbered = shards.iter().zip(0..).all(|(shard, n)| shard.shard == n);
    if !numbered || shards.len() as u64 != manifest.shards || shards.is_empty() {
        return Err(bad("its shards are not numbered one by one".to_string()));
    }
    for (section, of) in manifest.sections.iter().enumerate() {
        let mut next = 0;
        for shard in shards.iter().filter(|s| s.section == section) {
            if shard.from != next || shard.to <= shard.from {
                return Err(bad(format!(
                    "unit {next} of '{}' is not in one shard",
                    of.label
                )));
            }
            next = shard.to;
        }
        if next != of.units {
            return Err(bad(format!("unit {next} of '{}' is in no shard", of.label)));
        }
    }
    if shards.iter().any(|s| s.section >= manifest.sections.len()) {
        return Err(bad("a shard of no section".to_string()));
    }
    Ok(shards)
}

#[cfg(test)]
mod tests {
    use super::even;

    #[test]
    fn shards_of_a_section_are_of_about_one_size() {
        assert_eq!(even(100, 30), 25);
        assert_eq!(even(100, 1), 1);
        assert_eq!(even(100, 1000), 100);
        assert_eq!(even(7, 3), 3);
    }
}
