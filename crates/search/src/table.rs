//! Transposition tables with the replacement schemes of Breuker, Uiterwijk and Van den Herik
//! (1994), as Gras 2012, 4.4 uses them, and that of Esser 2012, 3.2.2.
//!
//! An entry holds a lower and an upper bound, both for one remaining depth: alpha-beta uses either,
//! Memory-enhanced Test needs both. Keys are stored whole. An empty slot is marked as such, so no
//! key is special.

use std::fmt;
use std::str::FromStr;

use melee_core::Value;
use melee_core::value::{INFINITY, MAX_PLIES, WIN};

use crate::Ply;

/// Which of two positions with one index stays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Replacement {
    /// The first.
    Old,
    /// The last.
    New,
    /// The one with the deeper subtree; of equal ones the last.
    Deep,
    /// Two places: one by `Deep`, and what it gives up goes into the other by `New`.
    TwoDeep,
    /// The one whose subtree ends later in the game: the path to it and its depth together count,
    /// so that what earlier moves left behind makes room (Esser 2012).
    Path,
}

impl Replacement {
    /// All schemes with their names.
    pub const NAMES: [(&'static str, Replacement); 5] = [
        ("old", Replacement::Old),
        ("new", Replacement::New),
        ("deep", Replacement::Deep),
        ("two-deep", Replacement::TwoDeep),
        ("path", Replacement::Path),
    ];
}

impl fmt::Display for Replacement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = Self::NAMES.iter().find(|(_, scheme)| scheme == self);
        f.write_str(name.expect("all schemes have names").0)
    }
}

impl FromStr for Replacement {
    type Err = ();
    fn from_str(s: &str) -> Result<Self, ()> {
        let scheme = Self::NAMES.iter().find(|(name, _)| *name == s);
        scheme.map(|&(_, scheme)| scheme).ok_or(())
    }
}

/// What is known about a position at one remaining depth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry<M> {
    key: u64,
    /// The value is this or more.
    pub lower: Value,
    /// The value is this or less.
    pub upper: Value,
    /// The best move found, if any was better than others.
    pub best: Option<Ply<M>>,
    /// The remaining depth of the search; [`NOTHING`] in an empty place.
    pub depth: u8,
    /// The plies from the start of the game to the position; the highest bit is set if no leaf
    /// below was a guess.
    past: u16,
}

/// Deeper than any search.
const NOTHING: u8 = u8::MAX;

const COMPLETE: u16 = 1 << 15;

impl<M: Copy> Entry<M> {
    const EMPTY: Self = Entry {
        key: 0,
        lower: -INFINITY,
        upper: INFINITY,
        best: None,
        depth: NOTHING,
        past: 0,
    };

    /// An entry that knows nothing yet.
    pub fn new(key: u64, depth: u32) -> Self {
        Entry {
            key,
            depth: (depth as u8).min(NOTHING - 1),
            ..Self::EMPTY
        }
    }

    /// The same knowledge under another key.
    #[must_use]
    pub fn with_key(self, key: u64) -> Self {
        Entry { key, ..self }
    }

    /// Notes how far from the start of the game the position is, and whether no leaf below it was a
    /// guess.
    pub fn set_past(&mut self, path: u32, complete: bool) {
        self.past = path.min(u32::from(COMPLETE - 1)) as u16 | if complete { COMPLETE } else { 0 };
    }

    /// Was no leaf below a guess?
    pub fn is_complete(&self) -> bool {
        self.past & COMPLETE != 0
    }

    /// Where in the game the search of the position ended.
    fn horizon(&self) -> u32 {
        u32::from(self.past & !COMPLETE) + u32::from(self.depth)
    }

    fn is_occupied(&self) -> bool {
        self.depth != NOTHING
    }

    fn is(&self, key: u64) -> bool {
        self.key == key && self.is_occupied()
    }

    /// Adds what a new search of the same position to the same depth found.
    fn merge(&mut self, new: &Self) {
        if new.lower > self.upper || new.upper < self.lower {
            *self = *new;
            return;
        }
        self.lower = self.lower.max(new.lower);
        self.upper = self.upper.min(new.upper);
        self.best = new.best.or(self.best);
        self.past = self.past.max(new.past) & !COMPLETE | self.past & new.past & COMPLETE;
    }
}

/// Why a table cannot be had.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TableError {
    /// Not even one entry fits.
    #[error("a table of {bytes} bytes holds no entry, one takes {entry}")]
    TooSmall {
        /// What was asked for.
        bytes: u64,
        /// What one entry takes.
        entry: usize,
    },
    /// The memory is not there.
    #[error("no memory for a table of {bytes} bytes")]
    TooLarge {
        /// What was asked for.
        bytes: u64,
    },
}

