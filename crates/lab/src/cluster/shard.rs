//! Playing one shard.

use std::time::Instant;

use super::part::{Part, PartWriter};
use super::{ClusterError, Indices, Run, io_error};

#[derive(Clone, Copy, PartialEq, Debug)]
pub enum ShardPlayed {
    /// It was there already.
    Before,
    Now {
        units: u64,
        seconds: f64,
    },
}

impl Run {
    /// Plays a shard and writes its part, unless it is there. A part that is there but damaged is played
    /// again.
    pub fn play_shard(&self, index: u64, progress: &mut dyn FnMut(u64, u64)) -> Result<ShardPlayed, ClusterError> {
        let shard = self.shard(index)?;
        let path = self.part_path(index);
        if let Ok(Some(_)) = self.read_part(index) {
            return Ok(ShardPlayed::Before);
        }
        let begin = Instant::now();
        let parts = self.dir.join("parts");
        std::fs::create_dir_all(&parts).map_err(io_error(&parts))?;
        let io = io_error(&path);
        let mut part = PartWriter::create(&path, &self.spec_hash, shard).map_err(&io)?;
        for number in shard.from..shard.to {
            progress(number - shard.from, shard.to - shard.from);
            let one = Instant::now();
            let done = self.tables.unit(shard.section, number)?;
            let micros = one.elapsed().as_micros() as u64;
            part.unit(number, done, micros).map_err(&io)?;
        }
        let seconds = begin.elapsed().as_secs_f64();
        if let Err(error) = part.finish(seconds) {
            // Someone else may have been first, and a merge may have swept up since.
            if !matches!(self.read_part(index), Ok(Some(_))) {
                return Err(io(error));
            }
        }
        Ok(ShardPlayed::Now { units: shard.to - shard.from, seconds })
    }

    /// The part of a shard, if it is there and whole.
    pub(super) fn read_part(&self, index: u64) -> Result<Option<Part>, ClusterError> {
        let path = self.part_path(index);
        let part = Part::read(&path, &self.spec_hash, self.shard(index)?);
        part.map_err(|why| ClusterError::BadPart { path: path.display().to_string(), why, run: self.name(), index })
    }

    /// The shards that are still to be played, the damaged ones among them.
    pub fn to_play(&self) -> Indices {
        let open = |&index: &u64| !matches!(self.read_part(index), Ok(Some(_)));
        (0..self.shards.len() as u64).filter(open).collect()
    }

    /// How many parts there are, for a progress bar: nothing is checked.
    pub fn count_parts(&self) -> u64 {
        let entries = std::fs::read_dir(self.dir.join("parts")).into_iter();
        let names = entries.flatten().flatten().map(|entry| entry.file_name());
        let is_part = |name: &std::ffi::OsString| part_number(&name.to_string_lossy()).is_some();
        names.filter(is_part).count() as u64
    }
}

/// The number of a part, if a file has the name of one.
pub(super) fn part_number(name: &str) -> Option<u64> {
    let number = name.strip_suffix(".jsonl")?;
    let index = number.parse::<u64>().ok()?;
    (index.to_string() == number).then_some(index)
}
