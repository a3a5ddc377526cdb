//! Max^n on several threads: all search the same tree with one table of vectors, and each leaves alone what another is at.
//! A vector does not depend on the order of moves, so it is the same on any number of threads.

use std::sync::Arc;

use melee_core::Game;

use super::MaxN;
use super::table::{CommonVectors, TeamVectors, VectorTable, own_vectors};
use crate::busy::{ALONE, Busy, least_depth};
use crate::shared_table::halves;
use crate::slots::SharedSlots;
use crate::team::race;
use crate::{Best, Move, Stopped, Walk, World};

/// The bytes of the table of a search that is not to have one.
const UNASKED: u64 = 4 << 20;

impl<G: Game> MaxN<G> {
    /// One iteration on as many threads as the walk allows.
    pub(super) fn search_together<W: World<Game = G>>(
        &mut self,
        walk: &mut Walk<W>,
        depth: u32,
    ) -> Result<Best<Move<W>>, Stopped> {
        let threads = walk.limits().threads;
        self.share_table(threads as u64);
        let least = least_depth(walk);
        self.share_from(least);
        if depth < least {
            return self.iterate(walk, depth);
        }
        let busy = Arc::new(Busy::new());
        let mut helpers = std::mem::take(&mut self.helpers);
        helpers.resize_with(threads - 1, || self.helper(threads as u64));
        for helper in &mut helpers {
            helper.target = self.target;
            helper.busy = Some(busy.clone());
            helper.share_from(least);
        }
        self.busy = Some(busy);
        let iterate = |maxn: &mut Self, walk: &mut Walk<W>| maxn.iterate(walk, depth);
        let found = race(walk, &mut helpers, |walk| iterate(self, walk), iterate);
        self.busy = None;
        self.helpers = helpers;
        walk.restart();
        found
    }

    /// Moves of nodes of this depth are left to others, so that what their children are worth is told to all.
    fn share_from(&mut self, depth: u32) {
        self.shared_from = depth;
        if let Some(VectorTable::Team(team)) = &mut self.table {
            team.large_from = depth - 1;
        }
    }

    /// Another search with the same common table.
    fn helper(&self, threads: u64) -> Self {
        let table = match &self.table {
            Some(VectorTable::Team(team)) => Some(self.team_table(team.common.clone(), threads)),
            _ => None,
        };
        MaxN::with_table(self.settings, table)
    }

    /// Another table, with which nothing is shared yet.
    pub(super) fn set_table(&mut self, table: Option<VectorTable>) {
        self.table = table;
        self.shared_from = ALONE;
        self.helpers.clear();
    }

    /// A table that several threads can use; what one's own knew is forgotten.
    fn share_table(&mut self, threads: u64) {
        if !matches!(self.table, Some(VectorTable::Team(_))) {
            self.set_table(None);
            let (bytes, _) = self.halves(threads);
            self.set_table(Some(self.team_table(Arc::new(SharedSlots::new(bytes)), threads)));
        }
    }

    /// What one of the threads knows.
    fn team_table(&self, common: CommonVectors, threads: u64) -> VectorTable {
        let (_, own) = self.halves(threads);
        VectorTable::Team(TeamVectors { common, large_from: 0, own: own_vectors(own).ok() })
    }

    fn halves(&self, threads: u64) -> (u64, u64) {
        halves(self.settings.table.map_or(UNASKED, |size| size.bytes), threads)
    }

    /// A table of its own, if it is to have one; what several threads knew is forgotten.
    pub(super) fn keep_table(&mut self) {
        let is_own = match &self.table {
            None => self.settings.table.is_none(),
            Some(VectorTable::Own(_)) => true,
            Some(VectorTable::Team(_)) => false,
        };
        if !is_own {
            self.set_table(None);
            self.set_table(self.settings.table.and_then(|size| VectorTable::new(size.bytes).ok()));
        }
    }

    /// What moves of this node are marked with, if others may search some of them.
    pub(super) fn shared_key<W: World<Game = G>>(&self, walk: &Walk<W>, depth: u32) -> Option<u64> {
        (depth >= self.shared_from).then(|| self.key(walk))
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
