//! The file of a search for weights: one JSON object a line, the settings first, then what happened.
//!
//! A line is on the disk before it counts. A line that a killed program left unfinished is cut off.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::{TuneError, TunePlan};
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
        /// The games.
        games: u64,
        /// The share of the points.
        share: f64,
        /// Its 95 % interval over blocks.
        interval: Interval,
    },
}

/// The open file. One process has it at a time.
pub(super) struct Log {
    file: File,
    name: String,
}

impl Log {
    /// Opens the file of a search or makes it; returns what has happened so far.
    pub(super) fn open(path: &Path, plan: &TunePlan) -> Result<(Self, Vec<Event>), TuneError> {
        let name = path.display().to_string();
        let io = |e: std::io::Error| TuneError::file(&name, e);
        let mut options = OpenOptions::new();
        let options = options.read(true).write(true).create(true).truncate(false);
        let mut file = options.open(path).map_err(io)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(TuneError::file(&name, "another process is writing it"));
            }
            Err(TryLockError::Error(e)) => return Err(io(e)),
        }
        let mut text = String::new();
        file.read_to_string(&mut text).map_err(io)?;
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        let mut lines = text[..whole].lines();
        let mut log = Log { file, name };
        let settings = serde_json::to_string(plan).expect("plain data has a JSON text");
        let Some(first) = lines.next() else {
            if !settings.starts_with(&text) {
                return Err(TuneError::file(&log.name, "not a file of melee tune"));
            }
            log.cut(0)?;
            log.write(plan)?;
            return Ok((log, Vec::new()));
        };
        if first != settings {
            let why = match serde_json::from_str::<TunePlan>(first) {
                Ok(_) => {
                    "holds another search (game, weights, limits, iterations, steps or seed differ)"
                }
                Err(_) => "not a file of melee tune",
            };
            return Err(TuneError::file(&log.name, why));
        }
        let mut events = Vec::new();
        for (i, line) in lines.enumerate() {
            let event = serde_json::from_str(line);
            events.push(event.map_err(|e| {
                let why = format!("line {} cannot be read: {e}", i + 2);
                TuneError::file(&log.name, why)
            })?);
        }
        log.cut(whole as u64)?;
        Ok((log, events))
    }

    fn cut(&mut self, length: u64) -> Result<(), TuneError> {
        let cut = self
            .file
            .set_len(length)
            .and_then(|()| self.file.seek(SeekFrom::Start(length)));
        cut.map_err(|e| TuneError::file(&self.name, e))?;
        Ok(())
    }

    /// Adds a line for good.
    pub(super) fn write(&mut self, what: &impl Serialize) -> Result<(), TuneError> {
        let mut line = serde_json::to_vec(what).expect("plain data has a JSON text");
        line.push(b'\n');
        let written = self
            .file
            .write_all(&line)
            .and_then(|()| self.file.sync_data());
        written.map_err(|e| TuneError::file(&self.name, e))
    }
}
