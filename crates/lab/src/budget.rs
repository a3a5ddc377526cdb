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
    /// About ten times as much, but never more than the thesis did: three times the games, each three times as long.
    Standard,
    /// As the thesis did.
    Paper,
}

impl Budget {
    pub const ALL: [Budget; 4] = [Budget::Smoke, Budget::Quick, Budget::Standard, Budget::Paper];

    pub fn name(self) -> &'static str {
        match self {
            Budget::Smoke => "smoke",
            Budget::Quick => "quick",
            Budget::Standard => "standard",
            Budget::Paper => "paper",
        }
    }
}

impl FromStr for Budget {
    type Err = String;
    fn from_str(s: &str) -> Result<Self, String> {
        let known = Budget::ALL.into_iter().find(|budget| budget.name() == s);
        known.ok_or_else(|| "expected smoke, quick, standard or paper".to_string())
    }
}

impl fmt::Display for Budget {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(self.name())
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
            Budget::Standard => (3 * self.quick).min(self.paper).max(self.quick),
            Budget::Paper => self.paper,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn standard_lies_between_quick_and_paper() {
        let of = |quick, paper| Amounts { smoke: 1, quick, paper }.of(Budget::Standard);
        assert_eq!((of(72, 1440), of(24, 60), of(10, 10)), (216, 60, 10));
    }

    #[test]
    fn budgets_are_read_as_they_are_written() {
        for budget in Budget::ALL {
            assert_eq!(budget.to_string().parse(), Ok(budget));
        }
    }
}
