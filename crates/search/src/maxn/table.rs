//! The table of max^n.

use std::sync::Arc;

use melee_core::Scores;

use crate::slots::{SharedSlots, Slots, Vacant};
use crate::table::TableError;

/// Exact vectors by position and depth; of two with one place the deeper stays.
pub(super) enum VectorTable {
    /// Of one thread.
    Own(OwnVectors),
    /// Of one among several.
    Team(TeamVectors),
}

type OwnVectors = Slots<Option<VectorEntry>>;
pub(super) type CommonVectors = Arc<SharedSlots<Option<VectorEntry>>>;

/// What threads that search together know: of large trees what any of them has found, of small ones what this one has.
pub(super) struct TeamVectors {
    pub(super) common: CommonVectors,
    /// From which depth on a tree is large.
    pub(super) large_from: u32,
    pub(super) own: Option<OwnVectors>,
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
        own_vectors(bytes).map(VectorTable::Own)
    }

    pub(super) fn is_shared(&self) -> bool {
        matches!(self, VectorTable::Team(_))
    }

    pub(super) fn get(&self, key: u64, depth: u32) -> Option<Known> {
        match self {
            VectorTable::Own(slots) => get_own(slots, key, depth),
            VectorTable::Team(team) if depth < team.large_from => get_own(team.own.as_ref()?, key, depth),
            VectorTable::Team(team) => {
                let place = place(key, 2 * team.common.pairs());
                team.common.look(place / 2)?[place % 2].as_ref()?.known_at(key, depth)
            }
        }
    }

    pub(super) fn put(&mut self, key: u64, depth: u32, (scores, is_complete): Known) {
        let new = VectorEntry { key, depth: if is_complete { depth | COMPLETE } else { depth }, scores };
        match self {
            VectorTable::Own(slots) => put_own(slots, new),
            VectorTable::Team(team) if depth < team.large_from => {
                if let Some(own) = &mut team.own {
                    put_own(own, new);
                }
            }
            VectorTable::Team(team) => {
                let place = place(key, 2 * team.common.pairs());
                put(&mut team.common.change(place / 2)[place % 2], new);
            }
        }
    }
}

pub(super) fn own_vectors(bytes: u64) -> Result<OwnVectors, TableError> {
    Slots::new(bytes, size_of::<Option<VectorEntry>>(), 1)
}

fn get_own(slots: &OwnVectors, key: u64, depth: u32) -> Option<Known> {
    slots.get(place(key, slots.len()))?.as_ref()?.known_at(key, depth)
}

fn put_own(slots: &mut OwnVectors, new: VectorEntry) {
    let place = place(new.key, slots.len());
    put(slots.get_mut(place), new);
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
