//! The table of max^n.

use std::sync::Arc;

use melee_core::Scores;

use crate::slots::{SharedSlots, Slots, Vacant};
use crate::table::TableError;

/// Exact vectors by position and depth; of two with one place the deeper stays.
pub(super) enum VectorTable {
    /// Of one thread.
    Own(Slots<Option<VectorEntry>>),
    /// Of several.
    Shared(Arc<SharedSlots<Option<VectorEntry>>>),
}

#[derive(Clone, Copy)]
pub(super) struct VectorEntry {
    key: u64,
    /// The highest bit is set if no leaf below was a guess.
    depth: u32,
    scores: Scores,
}

const COMPLETE: u32 = 1 << 31;

/// A vector, and whether no leaf below was a guess.
pub(super) type Known = (Scores, bool);

impl Vacant for Option<VectorEntry> {
    const VACANT: Self = None;
}

impl VectorEntry {
    fn known_at(&self, key: u64, depth: u32) -> Option<Known> {
        (self.key == key && self.depth & !COMPLETE == depth).then_some((self.scores, self.depth & COMPLETE != 0))
    }
}

impl VectorTable {
    pub(super) fn new(bytes: u64) -> Result<Self, TableError> {
        let slots = Slots::new(bytes, size_of::<Option<VectorEntry>>(), 1)?;
        Ok(VectorTable::Own(slots))
    }

    /// One that several threads can use.
    pub(super) fn shared(bytes: u64) -> Self {
        VectorTable::Shared(Arc::new(SharedSlots::new(bytes)))
    }

    pub(super) fn is_shared(&self) -> bool {
        matches!(self, VectorTable::Shared(_))
    }

    pub(super) fn get(&self, key: u64, depth: u32) -> Option<Known> {
        match self {
            VectorTable::Own(slots) => slots.get(place(key, slots.len()))?.as_ref()?.known_at(key, depth),
            VectorTable::Shared(slots) => {
                let place = place(key, 2 * slots.pairs());
                slots.look(place / 2)?[place % 2].as_ref()?.known_at(key, depth)
            }
        }
    }

    pub(super) fn put(&mut self, key: u64, depth: u32, (scores, is_complete): Known) {
        let new = VectorEntry { key, depth: if is_complete { depth | COMPLETE } else { depth }, scores };
        match self {
            VectorTable::Own(slots) => {
                let place = place(key, slots.len());
                put(slots.get_mut(place), new);
            }
            VectorTable::Shared(slots) => {
                let place = place(key, 2 * slots.pairs());
                put(&mut slots.change(place / 2)[place % 2], new);
            }
        }
    }
}

fn place(key: u64, places: usize) -> usize {
    ((u128::from(key) * places as u128) >> 64) as usize
}

fn put(slot: &mut Option<VectorEntry>, new: VectorEntry) {
    let keeps = |old: &VectorEntry| old.depth & !COMPLETE > new.depth & !COMPLETE && old.key != new.key;
    if !slot.as_ref().is_some_and(keeps) {
        *slot = Some(new);
    }
}
