//! A transposition table that several threads use at once, and the choice between that and one's own.

use std::sync::Arc;

use crate::slots::SharedSlots;
use crate::table::{Entry, Replacement, TranspositionTable, put_one, put_two_deep, update};

/// A [`TranspositionTable`] for several threads: the same schemes, and a lock for every two entries.
#[derive(Debug)]
pub(crate) struct SharedTable<M> {
    scheme: Replacement,
    slots: SharedSlots<Entry<M>>,
}

impl<M: Copy> SharedTable<M> {
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

    /// What is known about a position. A call, so that a search on one thread has nothing of it in its way.
    #[inline(never)]
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
    #[inline(never)]
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

/// A table of one thread alone, or of several. The former needs no locks and is the one whose contents are the same from
/// run to run.
#[derive(Debug)]
pub(crate) enum Table<M> {
    Own(TranspositionTable<M>),
    Shared(Arc<SharedTable<M>>),
}

impl<M: Copy> Table<M> {
    /// What is known about a position.
    #[expect(clippy::inline_always, reason = "asked at every node: a call more costs 1 %")]
    #[inline(always)]
    pub(crate) fn get(&self, key: u64) -> Option<Entry<M>> {
        match self {
            Table::Own(table) => table.get(key).copied(),
            Table::Shared(table) => table.get(key),
        }
    }

    /// Remembers an entry, if the scheme lets it in.
    #[inline]
    pub(crate) fn put(&mut self, new: Entry<M>) {
        match self {
            Table::Own(table) => table.put(new),
            Table::Shared(table) => table.put(new),
        }
    }
}
