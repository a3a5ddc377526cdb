//! What a shard has played: a file of lines that says itself whether it is whole.
//!
//! The first line says which shard of which run it is, the last but one how long it took, the last is the hash of
//! all before it; between them stands one line a unit.

use std::io::{self, Write};
use std::path::Path;

use melee_arena::files::DurableFile;
use melee_arena::hash::Hash;
use serde::{Deserialize, Serialize};

use super::machine::{cpu_model, cpu_seconds, host_name};
use super::manifest::Shard;
use crate::provenance::build;
use crate::study::{Times, UnitResult};

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Head {
    run: String,
    program: String,
    shard: u64,
    section: usize,
    from: u64,
    to: u64,
}

impl Head {
    fn new(run: &str, shard: &Shard) -> Self {
        Head {
            run: run.to_string(),
            program: env!("CARGO_PKG_VERSION").to_string(),
            shard: shard.shard,
            section: shard.section,
            from: shard.from,
            to: shard.to,
        }
    }
}

/// A unit with its times and the processor that did it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct UnitLine {
    pub(crate) number: u64,
    pub(crate) done: UnitResult,
    pub(crate) times: Times,
    pub(crate) cpu: String,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Tail {
    units: u64,
    /// The time of the whole shard.
    pub(crate) seconds: f64,
    /// The time that the processor worked on it, where the system tells.
    pub(crate) cpu_seconds: Option<f64>,
    pub(crate) host: String,
    /// Of the program.
    #[serde(default)]
    pub(crate) build: String,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Seal {
    hash: String,
}

/// A part that was read and checked.
pub(crate) struct Part {
    pub(crate) units: Vec<UnitLine>,
    pub(crate) end: Tail,
}

/// Writes a part line by line; it is there when it is finished.
pub(crate) struct PartWriter {
    file: DurableFile,
    hash: Hash,
    units: u64,
    cpu: String,
}

impl PartWriter {
    pub(crate) fn create(path: &Path, run: &str, shard: &Shard) -> io::Result<Self> {
        let mut writer = PartWriter { file: DurableFile::create(path)?, hash: Hash::new(), units: 0, cpu: cpu_model() };
        writer.line(&Head::new(run, shard))?;
        Ok(writer)
    }

    fn line(&mut self, value: &impl Serialize) -> io::Result<()> {
        let mut line = serde_json::to_string(value)?;
        line.push('\n');
        self.hash.feed(line.as_bytes());
        self.file.write_all(line.as_bytes())?;
        self.file.flush()
    }

    pub(crate) fn unit(&mut self, number: u64, mut done: UnitResult, micros: u64) -> io::Result<()> {
        self.units += 1;
        let times = done.take_times(micros);
        let cpu = self.cpu.clone();
        self.line(&UnitLine { number, done, times, cpu })
    }

    pub(crate) fn finish(mut self, seconds: f64) -> io::Result<()> {
        let (units, host) = (self.units, host_name());
        self.line(&Tail { units, seconds, cpu_seconds: cpu_seconds(), host, build: build() })?;
        let hash = self.hash.to_string();
        self.line(&Seal { hash })?;
        self.file.finish()
    }
}

impl Part {
    /// Reads the part of a shard, if it is there; nothing in it is believed before the hash fits. An error says why it
    /// cannot be trusted.
    pub(crate) fn read(path: &Path, run: &str, shard: &Shard) -> Result<Option<Part>, String> {
        match std::fs::read(path) {
            Ok(bytes) => Self::check(&bytes, run, shard).map(Some),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error.to_string()),
        }
    }

    fn check(bytes: &[u8], run: &str, shard: &Shard) -> Result<Part, String> {
        let text = std::str::from_utf8(bytes).map_err(|_| "not a text".to_string())?;
        let lines: Vec<&str> = text.split_inclusive('\n').collect();
        let (Some(&last), true) = (lines.last(), text.ends_with('\n')) else {
            return Err(format!("line {} is cut off", lines.len()));
        };
        let Ok(seal) = serde_json::from_str::<Seal>(last) else {
            let lines = lines.len();
            return Err(format!("it ends after line {lines}, without its hash"));
        };
        if seal.hash != Hash::of(&text[..text.len() - last.len()]).to_string() {
            return Err("wrong hash".to_string());
        }
        let [head, units @ .., end, _] = &lines[..] else {
            return Err("too few lines".to_string());
        };
        let bad = |error: serde_json::Error| error.to_string();
        let head: Head = serde_json::from_str(head).map_err(bad)?;
        let expected = Head::new(run, shard);
        if head.run != expected.run {
            return Err("a part of another run".to_string());
        }
        if head != expected {
            return Err(format!("holds shard {} by its first line", head.shard));
        }
        let units = units.iter().map(|line| serde_json::from_str(line));
        let units: Vec<UnitLine> = units.collect::<Result<_, _>>().map_err(bad)?;
        let end: Tail = serde_json::from_str(end).map_err(bad)?;
        let own = |unit: &UnitLine| {
            let game = unit.done.game.as_ref();
            game.is_none_or(|game| game.number == unit.number)
        };
        let (from, to) = (shard.from, shard.to);
        let numbers = units.iter().map(|unit| unit.number);
        if end.units != units.len() as u64 || !units.iter().all(own) || !numbers.eq(from..to) {
            return Err(format!("does not hold units {from} to {}", to - 1));
        }
        Ok(Part { units, end })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHARD: Shard = Shard { shard: 7, section: 0, from: 2, to: 4, seconds: 0.0 };

    fn whole(path: &Path) -> Vec<u8> {
        let mut writer = PartWriter::create(path, "run", &SHARD).expect("created");
        for number in 2..4 {
            let done = UnitResult::of_counts(&[(1, 5), (2, number * 40)]);
            writer.unit(number, done, 17).expect("written");
        }
        assert!(matches!(Part::read(path, "run", &SHARD), Ok(None)));
        writer.finish(1.5).expect("finished");
        std::fs::read(path).expect("there")
    }

    #[test]
    fn a_part_reads_back() {
        let dir = tempfile::tempdir().expect("a directory");
        let path = dir.path().join("7.jsonl");
        whole(&path);
        let part = Part::read(&path, "run", &SHARD).expect("whole").expect("there");
        assert_eq!(part.units.len(), 2);
        assert_eq!(part.units[1].done, UnitResult::of_counts(&[(1, 5), (2, 120)]));
        assert_eq!(part.units[1].times.micros, 17);
        assert!(!part.units[0].cpu.is_empty());
    }

    #[test]
    fn every_prefix_and_every_changed_byte_is_found() {
        let dir = tempfile::tempdir().expect("a directory");
        let bytes = whole(&dir.path().join("7.jsonl"));
        for len in 0..bytes.len() {
            assert!(Part::check(&bytes[..len], "run", &SHARD).is_err(), "{len}");
        }
        for at in 0..bytes.len() {
            let mut other = bytes.clone();
            other[at] ^= 1;
            assert!(Part::check(&other, "run", &SHARD).is_err(), "{at}");
        }
        let doubled = [&bytes[..], &bytes[..]].concat();
        assert!(Part::check(&doubled, "run", &SHARD).is_err());
    }

    #[test]
    fn a_part_of_another_place_is_found() {
        let dir = tempfile::tempdir().expect("a directory");
        let bytes = whole(&dir.path().join("7.jsonl"));
        let refused = |run: &str, shard: &Shard| {
            let part = Part::check(&bytes, run, shard);
            part.err().unwrap_or_default()
        };
        assert_eq!(refused("run", &SHARD), "");
        assert_eq!(refused("other", &SHARD), "a part of another run");
        let moved = Shard { shard: 8, ..SHARD };
        assert_eq!(refused("run", &moved), "holds shard 7 by its first line");
    }
}