/// A transposition table of a fixed size.
#[derive(Debug)]
pub struct Table<M> {
    scheme: Replacement,
    slots: Vec<Entry<M>>,
    buckets: u64,
}

impl<M: Copy> Table<M> {
    /// A table that takes at most `bytes`.
    pub fn new(scheme: Replacement, bytes: u64) -> Result<Self, TableError> {
        let entry = size_of::<Entry<M>>();
        let per_bucket = if scheme == Replacement::TwoDeep { 2 } else { 1 };
        let buckets = bytes / (entry * per_bucket) as u64;
        if buckets == 0 {
            return Err(TableError::TooSmall { bytes, entry });
        }
        let too_large = TableError::TooLarge { bytes };
        let count = usize::try_from(buckets).map_err(|_| too_large.clone())? * per_bucket;
        let mut slots = Vec::new();
        slots.try_reserve_exact(count).map_err(|_| too_large)?;
        slots.resize(count, Entry::EMPTY);
        Ok(Table {
            scheme,
            slots,
            buckets,
        })
    }

    /// How many positions it can hold.
    pub fn capacity(&self) -> usize {
        self.slots.len()
    }

    /// How many positions it holds.
    pub fn len(&self) -> usize {
        self.slots.iter().filter(|e| e.is_occupied()).count()
    }

    /// Does it hold nothing?
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.slots.fill(Entry::EMPTY);
    }

    #[inline]
    fn bucket(&self, key: u64) -> usize {
        let bucket = ((u128::from(key) * u128::from(self.buckets)) >> 64) as usize;
        match self.scheme {
            Replacement::TwoDeep => 2 * bucket,
            _ => bucket,
        }
    }

    /// What is known about a position.
    #[inline]
    pub fn get(&self, key: u64) -> Option<&Entry<M>> {
        let first = self.bucket(key);
        if self.slots[first].is(key) {
            return Some(&self.slots[first]);
        }
        if self.scheme == Replacement::TwoDeep && self.slots[first + 1].is(key) {
            return Some(&self.slots[first + 1]);
        }
        None
    }

    /// Remembers an entry, if the scheme lets it in.
    #[inline]
    pub fn put(&mut self, new: Entry<M>) {
        let first = self.bucket(new.key);
        let slot = &mut self.slots[first];
        if slot.is(new.key) {
            return update(slot, &new, self.scheme);
        }
        match self.scheme {
            Replacement::Old if slot.is_occupied() => {}
            Replacement::Deep if slot.is_occupied() && slot.depth > new.depth => {}
            Replacement::Path if slot.is_occupied() && slot.horizon() > new.horizon() => {}
            Replacement::Old | Replacement::New | Replacement::Deep | Replacement::Path => {
                *slot = new;
            }
            Replacement::TwoDeep => self.put_two_deep(first, new),
        }
    }

    fn put_two_deep(&mut self, first: usize, new: Entry<M>) {
        let [deep, recent] = &mut self.slots[first..first + 2] else {
            unreachable!("a bucket has two slots");
        };
        if recent.is(new.key) {
            update(recent, &new, Replacement::New);
            if recent.depth >= deep.depth || !deep.is_occupied() {
                std::mem::swap(deep, recent);
            }
        } else if !deep.is_occupied() || new.depth >= deep.depth {
            *recent = *deep;
            *deep = new;
        } else {
            *recent = new;
        }
    }
}

/// The same position again: bounds of one depth add up, otherwise the deeper search counts; under
/// `New` the last one does.
fn update<M: Copy>(slot: &mut Entry<M>, new: &Entry<M>, scheme: Replacement) {
    if slot.depth == new.depth {
        slot.merge(new);
    } else if new.depth > slot.depth || scheme == Replacement::New {
        *slot = *new;
    }
}

/// Wins are stored by their distance from the position, not from the root.
#[inline]
pub fn to_table(value: Value, ply: u32) -> Value {
    match value {
        v if v > WIN - MAX_PLIES && v <= WIN => v + ply as Value,
        v if (-WIN..MAX_PLIES - WIN).contains(&v) => v - ply as Value,
        v => v,
    }
}

