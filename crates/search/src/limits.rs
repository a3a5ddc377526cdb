//! What a search may spend.
//!
//! As text a limit stands behind an `@`: `5000` nodes, `250ms`, `d4` for a depth; several are joined by
//! `+` (`d4+250ms`).

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use melee_core::shortened;

use crate::SearchError;
use crate::driver::MAX_DEPTH;

/// What a search may spend; the first limit reached ends it.
///
/// ```
/// use std::time::Duration;
/// use melee_search::Limits;
/// let limits: Limits = "d4+250ms".parse().unwrap();
/// assert_eq!((limits.depth, limits.time), (Some(4), Some(Duration::from_millis(250))));
/// assert_eq!(limits.to_string(), "d4+250ms");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Limits {
    /// The deepest iteration.
    pub depth: Option<u32>,
    /// The most nodes: never exceeded by a search, and by less than 10,000 by a solver.
    pub nodes: Option<u64>,
    /// The time, looked at every thousand nodes or so.
    pub time: Option<Duration>,
    /// What a move should take of that under a clock for the whole game: more where the best move is in doubt, less
    /// where it is not. Searches that are not made of iterations take just that.
    pub target: Option<Duration>,
    /// Search depth by depth even if only a depth is given.
    pub deepen: bool,
    /// How many of the best root moves are reported, each with its value and line; 1 by default.
    pub lines: usize,
    /// How many threads look for the answer, where a search can be divided; 1 by default. With one a search does the
    /// same from run to run.
    pub threads: usize,
}

/// The most threads of a search.
pub const MAX_THREADS: usize = 256;

impl Default for Limits {
    fn default() -> Self {
        Limits::NONE
    }
}

impl Limits {
    /// No limit at all.
    pub const NONE: Limits =
        Limits { depth: None, nodes: None, time: None, target: None, deepen: false, lines: 1, threads: 1 };

    /// Only a depth.
    pub const fn depth(depth: u32) -> Self {
        Limits { depth: Some(depth), ..Limits::NONE }
    }

    /// Only a number of nodes.
    pub const fn nodes(nodes: u64) -> Self {
        Limits { nodes: Some(nodes), ..Limits::NONE }
    }

    /// Only a time.
    pub const fn time(time: Duration) -> Self {
        Limits { time: Some(time), ..Limits::NONE }
    }

    /// Until somebody says stop: the deepest search there is.
    pub const fn endless() -> Self {
        Limits::depth(MAX_DEPTH)
    }

    /// Would a search go on as long as nobody stops it?
    pub fn is_endless(&self) -> bool {
        let shallow = self.depth.is_some_and(|depth| depth < MAX_DEPTH);
        !shallow && self.nodes.is_none() && self.time.is_none()
    }

    /// Is nothing limited?
    pub fn is_none(&self) -> bool {
        self.depth.is_none() && self.nodes.is_none() && self.time.is_none()
    }

    /// The time that a search will probably take, if time limits it.
    pub(crate) fn likely_time(&self) -> Option<Duration> {
        self.target.or(self.time)
    }

    /// These limits, or others where nothing is limited.
    #[must_use]
    pub fn or(self, others: Limits) -> Limits {
        if self.is_none() { others } else { self }
    }

    /// Can anything be searched within them? No limit at all is one too.
    ///
    /// ```
    /// use melee_search::Limits;
    /// assert!(Limits::depth(4).check().is_ok());
    /// assert_eq!(Limits::depth(0).check().unwrap_err().to_string(), "depth 0: expected 1 to 250");
    /// ```
    pub fn check(&self) -> Result<(), SearchError> {
        match *self {
            Limits { depth: Some(depth), .. } if !(1..=MAX_DEPTH).contains(&depth) => Err(SearchError::Depth(depth)),
            Limits { nodes: Some(0), .. } => Err(SearchError::NoNodes),
            Limits { threads, .. } if !(1..=MAX_THREADS).contains(&threads) => Err(SearchError::Threads(threads)),
            _ => Ok(()),
        }
    }
}

/// A text that is not a limit.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("'{0}' is not a limit, expected one such as 5000 (nodes, at least 1), 250ms or d4 (depth, 1 to {MAX_DEPTH})")]
pub struct LimitError(String);

impl FromStr for Limits {
    type Err = LimitError;

    fn from_str(text: &str) -> Result<Self, LimitError> {
        let wrong = || LimitError(shortened(text));
        let mut limits = Limits::NONE;
        for part in text.split('+') {
            let is_new = if let Some(depth) = part.strip_prefix('d') {
                let depth = depth.parse().map_err(|_| wrong())?;
                limits.depth.replace(depth).is_none()
            } else if let Ok(nodes) = part.parse() {
                limits.nodes.replace(nodes).is_none()
            } else {
                let time = parse_duration(part).map_err(|_| wrong())?;
                limits.time.replace(time).is_none()
            };
            if !is_new || limits.check().is_err() {
                return Err(wrong());
            }
        }
        Ok(limits)
    }
}

impl fmt::Display for Limits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let depth = self.depth.map(|depth| format!("d{depth}"));
        let nodes = self.nodes.map(|nodes| nodes.to_string());
        let time = self.time.map(duration_text);
        let parts: Vec<String> = [depth, nodes, time].into_iter().flatten().collect();
        f.write_str(&parts.join("+"))
    }
}

const NANOS_A_SECOND: u128 = 1_000_000_000;

/// Reads `250ms`, `5s`, `1.5s` or `2min`, to a billionth of a second.
pub fn parse_duration(text: &str) -> Result<Duration, String> {
    let digits = text.find(|c: char| c != '.' && !c.is_ascii_digit());
    let (number, unit) = text.split_at(digits.unwrap_or(text.len()));
    let nanos = match unit {
        "ms" => decimal(number, NANOS_A_SECOND / 1000),
        "s" => decimal(number, NANOS_A_SECOND),
        "min" => decimal(number, NANOS_A_SECOND * 60),
        _ => None,
    };
    let seconds = nanos.and_then(|nanos| u64::try_from(nanos / NANOS_A_SECOND).ok());
    let time = seconds.zip(nanos).map(|(seconds, nanos)| Duration::new(seconds, (nanos % NANOS_A_SECOND) as u32));
    time.filter(|time| !time.is_zero()).ok_or_else(|| "expected a duration such as 250ms or 5s".to_string())
}

/// A decimal number in units of so many, to within one of them for each digit; what is less than one is left out.
fn decimal(text: &str, unit: u128) -> Option<u128> {
    let (whole, part) = text.split_once('.').unwrap_or((text, ""));
    if whole.is_empty() && part.is_empty() || part.contains('.') {
        return None;
    }
    let whole: u128 = if whole.is_empty() { 0 } else { whole.parse().ok()? };
    let (mut sum, mut place) = (whole.checked_mul(unit)?, unit);
    for digit in part.bytes() {
        sum = sum.checked_add(place * u128::from(digit - b'0') / 10)?;
        place /= 10;
    }
    Some(sum)
}

/// Writes a duration so that it reads back: `250ms`, `5s`, `1.5ms`.
pub fn duration_text(time: Duration) -> String {
    if time.subsec_nanos() == 0 {
        return format!("{}s", time.as_secs());
    }
    let nanos_a_milli = NANOS_A_SECOND / 1000;
    let (millis, part) = (time.as_nanos() / nanos_a_milli, time.as_nanos() % nanos_a_milli);
    let part = format!(".{part:06}");
    format!("{millis}{}ms", part.trim_end_matches('0').trim_end_matches('.'))
}
