//! Sets of shards in the syntax of array jobs: `3,7-9`.

use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

use melee_core::shortened;

/// Numbers of shards, in order.
///
/// ```
/// use melee_lab::cluster::Indices;
/// let missing: Indices = [9, 3, 8, 7].into_iter().collect();
/// assert_eq!(missing.to_string(), "3,7-9");
/// assert_eq!("3,7-9".parse::<Indices>(), Ok(missing));
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Indices(BTreeSet<u64>);

/// No run has more shards.
const LARGEST: u64 = 10_000_000;
/// No array has more tasks: a few characters must not name more numbers than there is memory for.
const MOST: u64 = 100_000;

impl Indices {
    /// All from 0 to below `count`.
    pub fn below(count: u64) -> Self {
        (0..count).collect()
    }

    /// From the smallest up.
    pub fn iter(&self) -> impl Iterator<Item = u64> + '_ {
        self.0.iter().copied()
    }
}

impl std::ops::Deref for Indices {
    type Target = BTreeSet<u64>;
    fn deref(&self) -> &BTreeSet<u64> {
        &self.0
    }
}

impl FromIterator<u64> for Indices {
    fn from_iter<I: IntoIterator<Item = u64>>(indices: I) -> Self {
        Indices(indices.into_iter().collect())
    }
}

impl fmt::Display for Indices {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let mut rest = self.iter().peekable();
        let mut comma = "";
        while let Some(first) = rest.next() {
            let mut last = first;
            while rest.next_if_eq(&(last + 1)).is_some() {
                last += 1;
            }
            if first == last {
                write!(f, "{comma}{first}")?;
            } else {
                write!(f, "{comma}{first}-{last}")?;
            }
            comma = ",";
        }
        Ok(())
    }
}

impl FromStr for Indices {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let bad = || format!("expected numbers of shards such as 3,7-9, not '{}'", shortened(text));
        let number = |text: &str| match text.parse::<u64>() {
            Ok(number) if number < LARGEST => Ok(number),
            _ => Err(bad()),
        };
        let (mut all, mut count) = (BTreeSet::new(), 0);
        for piece in text.split(',') {
            let (first, last) = piece.split_once('-').unwrap_or((piece, piece));
            let (first, last) = (number(first)?, number(last)?);
            if first > last {
                return Err(bad());
            }
            count += last - first + 1;
            if count > MOST {
                return Err(format!("expected at most {MOST} shards, not '{}'", shortened(text)));
            }
            all.extend(first..=last);
        }
        Ok(Indices(all))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_set_reads_back() {
        for bits in 0..1u64 << 9 {
            let set: Indices = (0..9).filter(|i| bits >> i & 1 == 1).collect();
            if !set.is_empty() {
                assert_eq!(set.to_string().parse(), Ok(set));
            }
        }
        assert_eq!(Indices::below(100).to_string(), "0-99");
    }

    #[test]
    fn nonsense_is_refused() {
        for bad in ", a 3- -3 9-7 1,,2 1-2-3 0-99999999999".split(' ').chain([""]) {
            assert!(bad.parse::<Indices>().is_err(), "{bad}");
        }
        assert!("9900000-9999999".parse::<Indices>().is_ok());
        for many in ["0-100000", "0-99999,7", "0-9999999"] {
            assert!(many.parse::<Indices>().is_err_and(|e| e.starts_with("expected at most 100000 shards")), "{many}");
        }
    }
}