/// The reverse of [`to_table`].
#[inline]
pub fn from_table(value: Value, ply: u32) -> Value {
    match value {
        v if v > WIN - MAX_PLIES && v <= WIN => v - ply as Value,
        v if (-WIN..MAX_PLIES - WIN).contains(&v) => v + ply as Value,
        v => v,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use melee_core::value::{loss_in, win_in};

    const ONE: u64 = size_of::<Entry<u8>>() as u64;

    fn table(scheme: Replacement, slots: u64) -> Table<u8> {
        Table::new(scheme, slots * ONE).expect("small")
    }

    fn entry(key: u64, depth: u32) -> Entry<u8> {
        Entry::new(key, depth)
    }

    /// Which of the keys 1 to `keys` a table of one bucket holds after storing each at a depth.
    fn kept(scheme: Replacement, slots: u64, depths: &[u32]) -> Vec<u64> {
        let mut table = table(scheme, slots);
        for (key, &depth) in (1..).zip(depths) {
            table.put(entry(key, depth));
        }
        (1..=depths.len() as u64)
            .filter(|&key| table.get(key).is_some())
            .collect()
    }

    #[test]
    fn old_keeps_the_first_and_new_the_last() {
        assert_eq!(kept(Replacement::Old, 1, &[3, 5, 1]), [1]);
        assert_eq!(kept(Replacement::New, 1, &[3, 5, 1]), [3]);
    }

    #[test]
    fn deep_keeps_the_deepest_and_of_equals_the_last() {
        assert_eq!(kept(Replacement::Deep, 1, &[3, 5, 1]), [2]);
        assert_eq!(kept(Replacement::Deep, 1, &[3, 3]), [2]);
    }

    /// Esser 2012, 3.2.2: a deep search of an earlier move makes room for a shallow one that ends
    /// later in the game.
    #[test]
    fn path_keeps_what_ends_latest_in_the_game() {
        let kept = |searches: &[(u32, u32)]| {
            let mut table = table(Replacement::Path, 1);
            for (key, &(path, depth)) in (1..).zip(searches) {
                let mut entry = entry(key, depth);
                entry.set_past(path, false);
                table.put(entry);
            }
            (1..=searches.len() as u64).find(|&key| table.get(key).is_some())
        };
        assert_eq!(kept(&[(0, 6), (4, 3)]), Some(2), "7 after 6");
        assert_eq!(kept(&[(0, 6), (4, 2)]), Some(2), "of equals the last");
        assert_eq!(kept(&[(0, 6), (1, 4)]), Some(1), "5 does not replace 6");
    }

    #[test]
    fn two_deep_keeps_the_deepest_and_the_last_other() {
        assert_eq!(kept(Replacement::TwoDeep, 2, &[3, 5, 1]), [2, 3]);
        assert_eq!(kept(Replacement::TwoDeep, 2, &[5, 2, 1]), [1, 3]);
        assert_eq!(kept(Replacement::TwoDeep, 2, &[1, 2, 3]), [2, 3]);
    }

    #[test]
    fn key_zero_is_a_key_like_any_other() {
        let mut table = table(Replacement::New, 1);
        assert!(table.get(0).is_none());
        table.put(entry(0, 1));
        assert!(table.get(0).is_some());
    }

    #[test]
    fn bounds_of_one_depth_add_up() {
        let mut table = table(Replacement::Deep, 1);
        table.put(Entry {
            lower: 3,
            ..entry(7, 4)
        });
        table.put(Entry {
            upper: 9,
            ..entry(7, 4)
        });
        let found = table.get(7).expect("stored");
        assert_eq!((found.lower, found.upper), (3, 9));
        table.put(Entry {
            upper: 5,
            ..entry(7, 2)
        });
        assert_eq!(table.get(7).expect("stored").depth, 4, "deeper stays");
    }

    #[test]
    fn sizes_are_in_bytes() {
        assert_eq!(table(Replacement::Deep, 1000).capacity(), 1000);
        assert_eq!(table(Replacement::TwoDeep, 1001).capacity(), 1000);
        let none = Table::<u8>::new(Replacement::Deep, ONE - 1);
        assert!(matches!(none, Err(TableError::TooSmall { .. })));
        let huge = Table::<u8>::new(Replacement::Deep, u64::MAX);
        assert!(matches!(huge, Err(TableError::TooLarge { .. })));
    }

    #[test]
    fn wins_keep_their_distance_from_the_position() {
        for value in [win_in(7), loss_in(7), 5, -5, INFINITY, -INFINITY] {
            assert_eq!(from_table(to_table(value, 3), 3), value);
        }
        assert_eq!(to_table(win_in(7), 3), win_in(4));
    }
}
