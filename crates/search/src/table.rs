//! Transposition tables with the replacement schemes of Breuker, Uiterwijk and Van den Herik
//! (1994), as Gras 2012, 4.4 uses them, and that of Esser 2012, 3.2.2.
//!
//! An entry holds a lower and an upper bound, both for one remaining depth: alpha-beta uses either,
//! Memory-enhanced Test needs both. Keys are stored whole. An empty slot is marked as such, so no
//! key is special.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use melee_core::Value;
use melee_core::value::{INFINITY, MAX_PLIES, WIN};

use crate::Ply;
use crate::slots::{Slots, Vacant};

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
    /// The remaining depth of the search; `NOTHING` in an empty place.
    pub depth: u8,
    /// The plies from the start of the game to the position; the highest bit is set if no leaf
    /// below was a guess.
    past: u16,
}

/// Deeper than any search.
const NOTHING: u8 = u8::MAX;

const COMPLETE: u16 = 1 << 15;

impl<M: Copy> Vacant for Entry<M> {
    const VACANT: Self = Entry { key: 0, lower: -INFINITY, upper: INFINITY, best: None, depth: NOTHING, past: 0 };
}

impl<M: Copy> Entry<M> {
    /// An entry that knows nothing yet.
    pub fn new(key: u64, depth: u32) -> Self {
        Entry { key, depth: (depth as u8).min(NOTHING - 1), ..Self::VACANT }
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

    pub(crate) fn key(&self) -> u64 {
        self.key
    }

    fn is_occupied(&self) -> bool {
        self.depth != NOTHING
    }

    pub(crate) fn is(&self, key: u64) -> bool {
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

/// A transposition table of at most a given size; a search that has little time uses a part of it.
#[derive(Debug)]
pub struct TranspositionTable<M> {
    scheme: Replacement,
    slots: Slots<Entry<M>>,
    /// How many buckets are in use: the first ones.
    buckets: u64,
    /// Was anything put there with that many?
    is_in_use: bool,
}

/// What a search uses from the beginning, and what it fills in a second. Connect Four to depth 10 (2 ms), 12 (8 ms), 14
/// (50 ms) and 16 (170 ms) is fastest with 256 KiB to 512 KiB, 512 KiB to 2 MiB, 1 to 4 MiB and 2 to 4 MiB; with 64 MiB
/// that nobody touched before it takes 26, 37, 89 and 218 ms.
const LEAST_BYTES: f64 = (512 << 10) as f64;
const BYTES_A_SECOND: f64 = (24 << 20) as f64;

/// The bytes of a table that a search of so much time fills; none if nobody knows how long it takes.
pub(crate) fn filled_in(time: Option<Duration>) -> Option<f64> {
    time.map(|time| LEAST_BYTES + time.as_secs_f64() * BYTES_A_SECOND)
}

impl<M: Copy> TranspositionTable<M> {
    /// A table that takes at most `bytes`.
    pub fn new(scheme: Replacement, bytes: u64) -> Result<Self, TableError> {
        Self::with_entries_of(size_of::<Entry<M>>(), scheme, bytes)
    }

    /// A table with as many entries as if each took `entry` bytes.
    pub(crate) fn with_entries_of(entry: usize, scheme: Replacement, bytes: u64) -> Result<Self, TableError> {
        let slots = Slots::new(bytes, entry, places_of(scheme))?;
        let buckets = (slots.len() / places_of(scheme)) as u64;
        Ok(TranspositionTable { scheme, slots, buckets, is_in_use: false })
    }

    /// A search of so much time begins: what it cannot fill in that time it does not spread its entries over, because
    /// every place far from the others is a wait for memory. Without a limit of time all of it is used. What is known
    /// stays known when more of it is used than before; less is used only after [`clear`](Self::clear).
    pub fn fit(&mut self, time: Option<Duration>) {
        let all = (self.slots.len() / places_of(self.scheme)) as u64;
        let bucket = (size_of::<Entry<M>>() * places_of(self.scheme)) as f64;
        let wanted = filled_in(time).map_or(all, |bytes| all.min((bytes / bucket) as u64));
        if !self.is_in_use {
            self.buckets = wanted.max(1);
            self.is_in_use = true;
        } else if wanted >= 2 * self.buckets || wanted == all && wanted > self.buckets {
            self.grow(wanted);
        }
    }

    /// Spreads what it holds over more buckets. The places of a bucket go to places at least as far back, those of the
    /// last one first, so none is overwritten.
    fn grow(&mut self, buckets: u64) {
        let last = self.buckets as usize * places_of(self.scheme);
        self.buckets = buckets;
        for place in (0..last).rev() {
            let Some(&entry) = self.slots.get(place).filter(|entry| entry.is_occupied()) else {
                continue;
            };
            *self.slots.get_mut(place) = Entry::VACANT;
            *self.slots.get_mut(self.bucket(entry.key) + place % places_of(self.scheme)) = entry;
        }
    }

    /// How many positions it can hold.
    pub fn capacity(&self) -> usize {
        self.slots.len()
    }

    /// How many positions it holds.
    pub fn len(&self) -> usize {
        self.slots.touched().filter(|e| e.is_occupied()).count()
    }

    /// Does it hold nothing?
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.slots.clear();
        self.is_in_use = false;
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
        let entry = match self.scheme {
            Replacement::TwoDeep => {
                let [deep, recent] = self.slots.pair(first)?;
                if deep.is(key) { deep } else { recent }
            }
            _ => self.slots.get(first)?,
        };
        entry.is(key).then_some(entry)
    }

    /// Remembers an entry, if the scheme lets it in.
    #[inline]
    pub fn put(&mut self, new: Entry<M>) {
        let first = self.bucket(new.key);
        let slot = self.slots.get_mut(first);
        if slot.is(new.key) {
            return update(slot, &new, self.scheme);
        }
        match self.scheme {
            Replacement::TwoDeep => put_two_deep(self.slots.pair_mut(first), new),
            scheme => put_one(slot, new, scheme),
        }
    }
}

/// Remembers an entry where there is one place and another position may be, if the scheme lets it in.
#[inline]
pub(crate) fn put_one<M: Copy>(slot: &mut Entry<M>, new: Entry<M>, scheme: Replacement) {
    let keeps = match scheme {
        Replacement::Old => true,
        Replacement::New | Replacement::TwoDeep => false,
        Replacement::Deep => slot.depth > new.depth,
        Replacement::Path => slot.horizon() > new.horizon(),
    };
    if !(keeps && slot.is_occupied()) {
        *slot = new;
    }
}

/// Remembers an entry where there are two places, of which another position may have the first.
pub(crate) fn put_two_deep<M: Copy>([deep, recent]: [&mut Entry<M>; 2], new: Entry<M>) {
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

/// How many places a bucket has.
fn places_of(scheme: Replacement) -> usize {
    if scheme == Replacement::TwoDeep { 2 } else { 1 }
}

/// The same position again: bounds of one depth add up, otherwise the deeper search counts; under
/// `New` the last one does.
pub(crate) fn update<M: Copy>(slot: &mut Entry<M>, new: &Entry<M>, scheme: Replacement) {
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
