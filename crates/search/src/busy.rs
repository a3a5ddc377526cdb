//! Who searches what: threads that search together leave a move alone that another is at, and come back to it when the
//! others are done. By then its result is in the table, or the search of it can be helped with.
//!
//! The idea is ABDADA's (Weill 1996), the marks beside the table and by move those of its simplified form (Kerrigan 2017).
//! A mark that is lost or mistaken for another costs time, never a result.

use std::sync::atomic::{AtomicU64, Ordering};

use melee_core::Game;
use melee_core::zobrist::mix;

use crate::{Ply, Walk, World};

const MARKS: usize = 4096;

/// The depth from which on a search that is alone leaves moves to others.
pub(crate) const ALONE: u32 = u32::MAX;

/// A tree with so many leaves, if nothing were cut off, is worth being left to another thread. Some fifty of them are
/// visited: ten times what it costs to tell the others.
const WORTH_LEAVING: u64 = 2_000;

/// From which depth on the moves of a node are left to other threads, by how many the root has.
pub(crate) fn least_depth<W: World>(walk: &Walk<W>) -> u32 {
    let mut moves = Vec::new();
    walk.game.moves(walk.start(), &mut moves);
    let width = moves.len().max(2) as u64;
    let mut depth = 2;
    while width.pow(depth) < WORTH_LEAVING && depth < MOST_NARROW {
        depth += 1;
    }
    depth
}

/// However few moves the root has, others may have more.
const MOST_NARROW: u32 = 4;

/// The moves that are being searched.
#[derive(Debug)]
pub(crate) struct Busy {
    marks: Box<[AtomicU64]>,
}

impl Busy {
    pub(crate) fn new() -> Self {
        Busy { marks: (0..MARKS).map(|_| AtomicU64::new(0)).collect() }
    }

    /// The mark of a move in a position that is searched to this depth.
    pub(crate) fn mark<G: Game>(game: &G, position: u64, Ply { player, mv }: Ply<G::Move>, depth: u32) -> u64 {
        let what = (game.move_index(mv) as u64) << 16 | (player.index() as u64) << 8 | u64::from(depth & 0xff);
        mix(position ^ mix(what)) | 1
    }

    #[inline]
    fn slot(&self, mark: u64) -> &AtomicU64 {
        &self.marks[(mark >> 32) as usize % MARKS]
    }

    /// Is somebody at this move?
    #[inline]
    pub(crate) fn is_taken(&self, mark: u64) -> bool {
        self.slot(mark).load(Ordering::Relaxed) == mark
    }

    /// The search of this move begins.
    #[inline]
    pub(crate) fn take(&self, mark: u64) {
        self.slot(mark).store(mark, Ordering::Relaxed);
    }

    /// The search of this move has ended.
    #[inline]
    pub(crate) fn release(&self, mark: u64) {
        if self.is_taken(mark) {
            self.slot(mark).store(0, Ordering::Relaxed);
        }
    }
}
