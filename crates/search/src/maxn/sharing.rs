//! Max^n on several threads: all search the same tree with one table of vectors, and each leaves alone what another is at.
//! A vector does not depend on the order of moves, so it is the same on any number of threads.

use std::sync::Arc;

use melee_core::Game;

use super::MaxN;
use super::table::VectorTable;
use crate::busy::Busy;
use crate::team::race;
use crate::{Best, Move, Stopped, Walk, World};

/// The bytes of the table of a search that is not to have one.
const COMMON: u64 = 16 << 20;

/// Moves are left to other threads only so many plies before the horizon, and further up.
const LEAST_DEPTH: u32 = 3;

impl<G: Game> MaxN<G> {
    /// One iteration on as many threads as the walk allows.
    pub(super) fn search_together<W: World<Game = G>>(
        &mut self,
        walk: &mut Walk<W>,
        depth: u32,
    ) -> Result<Best<Move<W>>, Stopped> {
        self.share_table();
        if depth < LEAST_DEPTH {
            return self.iterate(walk, depth);
        }
        let busy = Arc::new(Busy::new());
        let mut helpers = std::mem::take(&mut self.helpers);
        helpers.resize_with(walk.limits().threads - 1, || self.helper());
        for helper in &mut helpers {
            helper.target = self.target;
            helper.busy = Some(busy.clone());
        }
        self.busy = Some(busy);
        let iterate = |maxn: &mut Self, walk: &mut Walk<W>| maxn.iterate(walk, depth);
        let found = race(walk, &mut helpers, |walk| iterate(self, walk), iterate);
        self.busy = None;
        self.helpers = helpers;
        walk.restart();
        found
    }

    /// Another search with the same table.
    fn helper(&self) -> Self {
        let table = match &self.table {
            Some(VectorTable::Shared(slots)) => Some(VectorTable::Shared(slots.clone())),
            _ => None,
        };
        MaxN::with_table(self.settings, table)
    }

    /// A table that several threads can use; what one's own knew is forgotten.
    fn share_table(&mut self) {
        if !matches!(self.table, Some(VectorTable::Shared(_))) {
            self.helpers.clear();
            self.table = None;
            self.table = Some(VectorTable::shared(self.settings.table.map_or(COMMON, |size| size.bytes)));
        }
    }

    /// A table of its own, if it is to have one; what several threads knew is forgotten.
    pub(super) fn keep_table(&mut self) {
        let is_own = match &self.table {
            None => self.settings.table.is_none(),
            Some(VectorTable::Own(_)) => true,
            Some(VectorTable::Shared(_)) => false,
        };
        if !is_own {
            self.helpers.clear();
            self.table = None;
            self.table = self.settings.table.and_then(|size| VectorTable::new(size.bytes).ok());
        }
    }

    /// Is a vector of this depth worth remembering? Without a table of its own a search remembers only what others ask for.
    pub(super) fn remembers(&self, depth: u32) -> bool {
        self.settings.table.is_some() || depth + 1 >= LEAST_DEPTH
    }

    /// What moves of this node are marked with, if others may search some of them.
    pub(super) fn shared_key<W: World<Game = G>>(&self, walk: &Walk<W>, depth: u32) -> Option<u64> {
        (self.busy.is_some() && depth >= LEAST_DEPTH).then(|| self.key(walk))
    }

    /// Marks a move as begun; `None` if another thread is at it and it can wait.
    pub(super) fn take<W: World<Game = G>>(
        &self,
        walk: &Walk<W>,
        key: u64,
        mv: Move<W>,
        depth: u32,
        can_wait: bool,
    ) -> Option<u64> {
        let busy = self.busy.as_ref()?;
        let mark = Busy::mark(walk.game, key, walk.step(mv), depth);
        if can_wait && busy.is_taken(mark) {
            return None;
        }
        busy.take(mark);
        Some(mark)
    }

    /// A move was searched.
    pub(super) fn release(&self, mark: u64) {
        if let Some(busy) = &self.busy {
            busy.release(mark);
        }
    }
}
