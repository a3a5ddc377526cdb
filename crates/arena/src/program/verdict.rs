//! What a program did wrong.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A kind of misbehaviour; each loses the game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Fault {
    /// It ended, or closed its pipes.
    Crash,
    /// It played what is not legal.
    Illegal,
    /// It did not move in time.
    Timeout,
    /// It did not answer the greeting or `isready`, or does not listen.
    Silence,
    /// A line without end.
    Garbage,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Fault::Crash => "crash",
            Fault::Illegal => "illegal move",
            Fault::Timeout => "time-out",
            Fault::Silence => "silence",
            Fault::Garbage => "garbage",
        })
    }
}

/// A fault and what was seen of it.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{fault}: {detail}")]
pub struct Offence {
    /// Its kind.
    pub fault: Fault,
    /// One line.
    pub detail: String,
}

impl Offence {
    pub(super) fn new(fault: Fault, detail: impl Into<String>) -> Self {
        Offence {
            fault,
            detail: detail.into(),
        }
    }
}

/// Why a game was lost by other means than the rules.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Verdict {
    /// The seat that lost it, from 0.
    pub seat: usize,
    /// The kind of its fault.
    pub fault: Fault,
    /// One line about it.
    pub detail: String,
}
