//! The kernel on several threads: all search the same tree with one table, and each leaves alone what another is at.
//!
//! Every thread does the whole search, so whichever is first has the value; the others have only filled the table for it.
//! They share what takes long enough: locks and news between processors cost more than a small tree does.
//! Values stay those of one thread where the table keeps them: if it ends searches with entries of equal depth only.

use std::sync::Arc;
use std::time::Duration;

use melee_core::Game;

use super::kernel::TreeSearch;
use super::settings::{Cut, TreeSettings};
use super::together::Together;
use crate::busy::least_depth;
use crate::options::TableSize;
use crate::shared_table::{SharedTable, Table, TeamTable, halves};
use crate::table::{Replacement, TranspositionTable, filled_in};
use crate::team::race;
use crate::{Best, Move, Stopped, Walk, World};

/// The table of a search that is not to have one: threads could not help each other without.
const UNASKED: TableSize = TableSize { scheme: Replacement::Deep, bytes: 4 << 20 };

/// From which depth on that is asked: to ask takes longer than to search the last ply.
const UNASKED_FROM: u32 = 2;

/// From which depth on a table is asked.
pub(super) fn asked_from<M>(settings: &TreeSettings, table: Option<&Table<M>>) -> u32 {
    match (table, settings.table) {
        (None, _) => u32::MAX,
        (Some(_), Some(_)) => 0,
        (Some(_), None) => UNASKED_FROM,
    }
}

impl<G: Game> TreeSearch<G> {
    /// One iteration on as many threads as the walk allows.
    pub(super) fn search_together<W: World<Game = G>>(
        &mut self,
        walk: &mut Walk<W>,
        depth: u32,
        previous: Option<&Best<Move<W>>>,
    ) -> Result<Best<Move<W>>, Stopped> {
        let (threads, time) = (walk.limits().threads, walk.limits().likely_time());
        self.share_table(threads as u64, time);
        let least = least_depth(walk);
        self.share_from(least, time);
        if depth < least {
            return self.iterate(walk, depth, previous);
        }
        let together = Arc::new(Together::new());
        let mut helpers = std::mem::take(&mut self.helpers);
        helpers.resize_with(threads - 1, || self.helper(walk.game, threads as u64));
        for helper in &mut helpers {
            helper.together = Some(together.clone());
            helper.share_from(least, time);
            helper.begin_like(self.played);
        }
        self.together = Some(together);
        let found = race(
            walk,
            &mut helpers,
            |walk| self.iterate(walk, depth, previous),
            |helper, walk| helper.iterate(walk, depth, previous),
        );
        self.together = None;
        self.helpers = helpers;
        walk.restart();
        found
    }

    /// Moves of nodes of this depth are left to others, so that what their children are worth is told to all.
    fn share_from(&mut self, depth: u32, time: Option<Duration>) {
        self.shared_from = depth;
        if let Some(Table::Team(table)) = &mut self.table {
            table.set_large_from(depth - 1);
            table.fit(time);
        }
    }

    /// Another search with the same common table.
    fn helper(&self, game: &G, threads: u64) -> Self {
        let table = match &self.table {
            Some(Table::Team(table)) => Some(self.team_table(table.common().clone(), threads)),
            _ => None,
        };
        TreeSearch::with_table(game, self.settings.clone(), table)
    }

    /// A table of its own, if it is to have one; what several threads knew is forgotten.
    pub(super) fn keep_table<W: World<Game = G>>(&mut self, game: &G) {
        let is_own = match &self.table {
            None => self.settings.table.is_none(),
            Some(Table::Own(_)) => true,
            Some(Table::Team(_)) => false,
        };
        if !is_own {
            let own = self.settings.table.and_then(|size| W::table(game, size).ok());
            self.set_table(own.map(Table::Own));
        }
    }

    /// A table that several threads can use, as large as the time can fill; what another one knew is forgotten.
    fn share_table(&mut self, threads: u64, time: Option<Duration>) {
        let TableSize { scheme, bytes } = self.settings.table.unwrap_or(UNASKED);
        let (bytes, _) = halves(bytes, threads);
        let wanted = filled_in(time).map_or(bytes, |filled| bytes.min(filled as u64));
        let is_enough = match &self.table {
            Some(Table::Team(table)) => wanted < 2 * table.common().bytes(),
            _ => false,
        };
        if !is_enough {
            self.set_table(None);
            let common = Arc::new(SharedTable::new(scheme, wanted));
            self.set_table(Some(self.team_table(common, threads)));
        }
    }

    /// What one of the threads knows.
    fn team_table(&self, common: Arc<SharedTable<G::Move>>, threads: u64) -> Table<G::Move> {
        let TableSize { scheme, bytes } = self.settings.table.unwrap_or(UNASKED);
        let (_, own) = halves(bytes, threads);
        Table::Team(TeamTable::new(common, TranspositionTable::new(scheme, own).ok()))
    }

    /// Which table entries may end a search: those of a table that nobody asked for change no value.
    #[inline]
    pub(super) fn cut(&self) -> Cut {
        if self.settings.table.is_some() { self.settings.cut } else { Cut::Equal }
    }
}
