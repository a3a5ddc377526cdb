//! Algorithms by name: `brs+:tt=deep/64MiB,killers=2`.
//!
//! A specification is data, a name and what is set; its text is printed from that. What names and
//! options there are is known to the [`Catalogue`](crate::Catalogue) of searches that it is looked up in.

use std::fmt;
use std::str::FromStr;

use crate::shortened;

/// An algorithm with its options, as a user names it.
///
/// ```
/// use melee_search::Spec;
/// let spec: Spec = "alphabeta: best, killers=2".parse().unwrap();
/// assert_eq!(spec, Spec::new("alphabeta").best().with("killers", 2));
/// assert_eq!(spec.to_string(), "alphabeta:best,killers=2");
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Spec {
    /// The name of an algorithm, or of a player that a game knows; `best` for the strongest one.
    pub name: String,
    /// What is set, in order.
    pub options: Vec<Setting>,
}

/// Something that a specification sets.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Setting {
    /// The strongest settings.
    Best,
    /// One option.
    Value { name: String, value: String },
}

impl Spec {
    /// An algorithm as it is.
    pub fn new(name: impl Into<String>) -> Self {
        Spec { name: name.into(), options: Vec::new() }
    }

    /// With its strongest settings.
    #[must_use]
    pub fn best(mut self) -> Self {
        self.options.push(Setting::Best);
        self
    }

    /// With an option.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl fmt::Display) -> Self {
        self.options.push(Setting::Value { name: name.to_string(), value: value.to_string() });
        self
    }

    /// The last value given to an option.
    pub fn get(&self, option: &str) -> Option<&str> {
        self.options.iter().rev().find_map(|setting| match setting {
            Setting::Value { name, value } if name == option => Some(value.as_str()),
            _ => None,
        })
    }
}

impl FromStr for Spec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        Ok(read(text))
    }
}

/// Reads `NAME` or `NAME:OPTION=VALUE,...`; whether there are such is not known here.
fn read(text: &str) -> Spec {
    let (name, options) = text.split_once(':').unwrap_or((text, ""));
    let mut spec = Spec::new(name.split_whitespace().collect::<String>());
    for option in options.split(',').map(str::trim).filter(|o| !o.is_empty()) {
        let (name, value) = option.split_once('=').unwrap_or((option, ""));
        spec = match (name, value) {
            ("best", "") => spec.best(),
            (name, value) => spec.with(name.trim(), value.trim()),
        };
    }
    spec
}

impl From<&str> for Spec {
    fn from(text: &str) -> Self {
        read(text)
    }
}

impl From<&Spec> for Spec {
    fn from(spec: &Spec) -> Self {
        spec.clone()
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        for (i, option) in self.options.iter().enumerate() {
            f.write_str(if i == 0 { ":" } else { "," })?;
            match option {
                Setting::Best => f.write_str("best")?,
                Setting::Value { name, value } if value.is_empty() && !name.is_empty() => f.write_str(name)?,
                Setting::Value { name, value } => write!(f, "{name}={value}")?,
            }
        }
        Ok(())
    }
}

/// What is wrong with a specification.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SpecError {
    /// No such algorithm.
    #[error("unknown algorithm '{name}'; known: {known}")]
    UnknownAlgorithm { name: String, known: String },
    /// No such option for this algorithm.
    #[error("{algorithm} has no option '{option}'; known: {known}")]
    UnknownOption { algorithm: String, option: String, known: String },
    /// A value that the option does not take.
    #[error("{algorithm}: option {option}={value}: expected {expected}")]
    BadValue { algorithm: String, option: String, value: String, expected: String },
    /// A name with brackets that mean nothing.
    #[error("'{name}': {problem}")]
    BadName { name: String, problem: String },
}

impl SpecError {
    pub(crate) fn unknown_option(algorithm: &str, option: &str, known: &[&str]) -> Self {
        SpecError::UnknownOption {
            algorithm: algorithm.to_string(),
            option: shortened(option),
            known: known.join(", "),
        }
    }

    pub(crate) fn bad_value(algorithm: &str, option: &str, value: &str, expected: &str) -> Self {
        SpecError::BadValue {
            algorithm: algorithm.to_string(),
            option: option.to_string(),
            value: shortened(value),
            expected: expected.to_string(),
        }
    }
}
