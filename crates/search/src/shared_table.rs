//! A transposition table that several threads use at once, and the choice between that and one's own.

use std::sync::Arc;
use std::time::Duration;

use crate::slots::SharedSlots;
use crate::table::{Entry, Replacement, TranspositionTable, put_one, put_two_deep, update};

/// A [`TranspositionTable`] for several threads: the same schemes, and a lock for every two entries.
#[derive(Debug)]
pub(crate) struct SharedTable<M> {
    scheme: Replacement,
    slots: SharedSlots<Entry<M>>,
}

impl<M: Copy> SharedTable<M> {
    /// The bytes it takes at most.
    pub(crate) fn bytes(&self) -> u64 {
        self.slots.bytes()
    }

    /// A table that takes at most `bytes`, but has at least two entries.
    pub(crate) fn new(scheme: Replacement, bytes: u64) -> Self {
        SharedTable { scheme, slots: SharedSlots::new(bytes) }
    }

    /// The pair a position belongs to, and which of the two where they are places of their own.
    #[inline]
    fn place(&self, key: u64) -> (usize, usize) {
        let places = 2 * self.slots.pairs() as u128;
        let place = ((u128::from(key) * places) >> 64) as usize;
        (place / 2, place % 2)
    }

    /// What is known about a position.
    pub(crate) fn get(&self, key: u64) -> Option<Entry<M>> {
        let (pair, half) = self.place(key);
        let pair = self.slots.look(pair)?;
        let entry = match self.scheme {
            Replacement::TwoDeep if pair[0].is(key) => pair[0],
            Replacement::TwoDeep => pair[1],
            _ => pair[half],
        };
        entry.is(key).then_some(entry)
    }

    /// Remembers an entry, if the scheme lets it in.
    pub(crate) fn put(&self, new: Entry<M>) {
        let (pair, half) = self.place(new.key());
        let mut pair = self.slots.change(pair);
        let first = if self.scheme == Replacement::TwoDeep { 0 } else { half };
        if pair[first].is(new.key()) {
            return update(&mut pair[first], &new, self.scheme);
        }
        match self.scheme {
            Replacement::TwoDeep => put_two_deep(pair.each_mut(), new),
            scheme => put_one(&mut pair[first], new, scheme),
        }
    }
}

/// The most that a thread has for itself: what stays in its processor's own memory. With eight times as much, paranoid
/// search of Rolit takes 37 ms instead of 22, and Connect Four as long as before.
const MOST_OWN: u64 = 2 << 20;

/// How the bytes of a table are shared out: half of them for what all know, the rest for what each knows by itself.
pub(crate) fn halves(bytes: u64, threads: u64) -> (u64, u64) {
    (bytes / 2, (bytes / 2 / threads).min(MOST_OWN))
}

/// What threads that search together know: of large trees what any of them has found, and of small ones what this one has.
/// A small tree is searched sooner than news of it travel from processor to processor, and nearly all trees are small.
#[derive(Debug)]
pub(crate) struct TeamTable<M> {
    common: Arc<SharedTable<M>>,
    /// From which depth on a tree is large.
    large_from: u32,
    /// Of a table that is too small to be divided nothing is left.
    own: Option<TranspositionTable<M>>,
}

impl<M: Copy> TeamTable<M> {
    pub(crate) fn new(common: Arc<SharedTable<M>>, own: Option<TranspositionTable<M>>) -> Self {
        TeamTable { common, large_from: 0, own }
    }

    /// A search of so much time begins.
    pub(crate) fn fit(&mut self, time: Option<Duration>) {
        if let Some(own) = &mut self.own {
            own.fit(time);
        }
    }

    pub(crate) fn common(&self) -> &Arc<SharedTable<M>> {
        &self.common
    }

    /// From now on trees of this depth are large.
    pub(crate) fn set_large_from(&mut self, depth: u32) {
        self.large_from = depth;
    }

    /// What is known about a position to be searched to a depth. A call, so that a search on one thread has nothing of it
    /// in its way.
    #[inline(never)]
    fn get(&self, key: u64, depth: u32) -> Option<Entry<M>> {
        if depth >= self.large_from { self.common.get(key) } else { self.own.as_ref()?.get(key).copied() }
    }

    #[inline(never)]
    fn put(&mut self, new: Entry<M>) {
        if u32::from(new.depth) >= self.large_from {
            self.common.put(new);
        } else if let Some(own) = &mut self.own {
            own.put(new);
        }
    }
}

/// A table of one thread alone, or of one among several. The former needs no locks and is the one whose contents are the
/// same from run to run.
#[derive(Debug)]
pub(crate) enum Table<M> {
    Own(TranspositionTable<M>),
    Team(TeamTable<M>),
}

impl<M: Copy> Table<M> {
    /// What is known about a position to be searched to a depth.
    #[expect(clippy::inline_always, reason = "asked at every node: a call more costs 1 %")]
    #[inline(always)]
    pub(crate) fn get(&self, key: u64, depth: u32) -> Option<Entry<M>> {
        match self {
            Table::Own(table) => table.get(key).copied(),
            Table::Team(table) => table.get(key, depth),
        }
    }

    /// Remembers an entry, if the scheme lets it in.
    #[inline]
    pub(crate) fn put(&mut self, new: Entry<M>) {
        match self {
            Table::Own(table) => table.put(new),
            Table::Team(table) => table.put(new),
        }
    }
}
