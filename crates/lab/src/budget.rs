//! How much an experiment may cost.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Budget {
    /// Seconds.
    Smoke,
    /// Minutes.
    Quick,
    /// As the thesis did.
    Paper,
}

impl FromStr for Budget {
    type Err = String;
    fn from_str(s: &str) -> Result<Self, String> {
        match s {
            "smoke" => Ok(Budget::Smoke),
            "quick" => Ok(Budget::Quick),
            "paper" => Ok(Budget::Paper),
            _ => Err("expected smoke, quick or paper".to_string()),
        }
    }
}

impl fmt::Display for Budget {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Budget::Smoke => "smoke",
            Budget::Quick => "quick",
            Budget::Paper => "paper",
        })
    }
}

/// How much of something an experiment spends under each budget.
#[derive(Clone, Copy, Debug, Deserialize)]
pub(crate) struct Amounts {
    smoke: u64,
    quick: u64,
    paper: u64,
}

impl Amounts {
    pub(crate) fn of(self, budget: Budget) -> u64 {
        match budget {
            Budget::Smoke => self.smoke,
            Budget::Quick => self.quick,
            Budget::Paper => self.paper,
        }
    }
}
