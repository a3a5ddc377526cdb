//! The table of max^n.

use melee_core::Scores;

use crate::slots::{Slots, Vacant};
use crate::table::TableError;

/// Exact vectors by position and depth; of two with one place the deeper stays.
pub(super) struct VectorTable {
    slots: Slots<Option<VectorEntry>>,
}

#[derive(Clone, Copy)]
struct VectorEntry {
    key: u64,
    depth: u32,
    scores: Scores,
}

impl Vacant for Option<VectorEntry> {
    const VACANT: Self = None;
}

impl VectorTable {
    pub(super) fn new(bytes: u64) -> Result<Self, TableError> {
        let slots = Slots::new(bytes, size_of::<Option<VectorEntry>>(), 1)?;
        Ok(VectorTable { slots })
    }

    fn slot(&self, key: u64) -> usize {
        ((u128::from(key) * self.slots.len() as u128) >> 64) as usize
    }

    pub(super) fn get(&self, key: u64, depth: u32) -> Option<Scores> {
        let entry = self.slots.get(self.slot(key))?.as_ref()?;
        (entry.key == key && entry.depth == depth).then_some(entry.scores)
    }

    pub(super) fn put(&mut self, key: u64, depth: u32, scores: Scores) {
        let place = self.slot(key);
        let slot = self.slots.get_mut(place);
        let keeps = |old: &VectorEntry| old.depth > depth && old.key != key;
        if !slot.as_ref().is_some_and(keeps) {
            *slot = Some(VectorEntry { key, depth, scores });
        }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.slots.clear();
    }
}
